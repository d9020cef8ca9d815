package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.CacheStatistics;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.Vary;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapTransportException;
import io.castile.soap.exchange.Interceptor;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers over TLS, and over HTTP/2 with TLS and without. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ServerTlsTest {
  private static final String ADD =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
          + "<s:add xmlns:s='http://shop.castile.io/'><a>20</a><b>22</b></s:add>"
          + "</e:Body></e:Envelope>";

  private static ServerBuilder server() {
    return Castile.server().host("localhost").publish("/shop", new WrappedShopService());
  }

  private static ClientBuilder<WrappedShop> client(SoapServer server) {
    return Castile.client(WrappedShop.class).endpoint(server.url("/shop"));
  }

  private static HttpRequest post(SoapServer server) {
    return HttpRequest.newBuilder(URI.create(server.url("/shop")))
        .header("Content-Type", "text/xml; charset=utf-8")
        .POST(HttpRequest.BodyPublishers.ofString(ADD))
        .build();
  }

  private static HttpRequest describe(SoapServer server) {
    return HttpRequest.newBuilder(URI.create(server.url("/shop?wsdl"))).build();
  }

  @Test
  void clientsOfHttp11AreServedOverTls() throws Exception {
    try (SoapServer server = server().transport(t -> t.tls(LocalTls.withKey())).start()) {
      assertThat(server.url("/shop")).startsWith("https://localhost:");
      WrappedShop port =
          client(server).transport(t -> t.tls(LocalTls.withoutKey().getSocketFactory())).build();

      assertThat(port.add(1, 2)).isEqualTo(3);
      assertThat(port.add(3, 4)).isEqualTo(7);
      assertThatThrownBy(() -> client(server).build().add(1, 2))
          .hasCauseInstanceOf(SoapTransportException.class)
          .hasMessageContaining("TLS with localhost");
    }
  }

  @Test
  void clientsMayHaveToShowACertificate() throws Exception {
    try (SoapServer server = server().transport(t -> t.mutualTls(LocalTls.withKey())).start()) {
      assertThat(
              client(server)
                  .transport(t -> t.tls(LocalTls.withKey().getSocketFactory()))
                  .build()
                  .add(1, 2))
          .isEqualTo(3);
      assertThatThrownBy(
              () ->
                  client(server)
                      .transport(t -> t.tls(LocalTls.withoutKey().getSocketFactory()))
                      .build()
                      .add(1, 2))
          .hasCauseInstanceOf(SoapTransportException.class);
    }
  }

  @Test
  void anotherContextDoesNotEndTheDemandForCertificates() throws Exception {
    try (SoapServer server =
        server()
            .transport(t -> t.mutualTls(LocalTls.withKey()))
            .transport(t -> t.tls(LocalTls.withKey()))
            .start()) {
      assertThatThrownBy(
              () ->
                  client(server)
                      .transport(t -> t.tls(LocalTls.withoutKey().getSocketFactory()))
                      .build()
                      .add(1, 2))
          .hasCauseInstanceOf(SoapTransportException.class);
    }
  }

  @Test
  void whoShowsACertificateIsKnownByIt() throws Exception {
    List<String> callers = new CopyOnWriteArrayList<>();
    Interceptor noting =
        chain -> {
          Principal caller = chain.request().principal();
          callers.add(caller == null ? "nobody" : caller.getName());
          return chain.proceed(chain.request());
        };
    try (SoapServer server =
        server().interceptor(noting).transport(t -> t.mutualTls(LocalTls.withKey())).start()) {
      client(server).transport(t -> t.tls(LocalTls.withKey().getSocketFactory())).build().add(1, 2);
    }
    try (SoapServer server =
        server().interceptor(noting).transport(t -> t.tls(LocalTls.withKey())).start()) {
      client(server).transport(t -> t.tls(LocalTls.withKey().getSocketFactory())).build().add(1, 2);
    }

    assertThat(callers).containsExactly("CN=localhost", "nobody");
  }

  @Test
  void answersToACertificateAreCachedOnlyIfThePolicyKnowsUsers() throws Exception {
    for (boolean isKnown : new boolean[] {true, false}) {
      CachePolicy policy =
          CachedShop.minute(rule -> isKnown ? rule.vary(Vary.wsSecurityUser()) : rule);
      try (SoapServer server =
          server().cache(policy).transport(t -> t.mutualTls(LocalTls.withKey())).start()) {
        WrappedShop port =
            client(server).transport(t -> t.tls(LocalTls.withKey().getSocketFactory())).build();

        assertThat(port.add(1, 2)).isEqualTo(port.add(1, 2)).isEqualTo(3);

        CacheStatistics.Row row = server.cache().orElseThrow().statistics().row("add");
        assertThat(row.hits()).isEqualTo(isKnown ? 1 : 0);
        assertThat(row.bypasses()).isEqualTo(isKnown ? 0 : 2);
      }
    }
  }

  @Test
  void http2IsChosenInTheHandshake() throws Exception {
    try (SoapServer server = server().transport(t -> t.tls(LocalTls.withKey())).start()) {
      HttpClient client =
          HttpClient.newBuilder()
              .sslContext(LocalTls.withoutKey())
              .version(HttpClient.Version.HTTP_2)
              .build();
      List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        answers.add(client.sendAsync(post(server), HttpResponse.BodyHandlers.ofString()));
      }
      for (CompletableFuture<HttpResponse<String>> answer : answers) {
        assertThat(answer.get().version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(answer.get().statusCode()).isEqualTo(200);
        assertThat(answer.get().body()).contains("<return>42</return>");
      }
      assertThat(client.send(describe(server), HttpResponse.BodyHandlers.ofString()).body())
          .contains("location=\"" + server.url("/shop") + "\"");
    }
  }

  /**
   * The JDK's client offers one. It is passed over: of connections that were upgraded, one in fifty
   * hung with a description of more than a frame.
   */
  @Test
  void anUpgradeIsNotTaken() throws Exception {
    try (SoapServer server = server().start()) {
      HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();

      HttpResponse<String> first =
          client.send(describe(server), HttpResponse.BodyHandlers.ofString());
      HttpResponse<String> second = client.send(post(server), HttpResponse.BodyHandlers.ofString());

      assertThat(first.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
      assertThat(first.body()).contains("location=\"" + server.url("/shop") + "\"");
      assertThat(second.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
      assertThat(second.body()).contains("<return>42</return>");
    }
  }

  /** As Apache CXF's client begins, whose requests have content: they go on as HTTP/1.1. */
  @ParameterizedTest
  @ValueSource(ints = {10, 1_000_000})
  void upgradesOfRequestsWithContentAreNotTaken(int length) throws Exception {
    try (SoapServer server = server().start()) {
      String padded = ADD.replace("<a>", "<!--" + "x".repeat(length) + "--><a>");
      for (boolean chunked : new boolean[] {false, true}) {
        byte[] bytes = padded.getBytes(StandardCharsets.US_ASCII);
        HttpRequest.BodyPublisher content =
            chunked
                ? HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes))
                : HttpRequest.BodyPublishers.ofByteArray(bytes);
        HttpRequest request =
            HttpRequest.newBuilder(URI.create(server.url("/shop")))
                .header("Content-Type", "text/xml; charset=utf-8")
                .POST(content)
                .build();
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        for (int i = 0; i < 3; i++) {
          HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
          assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
          assertThat(answer.body()).contains("<return>42</return>");
        }
      }
    }
  }

  /**
   * The preface of a client that knows (RFC 9113 §3.3, §3.4) and its empty SETTINGS frame, to which
   * the server says its own:
   *
   * <pre>
   * length (3 bytes), type (4: SETTINGS), flags, stream identifier (4 bytes)
   * </pre>
   */
  @Test
  void http2MayBeginAtOnce() throws Exception {
    try (SoapServer server = server().start();
        Socket socket = new Socket(InetAddress.getByName("localhost"), server.port())) {
      socket.setSoTimeout(20_000);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      out.write(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0});
      byte[] frame = new byte[9];
      new DataInputStream(socket.getInputStream()).readFully(frame);

      assertThat(frame[3]).isEqualTo((byte) 4);
      assertThat(client(server).build().add(1, 2)).isEqualTo(3);
    }
  }
}
