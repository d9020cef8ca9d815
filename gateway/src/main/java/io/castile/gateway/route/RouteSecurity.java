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
import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.FaultWriter;
import io.castile.soap.security.internal.EnvelopeSecurity;
import io.castile.xml.XmlWriter;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpHeaders;
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

  /** The types of pages and lines of text, by which servers and proxies tell of errors. */
  private static final Set<String> OF_ERRORS = Set.of("", "text/html", "text/plain");

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
  private volatile WatchedFiles<EnvelopeSecurity> read;

  private RouteSecurity(Path file, EnvelopeSecurity.Provider provider) throws IOException {
    this.file = file;
    this.provider = provider;
    this.read = watched(provider.load(file).files());
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

  private WatchedFiles<EnvelopeSecurity> watched(List<Path> files) throws IOException {
    return new WatchedFiles<>(files, () -> provider.load(file));
  }

  /** Reads the settings again if their files have changed. Settings may name other files then. */
  @Override
  public void look() {
    EnvelopeSecurity before = read.value();
    read.look();
    List<Path> files = read.value().files();
    if (!files.equals(before.files())) {
      try {
        read = watched(files);
      } catch (IOException e) { // it has changed meanwhile, and is read again at the next look
        log.warn("{} changed while it was read: {}", file, e.getMessage());
      }
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
    EnvelopeSecurity.Secured secured;
    try {
      secured = read.value().secure(request.content(), type.charset());
    } catch (SoapMessageException e) {
      SoapVersion version = Objects.requireNonNullElse(type.version(), SoapVersion.SOAP_1_1);
      return refused(request.loop(), e.fault(), version);
    } catch (SoapException | RuntimeException e) {
      throw failure(client, route, OriginFailure.Kind.NOT_SECURED, e.getMessage());
    }
    HttpHeaders fields = request.fields().copy();
    OF_CONTENT.forEach(fields::remove);
    fields.set(HttpHeaderNames.CONTENT_TYPE, inUtf8(type, secured.version()));
    List<String> codings = ContentCodings.accepted(fields);
    if (codings.isEmpty()) {
      fields.remove(HttpHeaderNames.ACCEPT_ENCODING);
    } else {
      fields.set(HttpHeaderNames.ACCEPT_ENCODING, String.join(", ", codings));
    }
    HeldResponse response =
        HeldResponse.ask(client, request.with(fields, secured.message()), MAX_RESPONSE_BYTES);
    return opened(client, route, request.loop(), secured, response);
  }

  private static HeldResponse opened(
      OriginClient client,
      Route route,
      EventLoop loop,
      EnvelopeSecurity.Secured secured,
      HeldResponse response)
      throws OriginFailure {
    byte[] content = response.content();
    if (content == null) {
      response.cancel();
      throw failure(
          client,
          route,
          OriginFailure.Kind.TOO_LARGE,
          "expected a response of at most " + MAX_RESPONSE_BYTES + " bytes");
    }
    HttpResponseStatus status = response.head().status();
    HttpHeaders fields = response.head().headers();
    MediaType type = MediaType.parse(fields.get(HttpHeaderNames.CONTENT_TYPE));
    boolean isError = status.code() >= 300 && OF_ERRORS.contains(type.type());
    if (content.length == 0 || isError) {
      return response;
    }
    String coding = fields.get(HttpHeaderNames.CONTENT_ENCODING);
    byte[] message = ContentCodings.decoded(content, coding, MAX_RESPONSE_BYTES);
    if (type.version() == null || message == null) {
      throw failure(
          client,
          route,
          OriginFailure.Kind.UNPROTECTED,
          "expected an envelope, found "
              + (message == null ? "the content coding " + coding : "'" + type.type() + "'")
              + " with status "
              + status.code());
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

  /** Returns the fault of a request that cannot be protected. */
  private static HeldResponse refused(EventLoop loop, SoapFault fault, SoapVersion version) {
    XmlWriter out = new XmlWriter();
    out.raw(
        ("<s:Envelope xmlns:s=\"" + version.namespace() + "\"><s:Body>")
            .getBytes(StandardCharsets.US_ASCII));
    FaultWriter.write(fault, version, null, out);
    out.raw("</s:Body></s:Envelope>".getBytes(StandardCharsets.US_ASCII));
    HttpHeaders fields = new DefaultHttpHeaders();
    fields.set(HttpHeaderNames.CONTENT_TYPE, version.mediaType() + "; charset=utf-8");
    HttpResponseStatus status =
        version == SoapVersion.SOAP_1_2 && fault.blamesSender() // SOAP 1.2 part 2 §7.5.2.2
            ? HttpResponseStatus.BAD_REQUEST
            : HttpResponseStatus.INTERNAL_SERVER_ERROR;
    return HeldResponse.whole(
        loop, new DefaultHttpResponse(HttpVersion.HTTP_1_1, status, fields), out.toByteArray());
  }
}
