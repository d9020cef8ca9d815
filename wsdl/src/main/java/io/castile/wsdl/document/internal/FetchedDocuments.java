package io.castile.wsdl.document.internal;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.DocumentLimits;
import io.castile.wsdl.model.Place;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The versions of the documents that were read for a description, and whether their servers, or
 * files, have others now. Thread-safe.
 */
public final class FetchedDocuments {
  private final Map<URI, Version> versions = Collections.synchronizedMap(new LinkedHashMap<>());
  private final Set<URI> flawed = ConcurrentHashMap.newKeySet();
  private volatile @Nullable Source source; // null before anything is fetched
  private @Nullable RemoteDocuments again; // null before the first look; guarded by this

  private record Source(FetchRequests requests, DocumentLimits limits) {}

  /**
   * A version of a document.
   *
   * @param tag of its server (RFC 9110 §8.8.3); empty for none
   * @param modified when it was changed (RFC 9110 §8.8.2); empty where that tells no version
   * @param digest of its bytes; empty where the document could not be had
   */
  record Version(String tag, String modified, String digest) {
    static final Version NONE = new Version("", "", "");

    static Version of(HttpHeaders fields) {
      return new Version(fields.firstValue("ETag").orElse(""), modified(fields), "");
    }

    /** A document that was sent in the second of its change may be another one after it. */
    private static String modified(HttpHeaders fields) {
      String modified = fields.firstValue("Last-Modified").orElse("");
      try {
        return instant(modified).isBefore(instant(fields.firstValue("Date").orElse("")))
            ? modified
            : "";
      } catch (DateTimeException e) {
        return "";
      }
    }

    private static Instant instant(String text) {
      return DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
    }

    Version withDigest(byte[] bytes) {
      return new Version(tag, modified, digest(bytes));
    }

    boolean isThere() {
      return !digest.isEmpty();
    }

    /** Asks for the document only if it is another one. */
    void addTo(HttpRequest.Builder request) {
      if (!tag.isEmpty()) {
        request.header("If-None-Match", tag);
      } else if (!modified.isEmpty()) {
        request.header("If-Modified-Since", modified);
      }
    }

    static String digest(byte[] bytes) {
      return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    /** Returns the digest of a file, of which little is in memory: another one may be large. */
    static String digest(Path file) throws IOException {
      MessageDigest digest = sha256();
      try (InputStream in = Files.newInputStream(file);
          OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
        in.transferTo(out);
      }
      return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
      try {
        return MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(
            "Cannot digest the document, because this JDK has no SHA-256.", e);
      }
    }
  }

  /** Notes how documents are fetched. */
  void by(FetchRequests requests, DocumentLimits limits) {
    source = new Source(requests, limits);
  }

  /** Notes a version; one that is {@link Version#NONE none} where the document cannot be had. */
  void note(URI location, Version version) {
    versions.put(location, version);
  }

  /** Notes that a document could not be had, or is none. */
  void noteFlawed(URI location) {
    flawed.add(location);
  }

  /** Returns a document that could not be read, and could before; null for none. */
  public @Nullable URI lostSince(FetchedDocuments before) {
    for (URI each : flawed) {
      if (!before.flawed.contains(each)) {
        return each;
      }
    }
    return null;
  }

  /** Looks at a location no more. */
  void forget(URI location) {
    versions.remove(location);
  }

  /**
   * Asks the servers of all documents whether they have others now: by their tags and dates, else
   * by the documents; files are read. Those that could not be had count as others once they can.
   *
   * @throws DocumentException if a document that was there cannot be had now
   */
  public synchronized boolean haveChanged() throws DocumentException {
    Map<URI, Version> known;
    synchronized (versions) {
      known = new LinkedHashMap<>(versions);
    }
    for (Map.Entry<URI, Version> each : known.entrySet()) {
      URI location = each.getKey();
      Version version = each.getValue();
      RemoteDocuments documents = Documents.isFile(location) ? null : remote();
      if (documents == null
          ? isOther(Path.of(location), version)
          : hasChanged(documents, location, version)) {
        return true;
      }
    }
    return false;
  }

  private RemoteDocuments remote() {
    RemoteDocuments documents = again;
    if (documents == null) {
      Source by = Objects.requireNonNull(source, "source"); // of what was fetched
      documents = new RemoteDocuments(by.limits, null, false, by.requests.again());
      again = documents;
    }
    return documents;
  }

  private static boolean isOther(Path file, Version known) throws DocumentException {
    try {
      return !Version.digest(file).equals(known.digest);
    } catch (IOException e) {
      if (known.isThere()) {
        throw new DocumentException(Place.of(file.toUri()), "cannot be read: " + e, e);
      }
      return false;
    }
  }

  private boolean hasChanged(RemoteDocuments documents, URI location, Version known)
      throws DocumentException {
    Version now;
    try {
      now = documents.version(location, known);
    } catch (DocumentException e) {
      if (known.isThere()) {
        throw e;
      }
      return false;
    }
    if (!now.digest.equals(known.digest)) {
      return true;
    }
    if (now != known) {
      versions.replace(location, known, now); // by whose tag it is asked for next time
    }
    return false;
  }
}
