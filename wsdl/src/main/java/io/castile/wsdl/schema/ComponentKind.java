package io.castile.wsdl.schema;

import io.castile.wsdl.tree.Element;
import org.jspecify.annotations.Nullable;

/** Kinds of schema components that have names of their own (XML Schema part 1 §3.15.2). */
enum ComponentKind {
  TYPE("type"),
  ELEMENT("element"),
  ATTRIBUTE("attribute"),
  GROUP("group"),
  ATTRIBUTE_GROUP("attributeGroup"),
  NOTATION("notation");

  private final String text;

  ComponentKind(String text) {
    this.text = text;
  }

  /** Returns what an element of a schema defines; null for nothing that has a name. */
  static @Nullable ComponentKind of(Element element) {
    if (!element.name().getNamespaceURI().equals(Xsd.NAMESPACE)) {
      return null;
    }
    return switch (element.name().getLocalPart()) {
      case "simpleType", "complexType" -> TYPE;
      case "element" -> ELEMENT;
      case "attribute" -> ATTRIBUTE;
      case "group" -> GROUP;
      case "attributeGroup" -> ATTRIBUTE_GROUP;
      case "notation" -> NOTATION;
      default -> null;
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
