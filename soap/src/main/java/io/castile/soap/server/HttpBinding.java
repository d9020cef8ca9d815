package io.castile.soap.server;

import io.castile.soap.Headers;
import io.castile.soap.HttpSyntax;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.ArrivedMessage;
import io.castile.soap.exchange.LargeMessages;
import io.castile.soap.exchange.TransportOrigin;
import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.http.message.ContentStart;
import io.castile.soap.http.message.EntityTags;
import io.castile.soap.http.message.ErrorText;
import io.castile.soap.multipart.MultipartType;
import io.castile.soap.multipart.ReceivedMultipart;
import io.castile.soap.wsdl.WsdlDocuments;
import io.castile.xml.Payload;
import io.castile.xml.XmlWindow;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.handler.MessageContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP to endpoints and back (SOAP 1.1 §6; SOAP 1.2 part 2 §7.5): POST is a message, GET with
 * {@code ?wsdl} or {@code ?xsd=…} is the description, and without a query a page for people. One
 * for all HTTP servers. Thread-safe.
 */
final class HttpBinding implements HttpHandler {
  private static final Logger log = LoggerFactory.getLogger(HttpBinding.class);

  /** Content is received in pieces of this size at first, whatever length the sender claims. */
  private static final int FIRST_PIECE_BYTES = 256 << 10;

  /** How long a client that was refused may go on sending. */
  private static final Duration MAX_DRAIN = Duration.ofSeconds(1);

  private static final String RETRY_AFTER_SECONDS = "1";
  private static final String CONTENT_TYPE = "Content-Type";
  private static final String TEXT_XML = "text/xml; charset=utf-8";
  private static final String SOAP_XML = "application/soap+xml; charset=utf-8";

  private final Map<String, ServiceEndpoint> endpoints;
  private final Map<ServiceEndpoint, WsdlDocuments> descriptions = new HashMap<>();
  private final ServicePages pages;
  private final int maxRequestBytes;
  private final int minBytesPerSecond;
  private final Duration requestTimeout;

  /**
   * @param endpoints by path, each beginning with a slash
   * @param options size of a request, beyond which it is answered with status 413, and the time
   *     within which its content must arrive; else it is answered with status 408
   */
  HttpBinding(Map<String, ServiceEndpoint> endpoints, HttpServerOptions options) {
    this.endpoints = new TreeMap<>(endpoints);
    this.maxRequestBytes = options.maxRequestBytes();
    this.minBytesPerSecond = options.minBytesPerSecond();
    this.requestTimeout = options.requestTimeout();
    this.pages = new ServicePages(this.endpoints);
    for (ServiceEndpoint endpoint : endpoints.values()) {
      descriptions.put(endpoint, new WsdlDocuments(endpoint.model(), endpoint.wsdlExtensions()));
    }
  }

  @Override
  public void serve(HttpExchange exchange) throws IOException {
    if ("HTTP/1.0".equals(exchange.protocol()) && exchange.header("Transfer-Encoding") != null) {
      exchange.endConnection();
      refuse(exchange, 400, "expected no Transfer-Encoding in HTTP/1.0 (RFC 9112 §6.1), found one");
      return;
    }
    String path = exchange.path();
    ServiceEndpoint endpoint = endpoints.get(path);
    boolean isGet = exchange.method().equals("GET") || exchange.method().equals("HEAD");
    if (isGet && exchange.query() == null && (path.equals("/") || endpoint != null)) {
      page(path, exchange);
    } else if (endpoint == null) {
      refuse(exchange, 404, "no service is published at this path");
    } else if (exchange.method().equals("POST")) {
      post(endpoint, exchange);
    } else if (isGet
        && exchange.query() != null
        && WsdlDocuments.isDocumentQuery(exchange.query())) {
      describe(endpoint, exchange);
    } else {
      exchange.header("Allow", "POST, GET, HEAD");
      refuse(exchange, 405, "expected POST, or GET of ?wsdl or of no query");
    }
  }

  // ---- messages ----

