package io.castile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.castile.delta.Compression;
import io.castile.shop.WrappedShop;
import io.castile.soap.SoapTransportException;
import io.castile.soap.SoapVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client that compresses its requests, before servers that refuse them (RFC 9110 §15.5.16). */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RefusedCodingsTest {
  private static final String PLAIN = "plain";

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final List<String> codings = new CopyOnWriteArrayList<>();
  private PrintStream usual;
  private HttpServer server;

  @BeforeEach
  void listen() {
    usual = System.err;
    System.setErr(new PrintStream(written, true, UTF_8));
  }

  @AfterEach
  void stop() {
    System.setErr(usual);
    server.stop(0);
  }

  /** A server that refuses requests by their coding. */
  private WrappedShop shop(Predicate<String> refused) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("localhost"), 0), 0);
    server.createContext("/", exchange -> answer(exchange, refused));
    server.start();
    return Castile.client(WrappedShop.class)
        .endpoint("http://localhost:" + server.getAddress().getPort() + "/shop")
        .compression(Compression.builder().minBytes(1).requests(true).build())
        .build();
  }

  private void answer(HttpExchange exchange, Predicate<String> refused) throws IOException {
    exchange.getRequestBody().readAllBytes();
    String field = exchange.getRequestHeaders().getFirst("Content-Encoding");
    String coding = field == null ? PLAIN : field;
    codings.add(coding);
    boolean isRefused = refused.test(coding);
    if (isRefused) {
      exchange.getResponseHeaders().set("Accept-Encoding", "identity");
    }
    String text =
        isRefused
            ? ""
            : "<e:Envelope xmlns:e='%s'><e:Body><m:echoResponse xmlns:m='http://shop.castile.io/'>"
                    .formatted(SoapVersion.SOAP_1_1.namespace())
                + "<return>said</return></m:echoResponse></e:Body></e:Envelope>";
    exchange.getResponseHeaders().set("Content-Type", isRefused ? "text/plain" : "text/xml");
    exchange.sendResponseHeaders(isRefused ? 415 : 200, isRefused ? -1 : text.length());
    try (exchange) {
      exchange.getResponseBody().write(text.getBytes(UTF_8));
    }
  }

  private static String echo(WrappedShop shop) {
    return shop.echo("long ".repeat(300));
  }

  private String log() {
    return written.toString(UTF_8);
  }

  @Test
  void whatIsRefusedIsSentOnceMorePlainly() throws IOException {
    WrappedShop shop = shop(coding -> !coding.equals(PLAIN));
    for (int i = 0; i < 3; i++) {
      assertThat(echo(shop)).isEqualTo("said");
    }

    assertThat(codings).containsExactly("gzip", PLAIN, PLAIN, PLAIN);
    assertThat(log())
        .containsOnlyOnce("WARN")
        .contains(
            "/shop refuses requests with content coding gzip (415, it accepts: identity)",
            "10 minutes",
            ".withRequests(true)");
  }

  /** The status may have been said of something else, as the media type. */
  @Test
  void whereThePlainOneIsRefusedTooNothingIsLearnt() throws IOException {
    boolean[] refusesAll = {true};
    WrappedShop shop = shop(coding -> refusesAll[0]);
    assertThatThrownBy(() -> echo(shop))
        .hasRootCauseInstanceOf(SoapTransportException.class)
        .hasStackTraceContaining("415");
    assertThat(codings).containsExactly("gzip", PLAIN);
    assertThat(log()).doesNotContain("WARN");
    refusesAll[0] = false;
    assertThat(echo(shop)).isEqualTo("said");

    assertThat(codings).containsExactly("gzip", PLAIN, "gzip");
  }
}
