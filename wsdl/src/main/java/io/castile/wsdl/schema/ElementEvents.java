package io.castile.wsdl.schema;

import io.castile.wsdl.model.Place;
import io.castile.wsdl.tree.Attribute;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import io.castile.wsdl.tree.Text;
import java.util.HashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ContentHandler;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;

/** Tells a handler of SAX of an element, as if it was a document. */
final class ElementEvents implements Locator {
  private static final String REF = "ref";

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
    QName prohibited = prohibited(element);
    Map<String, String> declared = declared(element.namespaces(), outer);
    if (prohibited != null) {
      declared = new HashMap<>(declared);
      declared.put(XMLConstants.DEFAULT_NS_PREFIX, prohibited.getNamespaceURI());
    }
    for (Map.Entry<String, String> each : declared.entrySet()) {
      handler.startPrefixMapping(each.getKey(), each.getValue());
    }
    AttributesImpl attributes = new AttributesImpl();
    for (Attribute each : element.attributes()) {
      String uri = each.name().getNamespaceURI();
      String local = each.name().getLocalPart();
      String value =
          prohibited != null && uri.isEmpty() && local.equals(REF)
              ? prohibited.getLocalPart()
              : each.value();
      attributes.addAttribute(uri, local, local, "CDATA", value);
    }
    String namespace = element.name().getNamespaceURI();
    String local = element.name().getLocalPart();
    handler.startElement(namespace, local, local, attributes);
    for (Content each : element.content()) {
      if (each instanceof Text text) {
        char[] characters = text.value().toCharArray();
        handler.characters(characters, 0, characters.length);
      } else if (!isPointless((Element) each, element)) {
        play((Element) each, element.namespaces());
      }
    }
    handler.endElement(namespace, local, local);
    for (String prefix : declared.keySet()) {
      handler.endPrefixMapping(prefix);
    }
  }

  /**
   * Returns the global attribute that a restriction prohibits; null at any other element. It is
   * told without a prefix: XSOM takes names of different prefixes for others, and would leave the
   * attribute of the base type where it is.
   */
  private static @Nullable QName prohibited(Element element) {
    String ref = element.attribute(REF);
    return ref != null && isProhibited(element) ? element.qName(ref.strip(), true) : null;
  }

  private static boolean isProhibited(Element element) {
    String use = element.attribute("use");
    return use != null && use.strip().equals("prohibited") && Xsd.is(element, "attribute");
  }

  /**
   * Whether an attribute is prohibited where that means nothing (XML Schema part 1 §3.2.2): XSOM
   * would take it from the base type of an extension.
   */
  private static boolean isPointless(Element element, Element around) {
    return isProhibited(element) && !Xsd.is(around, "restriction");
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