  private void post(ServiceEndpoint endpoint, HttpExchange exchange) throws IOException {
    String contentType = exchange.header(CONTENT_TYPE);
    RequestType type = RequestType.of(contentType, exchange.header("SOAPAction"));
    if (type == null) {
      refuse(
          exchange,
          415,
          "expected content type text/xml or application/soap+xml, or multipart/related with one of"
              + " these");
      return;
    }
    String charset = type.charset();
    if (charset != null && !HttpSyntax.isKnownCharset(charset)) {
      refuse(
          exchange,
          415,
          "expected a charset that is known here, as utf-8, found '"
              + ErrorText.shortened(charset)
              + "'");
      return;
    }
    String lines = lines(exchange, "Content-Encoding");
    String codings = lines == null ? "" : HttpSyntax.codings(lines);
    boolean isCoded = !codings.isEmpty();
    RequestDecoder decoder = endpoint.requestDecoder(codings);
    if (isCoded && decoder == null && !endpoint.decodes(codings)) {
      refuseCodings(endpoint.requestDecoder(), codings, exchange);
      return;
    }
    boolean isStillCoded = isCoded && decoder == null;
    MultipartType packageType = isStillCoded ? null : type.packageType();
    long most = packageType == null ? maxRequestBytes : endpoint.maxPackageBytes(maxRequestBytes);
    Incoming incoming = new Incoming(exchange, decoder, codings, most);
    HttpReply reply = new HttpReply(exchange, endpoint.answerEncoder());
    HttpOrigin origin = new HttpOrigin(exchange);
    if (packageType != null) {
      ReceivedMultipart message =
          received(incoming, content -> endpoint.receive(content, packageType));
      if (message == null) {
        return;
      }
      endpoint.serve(message, type, origin, reply);
    } else {
      long length = decoder == null ? exchange.contentLength() : -1;
      boolean mayArrive = !isStillCoded && endpoint.readsArriving();
      Serving serving =
          received(
              incoming,
              content ->
                  mayArrive && endpoint.takesItems()
                      ? items(content, endpoint, type, origin, reply)
                      : mayArrive
                          ? arriving(content, length, endpoint, type)
                          : bytes(content, length, most, endpoint, type, isStillCoded));
      if (serving == null) {
        return;
      }
      serving.serve(origin, reply);
    }
    reply.check();
  }

  /** Has a message answered that has been received. */
  private interface Serving {
    void serve(HttpOrigin origin, HttpReply reply);
  }

