package io.castile.generate.encoded;

import io.castile.wsdl.tree.Element;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The name of a global component of schemas.
 *
 * @param kind which table of names has it
 * @param name of it
 */
record Component(Kind kind, QName name) {
  static final String XSD = XMLConstants.W3C_XML_SCHEMA_NS_URI;

  /** The tables of names of a schema (XML Schema part 1 §2.5). */
  enum Kind {
    TYPE("complexType", "simpleType"),
    ELEMENT("element"),
    ATTRIBUTE("attribute"),
    GROUP("group"),
    ATTRIBUTE_GROUP("attributeGroup");

    private final Set<String> elements;

    Kind(String... elements) {
      this.elements = Set.of(elements);
    }

    static @Nullable Kind of(Element element) {
      for (Kind each : values()) {
        if (element.name().getNamespaceURI().equals(XSD)
            && each.elements.contains(element.name().getLocalPart())) {
          return each;
        }
      }
      return null;
    }
  }

  /** The component that a child of a schema is; null for none. */
  static @Nullable Component of(Element schema, Element child) {
    Kind kind = Kind.of(child);
    String local = child.attribute("name");
    if (kind == null || local == null) {
      return null;
    }
    String namespace = schema.attribute("targetNamespace");
    return new Component(
        kind, new QName(namespace == null ? "" : namespace.strip(), local.strip()));
  }
}
