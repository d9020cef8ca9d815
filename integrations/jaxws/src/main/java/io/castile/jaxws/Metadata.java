package io.castile.jaxws;

import io.castile.jaxws.description.DescriptionCache;
import io.castile.soap.wsdl.XmlSources;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.jspecify.annotations.Nullable;

/** The documents that an application gives an endpoint. */
final class Metadata {
  private Metadata() {}

  /**
   * Reads the documents: the WSDL with the service first.
   *
   * @return by their system identifiers; nothing where there is no WSDL among them
   * @throws WebServiceException if one cannot be read
   */
  static Map<URI, byte[]> documents(List<Source> sources) {
    Map<URI, byte[]> all = new LinkedHashMap<>();
    URI root = null;
    for (Source source : sources) {
      URI place = place(source, all.size());
      byte[] document = read(source, place);
      if (all.put(place, document) != null) {
        throw new WebServiceException(
            "Cannot publish two documents of metadata " + place + ". Remove one of them.");
      }
      if (root == null && describesService(document, place)) {
        root = place;
      }
    }
    if (root == null) {
      return Map.of();
    }
    Map<URI, byte[]> ordered = new LinkedHashMap<>();
    ordered.put(root, all.remove(root));
    ordered.putAll(all);
    return ordered;
  }

  private static boolean describesService(byte[] document, URI place) {
    try {
      return DescriptionCache.describesService(document);
    } catch (IOException e) {
      throw new WebServiceException("metadata " + place + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Its system identifier, or one of our own. */
  private static URI place(Source source, int index) {
    String id = source == null ? null : source.getSystemId();
    if (id == null || id.isEmpty()) {
      return URI.create("file:///metadata-" + index + ".xml");
    }
    try {
      URI uri = URI.create(id.replace(" ", "%20"));
      return uri.isAbsolute() ? uri : URI.create("file:///").resolve(uri);
    } catch (IllegalArgumentException e) {
      throw new WebServiceException(
          "Cannot publish metadata with the system identifier '"
              + id
              + "', because it is not a URI. Set another one.",
          e);
    }
  }

  private static byte[] read(@Nullable Source source, URI place) {
    try {
      byte[] document =
          isReference(source) ? DescriptionCache.document(place) : XmlSources.toBytes(source);
      if (document == null) {
        throw new WebServiceException(
            "Cannot publish metadata " + place + ", because it is empty. Pass a document.");
      }
      return document;
    } catch (IOException | IllegalArgumentException e) {
      throw new WebServiceException("metadata " + place + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Whether a source only says where the document is. */
  private static boolean isReference(@Nullable Source source) {
    return source instanceof StreamSource stream
        && stream.getInputStream() == null
        && stream.getReader() == null
        && stream.getSystemId() != null;
  }
}
