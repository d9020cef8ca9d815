package io.castile.wsdl.document.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.DocumentLimits;
import io.castile.wsdl.document.internal.FetchedDocuments.Version;
import io.castile.wsdl.model.Place;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/** Documents that come over HTTP, and copies of them. */
final class RemoteDocuments {
  private static final int OK = 200;
  private static final int NOT_MODIFIED = 304;
  private static final int FIRST_REDIRECTION = 300;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int PROXY_AUTHENTICATION = 407;
  private static final int FIRST_ERROR = 400;
  private static final int MAX_REDIRECTIONS = 5;
  private static final int MAX_BEGINNING = 16 << 10;

  private final DocumentLimits limits;
  private @Nullable DocumentCache cache; // null where no copies are, or none can be, kept
  private final boolean isOffline;
  private final FetchRequests requests;
  private final FetchFailures failures;
  private final @Nullable FetchedDocuments fetched; // null where no versions are noted

  /** Where a server has answered with something else than a description. */
  private final Set<URI> answered = new HashSet<>();

  RemoteDocuments(
      DocumentLimits limits, @Nullable Path folder, boolean isOffline, FetchRequests requests) {
    this.limits = limits;
    this.cache = folder == null ? null : new DocumentCache(folder);
    this.isOffline = isOffline;
    this.requests = requests;
    this.failures = requests.failures();
    this.fetched = requests.fetched();
    if (fetched != null) {
      fetched.by(requests, limits);
    }
  }

  /** Whether a server has, or may have, something else at a location than a description. */
  boolean isAnswered(URI location) {
    return isOffline || answered.contains(location);
  }

  /** Returns a document: a copy where the network is left alone, or the server has the same. */
  byte[] bytes(URI location) throws DocumentException {
    Optional<DocumentCache.Copy> copy =
        cache == null ? Optional.empty() : cache.copy(location, limits.documentBytes());
    if (isOffline) {
      return copy.map(DocumentCache.Copy::bytes)
          .orElseThrow(
              () ->
                  new DocumentException(
                      Place.of(location), "not fetched, as that is switched off; no copy is kept"));
    }
    Version known = copy.map(each -> new Version(each.tag(), "", "")).orElse(null);
    try {
      Fetched found = fetched(location, known);
      byte[] bytes = found == null ? copy.orElseThrow().bytes() : found.bytes();
      if (fetched != null) {
        Version of = found == null ? known : found.version();
        fetched.note(location, Objects.requireNonNull(of).withDigest(bytes));
      }
      return bytes;
    } catch (DocumentException e) {
      if (fetched != null) {
        fetched.note(location, Version.NONE);
      }
      throw e;
    }
  }

  /**
   * Returns the version of a document that its server has now.
   *
   * @param known the version that was fetched
   * @throws DocumentException if the document cannot be had
   */
  Version version(URI location, Version known) throws DocumentException {
    Fetched found = fetched(location, known.isThere() ? known : null);
    return found == null ? known : found.version().withDigest(found.bytes());
  }

  /**
   * A document that a server has sent.
   *
   * @param version without the digest
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  private record Fetched(byte[] bytes, Version version) {}

  /**
   * Fetches a document.
   *
   * @param known a version that is here; null for none
   * @return null where the server has the same
   */
  private @Nullable Fetched fetched(URI location, @Nullable Version known)
      throws DocumentException {
    try {
      return followed(location, known);
    } catch (DocumentException e) {
      throw e;
    } catch (IOException | IllegalArgumentException e) {
      throw new DocumentException(
          Place.of(location), "cannot be fetched: " + failures.reason(location, e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DocumentException(Place.of(location), "fetching it was interrupted", e);
    }
  }

  private @Nullable Fetched followed(URI location, @Nullable Version known)
      throws IOException, InterruptedException {
    URI current = location;
    for (int i = 0; i <= MAX_REDIRECTIONS; i++) {
      HttpRequest.Builder request = requests.to(current);
      if (known != null) {
        known.addTo(request);
      }
      HttpResponse<InputStream> response =
          requests.client(current).send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream in = response.body()) {
        int status = response.statusCode();
        if (status == NOT_MODIFIED && known != null) {
          return null;
        }
        if (status == OK) {
          return new Fetched(kept(location, response, in), Version.of(response.headers()));
        }
        if (status != UNAUTHORIZED && status != FORBIDDEN && status != PROXY_AUTHENTICATION) {
          answered.add(location);
        }
        current = redirected(location, current, response);
      }
    }
    throw new DocumentException(
        Place.of(location), "expected at most " + MAX_REDIRECTIONS + " redirections, found more");
  }

  private byte[] kept(URI location, HttpResponse<InputStream> response, InputStream in)
      throws IOException, InterruptedException {
    byte[] bytes = read(response, in);
    if (bytes.length > limits.documentBytes()) {
      throw Documents.tooLarge(Place.of(location), limits);
    }
    if (isDescription(bytes)) {
      answered.remove(location); // what was expected, whatever is wrong with it
    } else {
      answered.add(location);
    }
    if (cache != null) {
      try {
        cache.keep(location, bytes, response.headers().firstValue("ETag").orElse(""));
      } catch (DocumentException e) {
        cache = null; // the document is here, and a copy that cannot be kept is no loss but later
      }
    }
    return bytes;
  }

  private static boolean isDescription(byte[] bytes) {
    int looked = Math.min(bytes.length, MAX_BEGINNING);
    return new String(bytes, 0, looked, StandardCharsets.ISO_8859_1).contains("definitions");
  }

  /** Reads a document within the time for it; the timeout of the request is for its head only. */
  private byte[] read(HttpResponse<InputStream> response, InputStream in)
      throws IOException, InterruptedException {
    List<String> codings = response.headers().allValues("Content-Encoding");
    CompletableFuture<byte[]> reading = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              try {
                InputStream decoded = ContentCodings.decoded(codings, in);
                reading.complete(decoded.readNBytes(limits.documentBytes() + 1));
              } catch (IOException | RuntimeException e) {
                reading.completeExceptionally(e);
              }
            },
            "castile-wsdl");
    reader.setDaemon(true);
    reader.start();
    try {
      return reading.get(limits.timeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new HttpTimeoutException("not there within " + limits.timeout().toSeconds() + " s");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failed ? failed : new IOException(e.getCause());
    }
  }

