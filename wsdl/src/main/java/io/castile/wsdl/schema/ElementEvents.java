package io.castile.wsdl.schema;

import io.castile.wsdl.model.Place;
import io.castile.wsdl.tree.Attribute;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import io.castile.wsdl.tree.Text;
import java.util.HashMap;
import java.util.Map;
import org.xml.sax.ContentHandler;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;

/** Tells a handler of SAX of an element, as if it was a document. */
final class ElementEvents implements Locator {
  private final String systemId;
  private final ContentHandler handler;
  private Place place;

  private ElementEvents(Element root, String systemId, ContentHandler handler) {
    this.place = root.place();
    this.systemId = systemId;
    this.handler = handler;
  }

  /**
   * Tells of an element.
   *
   * @param systemId of the document that it is
   */
  static void play(Element root, String systemId, ContentHandler handler) throws SAXException {
    ElementEvents events = new ElementEvents(root, systemId, handler);
    handler.setDocumentLocator(events);
    handler.startDocument();
    events.play(root, Map.of());
    handler.endDocument();
  }

  private void play(Element element, Map<String, String> outer) throws SAXException {
    place = element.place();
    Map<String, String> declared = declared(element.namespaces(), outer);
    for (Map.Entry<String, String> each : declared.entrySet()) {
      handler.startPrefixMapping(each.getKey(), each.getValue());
    }
    AttributesImpl attributes = new AttributesImpl();
    for (Attribute each : element.attributes()) {
      String local = each.name().getLocalPart();
      attributes.addAttribute(each.name().getNamespaceURI(), local, local, "CDATA", each.value());
    }
    String namespace = element.name().getNamespaceURI();
    String local = element.name().getLocalPart();
    handler.startElement(namespace, local, local, attributes);
    for (Content each : element.content()) {
      if (each instanceof Text text) {
        char[] characters = text.value().toCharArray();
        handler.characters(characters, 0, characters.length);
      } else {
        play((Element) each, element.namespaces());
      }
    }
    handler.endElement(namespace, local, local);
    for (String prefix : declared.keySet()) {
      handler.endPrefixMapping(prefix);
    }
  }

  private static Map<String, String> declared(
      Map<String, String> namespaces, Map<String, String> outer) {
    if (namespaces == outer) {
      return Map.of();
    }
    Map<String, String> declared = new HashMap<>();
    namespaces.forEach(
        (prefix, namespace) -> {
          if (!namespace.equals(outer.get(prefix))) {
            declared.put(prefix, namespace);
          }
        });
    return declared;
  }

  @Override
  public String getPublicId() {
    return "";
  }

  @Override
  public String getSystemId() {
    return systemId;
  }

  @Override
  public int getLineNumber() {
    return place.line();
  }

  @Override
  public int getColumnNumber() {
    return place.column();
  }
}
