package io.castile.wsdl.document.internal;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.model.Place;
import io.castile.wsdl.tree.Attribute;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import io.castile.wsdl.tree.Text;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Makes elements of a document's bytes, by the parser of the JDK. A document type declaration is
 * read past; nothing outside of the document is looked at.
 */
final class DocumentParser extends DefaultHandler {
  private static final String APACHE = "http://apache.org/xml/features/";
  private static final String SAX = "http://xml.org/sax/features/";
  private static final String JDK = "http://www.oracle.com/xml/jaxp/properties/";

  /** A name longer than that is no name. */
  private static final int MAX_NAME_CHARACTERS = 1000;

  private static final int MAX_ATTRIBUTES = 200;

  /** The number of characters to which entities of the document may come. */
  private static final int MAX_ENTITY_CHARACTERS = 100_000;

  private static final int MAX_ENTITIES = 100;
  private static final int MAX_NAMESPACES = 1_000_000;

  /** An element whose end has not come yet. */
  private record Open(
      QName name,
      List<Attribute> attributes,
      Map<String, String> namespaces,
      List<Content> content,
      Place place) {}

  private static final Set<String> BEFORE_DEFINITIONS =
      Set.of("annotation", "import", "include", "redefine");

  /** Ends the reading of a document of which only the head is wanted. Has no stack trace. */
  private static final class HeadRead extends SAXException {
    @Override
    public Throwable fillInStackTrace() {
      return this;
    }
  }

  private final URI location;
  private final int depth;
  private final boolean isHead; // whether the first definition of a schema ends the reading
  private int elementsLeft;

  /** Namespaces in scope at elements that declare some: for each of these, all are kept. */
  private long namespacesLeft = MAX_NAMESPACES;

  private final Deque<Open> open = new ArrayDeque<>();
  private final Map<String, String> declared = new HashMap<>();
  private final StringBuilder text = new StringBuilder();
  private @Nullable Locator locator;
  private @Nullable Element root;

  private DocumentParser(URI location, int depth, int elementsLeft, boolean isHead) {
    this.location = location;
    this.depth = depth;
    this.isHead = isHead;
    this.elementsLeft = elementsLeft;
  }

  /**
   * A document that has been read.
   *
   * @param root its outermost element
   * @param elements how many it has
   */
  record Parsed(Element root, int elements) {}

  /**
   * Reads a document.
   *
   * @param parser of {@link #parser}; used by one reading at a time
   * @param elements how many it may have
   * @throws DocumentException if it is not well-formed, or has more than it may have
   */
  static Parsed parse(SAXParser parser, URI location, byte[] bytes, int depth, int elements)
      throws DocumentException {
    DocumentParser handler = new DocumentParser(location, depth, elements, false);
    Element root = handler.read(parser, bytes);
    return new Parsed(root, elements - handler.elementsLeft);
  }

  /** Reads the beginning of a schema document, up to its first definition; as {@link #parse}. */
  static Element parseHead(SAXParser parser, URI location, byte[] bytes, int depth, int elements)
      throws DocumentException {
    return new DocumentParser(location, depth, elements, true).read(parser, bytes);
  }

  private Element read(SAXParser parser, byte[] bytes) throws DocumentException {
    try {
      parser.parse(new InputSource(new ByteArrayInputStream(bytes)), this);
    } catch (HeadRead e) {
      return element(open.getLast());
    } catch (SAXParseException e) {
      Place place =
          new Place(location, Math.max(0, e.getLineNumber()), Math.max(0, e.getColumnNumber()));
      throw new DocumentException(place, message(e), e);
    } catch (SAXException | IOException e) {
      throw new DocumentException(place(), message(e), e);
    }
    Element read = root;
    if (read == null) {
      throw new DocumentException(Place.of(location), "expected an element, found none");
    }
    return read;
  }

  private static String message(Exception failure) {
    String said = failure.getMessage();
    return said == null ? "not well-formed" : said.strip();
  }