  /** Where a server sends for a document; its own places only, as no document names another. */
  private URI redirected(URI location, URI current, HttpResponse<InputStream> response)
      throws DocumentException {
    int status = response.statusCode();
    Optional<String> target = response.headers().firstValue("Location");
    if (status < FIRST_REDIRECTION || status >= FIRST_ERROR || target.isEmpty()) {
      throw new DocumentException(
          Place.of(location),
          "expected status 200, found " + status + failures.advice(current, response));
    }
    URI next = Locations.resolved(current, target.get());
    if (next == null || !Locations.isRemote(next) || !FetchRequests.isSamePlace(location, next)) {
      throw new DocumentException(
          Place.of(location),
          "the server sends elsewhere, to "
              + Locations.shown(target.get())
              + "; give that location if it is right");
    }
    return Locations.withoutUserInfo(next);
  }

  /**
   * Takes content codings off documents. They come although the client has not asked for them: a
   * request without Accept-Encoding accepts any (RFC 9110 §12.5.3).
   */
  private static final class ContentCodings {
    private static final int MAX_CODINGS = 4;

    private static final int METHOD_ZLIB = 8;

    private ContentCodings() {}

    /**
     * The document as it was before it was coded.
     *
     * @param fields lines of the field Content-Encoding; none for no coding
     * @throws IOException if a coding is not known, or {@code content} fails
     */
    static InputStream decoded(List<String> fields, InputStream content) throws IOException {
      String[] names = String.join(",", fields).split(",");
      InputStream decoded = content;
      int count = 0;
      for (int i = names.length - 1; i >= 0; i--) {
        String name = names[i].strip().toLowerCase(Locale.ROOT);
        if (name.isEmpty() || name.equals("identity")) {
          continue;
        }
        if (++count > MAX_CODINGS) {
          throw new IOException("expected at most " + MAX_CODINGS + " content codings, found more");
        }
        decoded =
            switch (name) {
              case "gzip", "x-gzip" -> new GZIPInputStream(decoded);
              case "deflate" -> inflated(decoded);
              default ->
                  throw new IOException(
                      "expected a document as it is, or in content coding gzip or deflate, found "
                          + name);
            };
      }
      return decoded;
    }

    /** Data in the format zlib, or without it, as some send it (RFC 9110 §8.4.1.2). */
    private static InputStream inflated(InputStream content) throws IOException {
      PushbackInputStream in = new PushbackInputStream(content, 1);
      int first = in.read();
      if (first >= 0) {
        in.unread(first);
      }
      boolean isZlib = first >= 0 && (first & 0xF) == METHOD_ZLIB && first >> 4 < METHOD_ZLIB;
      return new InflaterInputStream(in, new Inflater(!isZlib));
    }
  }

  /** Copies of documents from the network, in a folder: a file for each, and one for its tag. */
  private static final class DocumentCache {
    private final Path folder;

    DocumentCache(Path folder) {
      this.folder = folder;
    }

    /**
     * A copy of a document.
     *
     * @param tag by which its server knows it (RFC 9110 §8.8.3); empty where it gave none
     */
    record Copy(byte[] bytes, String tag) {}

    Optional<Copy> copy(URI location, int maxBytes) throws DocumentException {
      Path file = folder.resolve(name(location) + ".xml");
      if (!Files.exists(file)) {
        return Optional.empty();
      }
      Path tag = folder.resolve(name(location) + ".etag");
      try (InputStream in = Files.newInputStream(file)) {
        String known = Files.exists(tag) ? Files.readString(tag) : "";
        return Optional.of(new Copy(in.readNBytes(maxBytes), known));
      } catch (IOException e) {
        throw new DocumentException(Place.of(file.toUri()), "the copy cannot be read", e);
      }
    }

    /** Keeps a copy; whole or not at all, as another process may look for it. */
    void keep(URI location, byte[] bytes, String tag) throws DocumentException {
      try {
        Files.createDirectories(folder);
        String name = name(location);
        Files.deleteIfExists(folder.resolve(name + ".etag")); // never the tag of another copy
        write(bytes, folder.resolve(name + ".xml"));
        write(tag.getBytes(UTF_8), folder.resolve(name + ".etag"));
      } catch (IOException e) {
        throw new DocumentException(Place.of(folder.toUri()), "the copy cannot be kept", e);
      }
    }

    private void write(byte[] bytes, Path file) throws IOException {
      Path draft = Files.createTempFile(folder, "draft", ".tmp");
      Files.write(draft, bytes);
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String name(URI location) {
      return Version.digest(location.toString().getBytes(UTF_8));
    }
  }
}
