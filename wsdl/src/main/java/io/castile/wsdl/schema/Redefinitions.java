package io.castile.wsdl.schema;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Puts redefined components in the place of those that they redefine (XML Schema part 1 §4.2.2). A
 * component that its redefinition is made of goes on under a name of its own, {@code OriginalName},
 * as XJC calls the class of it; everything else that refers to it has the redefinition.
 */
final class Redefinitions {
  private static final String PREFIX = "Original";

  private static final Set<ComponentKind> REDEFINABLE =
      EnumSet.of(ComponentKind.TYPE, ComponentKind.GROUP, ComponentKind.ATTRIBUTE_GROUP);

  /**
   * A component in a {@code redefine}.
   *
   * @param from the document that redefines, which has the component at its place
   * @param target the document that is redefined; null if it cannot be had
   */
  private record Redefinition(
      SchemaDocuments.Key from, SchemaDocuments.@Nullable Key target, Element component) {}

  private final Map<SchemaDocuments.Key, SchemaDocument> documents;
  private final List<Redefinition> waiting = new ArrayList<>();
  private final Map<SchemaDocuments.Key, Set<SchemaDocuments.Key>> included = new HashMap<>();

  /**
   * @param documents all documents, in which components are replaced
   */
  Redefinitions(Map<SchemaDocuments.Key, SchemaDocument> documents) {
    this.documents = documents;
  }

  /** Notes that a document includes or redefines another. */
  void includes(SchemaDocuments.Key from, SchemaDocuments.Key target) {
    included.computeIfAbsent(from, added -> new LinkedHashSet<>()).add(target);
  }

  /** Notes a component that a document has in a {@code redefine}. */
  void add(SchemaDocuments.Key from, SchemaDocuments.@Nullable Key target, Element component) {
    waiting.add(new Redefinition(from, target, component));
  }

  /**
   * Puts them in their places, the innermost first: a redefined document may itself redefine.
   *
   * @throws DocumentException if there is nothing to redefine, or if what redefines it is not made
   *     of it
   */
  void apply() throws DocumentException {
    while (!waiting.isEmpty()) {
      apply(waiting.remove(waiting.size() - 1));
    }
  }

  private void apply(Redefinition redefinition) throws DocumentException {
    Element component = current(redefinition);
    ComponentKind kind = ComponentKind.of(component);
    String name = component.attribute("name");
    if (kind == null || !REDEFINABLE.contains(kind) || name == null) {
      throw new DocumentException(
          component.place(),
          "expected a type, group or attributeGroup with a name to redefine, found "
              + component.name().getLocalPart()
              + (name == null ? "" : " " + name));
    }
    Components.Name redefined =
        new Components.Name(kind, new QName(redefinition.from().namespace(), name.strip()));
    SchemaDocuments.Key holder = holder(redefinition, redefined);
    if (holder == null) {
      throw new DocumentException(
          component.place(),
          redefinition.target() == null
              ? "the schema that defines " + kind + " " + redefined.name() + " cannot be read"
              : "no "
                  + kind
                  + " "
                  + redefined.name()
                  + " is defined in the schema that is redefined, nor in those that it includes");
    }
    boolean isOfItself = refersTo(component, redefined);
    if (kind == ComponentKind.TYPE && !isOfItself) {
      throw new DocumentException(
          component.place(),
          "expected an extension or restriction of the type itself as what redefines "
              + redefined.name());
    }
    String original = isOfItself ? unused(redefined) : null;
    change(
        holder,
        each ->
            !isDefinition(each, redefined)
                ? each
                : original == null ? null : each.withAttribute("name", original));
    if (original != null) {
      change(
          redefinition.from(),
          each ->
              each.place().equals(component.place()) ? renamed(each, redefined, original) : each);
    }
  }

  /** The component as it is in its document now, in the namespaces of which it is read. */
  private Element current(Redefinition redefinition) {
    return document(redefinition.from())
        .root()
        .children()
        .filter(each -> each.place().equals(redefinition.component().place()))
        .findFirst()
        .orElse(redefinition.component());
  }

