package io.castile.jaxws.description;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Descriptions by the addresses of their WSDLs, each read when it is first wanted, and again when a
 * document has changed: a file by its time, one of the network after ten minutes. Thread-safe.
 */
public final class DescriptionCache {
  /** Beyond which all are forgotten. */
  private static final int MAX_DESCRIPTIONS = 256;

  private static final ConcurrentHashMap<String, Slot> SLOTS = new ConcurrentHashMap<>();

  private DescriptionCache() {}

  /** The description of one address. */
  private static final class Slot {
    private @Nullable ClientDescription description; // null before it was read. Guarded by this
    private List<DescriptionReader.Stamp> stamps = List.of(); // of its documents. Guarded by this

    synchronized ClientDescription get(URL wsdl) throws IOException {
      ClientDescription known = description;
      if (known != null && isCurrent()) {
        return known;
      }
      DescriptionReader reader = new DescriptionReader();
      ClientDescription read = reader.read(wsdl);
      stamps = reader.stamps();
      description = read;
      return read;
    }

    private boolean isCurrent() {
      for (DescriptionReader.Stamp stamp : stamps) {
        if (!stamp.isCurrent()) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * Reads a document, within the bounds of descriptions.
   *
   * @throws IOException if it cannot be had
   */
  public static byte[] document(URI place) throws IOException {
    return UrlDocuments.read(place.toURL(), UrlDocuments.MAX_BYTES);
  }

  /**
   * Whether a document is a WSDL that describes a service.
   *
   * @throws IOException if it cannot be read
   */
  public static boolean describesService(byte[] document) throws IOException {
    return new DescriptionReader().describesService(document);
  }

  /**
   * Returns what a WSDL says.
   *
   * @throws IOException if it cannot be read, or is none; says what and where
   */
  public static ClientDescription of(URL wsdl) throws IOException {
    if (SLOTS.size() >= MAX_DESCRIPTIONS) {
      SLOTS.clear();
    }
    return SLOTS.computeIfAbsent(wsdl.toString(), key -> new Slot()).get(wsdl);
  }
}
