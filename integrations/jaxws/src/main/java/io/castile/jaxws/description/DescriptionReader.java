package io.castile.jaxws.description;

import io.castile.xml.XmlException;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlSyntaxException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads of a WSDL 1.1 what a client needs, in one pass over each document: services, ports,
 * bindings, and what policies say of addressing and MTOM. Documents that it imports are read only
 * where a binding is in none of those before. Owned by one thread.
 */
final class DescriptionReader {
  private final DescriptionParser parser = new DescriptionParser();
  private final Map<String, Stamp> stamps = new LinkedHashMap<>();
  private final Map<URI, byte[]> documents = new LinkedHashMap<>();
  private final List<String> missing = new ArrayList<>();
  private int budget = UrlDocuments.MAX_BYTES;

  /** A document as it was when it was read. */
  record Stamp(URL url, String text) {
    boolean isCurrent() {
      return UrlDocuments.isSame(url, text);
    }
  }

  /** The stamps that tell later whether the documents have changed. */
  List<Stamp> stamps() {
    return List.copyOf(stamps.values());
  }

  ClientDescription read(URL wsdl) throws IOException {
    Deque<URL> pending = new ArrayDeque<>();
    add(wsdl, pending);
    while (!pending.isEmpty() && !parser.isComplete()) {
      URL imported = pending.poll();
      if (stamps.size() >= UrlDocuments.MAX_DOCUMENTS) {
        missing.add(
            DocumentFailures.shown(imported)
                + ": more than "
                + UrlDocuments.MAX_DOCUMENTS
                + " documents");
        break;
      }
      try {
        add(imported, pending);
      } catch (IOException e) {
        missing.add(e.getMessage());
      }
    }
    Map<QName, List<BoundPort>> services = parser.services();
    boolean hasPolicies =
        services.values().stream().flatMap(List::stream).anyMatch(BoundPort::hasPolicies);
    return new ClientDescription(
        Collections.unmodifiableMap(services),
        hasPolicies ? Collections.unmodifiableMap(documents) : Map.of(),
        List.copyOf(missing));
  }

  /** Whether a document is a WSDL with a service. */
  boolean describesService(byte[] document) throws IOException {
    try {
      parse(document);
      return !parser.services().isEmpty();
    } catch (XMLStreamException e) {
      return false; // another kind of document
    } catch (XmlException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void add(URL url, Deque<URL> pending) throws IOException {
    Stamp stamp = new Stamp(url, UrlDocuments.stamp(url));
    if (stamps.putIfAbsent(url.toString(), stamp) != null) {
      return;
    }
    String shown = DocumentFailures.shown(url);
    byte[] bytes;
    try {
      bytes = UrlDocuments.read(url, budget);
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException(shown + " cannot be read: " + e.getMessage(), e);
    }
    budget -= bytes.length;
    documents.put(URI.create(url.toString().replace(" ", "%20")), bytes);
    List<String> imports;
    try {
      imports = parse(bytes);
    } catch (XMLStreamException | XmlException e) {
      throw new IOException(shown + " cannot be read as a WSDL: " + e.getMessage(), e);
    }
    for (String location : imports) {
      URL imported = resolve(url, location);
      if (UrlDocuments.isRemote(url) && !UrlDocuments.isRemote(imported)) {
        missing.add(shown + " imports " + imported + ", which is not of the network");
      } else {
        pending.add(imported);
      }
    }
  }

  /** Also inside an archive, whose addresses are opaque to {@link URI#resolve}. */
  @SuppressWarnings("deprecation") // URL resolves "jar:" addresses, URI does not
  private static URL resolve(URL base, String location) throws IOException {
    try {
      return new URL(base, location);
    } catch (MalformedURLException e) {
      throw new IOException(
          DocumentFailures.shown(base) + " imports '" + location + "': " + e.getMessage(), e);
    }
  }

  /** Reads a document; one that has a DTD, which may stand in descriptions, by the platform. */
  private List<String> parse(byte[] bytes) throws XMLStreamException {
    try {
      XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
      while (in.event() != XmlReader.START_ELEMENT) {
        in.next();
      }
      return parser.parse(in.asStreamReader());
    } catch (XmlSyntaxException e) {
      if (!String.valueOf(e.getMessage()).contains("DTD")) {
        throw e;
      }
      return parseWithDtd(bytes);
    }
  }

  private List<String> parseWithDtd(byte[] bytes) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    XMLStreamReader in = factory.createXMLStreamReader(new ByteArrayInputStream(bytes));
    while (in.getEventType() != XMLStreamReader.START_ELEMENT) {
      in.next();
    }
    return parser.parse(in);
  }
}
