package io.castile.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.Limits;
import io.castile.gateway.config.Timeouts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each way in which an origin fails is told apart, in the answer and in the log. */
final class OriginFailuresTest {
  private static final Timeouts SHORT =
      new Timeouts(
          Duration.ofMillis(600),
          Duration.ofMillis(600),
          Duration.ofSeconds(20),
          Duration.ofSeconds(20),
          Duration.ofSeconds(10),
          Duration.ofSeconds(5));

  private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n";

  @TempDir private static Path folder;
  private static SSLContext context;

  private final PrintStream before = System.err;
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();

  @BeforeAll
  static void makeKeys() throws Exception {
    Pem server = Pem.make(folder, "server");
    Pem.make(folder, "other");
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(server.store(), Pem.PASSWORD);
    context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
  }

  @BeforeEach
  void catchTheLog() {
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void restoreTheLog() {
    System.setErr(before);
  }

  private static ServerSocket silent() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  private static Gateway gateway(URI origin, String trust) throws IOException {
    String tls = origin.getScheme().equals("https") ? ", tls: {trust: " + trust + ".pem}" : "";
    String yaml = "{listen: 127.0.0.1:0, routes: [{origin: '%s'%s}]}".formatted(origin, tls);
    GatewaySettings config =
        GatewaySettings.parse("test", yaml.getBytes(StandardCharsets.UTF_8), folder);
    return Gateway.start(config, 1);
  }

  private static Gateway impatient(URI origin) throws IOException {
    Gateway gateway = gateway(origin, "server");
    gateway.reconfigure(gateway.settings().withTimeouts(SHORT));
    return gateway;
  }

  private static URI uri(String scheme, ServerSocket server) {
    return URI.create(scheme + "://localhost:" + server.getLocalPort());
  }

  /** What is done with each connection. */
  private interface Serving {
    void serve(Socket socket) throws IOException;
  }

  private static void serve(ServerSocket server, Serving serving) {
    Thread accepting =
        new Thread(
            () -> {
              while (!server.isClosed()) {
                try (Socket socket = server.accept()) {
                  serving.serve(socket);
                } catch (IOException e) {
                  // this connection has ended, or the server has
                }
              }
            });
    accepting.setDaemon(true);
    accepting.start();
  }

  private List<String> warnings() {
    return log.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(each -> each.contains("WARN"))
        .toList();
  }

  /** Asks three times: as the policy has nothing to do with it, and then as it caches it. */
  private void assertTold(Gateway gateway, String error, int status, String words)
      throws Exception {
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> response = Soap.post(gateway, Soap.question("q" + i));
      assertThat(response.statusCode()).isEqualTo(status);
      assertThat(response.headers().firstValue("proxy-status")).hasValue("Castile; error=" + error);
      assertThat(response.body()).isEqualTo("the origin " + words + "\n");
      gateway.policy(CachePolicy.parse("test", "rules: [{operation: ask, cache: true, ttl: 1h}]"));
    }
    assertThat(warnings())
        .singleElement()
        .asString()
        .contains(gateway.origins().get(0).uri(), error);
  }

  @Test
  void anOriginThatIsNotThere() throws Exception {
    ServerSocket closed = silent();
    closed.close();
    try (Gateway gateway = gateway(uri("http", closed), "")) {
      assertTold(gateway, "connection_refused", 502, "refuses connections");
    }
  }

  /** A label of a name has at most 63 characters, so that no server is asked for it. */
  @Test
  void anOriginWithoutAName() throws Exception {
    try (Gateway gateway = gateway(URI.create("http://" + "a".repeat(64) + ".invalid"), "")) {
      assertTold(gateway, "dns_error", 502, "has a name that is not found");
    }
  }

  @Test
  @Tag("long")
  void anOriginWhoseHandshakeTakesTooLong() throws Exception {
    try (ServerSocket silent = silent();
        Gateway gateway = impatient(uri("https", silent))) {
      assertTold(gateway, "connection_timeout", 504, "did not take a connection in time");
    }
  }

  @Test
  @Tag("long")
  void anOriginThatDoesNotAnswer() throws Exception {
    try (ServerSocket silent = silent();
        Gateway gateway = impatient(uri("http", silent))) {
      assertTold(gateway, "http_response_timeout", 504, "did not answer in time");
    }
  }

  @Test
  void anOriginWithAnotherCertificate() throws Exception {
    try (StrayOrigin origin = new StrayOrigin(context.getServerSocketFactory(), "", 0);
        Gateway gateway = gateway(origin.uri(), "other")) {
      assertTold(gateway, "tls_certificate_error", 502, "has a certificate that is not trusted");
    }
  }

