package io.castile.generate.encoded;

import io.castile.generate.bean.EncodedForm;
import io.castile.generate.encoded.Component.Kind;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.tree.Attribute;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites the definition of a struct (SOAP 1.1 §5.4.1) for XJC: each accessor is an element that
 * comes once, in no namespace.
 */
final class StructRewriter {
  /** The elements that no accessor stands for. */
  private static final Set<String> WILD = Set.of("any", "anyAttribute");

  private final ComponentGraph components;
  private final ArrayTypes types;
  private final List<Problem> problems;

  StructRewriter(ComponentGraph components, ArrayTypes types, List<Problem> problems) {
    this.components = components;
    this.types = types;
    this.problems = problems;
  }

  /** Returns a global component as it is for XJC. */
  Element global(Element component) {
    return rewritten(component, false);
  }

  private Element rewritten(Element element, boolean isInChoice) {
    boolean isLocal = element.is(Component.XSD, "element");
    Element own = isLocal ? accessor(element, isInChoice) : element;
    own = own.withAttributes(attributes(own));
    boolean isChoice = own.is(Component.XSD, "choice");
    if (isChoice || own.is(Component.XSD, "all")) {
      own = named(own, "sequence"); // accessors have no order, and all may stand in a derived type
    }
    List<Content> content = new ArrayList<>();
    for (Content each : own.content()) {
      if (!(each instanceof Element child)) {
        content.add(each);
      } else if (!isDropped(child)) {
        content.add(rewritten(child, isChoice));
      }
    }
    return own.withContent(content);
  }

  private static Element named(Element element, String local) {
    return new Element(
        new QName(Component.XSD, local),
        element.attributes(),
        element.namespaces(),
        element.content(),
        element.place());
  }

  /** Whether an element concerns the form of the message, or is no accessor. */
  private static boolean isDropped(Element element) {
    if (!element.name().getNamespaceURI().equals(Component.XSD)) {
      return false;
    }
    String ref = element.attribute("ref");
    QName referred = ref == null ? null : element.qName(ref, true);
    return WILD.contains(element.name().getLocalPart())
        || referred != null && ArrayTypes.isEncoding(referred.getNamespaceURI());
  }

  private List<Attribute> attributes(Element element) {
    List<Attribute> attributes = new ArrayList<>(element.attributes());
    boolean isGroup =
        element.is(Component.XSD, "sequence")
            || element.is(Component.XSD, "choice")
            || element.is(Component.XSD, "complexType");
    if (isGroup) {
      attributes.removeIf(each -> each.name().equals(new QName("mixed")));
      attributes.removeIf(each -> each.name().equals(new QName("maxOccurs")));
    }
    String base = element.attribute("base");
    QName type = base == null ? null : element.qName(base, true);
    if (type != null && ArrayTypes.isEncoding(type.getNamespaceURI())) {
      QName item = types.form(type).item();
      String prefix = EncodedForm.XSD_PREFIX;
      attributes.replaceAll(
          each ->
              each.name().equals(new QName("base"))
                  ? new Attribute(each.name(), prefix + ":" + item.getLocalPart())
                  : each);
    }
    return attributes;
  }

  /** An element of a struct, or a global one. */
  private Element accessor(Element element, boolean isInChoice) {
    Element own = ofNamedType(referred(element));
    String maximum = own.attribute("maxOccurs");
    if (maximum != null && !Set.of("0", "1").contains(maximum.strip())) {
      problems.add(
          Problem.warning(
              own.place(),
              "element " + own.attribute("name") + " of an encoded type repeats",
              "it is an array in messages, as SOAP encoding has it"));
    }
    boolean isOptional = isInChoice || "0".equals(own.attribute("minOccurs"));
    if (isInChoice) {
      own = own.withAttribute("minOccurs", "0");
    }
    if (isOptional) {
      own = own.withAttribute("nillable", null); // as null is left out
    }
    EncodedForm form = form(own);
    if (form == null) {
      return own;
    }
    boolean isBoxed = form.name() != null && ArrayTypes.isEncoding(form.name().getNamespaceURI());
    if (isBoxed && !isOptional) {
      own = own.withAttribute("nillable", "true"); // as types of the encoding are
    }
    return form.onto(own.withContent(own.child(Component.XSD, "annotation").stream().toList()));
  }

  /**
   * An element of a type without a name, as one of the type that it restricts where {@code
   * xsi:type} has to give the name of that: of a date, whose class does not tell it.
   */
  private Element ofNamedType(Element element) {
    Element restriction =
        element
            .child(Component.XSD, "simpleType")
            .flatMap(type -> type.child(Component.XSD, "restriction"))
            .filter(each -> each.child(Component.XSD, "enumeration").isEmpty())
            .orElse(null);
    String base = restriction == null ? null : restriction.attribute("base");
    QName name = restriction == null || base == null ? null : restriction.qName(base, true);
    if (restriction == null || name == null || types.form(name).name() == null) {
      return element;
    }
    Map<String, String> namespaces = new HashMap<>(element.namespaces());
    namespaces.putAll(restriction.namespaces());
    return new Element(element.name(), element.attributes(), namespaces, List.of(), element.place())
        .withAttribute("type", base);
  }

  /** The form of the element's type; null where that stands in the element, or is not said. */
  private @Nullable EncodedForm form(Element element) {
    String type = element.attribute("type");
    QName name = type == null ? null : element.qName(type, true);
    if (name != null) {
      return types.form(name);
    }
    Element anonymous = element.child(Component.XSD, "complexType").orElse(null);
    return anonymous != null && types.isArray(anonymous) ? types.items(anonymous, 0) : null;
  }

  /** A reference to a global element as an element of its own; others as they are. */
  private Element referred(Element element) {
    String ref = element.attribute("ref");
    Element global = ref == null ? null : components.get(Kind.ELEMENT, element.qName(ref, true));
    if (global == null) {
      return element;
    }
    List<Attribute> attributes = new ArrayList<>();
    for (Attribute each : global.attributes()) {
      if (Set.of("name", "type", "nillable").contains(each.name().getLocalPart())) {
        attributes.add(each);
      }
    }
    for (Attribute each : element.attributes()) {
      if (Set.of("minOccurs", "maxOccurs").contains(each.name().getLocalPart())) {
        attributes.add(each);
      }
    }
    Map<String, String> namespaces = new HashMap<>(element.namespaces());
    namespaces.putAll(global.namespaces());
    return new Element(element.name(), attributes, namespaces, global.content(), element.place());
  }
}
