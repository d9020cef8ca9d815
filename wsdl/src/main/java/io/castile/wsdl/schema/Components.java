package io.castile.wsdl.schema;

import io.castile.wsdl.model.Problem;
import io.castile.wsdl.tree.Attribute;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import io.castile.wsdl.tree.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The components that schemas define by name, each once: the first definition counts. */
final class Components {
  /** A component of a kind. */
  record Name(ComponentKind kind, QName name) {}

  private final Map<Name, Element> definitions = new LinkedHashMap<>();
  private final List<Problem> problems;

  Components(List<Problem> problems) {
    this.problems = problems;
  }

  /** Returns a document without what others have defined before. */
  SchemaDocument added(SchemaDocument document) {
    List<Content> content = new ArrayList<>();
    for (Content each : document.root().content()) {
      if (!(each instanceof Element element) || isNew(element, document.namespace())) {
        content.add(each);
      }
    }
    return new SchemaDocument(document.root().withContent(content), document.namespace());
  }

  private boolean isNew(Element element, String namespace) {
    ComponentKind kind = ComponentKind.of(element);
    String name = element.attribute("name");
    if (kind == null) {
      return true;
    }
    if (name == null || name.isBlank()) {
      problems.add(
          Problem.error(element.place(), kind + " of a schema has no name", "it is left out"));
      return false;
    }
    boolean isMarkup = kind == ComponentKind.ELEMENT || kind == ComponentKind.ATTRIBUTE;
    if (isMarkup && !AttributeValues.isName(name)) {
      problems.add(AttributeValues.noName(element, name));
      return false;
    }
    Element first =
        definitions.putIfAbsent(new Name(kind, new QName(namespace, name.strip())), element);
    if (first == null) {
      return true;
    }
    if (!isSame(first, element)) {
      problems.add(
          Problem.warning(
              element.place(),
              kind + " " + name + " is defined again, and differently",
              "the definition at " + first.place() + " is taken"));
    }
    return false;
  }

  boolean has(ComponentKind kind, QName name) {
    return definitions.containsKey(new Name(kind, name));
  }

  /** Returns what defines a component; null for nothing. */
  @Nullable Element definition(Name name) {
    return definitions.get(name);
  }

  /** Whether two definitions say the same, whatever is written about them. */
  private static boolean isSame(Element one, Element other) {
    List<Content> content = said(one);
    List<Content> otherContent = said(other);
    if (!one.name().equals(other.name())
        || !attributes(one).equals(attributes(other))
        || content.size() != otherContent.size()) {
      return false;
    }
    for (int i = 0; i < content.size(); i++) {
      Content each = content.get(i);
      Content otherEach = otherContent.get(i);
      boolean same =
          each instanceof Element element && otherEach instanceof Element otherElement
              ? isSame(element, otherElement)
              : each.equals(otherEach);
      if (!same) {
        return false;
      }
    }
    return true;
  }

  private static List<Content> said(Element element) {
    return element.content().stream()
        .filter(each -> each instanceof Text || !Xsd.is((Element) each, "annotation"))
        .toList();
  }

  private static Set<Attribute> attributes(Element element) {
    Set<Attribute> names = new HashSet<>();
    for (Attribute attribute : element.attributes()) {
      QName name = reference(element, attribute);
      names.add(name == null ? attribute : new Attribute(attribute.name(), name.toString()));
    }
    return names;
  }

  /** The component that an attribute names, as its prefix may be another one elsewhere. */
  private static @Nullable QName reference(Element element, Attribute attribute) {
    return switch (attribute.name().getLocalPart()) {
      case "type", "ref", "base", "itemType", "substitutionGroup" ->
          element.qName(attribute.value(), true);
      default -> null;
    };
  }

  /** Returns the names of all components, in the order in which they were found. */
  Set<Name> names() {
    return definitions.keySet();
  }
}
