package io.castile.gateway.route;

import io.castile.gateway.edge.Watched;
import io.castile.gateway.edge.WatchedFiles;
import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.http.HeldRequest;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.OriginClient;
import io.castile.gateway.http.OriginFailure;
import io.castile.gateway.soap.MediaType;
import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.security.internal.EnvelopeSecurity;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The WS-Security of a route: requests to its origins are signed, encrypted or given tokens, and
 * their responses are decrypted and checked, so that clients and the cache have both without it.
 * The settings are read again when their files change. Called on threads that may wait, but for
 * {@link #look}. Thread-safe.
 */
public final class RouteSecurity implements Watched {
  private static final Logger log = LoggerFactory.getLogger(RouteSecurity.class);

  /** How large a response may be that is decrypted and checked. */
  private static final int MAX_RESPONSE_BYTES = 16 << 20;

  /** How long a message waits until it may be protected or opened. */
  private static final long PATIENCE_SECONDS = 20;

  /** Bounds the trees in memory, and leaves a processor to other routes. */
  private static final Semaphore TURNS =
      new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

  /**
   * The statuses by which services accept a one-way request, whose response has no content. There
   * is nothing to protect in it: to keep a response back, one may take it away as well.
   */
  private static final Set<Integer> MAY_BE_EMPTY = Set.of(200, 202, 204);

  /** Fields of messages that hold no more once the content is another one. */
  private static final List<AsciiString> OF_CONTENT =
      List.of(
          HttpHeaderNames.CONTENT_ENCODING,
          HttpHeaderNames.CONTENT_LENGTH,
          HttpHeaderNames.CONTENT_MD5,
          HttpHeaderNames.TRANSFER_ENCODING,
          HttpHeaderNames.ETAG,
          HttpHeaderNames.LAST_MODIFIED,
          HttpHeaderNames.IF_MATCH,
          HttpHeaderNames.IF_NONE_MATCH,
          HttpHeaderNames.IF_MODIFIED_SINCE,
          HttpHeaderNames.IF_UNMODIFIED_SINCE,
          AsciiString.cached("digest"),
          AsciiString.cached("content-digest"),
          AsciiString.cached("repr-digest"));

  private final Path file;
  private final EnvelopeSecurity.Provider provider;
  private volatile EnvelopeSecurity value;
  private List<String> read; // the stamps of the files of the value
  private List<String> seen; // those of the last look
  private @Nullable String failure; // of the last reading, as the log has it; null for none

  private RouteSecurity(Path file, EnvelopeSecurity.Provider provider) throws IOException {
    this.file = file;
    this.provider = provider;
    this.value = provider.load(file);
    this.read = WatchedFiles.stamps(value.files());
    this.seen = read;
  }

  /**
   * Reads the settings of a file.
   *
   * @throws IOException if they cannot be read, or are not what they should be
   * @throws IllegalArgumentException if castile-wss4j is absent
   */
  public static RouteSecurity load(Path file) throws IOException {
    EnvelopeSecurity.Provider provider =
        ServiceLoader.load(
                EnvelopeSecurity.Provider.class, EnvelopeSecurity.Provider.class.getClassLoader())
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "Cannot use 'security' of a route, because castile-wss4j is not on the class"
                            + " path. Add it."));
    return new RouteSecurity(file, provider);
  }

  /** Returns the file of the settings. */
  public Path file() {
    return file;
  }

  /**
   * Reads the settings again if a file of theirs has changed and was the same for two looks, and at
   * each look after they could not be read: a file that they name now may have come.
   */
  @Override
  public void look() {
    List<Path> files = value.files();
    List<String> now = WatchedFiles.stamps(files);
    boolean isStill = now.equals(seen);
    seen = now;
    if (!isStill || now.equals(read) && failure == null) {
      return;
    }
    try {
      EnvelopeSecurity loaded = provider.load(file);
      if (WatchedFiles.stamps(files).equals(now)) { // else it is read at a later look
        value = loaded;
        read = WatchedFiles.stamps(loaded.files());
        seen = read;
        failure = null;
        log.info("{} changed and was read again", file);
      }
    } catch (IOException | RuntimeException e) {
      String why = String.valueOf(e.getMessage());
      if (!why.equals(failure)) {
        log.warn("{} stays as it was: {}", file, why);
      }
      failure = why;
    }
  }

  /**
   * Asks an origin, and waits for the response.
   *
   * @param request with an envelope
   * @return the response without its protection; or a fault of the gateway where the request is not
   *     one that can be protected
   * @throws OriginFailure if there is no response, or one that is not protected as it has to be
   */
  HeldResponse ask(OriginClient client, Route route, HeldRequest request) throws OriginFailure {
    MediaType type = MediaType.parse(request.fields().get(HttpHeaderNames.CONTENT_TYPE));
    try {
      return asked(client, route, request, type);
    } catch (SoapMessageException e) {
      SoapVersion version = Objects.requireNonNullElse(type.version(), SoapVersion.SOAP_1_1);
      return OwnFault.response(request.loop(), e.fault(), version);
    } catch (OriginFailure e) {
      if (!request.isRepeatable() || e.kind() != OriginFailure.Kind.BROKEN) {
        throw e;
      }
    }
    try { // once more, by another message: services refuse one that they have had
      return asked(client, route, request, type);
    } catch (SoapMessageException e) {
      throw new IllegalStateException(
          "Cannot protect a request again, because it is refused now.", e);
    }
  }

  private HeldResponse asked(OriginClient client, Route route, HeldRequest request, MediaType type)
      throws OriginFailure, SoapMessageException {
    EnvelopeSecurity security = value;
    EnvelopeSecurity.Secured secured =
        inTurn(client, route, () -> secured(security, client, route, request, type));
    HttpHeaders fields = request.fields().copy();
    OF_CONTENT.forEach(fields::remove);
    fields.set(HttpHeaderNames.CONTENT_TYPE, inUtf8(type, secured.version()));
    ContentCodings.keepAccepted(fields);
    HeldRequest sent = request.once(fields, secured.message());
    HeldResponse response = HeldResponse.ask(client, sent, MAX_RESPONSE_BYTES);
    return inTurn(client, route, () -> opened(client, route, request.loop(), secured, response));
  }

  /** A part of an exchange that takes a processor. */
  private interface Work<T> {
    T run() throws OriginFailure, SoapMessageException;
  }

  private static <T> T inTurn(OriginClient client, Route route, Work<T> work)
      throws OriginFailure, SoapMessageException {
    try {
      if (!TURNS.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw failure(
            client,
            route,
            OriginFailure.Kind.NO_TURN,
            "no turn to protect or open a message came within " + PATIENCE_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OriginFailure(OriginFailure.Kind.BROKEN, "the gateway stops");
    }
    try {
      return work.run();
    } finally {
      TURNS.release();
    }
  }

  private static EnvelopeSecurity.Secured secured(
      EnvelopeSecurity security,
      OriginClient client,
      Route route,
      HeldRequest request,
      MediaType type)
      throws OriginFailure, SoapMessageException {
    try {
      return security.secure(request.content(), type.charset());
    } catch (SoapMessageException e) {
      throw e;
    } catch (SoapException | RuntimeException e) {
      throw failure(client, route, OriginFailure.Kind.NOT_SECURED, e.getMessage());
    }
  }

  private static HeldResponse opened(
      OriginClient client,
      Route route,
      EventLoop loop,
      EnvelopeSecurity.Secured secured,
      HeldResponse response)
      throws OriginFailure {
    byte[] content = response.content();
    HttpResponseStatus status = response.head().status();
    HttpHeaders fields = response.head().headers();
    if (content == null) {
      response.cancel();
      throw tooLarge(client, route);
    }
    MediaType type = MediaType.parse(fields.get(HttpHeaderNames.CONTENT_TYPE));
    boolean isOneType = fields.getAll(HttpHeaderNames.CONTENT_TYPE).size() <= 1;
    if (content.length == 0 && MAY_BE_EMPTY.contains(status.code())) {
      return response;
    }
    if (status.code() >= 400 && (type.version() == null || content.length == 0)) {
      return withoutContent(loop, status, fields);
    }
    if (type.version() == null || !isOneType || content.length == 0) {
      throw failure(
          client,
          route,
          OriginFailure.Kind.UNPROTECTED,
          "expected an envelope, found status "
              + status.code()
              + " with "
              + content.length
              + " bytes of '"
              + String.join(", ", fields.getAll(HttpHeaderNames.CONTENT_TYPE))
              + "'");
    }
    String coding = fields.get(HttpHeaderNames.CONTENT_ENCODING);
    ContentCodings.Decoded decoded = ContentCodings.decode(content, coding, MAX_RESPONSE_BYTES);
    byte[] message = decoded.content();
    if (decoded.isTooLarge()) {
      throw tooLarge(client, route);
    } else if (message == null) {
      throw failure(
          client,
          route,
          OriginFailure.Kind.UNPROTECTED,
          "expected a content coding of " + ContentCodings.available() + ", found " + coding);
    }
    byte[] opened;
    try {
      opened = secured.opened(message, type.charset());
    } catch (SoapMessageException | RuntimeException e) {
      throw failure(client, route, OriginFailure.Kind.UNPROTECTED, e.getMessage());
    }
    HttpHeaders own = fields.copy();
    OF_CONTENT.forEach(own::remove);
    own.set(HttpHeaderNames.CONTENT_TYPE, inUtf8(type, type.version()));
    own.set(HttpHeaderNames.CONTENT_LENGTH, opened.length);
    return HeldResponse.whole(
        loop, new DefaultHttpResponse(HttpVersion.HTTP_1_1, status, own), opened);
  }

  private static OriginFailure tooLarge(OriginClient client, Route route) {
    return failure(
        client,
        route,
        OriginFailure.Kind.TOO_LARGE,
        "expected a response of at most " + MAX_RESPONSE_BYTES + " bytes");
  }

  /** Returns the status of an error, whose content nothing protects, with a text of our own. */
  private static HeldResponse withoutContent(
      EventLoop loop, HttpResponseStatus status, HttpHeaders fields) {
    byte[] text =
        ("the origin answered with status " + status.code() + " and no envelope\n")
            .getBytes(StandardCharsets.US_ASCII);
    HttpHeaders own = fields.copy();
    OF_CONTENT.forEach(own::remove);
    own.set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8");
    own.set(HttpHeaderNames.CONTENT_LENGTH, text.length);
    return HeldResponse.whole(
        loop, new DefaultHttpResponse(HttpVersion.HTTP_1_1, status, own), text);
  }

  /** Returns the type of an envelope in UTF-8, with the action that the type before named. */
  private static String inUtf8(MediaType type, SoapVersion version) {
    String field = version.mediaType() + "; charset=utf-8";
    String action = type.parameters().get("action");
    return action == null || version == SoapVersion.SOAP_1_1
        ? field
        : field
            + "; action=\""
            + action.replace("\\", "\\\\").replace("\"", "\\\"") // RFC 9110 §5.6.4
            + "\"";
  }

  private static OriginFailure failure(
      OriginClient client, Route route, OriginFailure.Kind kind, @Nullable String why) {
    client.failed("the origin of " + route.name(), kind.error(), String.valueOf(why));
    return new OriginFailure(kind, "the origin of " + route.name() + ": " + why);
  }
}
