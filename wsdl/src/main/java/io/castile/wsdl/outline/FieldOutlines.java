package io.castile.wsdl.outline;

import com.sun.xml.xsom.XSAttributeUse;
import com.sun.xml.xsom.XSComplexType;
import com.sun.xml.xsom.XSElementDecl;
import com.sun.xml.xsom.XSFacet;
import com.sun.xml.xsom.XSModelGroup;
import com.sun.xml.xsom.XSParticle;
import com.sun.xml.xsom.XSSimpleType;
import com.sun.xml.xsom.XSTerm;
import com.sun.xml.xsom.XSType;
import io.castile.wsdl.schema.EncodedArray;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;

/** Makes fields of the components of a schema, a bounded number. Used for one answer. */
final class FieldOutlines {
  private static final BigInteger UNBOUNDED = BigInteger.valueOf(XSParticle.UNBOUNDED);

  /** The most levels of types without names in one another; more are of no use to a reader. */
  private static final int MAX_DEPTH = 20;

  /** More fields than of all real descriptions; beyond them, types have nothing in them. */
  private static final int MAX_FIELDS = 1_000_000;

  private final int depth;
  private final AtomicInteger left; // fields that may still be made

  FieldOutlines() {
    this(0, new AtomicInteger(MAX_FIELDS));
  }

  private FieldOutlines(int depth, AtomicInteger left) {
    this.depth = depth;
    this.left = left;
  }

  /** Returns what is in an element of a type: attributes first, then elements in their order. */
  List<Field> of(XSComplexType type) {
    List<Field> fields = new ArrayList<>();
    for (XSAttributeUse use : type.getAttributeUses()) {
      fields.add(attribute(use));
    }
    if (type.getAttributeWildcard() != null) {
      fields.add(any("@*"));
    }
    XSSimpleType simple = type.getContentType().asSimpleType();
    XSParticle particle = type.getContentType().asParticle();
    if (simple != null) {
      fields.add(field("", "", simple, false, false, false));
    } else if (particle != null) {
      add(particle, false, false, fields, new HashSet<>());
    }
    return fields;
  }

  private static Field any(String name) {
    return new Field(name, "", "any", "", true, true, false, List.of(), List.of());
  }

  private Field attribute(XSAttributeUse use) {
    return field(
        "@" + use.getDecl().getName(),
        use.getDecl().getTargetNamespace(),
        use.getDecl().getType(),
        !use.isRequired(),
        false,
        false);
  }

  /** Adds what a particle may have; groups that are in themselves are entered once. */
  private void add(
      XSParticle particle,
      boolean isOptional,
      boolean isRepeated,
      List<Field> fields,
      Set<XSModelGroup> entered) {
    if (left.decrementAndGet() < 0) {
      return;
    }
    boolean optional = isOptional || particle.getMinOccurs().signum() == 0;
    boolean repeated =
        isRepeated
            || particle.getMaxOccurs().equals(UNBOUNDED)
            || particle.getMaxOccurs().compareTo(BigInteger.ONE) > 0;
    XSTerm term = particle.getTerm();
    if (term.isElementDecl()) {
      fields.add(element(term.asElementDecl(), optional, repeated));
    } else if (term.isWildcard()) {
      fields.add(new Field("*", "", "any", "", optional, repeated, false, List.of(), List.of()));
    } else {
      XSModelGroup group =
          term.isModelGroup() ? term.asModelGroup() : term.asModelGroupDecl().getModelGroup();
      boolean isChoice =
          group.getCompositor() == XSModelGroup.Compositor.CHOICE && group.getSize() > 1;
      if (entered.add(group)) {
        for (XSParticle child : group.getChildren()) {
          add(child, optional || isChoice, repeated, fields, entered);
        }
        entered.remove(group);
      }
    }
  }

  /** Returns the field of an element. */
  Field element(XSElementDecl element, boolean isOptional, boolean isRepeated) {
    return field(
        element.getName(),
        element.getTargetNamespace(),
        element.getType(),
        isOptional,
        isRepeated,
        element.isNillable());
  }

  /** Returns a field of a type. */
  Field field(
      String name,
      String namespace,
      XSType type,
      boolean isOptional,
      boolean isRepeated,
      boolean isNillable) {
    if (type.isComplexType() && EncodedArray.is(type.asComplexType())) {
      QName item = EncodedArray.itemType(type.asComplexType());
      String itemName = item == null ? "any" : item.getLocalPart();
      String itemNamespace = item == null ? "" : item.getNamespaceURI();
      return new Field(
          name,
          namespace,
          itemName,
          itemNamespace,
          isOptional,
          true,
          isNillable,
          List.of(),
          List.of());
    }
    List<Field> fields = List.of();
    List<String> values = List.of();
    String typeName = type.getName();
    if (typeName == null) {
      typeName = "";
      if (type.isComplexType()) {
        fields =
            depth == MAX_DEPTH
                ? List.of()
                : new FieldOutlines(depth + 1, left).of(type.asComplexType());
      } else {
        values = values(type.asSimpleType());
        typeName = values.isEmpty() ? simple(type.asSimpleType()) : "";
      }
    }
    String typeNamespace = type.getName() == null ? "" : type.getTargetNamespace();
    return new Field(
        name,
        namespace,
        typeName,
        typeNamespace,
        isOptional,
        isRepeated,
        isNillable,
        fields,
        values);
  }

  /** Returns a word for a simple type without name. */
  private static String simple(XSSimpleType type) {
    if (type.isList()) {
      XSSimpleType item = type.asList().getItemType();
      return "list of " + (item.getName() == null ? simple(item) : item.getName());
    }
    if (type.isUnion()) {
      return "union";
    }
    XSType base = type.getBaseType();
    return base.getName() == null
        ? base.isSimpleType() ? simple(base.asSimpleType()) : ""
        : base.getName();
  }

  /** Returns the texts that a simple type lists; empty where it does not. */
  static List<String> values(XSSimpleType type) {
    if (!type.isRestriction()) {
      return List.of();
    }
    List<String> values = new ArrayList<>();
    for (XSFacet facet : type.asRestriction().getDeclaredFacets(XSFacet.FACET_ENUMERATION)) {
      values.add(facet.getValue().value);
    }
    return values;
  }
}
