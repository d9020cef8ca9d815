package io.castile.soap.server;

import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.internal.TransportOrigin;
import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.http.message.EntityTags;
import io.castile.soap.wsdl.WsdlDocuments;
import io.castile.xml.Payload;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.handler.MessageContext;
import java.io.IOException;
import java.security.Principal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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

  private static final String CONTENT_TYPE = "Content-Type";
  private static final String TEXT_XML = "text/xml; charset=utf-8";
  private static final String SOAP_XML = "application/soap+xml; charset=utf-8";

  private final Map<String, ServiceEndpoint> endpoints;
  private final Map<ServiceEndpoint, WsdlDocuments> descriptions = new HashMap<>();
  private final ServicePages pages;
  private final RequestReceiver receiver;

  /**
   * @param endpoints by path, each beginning with a slash
   * @param options size of a request, beyond which it is answered with status 413, and the time
   *     within which its content must arrive; else it is answered with status 408
   */
  HttpBinding(Map<String, ServiceEndpoint> endpoints, HttpServerOptions options) {
    this.endpoints = new TreeMap<>(endpoints);
    this.receiver = new RequestReceiver(options);
    this.pages = new ServicePages(this.endpoints);
    for (ServiceEndpoint endpoint : endpoints.values()) {
      descriptions.put(endpoint, new WsdlDocuments(endpoint.model(), endpoint.wsdlExtensions()));
    }
  }

  @Override
  public void serve(HttpExchange exchange) throws IOException {
    if ("HTTP/1.0".equals(exchange.protocol()) && exchange.header("Transfer-Encoding") != null) {
      exchange.endConnection();
      Refusals.refuse(
          exchange, 400, "expected no Transfer-Encoding in HTTP/1.0 (RFC 9112 §6.1), found one");
      return;
    }
    String path = exchange.path();
    ServiceEndpoint endpoint = endpoints.get(path);
    boolean isGet = exchange.method().equals("GET") || exchange.method().equals("HEAD");
    if (isGet && exchange.query() == null && (path.equals("/") || endpoint != null)) {
      page(path, exchange);
    } else if (endpoint == null) {
      Refusals.refuse(exchange, 404, "no service is published at this path");
    } else if (exchange.method().equals("POST")) {
      post(endpoint, exchange);
    } else if (isGet
        && exchange.query() != null
        && WsdlDocuments.isDocumentQuery(exchange.query())) {
      describe(endpoint, exchange);
    } else {
      exchange.header("Allow", "POST, GET, HEAD");
      Refusals.refuse(exchange, 405, "expected POST, or GET of ?wsdl or of no query");
    }
  }

  // ---- messages ----

  private void post(ServiceEndpoint endpoint, HttpExchange exchange) throws IOException {
    HttpReply reply = new HttpReply(exchange, endpoint.settings().encoder);
    try (ReceivedRequest request = receiver.received(endpoint, exchange)) {
      if (request == null) {
        return; // it has been refused
      }
      endpoint.serve(request, new HttpOrigin(exchange), reply);
      request.passOver();
    }
    reply.check();
  }

  /** The status of an answer (SOAP 1.1 §6.2; SOAP 1.2 part 2 §7.5.2.2). */
  static int status(SoapVersion version, boolean fault, boolean sender) {
    if (!fault) {
      return 200;
    }
    return sender && version == SoapVersion.SOAP_1_2 ? 400 : 500;
  }

  // ---- description ----

  private void describe(ServiceEndpoint endpoint, HttpExchange exchange) throws IOException {
    String query = Objects.requireNonNull(exchange.query()); // as it asks for a document
    WsdlDocuments description = Objects.requireNonNull(descriptions.get(endpoint));
    byte[] document = description.document(query, address(exchange));
    if (document == null) {
      Refusals.refuse(exchange, 404, "the service's description has no such document");
      return;
    }
    exchange.header(CONTENT_TYPE, TEXT_XML);
    AnswerEncoder.Answer answer =
        encoded(
            exchange,
            endpoint.settings().encoder,
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
        : encoder.encoded(RequestReceiver.lines(exchange, "Accept-Encoding"), plain);
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
  private static final class HttpReply implements Reply {
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
      String tag = fault ? null : headers.get(EntityTags.FIELD);
      String held =
          tag == null
              ? null
              : EntityTags.named(RequestReceiver.lines(exchange, "If-None-Match"), tag);
      sent(
          () -> {
            if (held != null) {
              return notModified(held, encoded(exchange, encoder, headers, NOTHING).headers());
            }
            if (encoder == null) {
              return message(version, status(version, fault, sender), headers, content);
            }
            AnswerEncoder.Answer answer = encoded(exchange, encoder, headers, content);
            int status = status(version, fault, sender);
            return message(version, status, answer.headers(), answer.content());
          });
    }

    private Payload message(SoapVersion version, int status, Headers headers, Payload content) {
      exchange.status(status);
      exchange.header(CONTENT_TYPE, version == SoapVersion.SOAP_1_1 ? TEXT_XML : SOAP_XML);
      headers.forEach(exchange::header);
      return content;
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
