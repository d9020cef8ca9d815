package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.soap.Headers;
import io.castile.soap.SoapTransportException;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.http.HttpOptions;
import io.castile.soap.http.HttpTransport;
import io.castile.soap.http.Transport;
import io.castile.template.Templates;
import io.castile.xml.Payload;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients over TLS. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class TlsTest {
  private static final byte[] ANSWER =
      ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
              + "<s:addResponse xmlns:s='http://shop.castile.io/'><return>3</return>"
              + "</s:addResponse></e:Body></e:Envelope>")
          .getBytes(StandardCharsets.UTF_8);

  private final Queue<byte[]> received = new ConcurrentLinkedQueue<>();
  private volatile boolean wantsClientCertificates;
  private SSLContext tls;
  private HttpsServer server;

  @BeforeEach
  void start() throws Exception {
    start(0);
  }

  private void start(int port) throws Exception {
    tls = LocalTls.withKey();
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(tls) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters wanted = tls.getDefaultSSLParameters();
            wanted.setNeedClientAuth(wantsClientCertificates);
            parameters.setSSLParameters(wanted);
          }
        });
    server.createContext(
        "/",
        exchange -> {
          received.add(exchange.getRequestBody().readAllBytes());
          exchange.getResponseHeaders().set("Content-Type", "text/xml");
          exchange.sendResponseHeaders(200, ANSWER.length);
          exchange.getResponseBody().write(ANSWER);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private ClientBuilder<WrappedShop> client(String host) {
    return Castile.client(WrappedShop.class)
        .endpoint("https://" + host + ":" + server.getAddress().getPort() + "/");
  }

  @Test
  void trustedServersAreCalled() {
    WrappedShop port = client("localhost").transport(t -> t.tls(tls.getSocketFactory())).build();

    assertThat(port.add(1, 2)).isEqualTo(3);
    assertThat(port.add(1, 2)).isEqualTo(3);
  }

  @Test
  void messagesInPiecesArriveOverTls() {
    AtomicReference<byte[]> message = new AtomicReference<>();
    WrappedShop port =
        client("localhost")
            .transport(t -> t.tls(tls.getSocketFactory()))
            .templates(Templates.builder().always(true).build())
            .interceptor(
                chain -> {
                  SoapRequest request = chain.request();
                  message.set(request.newBuilder().build().bytes());
                  return chain.proceed(request);
                })
            .build();
    double[] numbers = new Random(4).doubles(50_000).toArray();
    for (int i = 0; i < 3; i++) {
      numbers[i] = i;
      assertThatThrownBy(() -> port.numbers(numbers)).hasMessageContaining("addResponse");

      assertThat(withoutPadding(received.poll())).isEqualTo(withoutPadding(message.get()));
    }
  }

  /** What a template adds: white space behind end tags. */
  private static String withoutPadding(byte[] message) {
    return new String(message, StandardCharsets.UTF_8).replaceAll("> +<", "><");
  }

  /** Castile's server behind an end of TLS, as it is where others see to that. */
  @Test
  void theDifferentialLinkWorksOverTls() {
    Ticker.Service service = new Ticker.Service(1, 100);
    Differential link = Differential.of(DifferentialOptions.DEFAULT);
    Differential clientLink = Differential.of(DifferentialOptions.DEFAULT);
    try (SoapServer behind =
            Castile.server().host("localhost").publish("/", service).differential(link).start();
        Transport http = new HttpTransport(HttpOptions.DEFAULT)) {
      server.removeContext("/");
      server.createContext("/", exchange -> passOn(exchange, http, behind.url("/")));
      Ticker client =
          Castile.client(Ticker.class)
              .endpoint("https://localhost:" + server.getAddress().getPort() + "/")
              .transport(t -> t.tls(tls.getSocketFactory()))
              .differential(clientLink)
              .build();
      for (int i = 0; i < 4; i++) {
        List<Item> items = client.items("m");
        assertThat(items).isEqualTo(service.items("m"));
        assertThat(client.put(items)).isEqualTo(items.size());
        assertThat(service.puts.get(i)).isEqualTo(items);
        service.change(10, 2);
      }
      assertThat(clientLink.statistics().deltas()).isGreaterThanOrEqualTo(3);
      assertThat(clientLink.statistics().requestDeltas()).as("all but the first two").isEqualTo(6);
      assertThat(clientLink.statistics()).isEqualTo(link.statistics());
    }
  }

  private static void passOn(HttpExchange exchange, Transport http, String url) throws IOException {
    byte[] request = exchange.getRequestBody().readAllBytes();
    Headers.Builder given = Headers.builder();
    exchange.getRequestHeaders().forEach((name, values) -> given.add(name, values.get(0)));
    Headers headers = given.remove("Host").remove("Content-length").build();
    Transport.Incoming answer;
    try {
      answer = http.send(new Transport.Outgoing(url, headers, Payload.of(request, request.length)));
    } catch (SoapTransportException e) {
      throw new IOException(e);
    }
    for (String name : List.of("content-type", "content-encoding", "castile", "vary")) {
      if (answer.headers().has(name)) {
        exchange.getResponseHeaders().set(name, answer.headers().get(name));
      }
    }
    exchange.sendResponseHeaders(answer.status(), answer.body().length);
    exchange.getResponseBody().write(answer.body());
    exchange.close();
  }

  @Test
  void serversAreNotTrustedByDefault() {
    assertThatThrownBy(() -> client("localhost").build().add(1, 2))
        .hasCauseInstanceOf(SoapTransportException.class)
        .hasMessageContaining("https://localhost");
  }

  @Test
  void certificatesAreForTheHostCalled() {
    WrappedShop port = client("127.0.0.1").transport(t -> t.tls(tls.getSocketFactory())).build();

    assertThatThrownBy(() -> port.add(1, 2))
        .hasCauseInstanceOf(SoapTransportException.class)
        .hasMessageContaining("127.0.0.1");
  }

  @Test
  void clientsShowTheirCertificateWhereTheServerWantsIt() throws Exception {
    wantsClientCertificates = true;
    WrappedShop known =
        client("localhost").transport(t -> t.tls(LocalTls.withKey().getSocketFactory())).build();
    WrappedShop stranger =
        client("localhost").transport(t -> t.tls(LocalTls.withoutKey().getSocketFactory())).build();

    assertThat(known.add(1, 2)).isEqualTo(3);
    assertThatThrownBy(() -> stranger.add(1, 2))
        .hasCauseInstanceOf(SoapTransportException.class)
        .hasMessageContaining("https://localhost");
    assertThat(received).hasSize(1);
  }

  @Test
  void serversThatAreNotTrustedAreNamed() {
    assertThatThrownBy(() -> client("localhost").build().add(1, 2))
        .hasMessageContaining("TLS with localhost:" + server.getAddress().getPort() + " failed")
        .hasMessageContaining(
            "expected a certificate of 'localhost' that is signed by a trusted authority")
        .hasMessageContaining("trust(KeyStore)")
        .hasMessageContaining("found: ")
        .cause()
        .isInstanceOfSatisfying(SoapTransportException.class, e -> assertThat(e.unsent()).isTrue());
    assertThat(received).isEmpty();
  }

  @Test
  @Tag("long")
  void serversWithoutTlsAreNamed() throws Exception {
    try (OneShotServer plain = OneShotServer.answering("HTTP/1.1 400 Bad\r\n\r\n")) {
      WrappedShop port =
          Castile.client(WrappedShop.class)
              .endpoint(plain.url().replace("http:", "https:"))
              .transport(t -> t.connectTimeout(Duration.ofSeconds(2)))
              .build();

      assertThatThrownBy(() -> port.add(1, 2))
          .hasCauseInstanceOf(SoapTransportException.class)
          .hasMessageContaining("no connection to https://localhost");
    }
  }

  /** Stops the server and has another one take its port, as when it was started anew. */
  @Test
  void keptConnectionsThatWereClosedAreReplaced() throws Exception {
    WrappedShop port = client("localhost").transport(t -> t.tls(tls.getSocketFactory())).build();
    assertThat(port.add(1, 2)).isEqualTo(3);
    int number = server.getAddress().getPort();

    server.stop(0);
    start(number);

    assertThat(port.add(1, 2)).isEqualTo(3);
    assertThat(received).hasSize(2);
  }
}
