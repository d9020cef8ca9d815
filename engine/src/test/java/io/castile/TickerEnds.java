package io.castile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.shop.Item;
import io.castile.soap.Headers;
import io.castile.soap.SoapTransportException;
import io.castile.soap.http.HttpOptions;
import io.castile.soap.http.HttpTransport;
import io.castile.soap.http.Transport;
import io.castile.xml.Payload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;

/** The server of a ticker and its clients, for tests of what goes between them. */
abstract class TickerEnds {
  final Ticker.Service service = new Ticker.Service(1, 100);
  private final List<AutoCloseable> open = new ArrayList<>();

  /** The one that was started last. */
  SoapServer server;

  final void serve(UnaryOperator<ServerBuilder> options) {
    serve(options, 0);
  }

  private void serve(UnaryOperator<ServerBuilder> options, int port) {
    ServerBuilder builder =
        Castile.server().sameVersion(false).host("localhost").port(port).publish("/shop", service);
    server = keep(options.apply(builder).start());
  }

  /** Starts another server in the place of the last one. */
  final void serveAnew(UnaryOperator<ServerBuilder> options) throws Exception {
    int port = server.port();
    server.close();
    serve(options, port);
  }

  final Ticker client(UnaryOperator<ClientBuilder<Ticker>> options) {
    Ticker client =
        options.apply(Castile.client(Ticker.class).endpoint(server.url("/shop"))).build();
    keep((AutoCloseable) client);
    return client;
  }

  final Ticker plain() {
    return client(builder -> builder);
  }

  /** Has something closed after the test. */
  final <C extends AutoCloseable> C keep(C closeable) {
    open.add(closeable);
    return closeable;
  }

  @AfterEach
  final void close() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  /** Puts other items each time, and checks that the service has got them, once. */
  final void put(Ticker client, int times) {
    for (int i = 0; i < times; i++) {
      int before = service.puts.size();
      List<Item> items = service.items("m");
      assertThat(client.put(items)).isEqualTo(items.size());
      assertThat(service.puts).hasSize(before + 1);
      assertThat(service.puts.get(before)).isEqualTo(items);
      service.change(5, 1);
    }
  }

  // ---- the wire ----

  /** Whether content is an envelope; a delta may begin as a tag, with a random version. */
  static boolean isXml(byte[] content) {
    String begin = new String(content, 0, Math.min(80, content.length), ISO_8859_1);
    return begin.startsWith("<") && begin.contains("Envelope");
  }

  static String envelope(String content) {
    return "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\">"
        + content
        + "</e:Envelope>";
  }

  /**
   * A request.
   *
   * @param header the element, or nothing
   */
  static String request(String header, String operation, String arguments) {
    String call = "<s:%s xmlns:s=\"http://shop.castile.io/\">%s</s:%1$s>";
    return envelope(header + "<e:Body>" + call.formatted(operation, arguments) + "</e:Body>");
  }

  /** Asks for the items of a market. */
  static String itemsRequest(String header) {
    return request(header, "items", "<market>m</market>");
  }

  static Transport.Incoming fault(String code, String text) {
    String fault =
        "<e:Body><e:Fault><faultcode>e:%s</faultcode><faultstring>%s</faultstring></e:Fault></e:Body>";
    byte[] body = envelope(fault.formatted(code, text)).getBytes(UTF_8);
    return new Transport.Incoming(500, Headers.of("content-type", "text/xml"), body);
  }

  final RawHttp.Answer post(String body, String fields) throws IOException {
    return RawHttp.post(server.port(), "text/xml", body.getBytes(UTF_8), fields);
  }

  static byte[] bytes(Payload content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      content.writeTo(out);
    } catch (IOException e) {
      throw new AssertionError("no writing but to memory", e);
    }
    return out.toByteArray();
  }

  /** The content coding of an answer; empty for none. */
  static String coding(Transport.Incoming answer) {
    return answer.headers().getOrDefault("content-encoding", "");
  }

  /** An answer with another header field. */
  static Transport.Incoming with(Transport.Incoming answer, String name, String value) {
    Headers headers = answer.headers().with(name, value);
    return new Transport.Incoming(answer.status(), headers, answer.body());
  }

  /** What happens to messages on their way. */
  interface Way {
    Transport.Incoming pass(Transport.Outgoing message, Transport http)
        throws SoapTransportException;
  }

  /** HTTP with something on the way. */
  static Transport http(Way way) {
    Transport http = new HttpTransport(HttpOptions.DEFAULT);
    return new Transport() {
      @Override
      public Incoming send(Outgoing message) throws SoapTransportException {
        return way.pass(message, http);
      }

      @Override
      public void close() {
        http.close();
      }
    };
  }

  /** HTTP that alters what comes. */
  static Transport altering(UnaryOperator<Transport.Incoming> change) {
    return http((message, http) -> change.apply(http.send(message)));
  }
}
