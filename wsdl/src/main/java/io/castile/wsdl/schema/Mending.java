package io.castile.wsdl.schema;

import io.castile.wsdl.model.Place;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.tree.Attribute;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Puts right what no schema may say, so that the rest can be used: a type that is not defined is
 * any type, an element that is not defined any element.
 */
final class Mending {
  private static final String ANY_TYPE = "anyType";
  private static final String BUILT_IN_PREFIX = "castile-xsd";

  private final Components components;
  private final List<Problem> problems;
  private final AttributeValues attributes;
  private final FacetValues facets;
  private final ContentBases bases;

  Mending(Components components, List<Problem> problems) {
    this.components = components;
    this.problems = problems;
    attributes = new AttributeValues(problems);
    facets = new FacetValues(components, problems);
    bases = new ContentBases(components);
  }

  /** Calls back for each namespace that a document refers to. */
  static void namespaces(SchemaDocument document, Consumer<String> told) {
    Xsd.changed(
        document.root(),
        element -> {
          for (Attribute attribute : element.attributes()) {
            if (attribute.name().getNamespaceURI().isEmpty()
                && kind(element, attribute.name().getLocalPart()) != null) {
              for (String each : attribute.value().strip().split("\\s+")) {
                QName name = element.qName(each, true);
                if (name != null) {
                  told.accept(name.getNamespaceURI());
                }
              }
            }
          }
          return element;
        });
  }

  /** Returns the kind to which an attribute of an element of a schema refers; null for none. */
  static @Nullable ComponentKind kind(Element element, String attribute) {
    if (!element.name().getNamespaceURI().equals(Xsd.NAMESPACE)) {
      return null;
    }
    return switch (attribute) {
      case "type", "base", "itemType", "memberTypes" -> ComponentKind.TYPE;
      case "substitutionGroup" -> ComponentKind.ELEMENT;
      case "ref" -> ComponentKind.of(element);
      default -> null;
    };
  }

  /** Returns a document of which every reference leads to something. */
  SchemaDocument mended(SchemaDocument document) {
    Element root = Xsd.changed(document.root(), this::mended);
    return new SchemaDocument(root == null ? document.root() : root, document.namespace());
  }

  private @Nullable Element mended(Element given) {
    if (!given.name().getNamespaceURI().equals(Xsd.NAMESPACE)) {
      return given;
    }
    Element element = attributes.mended(given);
    return switch (element.name().getLocalPart()) {
      case "key", "keyref", "unique" -> null; // nothing here looks at them
      case "element" -> mendedElement(element);
      case "attribute" -> mendedAttribute(element);
      case "complexType" -> mendedContent(element);
      case "complexContent" -> mendedBase(element, ANY_TYPE);
      case "simpleContent" -> withExtension(mendedBase(element, "string"));
      case "simpleType" -> mendedBase(ofSimple(element), "string");
      case "restriction" -> facets.mended(element);
      case "list" -> typed(simple(element, "itemType"), "itemType", "string");
      case "union" -> mendedUnion(element);
      case "group", "attributeGroup" -> isKept(element) ? element : null;
      default -> element;
    };
  }

  private @Nullable Element mendedElement(Element element) {
    String ref = element.attribute("ref");
    if (ref == null) {
      if (!isNamed(element)) {
        return null;
      }
      Element typed = typed(facets.mendedDefault(element), "type", ANY_TYPE);
      return isThere(typed, "substitutionGroup", "it is taken as one of no group")
          ? typed
          : typed.withAttribute("substitutionGroup", null);
    }
    QName name = element.qName(ref, true);
    boolean isSchema = name != null && name.getNamespaceURI().equals(Xsd.NAMESPACE);
    if (isSchema || !isThere(element, "ref", "any element is taken")) {
      return any(element, name == null ? "##any" : name.getNamespaceURI());
    }
    return element;
  }

