package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that clients reach in several ways. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ListenersTest {
  private static final String AN_HOUR =
      "rules: [{operation: ask, cache: true, ttl: 1h, ignore: [{httpHeader: Host},"
          + " {httpHeader: X-Forwarded-Host}, {httpHeader: X-Forwarded-Proto}]}]";

  @TempDir private Path folder;
  private Pem server;
  private TestOrigin origin;

  @BeforeEach
  void start() throws Exception {
    server = Pem.make(folder, "server");
    AtomicInteger count = new AtomicInteger();
    origin = new TestOrigin(request -> Answer.soap(answer("answer " + count.incrementAndGet())));
  }

  @AfterEach
  void stop() {
    origin.close();
  }

  private GatewaySettings config(String... listeners) {
    String yaml =
        """
        listeners: [%s]
        trustedProxies: [127.0.0.1]
        limits: {connections: 3}
        routes: [{origin: '%s'}]
        """
            .formatted(String.join(", ", listeners), origin.uri());
    return GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), folder);
  }

  private static HttpResponse<String> post(HttpClient client, String scheme, int port)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(scheme + "://localhost:" + port + "/service"))
            .version(scheme.equals("https") ? Version.HTTP_2 : Version.HTTP_1_1) // no h2c upgrade
            .header("Content-Type", "text/xml; charset=utf-8")
            .POST(BodyPublishers.ofString(question("one")))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  @Test
  void clientsOfAllListenersShareACache() throws Exception {
    GatewaySettings config =
        config(
            "{listen: 127.0.0.1:0}",
            "{listen: 127.0.0.1:0, http2: false, tls: {certificate: server.pem, key: server.key}}",
            "{listen: 127.0.0.1:0, tls: {certificate: server.pem, key: server.key}}");
    HttpClient client = HttpClient.newBuilder().sslContext(server.trustedBy(null)).build();
    try (Gateway gateway = Gateway.start(config, 1)) {
      gateway.policy(CachePolicy.parse("policy", AN_HOUR));
      List<Integer> ports = gateway.ports();
      assertThat(ports).hasSize(3).doesNotHaveDuplicates().startsWith(gateway.port());

      HttpResponse<String> plain = post(client, "http", ports.get(0));
      HttpResponse<String> secure = post(client, "https", ports.get(1));
      HttpResponse<String> newer = post(client, "https", ports.get(2));

      assertThat(List.of(plain.body(), secure.body(), newer.body()))
          .containsOnly(answer("answer 1"));
      assertThat(secure.version()).isEqualTo(Version.HTTP_1_1);
      assertThat(newer.version()).isEqualTo(Version.HTTP_2);
      assertThat(Soap.cacheStatus(newer)).contains("hit");
      assertThatThrownBy(() -> post(client, "https", ports.get(0))).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aHeaderOfAProxyIsExpectedWhereTheListenerSaysSo() throws Exception {
    GatewaySettings config =
        config("{listen: 127.0.0.1:0}", "{listen: 127.0.0.1:0, proxyProtocol: true}");
    try (Gateway gateway = Gateway.start(config, 1)) {
      int direct = gateway.ports().get(0);
      int behind = gateway.ports().get(1);

      assertThat(sent(direct, "")).startsWith("HTTP/1.1 200");
      assertThat(sent(direct, "PROXY TCP4 1.2.3.4 127.0.0.1 5000 80\r\n"))
          .startsWith("HTTP/1.1 400");
      assertThat(sent(behind, "PROXY TCP4 1.2.3.4 127.0.0.1 5000 80\r\n"))
          .startsWith("HTTP/1.1 200");
      assertThat(origin.requests())
          .extracting(request -> request.fields().getFirst("X-Forwarded-For"))
          .containsExactly("127.0.0.1", "1.2.3.4");
    }
  }

  private static String sent(int port, String header) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(20_000);
      String request = header + "GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @Test
  void limitsHoldForAllListenersTogether() throws Exception {
    GatewaySettings config = config("{listen: 127.0.0.1:0}", "{listen: 127.0.0.1:0}");
    List<Socket> sockets = new ArrayList<>();
    try (Gateway gateway = Gateway.start(config, 1)) {
      for (int i = 0; i < 4; i++) {
        sockets.add(new Socket("127.0.0.1", gateway.ports().get(i % 2)));
        while (i < 3 && gateway.connections() <= i) { // until the timeout of the test
          TimeUnit.MILLISECONDS.sleep(5);
        }
      }

      Socket refused = sockets.get(3);
      refused.setSoTimeout(20_000);
      assertThat(refused.getInputStream().read()).isNegative();
      for (Socket each : sockets) {
        each.close();
      }
    }
  }

  @Test
  void allListenersEndWhereOneCannotBegin() throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket taken = new ServerSocket(0, 1, loopback);
        ServerSocket free = new ServerSocket(0, 1, loopback)) {
      int first = free.getLocalPort();
      free.close();
      GatewaySettings config =
          config("{listen: " + first + "}", "{listen: " + taken.getLocalPort() + "}");

      assertThatThrownBy(() -> Gateway.start(config, 1))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("cannot listen on 127.0.0.1:" + taken.getLocalPort());

      assertThatThrownBy(() -> new Socket("127.0.0.1", first).close())
          .isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void noListenerTakesConnectionsOfAGatewayThatIsDrained() throws Exception {
    GatewaySettings config = config("{listen: 127.0.0.1:0}", "{listen: 127.0.0.1:0}");
    Gateway gateway = Gateway.start(config, 1);
    List<Integer> ports = gateway.ports();

    assertThat(gateway.drain()).isTrue();

    for (int port : ports) {
      assertThatThrownBy(() -> new Socket("127.0.0.1", port).close())
          .isInstanceOf(ConnectException.class);
    }
  }
}
