package io.castile.soap.wsdl;

import io.castile.soap.internal.DomWriter;
import io.castile.soap.model.internal.ServiceModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * The description of a service that was written before it ({@code @WebService(wsdlLocation)}): the
 * file and all that it refers to, by relative locations, on the class path or in the file system.
 * The service's address is put in, and references become queries of that address.
 */
final class WsdlFiles {
  /** Attributes that refer to other documents. */
  private static final String[] REFERENCES = {"schemaLocation", "location"};

  private final ServiceModel model;
  private final Map<URI, String> queries = new LinkedHashMap<>();
  private final Deque<URI> pending = new ArrayDeque<>();
  private final Map<String, String> documents = new LinkedHashMap<>();

  private WsdlFiles(ServiceModel model) {
    this.model = model;
  }

  /**
   * The documents by query.
   *
   * @throws IllegalArgumentException if the location cannot be read
   */
  static Map<String, String> read(ServiceModel model) {
    String place = place(model);
    URI root = locate(model);
    if (root == null) {
      throw new IllegalArgumentException(
          "Cannot read "
              + place
              + ", because it is not there. Name a resource of the class path or a file: URL, as"
              + " nothing is fetched, or remove wsdlLocation to have the WSDL made from the"
              + " annotations.");
    }
    try {
      return new WsdlFiles(model).readAll(root);
    } catch (IOException | SAXException e) {
      throw new IllegalArgumentException(place + " cannot be read: " + e, e);
    }
  }

  /** Returns the name of a description in messages. */
  static String place(ServiceModel model) {
    String location =
        model.documents().isEmpty()
            ? "wsdlLocation " + model.wsdlLocation()
            : "WSDL " + model.documents().keySet().iterator().next();
    return location + " of " + model.type().getName();
  }

  private static @Nullable URI locate(ServiceModel model) {
    if (!model.documents().isEmpty()) {
      return model.documents().keySet().iterator().next();
    }
    String location = model.wsdlLocation();
    if (location.startsWith("file:") || location.startsWith("jar:file:")) {
      return URI.create(location);
    }
    String name = location.startsWith("classpath:") ? location.substring(10) : location;
    ClassLoader loader = model.type().getClassLoader();
    URL resource = loader.getResource(name.startsWith("/") ? name.substring(1) : name);
    return resource == null ? null : URI.create(resource.toString());
  }

  private Map<String, String> readAll(URI root) throws IOException, SAXException {
    queries.put(root, "wsdl");
    pending.add(root);
    while (!pending.isEmpty()) {
      URI uri = pending.poll();
      Document document = parse(uri);
      rewriteReferences(document, uri);
      rewriteAddress(document);
      documents.put(
          queries.get(uri), new String(DomWriter.toBytes(document), StandardCharsets.UTF_8));
    }
    return documents;
  }

  private Document parse(URI uri) throws IOException, SAXException {
    byte[] given = model.documents().get(uri);
    try (InputStream in =
        given == null ? uri.toURL().openStream() : new ByteArrayInputStream(given)) {
      return ClosedDom.parse(new InputSource(in));
    }
  }

  private void rewriteReferences(Document document, URI base) throws IOException {
    NodeList all = document.getElementsByTagName("*");
    for (int i = 0; i < all.getLength(); i++) {
      Element element = (Element) all.item(i);
      String local = element.getLocalName();
      boolean refers =
          (local.equals("import") || local.equals("include") || local.equals("redefine"))
              && (WsdlGenerator.WSDL_NAMESPACE.equals(element.getNamespaceURI())
                  || WsdlGenerator.SCHEMA_NAMESPACE.equals(element.getNamespaceURI()));
      for (String attribute : REFERENCES) {
        String reference = element.getAttribute(attribute);
        URI target = refers && !reference.isEmpty() ? target(base, reference) : null;
        if (target != null) {
          element.setAttribute(attribute, WsdlAddress.PLACEHOLDER + "?" + query(target, attribute));
        }
      }
    }
  }

  /** The document that is meant; null for one that is not read and keeps its address. */
  private @Nullable URI target(URI base, String reference) throws IOException {
    if (model.documents().isEmpty()) {
      return URI.create(reference).isAbsolute() ? null : resolve(base, reference);
    }
    URI resolved = resolve(base, reference);
    return model.documents().containsKey(resolved) ? resolved : null;
  }

  /** Also inside a jar, whose addresses are opaque to {@link URI#resolve}. */
  private static URI resolve(URI base, String reference) throws IOException {
    @SuppressWarnings("deprecation") // URL resolves "jar:" addresses, URI does not
    URL resolved = new URL(base.toURL(), reference);
    return URI.create(resolved.toString());
  }

  private String query(URI target, String attribute) {
    String known = queries.get(target);
    if (known == null) {
      known = (attribute.equals("location") ? "wsdl=" : "xsd=") + queries.size();
      queries.put(target, known);
      pending.add(target);
    }
    return known;
  }

  private void rewriteAddress(Document document) {
    NodeList ports = document.getElementsByTagNameNS(WsdlGenerator.WSDL_NAMESPACE, "port");
    for (int i = 0; i < ports.getLength(); i++) {
      Element port = (Element) ports.item(i);
      boolean ours =
          ports.getLength() == 1
              || port.getAttribute("name").equals(model.portName().getLocalPart());
      NodeList addresses = port.getElementsByTagNameNS("*", "address");
      if (ours && addresses.getLength() > 0) {
        ((Element) addresses.item(0)).setAttribute("location", WsdlAddress.PLACEHOLDER);
      }
    }
  }
}