  private static Element any(Element element, String namespace) {
    List<Attribute> attributes = new ArrayList<>();
    attributes.add(
        new Attribute(new QName("namespace"), namespace.isEmpty() ? "##local" : namespace));
    attributes.add(new Attribute(new QName("processContents"), "lax"));
    for (String occurs : List.of("minOccurs", "maxOccurs")) {
      String value = element.attribute(occurs);
      if (value != null) {
        attributes.add(new Attribute(new QName(occurs), value));
      }
    }
    return new Element(
        new QName(Xsd.NAMESPACE, "any"),
        attributes,
        element.namespaces(),
        List.of(),
        element.place());
  }

  private @Nullable Element mendedAttribute(Element element) {
    return isKept(element) && (element.attribute("ref") != null || isNamed(element))
        ? typed(simple(facets.mendedDefault(element), "type"), "type", "anySimpleType")
        : null;
  }

  /** Whether an element or attribute has a name that a document can have; else it is a problem. */
  private boolean isNamed(Element element) {
    String name = element.attribute("name");
    if (name == null || AttributeValues.isName(name)) {
      return true; // XSOM says where there is none
    }
    problems.add(AttributeValues.noName(element, name));
    return false;
  }

  /**
   * Simple content that restricts a simple type, which is meant as an extension: only complex types
   * can be restricted so (XML Schema part 1 §3.4.3).
   */
  private Element withExtension(Element simpleContent) {
    List<Content> content = new ArrayList<>();
    for (Content each : simpleContent.content()) {
      content.add(
          each instanceof Element child && Xsd.is(child, "restriction")
              ? asExtension(child)
              : each);
    }
    return simpleContent.withContent(content);
  }

  private Element asExtension(Element restriction) {
    String text = restriction.attribute("base");
    QName base = text == null ? null : restriction.qName(text, true);
    if (!bases.isSimpleType(base)) {
      return restriction;
    }
    boolean hasFacets = restriction.children().anyMatch(child -> !isInExtension(child));
    problems.add(
        Problem.warning(
            restriction.place(),
            "expected a complex type as the base of a restriction of simpleContent, found the"
                + " simple type "
                + text,
            hasFacets
                ? "it is taken as an extension, without what it says of values"
                : "it is taken as an extension"));
    return new Element(
        new QName(Xsd.NAMESPACE, "extension"),
        restriction.attributes(),
        restriction.namespaces(),
        restriction.content().stream()
            .filter(each -> !(each instanceof Element child) || isInExtension(child))
            .toList(),
        restriction.place());
  }

  private static boolean isInExtension(Element child) {
    return switch (child.name().getLocalPart()) {
      case "annotation", "attribute", "attributeGroup", "anyAttribute" -> true;
      default -> false;
    };
  }

  /** A type whose complex content is neither restriction nor extension: it is that of the type. */
  private Element mendedContent(Element type) {
    Element complex = type.child(Xsd.NAMESPACE, "complexContent").orElse(null);
    if (complex == null
        || complex.children().anyMatch(Mending::isDerivation)
        || complex.children().findAny().isEmpty()) {
      return type;
    }
    problems.add(
        Problem.warning(
            complex.place(),
            "expected a restriction or an extension, found neither",
            "what stands there is taken as the content of the type"));
    List<Content> content = new ArrayList<>();
    for (Content each : type.content()) {
      if (each == complex) {
        content.addAll(complex.content());
      } else {
        content.add(each);
      }
    }
    return type.withContent(content);
  }

  private static boolean isDerivation(Element element) {
    return Xsd.is(element, "restriction") || Xsd.is(element, "extension");
  }

  /** Returns the mended element that contains a restriction or an extension. */
  private Element mendedBase(Element element, String instead) {
    List<Content> content = new ArrayList<>();
    for (Content each : element.content()) {
      content.add(
          each instanceof Element child && isDerivation(child)
              ? typed(child, "base", instead)
              : each);
    }
    return element.withContent(content);
  }