  /** Receives a message, of which a large one is read while it arrives. */
  private static Serving arriving(
      InputStream content, long length, ServiceEndpoint endpoint, RequestType type)
      throws IOException {
    XmlWindow window;
    if (length > LargeMessages.BYTES) {
      window = new XmlWindow(content);
    } else {
      ContentStart start = ContentStart.of(content, length, LargeMessages.BYTES);
      if (start.isWhole()) {
        return (origin, reply) -> endpoint.serve(start.bytes(), type, false, origin, reply);
      }
      window = new XmlWindow(content, start.bytes(), start.count());
    }
    try {
      ArrivedMessage message = endpoint.read(window, type);
      content.transferTo(OutputStream.nullOutputStream()); // what is behind an error
      return (origin, reply) -> endpoint.serve(message, type, origin, reply);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** As above, and has it answered while it arrives, where its items are taken one by one. */
  private static Serving items(
      InputStream content,
      ServiceEndpoint endpoint,
      RequestType type,
      HttpOrigin origin,
      HttpReply reply)
      throws IOException {
    try {
      ArrivedMessage message = endpoint.read(new XmlWindow(content), type);
      if (message.items() == null) {
        content.transferTo(OutputStream.nullOutputStream());
        return (o, r) -> endpoint.serve(message, type, o, r);
      }
      endpoint.serve(message, type, origin, reply);
      if (!message.items().hasEnded()) {
        passOver(content);
      }
      return (o, r) -> {};
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Passes over what the service has not taken, within the limits of requests. */
  private static void passOver(InputStream content) {
    try {
      content.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      log.debug("the rest of a request that was answered did not come: {}", e.getMessage());
    }
  }

  /** As above, all of it as bytes. */
  private static Serving bytes(
      InputStream content,
      long length,
      long most,
      ServiceEndpoint endpoint,
      RequestType type,
      boolean isCoded)
      throws IOException {
    byte[] message = bytes(content, length, most);
    return (origin, reply) -> endpoint.serve(message, type, isCoded, origin, reply);
  }

  /** All lines of a header field, joined by commas (RFC 9110 §5.3); null for none. */
  private static @Nullable String lines(HttpExchange exchange, String field) {
    if (exchange.header(field) == null) {
      return null; // as nearly always
    }
    StringJoiner lines = new StringJoiner(", ");
    exchange.headers(
        (name, value) -> {
          if (name.equalsIgnoreCase(field)) {
            lines.add(value);
          }
        });
    return lines.toString();
  }

  /** Says which codings are known (RFC 9110 §15.5.16). */
  private static void refuseCodings(
      @Nullable RequestDecoder known, String codings, HttpExchange exchange) throws IOException {
    exchange.header("Accept-Encoding", known == null ? "identity" : known.accepted());
    refuse(
        exchange,
        415,
        "expected "
            + (known == null ? "no content coding" : known.expected())
            + ", found '"
            + ErrorText.shortened(codings)
            + "'");
  }

  /**
   * A message that arrives.
   *
   * @param decoder takes its codings off; null where they are left
   * @param maxBytes as it arrives, and once its codings are taken off
   */
  private record Incoming(
      HttpExchange exchange, @Nullable RequestDecoder decoder, String codings, long maxBytes) {}

  /** Makes a message of content while it arrives. */
  private interface Receiving<T> {
    T from(InputStream content) throws IOException;

    /** As above, of content whose codings are to be taken off. */
    default T from(Incoming incoming, InputStream coded) throws IOException {
      RequestDecoder decoder = incoming.decoder();
      if (decoder == null) {
        return from(coded);
      }
      try (InputStream content = decoder.open(incoming.codings(), coded, incoming.maxBytes())) {
        return from(content);
      }
    }
  }

  /** Receives a message within the limits of size and time; null if it was refused. */
  private <T> @Nullable T received(Incoming incoming, Receiving<T> receiving) throws IOException {
    HttpExchange exchange = incoming.exchange();
    long maxBytes = incoming.maxBytes();
    long claimed = exchange.contentLength();
    if (claimed > maxBytes) {
      refuseTooLarge(exchange, maxBytes);
      return null;
    }
    ArrivalPace pace = new ArrivalPace(requestTimeout, minBytesPerSecond);
    try (RequestContent content =
        new RequestContent(exchange.content(pace), claimed, maxBytes, pace)) {
      try {
        return receiving.from(incoming, content);
      } catch (RequestDecoder.Refused e) {
        int status = e.isTooLarge() ? 413 : 400;
        refuseUnread(exchange, status, "the content coding of the request: " + e.getMessage());
      } catch (RequestContent.TooLarge e) {
        refuseTooLarge(exchange, maxBytes);
      } catch (RequestContent.TooLate e) {
        exchange.endConnection();
        refuse(exchange, 408, "the request did not arrive in time");
      }
    }
    return null;
  }

  /** The status of an answer (SOAP 1.1 §6.2; SOAP 1.2 part 2 §7.5.2.2). */
  static int status(SoapVersion version, boolean fault, boolean sender) {
    if (!fault) {
      return 200;
    }
    return sender && version == SoapVersion.SOAP_1_2 ? 400 : 500;
  }

  /** Reads all; holds one byte more than there may be at most, which {@code content} refuses. */
  static byte[] bytes(InputStream content, long claimed, long maxBytes) throws IOException {
    byte[] bytes = new byte[claimed >= 0 ? (int) Math.min(claimed, FIRST_PIECE_BYTES) : 8 << 10];
    int count = 0;
    while (true) {
      if (count == bytes.length) {
        if (count == claimed) {
          return bytes;
        }
        long wanted = claimed >= 0 ? Math.min(claimed, 2L * count) : 2L * count;
        bytes =
            Arrays.copyOf(bytes, (int) Math.min(wanted, Math.min(maxBytes + 1, Integer.MAX_VALUE)));
      }
      int read = content.read(bytes, count, bytes.length - count);
      if (read < 0) {
        return Arrays.copyOf(bytes, count);
      }
      count += read;
    }
  }

  static void refuseTooLarge(HttpExchange exchange, long maxBytes) throws IOException {
    refuseUnread(exchange, 413, "the message has more than " + maxBytes + " bytes");
  }

  /**
   * Answers, and then takes in a little more of the message: a connection that is closed with bytes
   * unread is reset, and the client may lose the answer (RFC 9112 §9.6).
   */
  private static void refuseUnread(HttpExchange exchange, int status, String reason)
      throws IOException {
    exchange.endConnection();
    refuse(exchange, status, reason);
    ArrivalPace pace = new ArrivalPace(MAX_DRAIN, 0);
    byte[] unwanted = new byte[64 << 10];
    try (InputStream in = exchange.content(pace)) {
      int read = in.read(unwanted);
      while (read >= 0 && pace.isKept()) {
        read = in.read(unwanted);
      }
    } catch (IOException e) {
      log.debug("a refused client has gone: {}", e.getMessage());
    }
  }

  // ---- description ----

  private void describe(ServiceEndpoint endpoint, HttpExchange exchange) throws IOException {
    String query = Objects.requireNonNull(exchange.query()); // as it asks for a document
    WsdlDocuments description = Objects.requireNonNull(descriptions.get(endpoint));
    byte[] document = description.document(query, address(exchange));
    if (document == null) {
      refuse(exchange, 404, "the service's description has no such document");
      return;
    }
    exchange.header(CONTENT_TYPE, TEXT_XML);
    AnswerEncoder.Answer answer =
        encoded(
            exchange,
            endpoint.answerEncoder(),
            Headers.NONE,
            Payload.of(document, document.length));
    answer.headers().forEach(exchange::header);
    exchange.send(answer.content());
  }

  /**
   * What leaves, in a content coding or not.
   *
   * @param encoder null for none
   */
  private static AnswerEncoder.Answer encoded(
      HttpExchange exchange, @Nullable AnswerEncoder encoder, Headers headers, Payload content)
      throws IOException {
    AnswerEncoder.Answer plain = new AnswerEncoder.Answer(headers, content);
    boolean isPackage = headers.has(CONTENT_TYPE);
    return encoder == null || isPackage
        ? plain
        : encoder.encoded(lines(exchange, "Accept-Encoding"), plain);
  }

  /** At which the client has found the service, as it says itself. */
  private static String address(HttpExchange exchange) {
    return exchange.origin() + exchange.mountPath() + exchange.path();
  }

  /** Of each service, and at the root, where no service is, a list of all. */
  private void page(String path, HttpExchange exchange) throws IOException {
    exchange.header(CONTENT_TYPE, "text/html; charset=utf-8");
    exchange.header("Content-Security-Policy", "default-src 'none'");
    exchange.header("X-Content-Type-Options", "nosniff");
    send(exchange, pages.page(path, exchange.mountPath()));
  }

  /** Answers that a request is not served here and now, and when to come again. */
  static void refuseForNow(HttpExchange exchange, String reason) throws IOException {
    exchange.endConnection();
    exchange.header("Retry-After", RETRY_AFTER_SECONDS);
    refuse(exchange, 503, reason);
  }

  static void refuse(HttpExchange exchange, int status, String reason) throws IOException {
    exchange.status(status);
    exchange.header(CONTENT_TYPE, "text/plain; charset=utf-8");
    send(exchange, (reason + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static void send(HttpExchange exchange, byte[] content) throws IOException {
    exchange.send(Payload.of(content, content.length));
  }

  /**
   * What HTTP says of a request (Jakarta XML Web Services 4.0 §9.4.1.1).
   *
   * @param exchange its own
   */
  private record HttpOrigin(HttpExchange exchange) implements TransportOrigin {
    @Override
    public String address() {
      return exchange.path();
    }

    @Override
    public String target() {
      return exchange.origin() + exchange.target();
    }

    @Override
    public Headers headers() {
      Headers.Builder fields = Headers.builder();
      exchange.headers((name, value) -> fields.add(name.toLowerCase(Locale.ROOT), value));
      return fields.build();
    }

    @Override
    public @Nullable String header(String name) {
      Headers.Builder lines = Headers.builder();
      exchange.headers(
          (given, value) -> {
            if (given.equalsIgnoreCase(name)) {
              lines.add(name, value);
            }
          });
      return lines.build().get(name);
    }

    @Override
    public Map<String, Object> properties() {
      Map<String, Object> properties = new HashMap<>(exchange.properties());
      properties.put(MessageContext.HTTP_REQUEST_METHOD, exchange.method());
      properties.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, HttpBinding.address(exchange));
      properties.put(MessageContext.PATH_INFO, exchange.path());
      if (exchange.query() != null) {
        properties.put(MessageContext.QUERY_STRING, exchange.query());
      }
      Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      exchange.headers(
          (name, value) -> fields.computeIfAbsent(name, added -> new ArrayList<>()).add(value));
      properties.put(MessageContext.HTTP_REQUEST_HEADERS, fields);
      return properties;
    }

    @Override
    public @Nullable Principal principal() {
      return exchange.principal();
    }

    @Override
    public boolean isInRole(String role) {
      return exchange.isInRole(role);
    }
  }

  /** Writes the answer while its buffer is at hand, so it blocks until it has left. */
  private static final class HttpReply implements ServiceEndpoint.Reply {
    private static final Payload NOTHING = Payload.of(new byte[0], 0);

    private final HttpExchange exchange;
    private final @Nullable AnswerEncoder encoder; // null for none
    private @Nullable Exception failure;

    HttpReply(HttpExchange exchange, @Nullable AnswerEncoder encoder) {
      this.exchange = exchange;
      this.encoder = encoder;
    }

    /** An encoder needs the message. */
    @Override
    public boolean takesLeaving() {
      return encoder == null && !"HTTP/1.0".equals(exchange.protocol());
    }

    @Override
    public void accepted() {
      exchange.status(202);
      sent(() -> NOTHING);
    }

    @Override
    public void message(
        SoapVersion version, boolean fault, boolean sender, Headers headers, Payload content) {
      String held =
          fault
              ? null
              : EntityTags.named(lines(exchange, "If-None-Match"), headers.get(EntityTags.FIELD));
      sent(
          () -> {
            if (held != null) {
              return notModified(held, encoded(exchange, encoder, headers, NOTHING).headers());
            }
            AnswerEncoder.Answer answer = encoded(exchange, encoder, headers, content);
            exchange.status(status(version, fault, sender));
            exchange.header(CONTENT_TYPE, version == SoapVersion.SOAP_1_1 ? TEXT_XML : SOAP_XML);
            answer.headers().forEach(exchange::header);
            return answer.content();
          });
    }

    /** Says that the client holds the message that would be sent (RFC 9110 §15.4.5). */
    private Payload notModified(String held, Headers headers) {
      exchange.status(304);
      headers.forEach(
          (name, value) -> {
            if (name.equalsIgnoreCase("Cache-Control") || name.equalsIgnoreCase("Vary")) {
              exchange.header(name, value);
            }
          });
      exchange.header(EntityTags.FIELD, held);
      return NOTHING;
    }

    /** Says what an answer's head has, and gives its content. */
    private interface Head {
      Payload set() throws IOException;
    }

    private void sent(Head head) {
      try {
        exchange.send(head.set());
      } catch (IOException | RuntimeException e) {
        failure = e; // the chain ends as it should all the same
        log.debug("the answer could not be sent: {}", e.getMessage());
      }
    }

    /** Fails if the answer did not leave as a whole. */
    void check() throws IOException {
      if (failure instanceof IOException e) {
        throw e;
      }
      if (failure != null) {
        throw new IOException("the answer could not be made: " + failure.getMessage(), failure);
      }
    }
  }
}