  private SchemaDocument document(SchemaDocuments.Key key) {
    return Objects.requireNonNull(documents.get(key), "document");
  }

  /** The document that defines a component: the one that is redefined, or one that it includes. */
  private SchemaDocuments.@Nullable Key holder(Redefinition redefinition, Components.Name name) {
    if (redefinition.target() == null) {
      return null;
    }
    Set<SchemaDocuments.Key> seen = new HashSet<>(Set.of(redefinition.from()));
    Deque<SchemaDocuments.Key> open = new ArrayDeque<>(List.of(redefinition.target()));
    while (!open.isEmpty()) {
      SchemaDocuments.Key key = open.remove();
      SchemaDocument document = documents.get(key);
      if (document != null && seen.add(key)) {
        if (document.root().children().anyMatch(each -> isDefinition(each, name))) {
          return key;
        }
        open.addAll(included.getOrDefault(key, Set.of()));
      }
    }
    return null;
  }

  private static boolean isDefinition(Element element, Components.Name component) {
    String name = element.attribute("name");
    return name != null
        && ComponentKind.of(element) == component.kind()
        && name.strip().equals(component.name().getLocalPart());
  }

  /** A name of which no document of the namespace has a component. */
  private String unused(Components.Name component) {
    String name = PREFIX + component.name().getLocalPart();
    while (isUsed(new Components.Name(component.kind(), withName(component, name)))) {
      name = PREFIX + name;
    }
    return name;
  }

  private boolean isUsed(Components.Name component) {
    return documents.values().stream()
        .filter(each -> each.namespace().equals(component.name().getNamespaceURI()))
        .anyMatch(each -> each.root().children().anyMatch(one -> isDefinition(one, component)));
  }

  private static QName withName(Components.Name component, String local) {
    return new QName(component.name().getNamespaceURI(), local);
  }

  // ---- references to itself ----

  /** The attribute by which a component of a kind is derived from, or has in it, another. */
  private static @Nullable String reference(ComponentKind kind, Element element) {
    if (kind == ComponentKind.TYPE) {
      return Xsd.is(element, "extension") || Xsd.is(element, "restriction") ? "base" : null;
    }
    return ComponentKind.of(element) == kind ? "ref" : null;
  }

  private static boolean refersTo(Element element, Components.Name component) {
    return isReference(element, component)
        || element.children().anyMatch(each -> isOf(each, component) && refersTo(each, component));
  }

  /** Whether what is in a component is of it: elements and attributes in a type have their own. */
  private static boolean isOf(Element element, Components.Name component) {
    return component.kind() != ComponentKind.TYPE
        || !Xsd.is(element, "element") && !Xsd.is(element, "attribute");
  }

  private static boolean isReference(Element element, Components.Name component) {
    String attribute = reference(component.kind(), element);
    String value = attribute == null ? null : element.attribute(attribute);
    QName name = value == null ? null : element.qName(value, true);
    return component.name().equals(name);
  }

  private static Element renamed(Element element, Components.Name redefined, String original) {
    List<Content> content = new ArrayList<>();
    for (Content each : element.content()) {
      content.add(
          each instanceof Element child && isOf(child, redefined)
              ? renamed(child, redefined, original)
              : each);
    }
    Element renamed = element.withContent(content);
    String attribute = reference(redefined.kind(), element);
    String value = attribute == null ? null : element.attribute(attribute);
    if (attribute == null || value == null || !isReference(element, redefined)) {
      return renamed;
    }
    String prefix = value.strip().substring(0, value.strip().indexOf(':') + 1);
    return renamed.withAttribute(attribute, prefix + original);
  }

  /** The change of a component of a document; null for none. */
  private interface Change {
    @Nullable Element of(Element component);
  }

  private void change(SchemaDocuments.Key key, Change change) {
    SchemaDocument document = document(key);
    List<Content> content = new ArrayList<>();
    for (Content each : document.root().content()) {
      Content changed = each instanceof Element element ? change.of(element) : each;
      if (changed != null) {
        content.add(changed);
      }
    }
    documents.put(
        key, new SchemaDocument(document.root().withContent(content), document.namespace()));
  }
}