  /** Returns a parser for documents, which is worth keeping for several. */
  static SAXParser parser() {
    SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
    factory.setNamespaceAware(true);
    try {
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature(SAX + "external-general-entities", false);
      factory.setFeature(SAX + "external-parameter-entities", false);
      factory.setFeature(APACHE + "nonvalidating/load-external-dtd", false);
      SAXParser parser = factory.newSAXParser();
      parser.setProperty(JDK + "entityExpansionLimit", MAX_ENTITIES);
      parser.setProperty(JDK + "totalEntitySizeLimit", MAX_ENTITY_CHARACTERS);
      parser.setProperty(JDK + "maxXMLNameLimit", MAX_NAME_CHARACTERS);
      parser.setProperty(JDK + "elementAttributeLimit", MAX_ATTRIBUTES);
      return parser;
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalStateException(
          "Cannot set up the JDK's parser, because it lacks features that every JDK has.", e);
    }
  }

  @Override
  public void setDocumentLocator(Locator given) {
    locator = given;
  }

  private Place place() {
    return locator == null
        ? Place.of(location)
        : new Place(
            location, Math.max(0, locator.getLineNumber()), Math.max(0, locator.getColumnNumber()));
  }

  /** Resolves no entity: nothing outside of the document is part of it. */
  @Override
  public InputSource resolveEntity(String publicId, String systemId) {
    return new InputSource(new ByteArrayInputStream(new byte[0]));
  }

  @Override
  public void startPrefixMapping(String prefix, String namespace) {
    declared.put(prefix, SchemaDrafts.current(namespace));
  }

  @Override
  public void startElement(String namespace, String localName, String qName, Attributes found)
      throws SAXException {
    if (isHead && open.size() == 1 && !BEFORE_DEFINITIONS.contains(localName)) {
      throw new HeadRead();
    }
    if (open.size() == depth) {
      throw new SAXParseException("expected elements at most " + depth + " deep", locator);
    }
    if (--elementsLeft < 0) {
      throw new SAXParseException("expected fewer elements in all documents", locator);
    }
    endText();
    Map<String, String> namespaces = open.isEmpty() ? Map.of() : open.peek().namespaces();
    if (!declared.isEmpty()) {
      Map<String, String> more = new HashMap<>(namespaces);
      more.putAll(declared);
      namespacesLeft -= more.size();
      if (namespacesLeft < 0) {
        throw new SAXParseException("expected fewer declarations of namespaces", locator);
      }
      namespaces = Map.copyOf(more);
      declared.clear();
    }
    List<Attribute> attributes = new ArrayList<>(found.getLength());
    for (int i = 0; i < found.getLength(); i++) {
      QName name = new QName(found.getURI(i), found.getLocalName(i));
      attributes.add(new Attribute(name, found.getValue(i)));
    }
    QName name = new QName(SchemaDrafts.current(namespace), localName);
    open.push(new Open(name, attributes, namespaces, new ArrayList<>(), place()));
  }

  @Override
  public void characters(char[] characters, int start, int length) {
    text.append(characters, start, length);
  }

  private void endText() {
    if (!open.isEmpty() && !text.isEmpty() && !text.toString().isBlank()) {
      open.peek().content().add(new Text(text.toString()));
    }
    text.setLength(0);
  }

  @Override
  public void endElement(String namespace, String localName, String qName) {
    endText();
    Element element = element(open.pop());
    if (open.isEmpty()) {
      root = element;
    } else {
      open.peek().content().add(element);
    }
  }

  private static Element element(Open ended) {
    return new Element(
        ended.name(), ended.attributes(), ended.namespaces(), ended.content(), ended.place());
  }

  @Override
  public void error(SAXParseException e) throws SAXException {
    throw e;
  }

  /**
   * The namespaces of the drafts of XML Schema, which descriptions of their time are written with:
   * what these say is read as if they were written with the one of today.
   */
  private static final class SchemaDrafts {
    private static final Set<String> DRAFTS =
        Set.of("http://www.w3.org/1999/XMLSchema", "http://www.w3.org/2000/10/XMLSchema");

    private SchemaDrafts() {}

    /** Returns the namespace of today for one of a draft; others as they are. */
    static String current(String namespace) {
      return DRAFTS.contains(namespace) ? XMLConstants.W3C_XML_SCHEMA_NS_URI : namespace;
    }
  }
}