  @Test
  void anOriginThatWantsACertificate() throws Exception {
    try (SSLServerSocket server =
            (SSLServerSocket)
                context
                    .getServerSocketFactory()
                    .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Gateway gateway = gateway(uri("https", server), "server")) {
      server.setNeedClientAuth(true);
      serve(server, socket -> socket.getInputStream().read());

      assertTold(gateway, "tls_alert_received", 502, "ended the handshake of TLS");
    }
  }

  @Test
  void anOriginWithoutTls() throws Exception {
    try (ServerSocket server = silent();
        Gateway gateway = gateway(uri("https", server), "server")) {
      byte[] bad = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
      serve(
          server,
          socket -> {
            socket.getInputStream().read();
            socket.getOutputStream().write(bad);
          });

      assertTold(gateway, "tls_protocol_error", 502, "does not speak TLS as the gateway does");
    }
  }

  @Test
  void anOriginThatClosesTheConnection() throws Exception {
    try (FramedOrigin origin = new FramedOrigin("~");
        Gateway gateway = gateway(origin.uri(), "")) {
      assertTold(gateway, "connection_terminated", 502, "closed the connection without an answer");
    }
  }

  @Test
  void anOriginThatSpeaksAnotherProtocol() throws Exception {
    try (FramedOrigin origin = new FramedOrigin("220 mail ready\r\n\r\n");
        Gateway gateway = gateway(origin.uri(), "")) {
      assertTold(gateway, "http_protocol_error", 502, "did not answer in HTTP");
    }
  }

  /** What passes cannot be taken back: the client sees its connection end. */
  @Test
  void anAnswerThatIsCut() throws Exception {
    try (FramedOrigin origin = new FramedOrigin(ANSWER + "Content-Length: 100\r\n\r\n<a/>~");
        Gateway gateway = gateway(origin.uri(), "")) {
      gateway.policy(CachePolicy.parse("test", "rules: [{operation: ask, cache: true, ttl: 1h}]"));

      assertTold(gateway, "http_response_incomplete", 502, "did not answer to the end");
    }
  }

  @Test
  void asManyConnectionsAsThereMayBe() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    TestOrigin.Service service =
        request -> {
          asked.countDown();
          go.await();
          return Answer.soap("ok");
        };
    Limits limits = new Limits(100, 100, 100, 4_096, 10_000, 1_000, 1);
    try (TestOrigin origin = new TestOrigin(service);
        Gateway gateway =
            Gateway.start(GatewaySettings.of(Soap.ANY_PORT, origin.uri()).withLimits(limits), 1)) {
      CompletableFuture<HttpResponse<String>> first =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return Soap.post(gateway, Soap.question("first"));
                } catch (IOException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      asked.await();

      assertTold(
          gateway,
          "connection_limit_reached",
          503,
          "is asked as much as it may be (limits.originConnections)");
      go.countDown();
      assertThat(first.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @CsvSource({"200, text/html", "200, application/json", "500, text/html; charset=utf-8"})
  void anAnswerThatIsNoSoapPassesAndIsTold(int status, String type) throws Exception {
    String page = "HTTP/1.1 " + status + " Page\r\nContent-Type: " + type + "\r\n";
    try (FramedOrigin origin = new FramedOrigin(page + "Content-Length: 4\r\n\r\npage");
        Gateway gateway = gateway(origin.uri(), "")) {
      for (String policy :
          List.of("rules: []", "rules: [{operation: ask, cache: true, ttl: 1h}]")) {
        gateway.policy(CachePolicy.parse("test", policy));
        HttpResponse<String> response = Soap.post(gateway, Soap.question("q"));

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).isEqualTo("page");
        assertThat(response.headers().firstValue("proxy-status"))
            .hasValue("Castile; received-status=" + status + "; details=\"the answer is no SOAP\"");
      }
      assertThat(warnings().stream().filter(each -> each.contains("no_soap")))
          .singleElement()
          .asString()
          .contains("the origin of /", "found status " + status + " with " + type);
    }
  }

  @Test
  void bytesBehindAnAnswerAreTold() throws Exception {
    try (StrayOrigin origin = new StrayOrigin(null, "x", 0);
        Gateway gateway = gateway(origin.uri(), "")) {
      for (int i = 0; i < 3; i++) {
        assertThat(Soap.post(gateway, Soap.question("stray")).statusCode()).isEqualTo(200);
      }

      assertThat(warnings())
          .singleElement()
          .asString()
          .contains(origin.uri().toString(), "stray_bytes");
    }
  }
}
