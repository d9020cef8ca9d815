package io.castile.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.bridge.mock.MockDocuments;
import io.castile.bridge.mock.MockResponse;
import io.castile.bridge.mock.MockService;
import io.castile.gateway.config.Limits;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.config.ListenerConfig;
import io.castile.gateway.config.Timeouts;
import io.castile.gateway.http.FrontExchange;
import io.castile.gateway.http.FrontServer;
import io.castile.gateway.http.Loops;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHandler;
import io.castile.gateway.http.RequestHead;
import io.castile.wsdl.Description;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A mock on HTTP, on the server of the gateway: messages by POST of any path, documents of the
 * description by GET, with the addresses of the mock. Thread-safe.
 */
final class MockServer implements AutoCloseable {
  private static final int LOOPS = 2;
  private static final int MAX_BYTES = 16 << 20;

  /** Hosts of this machine: a page of another one can have its name resolved to this machine. */
  private static final Pattern LOOPBACK =
      Pattern.compile(
          "(localhost|127(\\.\\d{1,3}){3}|\\[::1\\])(:\\d+)?", Pattern.CASE_INSENSITIVE);

  private final MockService service;
  private final MockDocuments documents;
  private final Duration delay;
  private final Loops loops = new Loops(LOOPS);
  private final int port;

  /**
   * Begins to listen.
   *
   * @param delay before each response to a message
   * @throws IOException if it cannot
   */
  MockServer(Description description, MockService service, ListenAddress address, Duration delay)
      throws IOException {
    this.service = service;
    this.documents = MockDocuments.of(description);
    this.delay = delay;
    FrontServer.Settings settings =
        new FrontServer.Settings(Limits.DEFAULT, Timeouts.DEFAULT, List.of());
    boolean listens = false;
    try {
      port =
          new FrontServer(loops, new Handler(), () -> settings)
              .listen(ListenerConfig.of(address), null);
      listens = true;
    } finally {
      if (!listens) {
        loops.close();
      }
    }
  }

  int port() {
    return port;
  }

  @Override
  public void close() {
    loops.close();
  }

  private final class Handler implements RequestHandler {
    @Override
    public Handling begin(FrontExchange exchange) {
      return new Handling() {
        @Override
        public int heldBytes() {
          return MAX_BYTES;
        }

        @Override
        public void handle() {
          if (!LOOPBACK.matcher(exchange.head().host()).matches()) {
            exchange.respond(
                Reply.ofText(403, "expected localhost or an address of loopback as the Host"));
          } else if (exchange.head().method().equals(HttpMethod.POST)) {
            post(exchange);
          } else {
            exchange.respond(get(exchange.head()));
          }
        }

        @Override
        public void ended() {}
      };
    }

    @Override
    public void refused(FrontExchange exchange) {}
  }

  private void post(FrontExchange exchange) {
    byte[] content = exchange.content();
    HttpHeaders fields = exchange.head().fields();
    if (content == null) {
      exchange.respond(Reply.ofText(413, "expected at most " + MAX_BYTES + " bytes, found more"));
      return;
    }
    String contentType = field(fields, HttpHeaderNames.CONTENT_TYPE);
    if (fields.contains(HttpHeaderNames.CONTENT_ENCODING) || !MockService.takes(contentType)) {
      exchange.respond(
          Reply.ofText(
              415,
              "expected text/xml, application/soap+xml or multipart/related of them, without content coding"));
      return;
    }
    MockResponse response =
        service.answer(
            contentType,
            field(fields, "SOAPAction"),
            field(fields, MockService.FAULT_FIELD),
            content);
    HttpHeaders replied = new DefaultHttpHeaders();
    if (!response.contentType().isEmpty()) {
      replied.set(HttpHeaderNames.CONTENT_TYPE, response.contentType());
    }
    Reply reply = new Reply(response.status(), replied, response.content().getBytes(UTF_8));
    if (delay.isZero()) {
      exchange.respond(reply);
    } else {
      exchange
          .eventLoop()
          .schedule(() -> exchange.respond(reply), delay.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private static String field(HttpHeaders fields, CharSequence name) {
    return Objects.requireNonNullElse(fields.get(name), "");
  }

  private Reply get(RequestHead head) {
    int query = head.target().indexOf('?');
    String asked = query < 0 ? "" : head.target().substring(query + 1);
    String document = documents.document(head.path(), asked, "http://" + head.host());
    if (!head.method().equals(HttpMethod.GET) || document == null) {
      return Reply.ofText(404, "expected a message by POST, or GET of ?wsdl");
    }
    HttpHeaders fields = new DefaultHttpHeaders();
    fields.set(HttpHeaderNames.CONTENT_TYPE, "text/xml; charset=utf-8");
    return new Reply(200, fields, document.getBytes(UTF_8));
  }
}
