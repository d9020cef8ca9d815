package io.castile.soap.server;

import io.castile.soap.Headers;
import io.castile.soap.SoapTransportException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.internal.TransportOrigin;
import io.castile.soap.http.Transport;
import io.castile.soap.internal.HttpSyntax;
import io.castile.xml.Payload;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.handler.MessageContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands messages over to endpoints of this JVM, without HTTP and without sockets: each end has its
 * own copy of the bytes, and the header fields are those that HTTP would carry. A message is
 * answered on the thread that sends it. Thread-safe, if the services are.
 */
public final class LocalTransport implements Transport {
  private static final Logger log = LoggerFactory.getLogger(LocalTransport.class);

  private static final int MAX_PATHS = 64;

  private final Map<String, ServiceEndpoint> endpoints;
  private final ConcurrentHashMap<String, String> paths = new ConcurrentHashMap<>();

  /**
   * @param endpoints by path, each beginning with a slash; of an address only the path counts
   */
  public LocalTransport(Map<String, ServiceEndpoint> endpoints) {
    this.endpoints = Map.copyOf(endpoints);
  }

  @Override
  public Incoming send(Outgoing message) throws SoapTransportException {
    String path = path(message.endpoint());
    ServiceEndpoint endpoint = endpoints.get(path);
    if (endpoint == null) {
      return refused(404);
    }
    Headers.Builder lower = Headers.builder();
    message.headers().forEach((name, value) -> lower.set(name.toLowerCase(Locale.ROOT), value));
    Headers fields = lower.build();
    String contentType = fields.get("content-type");
    String codings = HttpSyntax.codings(fields.getOrDefault("content-encoding", ""));
    RequestType type = RequestType.of(contentType, fields.get("soapaction"));
    boolean isCoded = !codings.isEmpty() && endpoint.settings().decoder(codings) == null;
    if (type == null || (isCoded && !endpoint.decodes(codings))) {
      return refused(415);
    }
    ReceivedRequest request;
    try {
      request = RequestReceiver.ofBytes(bytes(message.content()), codings, endpoint, type);
    } catch (RequestDecoder.Refused e) {
      log.debug("the content coding of a request: {}", e.getMessage());
      return refused(e.isTooLarge() ? 413 : 400);
    }
    LocalReply reply = new LocalReply();
    LocalOrigin origin = new LocalOrigin(path, message.endpoint(), fields);
    endpoint.serve(request, origin, reply);
    if (reply.failure != null) {
      throw new SoapTransportException(
          "the answer of " + path + " could not be written: " + reply.failure.getMessage(),
          reply.failure);
    }
    return Objects.requireNonNull(reply.answer, "answer"); // as whatever was served is answered
  }

  private String path(String address) {
    String known = paths.get(address);
    if (known != null) {
      return known;
    }
    String path = URI.create(address).getPath();
    if (paths.size() < MAX_PATHS) {
      paths.put(address, path);
    }
    return path;
  }

  private static Incoming refused(int status) {
    return new Incoming(status, Headers.NONE, new byte[0]);
  }

  private static byte[] bytes(Payload content) throws SoapTransportException {
    try {
      return copy(content);
    } catch (IOException e) {
      throw new SoapTransportException("the message could not be written: " + e.getMessage(), e);
    }
  }

  private static byte[] copy(Payload content) throws IOException {
    int size = content.size();
    Content out = new Content(size == Payload.UNKNOWN_SIZE ? 8192 : size);
    content.writeTo(out);
    return out.bytes();
  }

  /** Bytes that are not copied once more where there are as many as was said. */
  private static final class Content extends ByteArrayOutputStream {
    Content(int size) {
      super(size);
    }

    byte[] bytes() {
      return count == buf.length ? buf : toByteArray();
    }
  }

  @Override
  public void close() {
    // There is no connection to close, and the endpoints are the server's.
  }

  /**
   * What this transport says of a request.
   *
   * @param address the path
   * @param endpoint the whole address, as the client gave it
   * @param headers by name in lower case
   */
  private record LocalOrigin(String address, String endpoint, Headers headers)
      implements TransportOrigin {
    @Override
    public String target() {
      return endpoint;
    }

    @Override
    public Map<String, Object> properties() {
      Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      headers.forEach((name, value) -> fields.put(name, List.of(value)));
      return Map.of(
          MessageContext.HTTP_REQUEST_METHOD,
          "POST",
          BindingProvider.ENDPOINT_ADDRESS_PROPERTY,
          endpoint,
          MessageContext.PATH_INFO,
          address,
          MessageContext.HTTP_REQUEST_HEADERS,
          fields);
    }
  }

  /** Keeps the answer, as its content is only there while it is being taken. */
  private static final class LocalReply implements Reply {
    private @Nullable Incoming answer;
    private @Nullable IOException failure;

    @Override
    public void accepted() {
      answer = new Incoming(202, Headers.NONE, new byte[0]);
    }

    @Override
    public void message(
        SoapVersion version, boolean fault, boolean sender, Headers headers, Payload content) {
      Headers.Builder fields = Headers.builder();
      fields.add("content-type", version.mediaType() + "; charset=utf-8");
      headers.forEach((name, value) -> fields.set(name.toLowerCase(Locale.ROOT), value));
      try {
        int status = HttpBinding.status(version, fault, sender);
        answer = new Incoming(status, fields.build(), copy(content));
      } catch (IOException e) {
        failure = e;
      }
    }
  }
}
