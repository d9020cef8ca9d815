package io.castile.wsdl.outline;

import com.sun.xml.xsom.XSAttributeUse;
import com.sun.xml.xsom.XSComplexType;
import com.sun.xml.xsom.XSElementDecl;
import com.sun.xml.xsom.XSModelGroup;
import com.sun.xml.xsom.XSParticle;
import com.sun.xml.xsom.XSSchema;
import com.sun.xml.xsom.XSSchemaSet;
import com.sun.xml.xsom.XSTerm;
import com.sun.xml.xsom.XSType;
import io.castile.wsdl.schema.EncodedArray;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The elements that schemas let stand in one another: those of a type, those of the types that
 * {@code xsi:type} may name in its place, and those that may be substituted. Elements are made when
 * they are asked for, as schemas may have them in themselves. Thread-safe.
 */
public final class ElementTree {
  private static final Content NOTHING = new Content(List.of(), Set.of(), false);
  private static final Content ANYTHING = new Content(List.of(), Set.of(), true);

  private final XSSchemaSet schemas;

  /** Guarded by this. */
  private final Map<XSType, Content> known = new IdentityHashMap<>();

  /** Named complex types by each type that they are derived of; null until they are asked for. */
  private @Nullable Map<XSType, List<XSComplexType>> derived; // guarded by this

  /**
   * What may be in an element.
   *
   * @param isOpen whether anything else may be there
   */
  private record Content(List<Node> children, Set<String> attributes, boolean isOpen) {}

  /**
   * An element. Equal to another one of the same name and the same content.
   *
   * <p>Immutable and thread-safe.
   */
  public static final class Node {
    private final QName name;
    private final Object origin; // of the content: its type, or the content
    private final Supplier<Content> content;

    private Node(QName name, Object origin, Supplier<Content> content) {
      this.name = name;
      this.origin = origin;
      this.content = content;
    }

    /** Returns the name of the element. */
    public QName name() {
      return name;
    }

    /** Returns the elements that may be in it, as far as schemas name them. */
    public List<Node> children() {
      return content.get().children();
    }

    /** Returns the names of the attributes that it may have, {@code {namespace}local} or local. */
    public Set<String> attributes() {
      return content.get().attributes();
    }

    /** Whether it may have elements or attributes that no schema names. */
    public boolean isOpen() {
      return content.get().isOpen();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Node node && name.equals(node.name) && origin.equals(node.origin);
    }

    @Override
    public int hashCode() {
      return 31 * name.hashCode() + origin.hashCode();
    }

    @Override
    public String toString() {
      return name.toString();
    }
  }

  /**
   * @param schemas all components that elements and types refer to
   */
  public ElementTree(XSSchemaSet schemas) {
    this.schemas = schemas;
  }

  /** Returns an element that a schema declares; one with anything in it where none does. */
  public Node element(QName name) {
    XSElementDecl declared = schemas.getElementDecl(name.getNamespaceURI(), name.getLocalPart());
    return declared == null ? open(name) : of(declared);
  }

  /**
   * Returns an element of a type.
   *
   * @param type null for one that is not known
   */
  public Node element(QName name, @Nullable QName type) {
    XSType found =
        type == null ? null : schemas.getType(type.getNamespaceURI(), type.getLocalPart());
    return found == null ? open(name) : new Node(name, found, () -> content(found));
  }

  /** Returns an element around others. */
  public static Node around(QName name, List<Node> children) {
    Content content = new Content(List.copyOf(children), Set.of(), false);
    return new Node(name, content, () -> content);
  }

  /** Returns an element with anything in it. */
  public static Node open(QName name) {
    return new Node(name, ANYTHING, () -> ANYTHING);
  }

  private Node of(XSElementDecl declared) {
    XSType type = declared.getType();
    return new Node(
        new QName(declared.getTargetNamespace(), declared.getName()), type, () -> content(type));
  }

  private synchronized Content content(XSType type) {
    Content found = known.get(type);
    if (found == null) {
      found = made(type);
      known.put(type, found);
    }
    return found;
  }

  private Content made(XSType type) {
    if (type == schemas.getAnyType()
        || type.isComplexType() && EncodedArray.is(type.asComplexType())) {
      return ANYTHING;
    }
    Found found = new Found();
    if (type.isComplexType()) {
      found.add(type.asComplexType());
    }
    for (XSComplexType each : derived().getOrDefault(type, List.of())) {
      found.add(each);
    }
    return found.isEmpty()
        ? NOTHING
        : new Content(List.copyOf(found.children), Set.copyOf(found.attributes), found.isOpen);
  }

  private Map<XSType, List<XSComplexType>> derived() {
    Map<XSType, List<XSComplexType>> all = derived;
    if (all == null) {
      all = new IdentityHashMap<>();
      for (XSSchema schema : schemas.getSchemas()) {
        for (XSComplexType each : schema.getComplexTypes().values()) {
          XSType type = each;
          for (XSType base = type.getBaseType(); base != type; base = type.getBaseType()) {
            all.computeIfAbsent(base, added -> new ArrayList<>()).add(each);
            type = base;
          }
        }
      }
      derived = all;
    }
    return all;
  }

  /** The content of some types together. */
  private final class Found {
    final Set<Node> children = new LinkedHashSet<>();
    final Set<String> attributes = new HashSet<>();
    boolean isOpen;

    boolean isEmpty() {
      return children.isEmpty() && attributes.isEmpty() && !isOpen;
    }

    void add(XSComplexType type) {
      isOpen |= type.getAttributeWildcard() != null;
      for (XSAttributeUse use : type.getAttributeUses()) {
        attributes.add(
            new QName(use.getDecl().getTargetNamespace(), use.getDecl().getName()).toString());
      }
      XSParticle particle = type.getContentType().asParticle();
      if (particle != null) {
        add(particle, new HashSet<>());
      }
    }

    /** Groups that are in themselves are entered once. */
    private void add(XSParticle particle, Set<XSModelGroup> entered) {
      XSTerm term = particle.getTerm();
      if (term.isElementDecl()) {
        children.add(of(term.asElementDecl()));
        for (XSElementDecl each : term.asElementDecl().getSubstitutables()) {
          children.add(of(each));
        }
      } else if (term.isWildcard()) {
        isOpen = true;
      } else {
        XSModelGroup group =
            term.isModelGroup() ? term.asModelGroup() : term.asModelGroupDecl().getModelGroup();
        if (entered.add(group)) {
          for (XSParticle child : group.getChildren()) {
            add(child, entered);
          }
        }
      }
    }
  }
}
