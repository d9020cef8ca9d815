package io.castile.wsdl.schema;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.Element;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Finds complex content that is derived from a simple type (XML Schema part 1 §3.4.2). XSOM finds
 * that out when somebody asks what is in the type, and fails.
 */
final class ContentBases {
  private final Components components;

  private ContentBases(Components components) {
    this.components = components;
  }

  /**
   * Looks at all components.
   *
   * @throws DocumentException if one has such content
   */
  static void check(Components components) throws DocumentException {
    ContentBases bases = new ContentBases(components);
    for (Components.Name name : components.names()) {
      Element definition = components.definition(name);
      if (definition != null) {
        bases.look(definition, false);
      }
    }
  }

  private void look(Element element, boolean isInComplexContent) throws DocumentException {
    if (isInComplexContent && (Xsd.is(element, "extension") || Xsd.is(element, "restriction"))) {
      String text = element.attribute("base");
      QName base = text == null ? null : element.qName(text.strip(), true);
      if (isSimple(base)) {
        throw new DocumentException(
            element.place(),
            "expected a complex type as the base of complexContent, found the simple type " + text);
      }
    }
    for (Element child : element.children().toList()) {
      look(child, Xsd.is(element, "complexContent"));
    }
  }

  private boolean isSimple(@Nullable QName type) {
    if (type == null) {
      return false;
    }
    Element definition = components.definition(new Components.Name(ComponentKind.TYPE, type));
    return definition == null
        ? type.getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)
            && !type.getLocalPart().equals("anyType")
        : Xsd.is(definition, "simpleType");
  }
}
