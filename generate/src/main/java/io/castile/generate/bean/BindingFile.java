package io.castile.generate.bean;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.DefaultHandler;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * A file of customizations from the user (Jakarta XML Binding §7.1). The locations of schemas in it
 * are those of the description, whose schemas XJC knows by other names.
 */
final class BindingFile {
  private static final Pattern NAMESPACE =
      Pattern.compile("https?://(java\\.sun\\.com|jakarta\\.ee)/xml/ns/jaxb");

  private static final Pattern NUMBER = Pattern.compile("types([1-9][0-9]{0,5})");
  private static final Pattern TARGET =
      Pattern.compile("@targetNamespace\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)')");

  /** The way through a WSDL to its schemas, which XJC gets without it. */
  private static final Pattern WAY =
      Pattern.compile("^/*([\\w.-]+:)?definitions/+([\\w.-]+:)?types/+");

  private final URI location;
  private final byte[] bytes;

  private BindingFile(URI location, byte[] bytes) {
    this.location = location;
    this.bytes = bytes;
  }

  /**
   * Reads a file.
   *
   * @throws BeanException if it cannot be read, or has no customizations
   */
  static BindingFile read(URI location) throws BeanException {
    try (InputStream in = location.toURL().openStream()) {
      BindingFile file = new BindingFile(location, in.readAllBytes());
      file.parse(new RootCheck());
      return file;
    } catch (IOException | IllegalArgumentException e) {
      throw new BeanException("binding file " + location + " cannot be read: " + e, e);
    } catch (SAXParseException e) {
      String place = location + ":" + e.getLineNumber() + ":" + e.getColumnNumber();
      throw new BeanException(place + ": " + e.getMessage(), e);
    } catch (SAXException e) {
      throw new BeanException(location + ": " + e.getMessage(), e);
    }
  }

  URI location() {
    return location;
  }

  /** Tells XJC of the file. */
  void play(ContentHandler handler, List<SchemaPart> schemas) throws SAXException {
    XMLFilterImpl renaming = new Renaming(schemas);
    renaming.setContentHandler(handler);
    try {
      parse(renaming);
    } catch (IOException e) {
      throw new SAXException(e);
    }
  }

  private void parse(ContentHandler handler) throws SAXException, IOException {
    SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
    factory.setNamespaceAware(true);
    XMLReader reader;
    try {
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      reader = factory.newSAXParser().getXMLReader();
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(
          "Cannot set up the JDK's parser, because it lacks features that every JDK has.", e);
    }
    reader.setContentHandler(handler);
    reader.setErrorHandler(new DefaultHandler()); // which throws what is fatal
    InputSource source = new InputSource(new ByteArrayInputStream(bytes));
    source.setSystemId(location.toString());
    reader.parse(source);
  }

  /** Refuses another document, which XJC would take for a schema. */
  private static final class RootCheck extends DefaultHandler {
    private boolean isRoot = true;

    @Override
    public void startElement(String uri, String localName, String qName, Attributes attributes)
        throws SAXException {
      if (isRoot && !(localName.equals("bindings") && NAMESPACE.matcher(uri).matches())) {
        throw new SAXException(
            "expected {" + Customization.NAMESPACE + "}bindings, found {" + uri + "}" + localName);
      }
      isRoot = false;
    }
  }

  /** Gives the schemas the names that they have for XJC. */
  private final class Renaming extends XMLFilterImpl {
    private final List<SchemaPart> schemas;
    private @Nullable Locator locator;

    Renaming(List<SchemaPart> schemas) {
      this.schemas = schemas;
    }

    @Override
    public void setDocumentLocator(Locator given) {
      locator = given;
      super.setDocumentLocator(given);
    }

    @Override
    public void startElement(String uri, String localName, String qName, Attributes attributes)
        throws SAXException {
      String named = attributes.getValue("", "schemaLocation");
      boolean isNamed = localName.equals("bindings") && named != null;
      super.startElement(
          uri, localName, qName, isNamed ? renamed(attributes, named) : relocated(attributes));
    }

    private Attributes renamed(Attributes attributes, String named) throws SAXException {
      AttributesImpl others = relocated(attributes);
      String node = attributes.getValue("", "node");
      others.setValue(others.getIndex("", "schemaLocation"), schema(named, node).systemId());
      return others;
    }

    private AttributesImpl relocated(Attributes attributes) {
      AttributesImpl others = new AttributesImpl(attributes);
      int node = others.getIndex("", "node");
      if (node >= 0) {
        others.setValue(node, WAY.matcher(others.getValue(node)).replaceFirst("//"));
      }
      return others;
    }

    private SchemaPart schema(String named, @Nullable String node) throws SAXException {
      URI resolved;
      try {
        resolved = location.resolve(new URI(named.strip().replace('\\', '/'))).normalize();
      } catch (URISyntaxException e) {
        throw wrong("expected the location of a schema, found '" + named + "'");
      }
      String document = withoutFragment(resolved);
      List<SchemaPart> found = new ArrayList<>();
      for (SchemaPart each : schemas) {
        if (withoutFragment(each.root().place().document()).equals(document)) {
          found.add(each);
        }
      }
      SchemaPart schema = found.size() == 1 ? found.get(0) : one(found, resolved, node);
      if (schema == null) {
        throw wrong(
            found.isEmpty()
                ? "expected the location of a schema or WSDL that was read, found " + document
                : document
                    + " has "
                    + found.size()
                    + " schemas: expected #types1 to #types"
                    + found.size()
                    + " behind the location, or a node xs:schema[@targetNamespace='…']");
      }
      return schema;
    }

    private SAXParseException wrong(String message) {
      return new SAXParseException(message, locator);
    }

    private @Nullable SchemaPart one(List<SchemaPart> found, URI resolved, @Nullable String node) {
      String fragment = resolved.getFragment();
      Matcher number = NUMBER.matcher(fragment == null ? "" : fragment);
      if (number.matches()) {
        int index = Integer.parseInt(number.group(1)) - 1;
        return index < found.size() ? found.get(index) : null;
      }
      Matcher target = TARGET.matcher(node == null ? "" : node);
      if (target.find()) {
        String namespace = target.group(1) == null ? target.group(2) : target.group(1);
        for (SchemaPart each : found) {
          if (each.namespace().equals(namespace)) {
            return each;
          }
        }
      }
      return null;
    }
  }

  private static String withoutFragment(URI location) {
    String text = location.toString();
    int fragment = text.indexOf('#');
    String plain = fragment < 0 ? text : text.substring(0, fragment);
    return plain.startsWith("file:///") ? "file:" + plain.substring("file://".length()) : plain;
  }
}
