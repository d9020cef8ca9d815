package io.castile.xml;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.DefaultHandler2;

/**
 * What a document contains, one line for each event, from the reader under test and from an
 * independent one: the JDK's SAX parser (Xerces). Attributes and declarations are sorted: SAX and
 * the infoset give them no order.
 */
final class Traces {
  private Traces() {}

  /** Trace by {@link XmlReader#next}. */
  static List<String> ofReader(XmlReader in) {
    List<String> trace = new ArrayList<>();
    for (int event = in.next(); event != XmlReader.END_DOCUMENT; event = in.next()) {
      trace.add(
          switch (event) {
            case XmlReader.START_ELEMENT -> startOf(in);
            case XmlReader.END_ELEMENT -> "end " + in.name() + " " + in.prefix();
            case XmlReader.TEXT -> "text " + in.text();
            case XmlReader.COMMENT -> "comment " + in.text();
            case XmlReader.PROCESSING_INSTRUCTION -> "pi " + in.piTarget() + " " + in.text();
            default -> throw new AssertionError("event " + event);
          });
    }
    return trace;
  }

  private static String startOf(XmlReader in) {
    TreeMap<String, String> declarations = new TreeMap<>();
    for (int i = 0; i < in.namespaceCount(); i++) {
      // SAX leaves out the one declaration of xml that is allowed.
      if (!in.namespacePrefix(i).equals("xml")) {
        declarations.put(in.namespacePrefix(i), in.namespaceUri(i));
      }
    }
    TreeMap<String, String> attributes = new TreeMap<>();
    for (int i = 0; i < in.attributeCount(); i++) {
      attributes.put(in.attributeName(i) + " " + in.attributePrefix(i), in.attribute(i).toString());
    }
    return "start " + in.name() + " " + in.prefix() + " " + declarations + " " + attributes;
  }

  static List<String> ofReader(byte[] document) {
    return ofReader(new XmlReader().reset(document, 0, document.length));
  }

  /**
   * Trace by the JDK's parser.
   *
   * @throws SAXException if it refuses the document, for being wrong or for having a DTD
   */
  static List<String> ofJdk(byte[] document) throws SAXException {
    Recorder recorder = new Recorder();
    try {
      XMLReader parser = PARSER.get().getXMLReader();
      parser.setContentHandler(recorder);
      parser.setErrorHandler(recorder);
      parser.setProperty("http://xml.org/sax/properties/lexical-handler", recorder);
      parser.parse(new InputSource(new ByteArrayInputStream(document)));
    } catch (IOException | RuntimeException e) {
      throw new SAXException("not decoded: " + e, e);
    }
    recorder.flush();
    return recorder.trace;
  }

  /** The first line in which the traces differ, as a message; null if they are the same. */
  static String difference(List<String> expected, List<String> actual) {
    if (expected.equals(actual)) {
      return null;
    }
    int i = 0;
    while (i < Math.min(expected.size(), actual.size()) && expected.get(i).equals(actual.get(i))) {
      i++;
    }
    return "event "
        + i
        + ": expected "
        + (i < expected.size() ? expected.get(i) : "nothing more")
        + ", found "
        + (i < actual.size() ? actual.get(i) : "nothing more");
  }

  private static final ThreadLocal<SAXParser> PARSER = ThreadLocal.withInitial(Traces::newParser);

  private static SAXParser newParser() {
    try {
      SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
      factory.setNamespaceAware(true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      SAXParser parser = factory.newSAXParser();
      parser.setProperty("jdk.xml.elementAttributeLimit", "100000");
      parser.setProperty("jdk.xml.maxXMLNameLimit", "100000");
      return parser;
    } catch (ParserConfigurationException | SAXException e) {
      throw new AssertionError("the JDK has no parser", e);
    }
  }

  private static final class Recorder extends DefaultHandler2 {
    final List<String> trace = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private final TreeMap<String, String> declarations = new TreeMap<>();

    void flush() {
      if (text.length() > 0) {
        trace.add("text " + text);
        text.setLength(0);
      }
    }

    @Override
    public void startPrefixMapping(String prefix, String uri) {
      declarations.put(prefix, uri);
    }

    @Override
    public void startElement(String uri, String local, String qname, Attributes attributes) {
      flush();
      TreeMap<String, String> sorted = new TreeMap<>();
      for (int i = 0; i < attributes.getLength(); i++) {
        sorted.put(
            expanded(attributes.getURI(i), attributes.getLocalName(i))
                + " "
                + prefix(attributes.getQName(i)),
            attributes.getValue(i));
      }
      trace.add(
          "start "
              + expanded(uri, local)
              + " "
              + prefix(qname)
              + " "
              + declarations
              + " "
              + sorted);
      declarations.clear();
    }

    @Override
    public void endElement(String uri, String local, String qname) {
      flush();
      trace.add("end " + expanded(uri, local) + " " + prefix(qname));
    }

    @Override
    public void characters(char[] chars, int start, int length) {
      text.append(chars, start, length);
    }

    @Override
    public void comment(char[] chars, int start, int length) {
      flush();
      trace.add("comment " + new String(chars, start, length));
    }

    @Override
    public void processingInstruction(String target, String data) {
      flush();
      trace.add("pi " + target + " " + data);
    }

    @Override
    public void fatalError(SAXParseException e) throws SAXException {
      throw e;
    }

    @Override
    public void error(SAXParseException e) throws SAXException {
      throw e;
    }

    private static String expanded(String uri, String local) {
      return uri.isEmpty() ? local : "{" + uri + "}" + local;
    }

    private static String prefix(String qname) {
      int colon = qname.indexOf(':');
      return colon < 0 ? "" : qname.substring(0, colon);
    }
  }
}