  private Element mendedUnion(Element element) {
    String members = element.attribute("memberTypes");
    if (members == null) {
      return element;
    }
    Map<String, String> namespaces = element.namespaces();
    Element mended = element;
    List<String> names = new ArrayList<>();
    for (String member : members.strip().split("\\s+")) {
      Element one =
          typed(
              simple(element.withAttribute("memberTypes", member), "memberTypes"),
              "memberTypes",
              "string");
      if (one.namespaces() != namespaces) {
        mended = one;
      }
      names.add(String.valueOf(one.attribute("memberTypes")));
    }
    return mended.withAttribute("memberTypes", String.join(" ", names));
  }

  /** A simple type whose base is a simple one too. */
  private Element ofSimple(Element simpleType) {
    List<Content> content = new ArrayList<>();
    for (Content each : simpleType.content()) {
      content.add(
          each instanceof Element child && isDerivation(child) ? simple(child, "base") : each);
    }
    return simpleType.withContent(content);
  }

  /**
   * Returns an element whose attribute does not name a type of an encoding where a simple type is
   * needed: these are complex, as they have attributes, and the built-in ones of the same names are
   * meant.
   */
  private Element simple(Element element, String attribute) {
    String value = element.attribute(attribute);
    QName name = value == null ? null : element.qName(value, true);
    if (name == null || !EncodedArray.ENCODINGS.contains(name.getNamespaceURI())) {
      return element;
    }
    Element definition = components.definition(new Components.Name(ComponentKind.TYPE, name));
    QName builtIn = new QName(Xsd.NAMESPACE, name.getLocalPart());
    if (definition == null
        || !Xsd.is(definition, "complexType")
        || !BuiltInTypes.has(ComponentKind.TYPE, builtIn)) {
      return element;
    }
    problems.add(
        Problem.warning(
            element.place(),
            "expected a simple type, found " + name + ", which has attributes",
            "the type " + name.getLocalPart() + " of XML Schema is taken"));
    return withBuiltIn(element, attribute, name.getLocalPart());
  }

  /** Returns an element whose attribute names a type that is there. */
  private Element typed(Element element, String attribute, String instead) {
    return isThere(element, attribute, instead + " is taken")
        ? element
        : withBuiltIn(element, attribute, instead);
  }

  private static Element withBuiltIn(Element element, String attribute, String instead) {
    Map<String, String> namespaces = new HashMap<>(element.namespaces());
    namespaces.put(BUILT_IN_PREFIX, Xsd.NAMESPACE);
    return element
        .withNamespaces(Map.copyOf(namespaces))
        .withAttribute(attribute, BUILT_IN_PREFIX + ":" + instead);
  }

  /** Whether what an element refers to is there; else it is left out, which is an error. */
  private boolean isKept(Element element) {
    return isThere(element, "ref", "it is left out", Problem::error);
  }

  /** Whether an attribute is absent, or what it names is there; else it becomes a warning. */
  private boolean isThere(Element element, String attribute, String advice) {
    return isThere(element, attribute, advice, Problem::warning);
  }

  private boolean isThere(Element element, String attribute, String advice, Severe severe) {
    String value = element.attribute(attribute);
    ComponentKind kind = kind(element, attribute);
    if (value == null || kind == null) {
      return true;
    }
    QName name = element.qName(value, true);
    if (name == null) {
      problems.add(
          severe.problem(
              element.place(),
              attribute + " '" + value + "' has a prefix that is not declared",
              advice));
      return false;
    }
    if (BuiltInTypes.has(kind, name) || components.has(kind, name)) {
      return true;
    }
    problems.add(
        severe.problem(
            element.place(),
            "no " + kind.toString().toLowerCase(Locale.ROOT) + " " + name + " is defined",
            advice));
    return false;
  }

  /** How severe a problem is. */
  @FunctionalInterface
  private interface Severe {
    Problem problem(Place place, String message, String advice);
  }
}
