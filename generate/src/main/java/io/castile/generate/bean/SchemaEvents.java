package io.castile.generate.bean;

import io.castile.wsdl.tree.Attribute;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import io.castile.wsdl.tree.Prefixes;
import io.castile.wsdl.tree.Text;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ContentHandler;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;

/**
 * Tells XJC of a schema, with what is to be said of its components. The line of an element is its
 * number in the schema, so that errors say which component they are about.
 */
final class SchemaEvents implements Locator {
  private static final String XSD = XMLConstants.W3C_XML_SCHEMA_NS_URI;
  static final String XSD_PREFIX = "castile-xs";
  private static final String JAXB_PREFIX = "castile-jaxb";
  private static final QName COMPLEX_TYPE = new QName(XSD, "complexType");
  private static final Set<QName> GROUPS =
      Set.of(new QName(XSD, "sequence"), new QName(XSD, "choice"), new QName(XSD, "all"));
  private static final QName ANNOTATION = new QName(XSD, "annotation");
  private static final QName MAX_OCCURS = new QName("maxOccurs");
  private static final QName MIN_OCCURS = new QName("minOccurs");

  private final SchemaPart schema;
  private final ContentHandler handler;
  private final boolean asDataHandlers;
  private int number;
  private int next;
  private int complexTypes; // that are open

  private SchemaEvents(SchemaPart schema, ContentHandler handler, boolean asDataHandlers) {
    this.schema = schema;
    this.handler = handler;
    this.asDataHandlers = asDataHandlers;
  }

  /**
   * Gives a schema to a handler.
   *
   * @param asDataHandlers whether binary data is a {@code DataHandler} whatever it is expected to
   *     be
   */
  static void play(SchemaPart schema, ContentHandler handler, boolean asDataHandlers)
      throws SAXException {
    SchemaEvents events = new SchemaEvents(schema, handler, asDataHandlers);
    handler.setDocumentLocator(events);
    handler.startDocument();
    handler.startPrefixMapping(XSD_PREFIX, XSD);
    handler.startPrefixMapping(JAXB_PREFIX, Customization.NAMESPACE);
    events.element(schema.root(), Map.of());
    handler.endPrefixMapping(JAXB_PREFIX);
    handler.endPrefixMapping(XSD_PREFIX);
    handler.endDocument();
  }

  private void element(Element element, Map<String, String> outer) throws SAXException {
    int own = next++;
    number = own;
    List<Customization> said = schema.customizations(own);
    Map<String, String> declared = new TreeMap<>(Prefixes.declared(element, outer));
    String prefix = Prefixes.of(element.name(), element.namespaces(), false);
    if (prefix == null) {
      prefix = element.name().getNamespaceURI().equals(XSD) ? XSD_PREFIX : "castile-e";
      declared.put(prefix, element.name().getNamespaceURI());
    }
    for (Map.Entry<String, String> each : declared.entrySet()) {
      handler.startPrefixMapping(each.getKey(), each.getValue());
    }
    String local = element.name().getLocalPart();
    String qName = prefix.isEmpty() ? local : prefix + ":" + local;
    handler.startElement(
        element.name().getNamespaceURI(), local, qName, attributes(element, own == 0));
    boolean isComplexType = element.name().equals(COMPLEX_TYPE);
    complexTypes += isComplexType ? 1 : 0;
    Element annotation = said.isEmpty() ? null : annotation(element);
    if (!said.isEmpty() && annotation == null) {
      start("annotation");
      say(said);
      end("annotation");
    }
    for (Content each : element.content()) {
      if (each == annotation && annotation != null) {
        start("annotation");
        number = next++;
        say(said);
        for (Content inner : annotation.content()) {
          content(inner, annotation.namespaces());
        }
        end("annotation");
      } else {
        content(each, element.namespaces());
      }
    }
    complexTypes -= isComplexType ? 1 : 0;
    number = own;
    handler.endElement(element.name().getNamespaceURI(), local, qName);
    for (String each : declared.keySet()) {
      handler.endPrefixMapping(each);
    }
  }

  private void content(Content content, Map<String, String> outer) throws SAXException {
    if (content instanceof Text text) {
      char[] characters = text.value().toCharArray();
      handler.characters(characters, 0, characters.length);
    } else {
      element((Element) content, outer);
    }
  }

  private static @Nullable Element annotation(Element element) {
    return element.child(XSD, "annotation").orElse(null);
  }

  private AttributesImpl attributes(Element element, boolean isRoot) {
    AttributesImpl attributes = new AttributesImpl();
    boolean isNothing = GROUPS.contains(element.name()) && isNothing(element);
    for (Attribute each : element.attributes()) {
      if (isNothing && (each.name().equals(MAX_OCCURS) || each.name().equals(MIN_OCCURS))) {
        continue; // XJC finds no name for a property of nothing that repeats
      }
      String local = each.name().getLocalPart();
      String prefix = Prefixes.of(each.name(), element.namespaces(), true);
      attributes.addAttribute(
          each.name().getNamespaceURI(),
          local,
          prefix == null || prefix.isEmpty() ? local : prefix + ":" + local,
          "CDATA",
          each.name().equals(ContentTypes.EXPECTED) ? contentTypes(each.value()) : each.value());
    }
    if (isRoot) {
      attributes.addAttribute(
          Customization.NAMESPACE,
          "version",
          JAXB_PREFIX + ":version",
          "CDATA",
          Customization.VERSION);
    }
    return attributes;
  }

  /** Whether a particle allows no elements. */
  private static boolean isNothing(Element element) {
    if (element.name().equals(ANNOTATION)) {
      return true;
    }
    String most = element.attribute("maxOccurs");
    return (most != null && most.strip().equals("0"))
        || (GROUPS.contains(element.name())
            && element.content().stream()
                .allMatch(each -> !(each instanceof Element child) || isNothing(child)));
  }

  /**
   * The content types as XJC is to see them: one that makes a {@code DataHandler} where values of
   * the class that it would take cannot be written, or stand on their own as a part of a message.
   */
  private String contentTypes(String expected) {
    boolean isImage = ContentTypes.areImages(expected);
    boolean isWritten =
        isImage || (complexTypes > 0 && !expected.strip().startsWith(ContentTypes.IMAGE));
    return asDataHandlers || !isWritten ? ContentTypes.ANY : expected;
  }

  private void say(List<Customization> customizations) throws SAXException {
    start("appinfo");
    for (Customization each : customizations) {
      say(each);
    }
    end("appinfo");
  }

  private void say(Customization said) throws SAXException {
    AttributesImpl attributes = new AttributesImpl();
    said.attributes()
        .forEach((name, value) -> attributes.addAttribute("", name, name, "CDATA", value));
    String qName = JAXB_PREFIX + ":" + said.name();
    handler.startElement(Customization.NAMESPACE, said.name(), qName, attributes);
    for (Customization each : said.content()) {
      say(each);
    }
    handler.endElement(Customization.NAMESPACE, said.name(), qName);
  }

  private void start(String local) throws SAXException {
    handler.startElement(XSD, local, XSD_PREFIX + ":" + local, new AttributesImpl());
  }

  private void end(String local) throws SAXException {
    handler.endElement(XSD, local, XSD_PREFIX + ":" + local);
  }

  @Override
  public String getPublicId() {
    return "";
  }

  @Override
  public String getSystemId() {
    return schema.systemId();
  }

  @Override
  public int getLineNumber() {
    return number;
  }

  @Override
  public int getColumnNumber() {
    return 1;
  }
}
