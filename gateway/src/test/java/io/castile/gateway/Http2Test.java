package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.Timeouts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that speak HTTP/2 to a gateway: the JDK's, curl, and one that sends frames. */
@Tag("long")
final class Http2Test {
  private static final String AN_HOUR = "rules: [{operation: ask, cache: true, ttl: 1h}]";

  @TempDir private static Path folder;
  private static Pem server;

  private HttpClient client;

  @BeforeAll
  static void makeKeys() throws Exception {
    server = Pem.make(folder, "server");
  }

  @BeforeEach
  void makeClient() throws Exception {
    client =
        HttpClient.newBuilder()
            .sslContext(server.trustedBy(null))
            .version(HttpClient.Version.HTTP_2)
            .build();
  }

  private static Gateway gateway(URI origin) throws IOException {
    return gateway(origin, "");
  }

  private static Gateway gateway(URI origin, String more) throws IOException {
    String yaml =
        """
        listen: 127.0.0.1:0
        tls: {certificate: server.pem, key: server.key}
        routes: [{origin: %s}]
        """
                .formatted(origin)
            + more;
    Gateway gateway =
        Gateway.start(
            GatewaySettings.parse("test", yaml.getBytes(StandardCharsets.UTF_8), folder), 1);
    gateway.policy(CachePolicy.parse("policy", AN_HOUR));
    return gateway;
  }

  private static URI uri(Gateway gateway, String target) {
    return URI.create("https://localhost:" + gateway.port() + target);
  }

  private static HttpRequest ask(Gateway gateway, String text) {
    return HttpRequest.newBuilder(uri(gateway, "/service"))
        .header("Content-Type", "text/xml; charset=utf-8")
        .POST(BodyPublishers.ofString(question(text)))
        .build();
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("60 s have passed").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  @Test
  void aGatewayMayBeToldNotToSpeakIt() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer("same")));
        Gateway gateway = gateway(origin.uri(), "http2: false\n");
        Gateway plain =
            Gateway.start(GatewaySettings.of(Soap.ANY_PORT, origin.uri()).withHttp2(false), 1)) {
      HttpResponse<String> response = client.send(ask(gateway, "one"), BodyHandlers.ofString());

      assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
      assertThat(response.body()).isEqualTo(answer("same"));
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), plain.port())) {
        socket.setSoTimeout(60_000);
        socket
            .getOutputStream()
            .write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        String line = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
        assertThat(line).matches("HTTP/1.1 [45]..");
      }
      assertThat(origin.requests()).hasSize(1);
    }
  }

  @Test
  void missesHitsAndTheAccessLogAreThoseOfHttp11() throws Exception {
    AtomicInteger count = new AtomicInteger();
    try (TestOrigin origin =
            new TestOrigin(request -> Answer.soap(answer("answer " + count.incrementAndGet())));
        Gateway gateway = gateway(origin.uri(), "accessLog: access.log\n")) {
      List<HttpResponse<String>> responses = new ArrayList<>();
      for (String text : List.of("one", "one", "two")) {
        responses.add(client.send(ask(gateway, text), BodyHandlers.ofString()));
      }

      assertThat(responses).allMatch(each -> each.version() == HttpClient.Version.HTTP_2);
      assertThat(responses.get(1).body()).contains("answer 1");
      assertThat(Soap.cacheStatus(responses.get(1))).contains("hit");
      assertThat(responses.get(2).body()).contains("answer 2");
      assertThat(gateway.connections()).isEqualTo(1);
      TestOrigin.Request came = origin.requests().get(0);
      assertThat(came.fields().getFirst("Via")).isEqualTo("2.0 castile");
      assertThat(came.fields().getFirst("X-Forwarded-Proto")).isEqualTo("https");
      assertThat(came.fields().getFirst("X-Forwarded-Host"))
          .isEqualTo("localhost:" + gateway.port());
      assertThat(came.fields().keySet()).noneMatch(name -> name.startsWith("X-http2"));
    }
    assertThat(Files.readAllLines(folder.resolve("access.log")))
        .hasSize(3)
        .satisfies(lines -> assertThat(lines.get(1)).contains("\"cache\":\"hit\",\"status\":200"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 65_535, 65_536, 5_000_000})
  void contentPassesAsItIs(int size) throws Exception {
    byte[] content = new byte[size];
    new Random(size).nextBytes(content);
    for (boolean chunked : new boolean[] {false, true}) {
      try (TestOrigin origin =
              new TestOrigin(
                  request -> new Answer(200, List.of("X-Own: a"), request.content(), chunked));
          Gateway gateway = gateway(origin.uri())) {
        for (boolean withLength : new boolean[] {true, false}) {
          HttpRequest request =
              HttpRequest.newBuilder(uri(gateway, "/some/path?query=%20x"))
                  .POST(
                      withLength
                          ? BodyPublishers.ofByteArray(content)
                          : BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(content)))
                  .build();
          HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());

          assertThat(response.statusCode()).isEqualTo(200);
          assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
          assertThat(response.body()).isEqualTo(content);
          assertThat(response.headers().allValues("x-own")).containsExactly("a");
          assertThat(origin.requests().get(0).target()).isEqualTo("/some/path?query=%20x");
        }
      }
    }
  }

  @Test
  void aClientThatWaitsIsToldToGoOn() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.of(200, request.text()));
        Gateway gateway = gateway(origin.uri())) {
      HttpRequest request =
          HttpRequest.newBuilder(uri(gateway, "/"))
              .expectContinue(true)
              .POST(BodyPublishers.ofString("content"))
              .build();
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());

      assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(response.body()).isEqualTo("content");
      assertThat(origin.requests().get(0).fields()).doesNotContainKey("Expect");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 304, 400, 404, 500, 503})
  void statusesPassToHeadToo(int status) throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.of(status, ""));
        Gateway gateway = gateway(origin.uri())) {
      for (String method : List.of("GET", "HEAD", "DELETE")) {
        HttpRequest request =
            HttpRequest.newBuilder(uri(gateway, "/"))
                .method(method, BodyPublishers.noBody())
                .build();
        HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).isEmpty();
      }
      assertThat(origin.requests()).extracting(TestOrigin.Request::method).contains("DELETE");
    }
  }

  @Test
  void requestsOfOneConnectionAreServedAtOnce() throws Exception {
    int many = 30;
    CountDownLatch all = new CountDownLatch(many);
    CountDownLatch first = new CountDownLatch(1);
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  if (first.getCount() > 0) {
                    first.countDown();
                    return Answer.soap("first");
                  }
                  all.countDown();
                  assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();
                  return Answer.soap(answer(request.text()));
                });
        Gateway gateway = gateway(origin.uri())) {
      client.send(ask(gateway, "first"), BodyHandlers.ofString()); // makes the connection
      List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
      for (int i = 0; i < many; i++) {
        calls.add(client.sendAsync(ask(gateway, "question " + i), BodyHandlers.ofString()));
      }
      for (int i = 0; i < many; i++) {
        assertThat(calls.get(i).get().body()).contains("question " + i + "<");
      }
      assertThat(gateway.connections()).isEqualTo(1);
    }
  }

  /** The rest of a request that is refused is not wanted; the answer is (RFC 9113 §8.1). */
  @Test
  void aRequestThatIsTooLargeIsAnsweredAndTheConnectionGoesOn() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.of(200, "ok"))) {
      GatewaySettings config = GatewaySettings.of(Soap.ANY_PORT, origin.uri());
      try (Gateway gateway = Gateway.start(config.withLimits(HostileHttp2Test.limits(10_000)), 1);
          Http2Wire wire = new Http2Wire(gateway.port())) {
        wire.request(1, false, "POST", "/");
        wire.send(Http2Wire.DATA, 0, 1, new byte[10_001]);

        assertThat(wire.status(1)).isEqualTo("413");
        assertThat(wire.readType(Http2Wire.RST_STREAM).error()).isEqualTo(Http2Wire.NO_ERROR);
        wire.request(3, true, "GET", "/");
        assertThat(wire.status(3)).isEqualTo("200");
      }
    }
  }

  @Test
  void aStoppingGatewaySaysSoAndAnswersWhatIsUnderWay() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    try (TestOrigin origin =
        new TestOrigin(
            request -> {
              go.await();
              return Answer.soap("late");
            })) {
      Gateway gateway = Soap.gateway(origin.uri(), "");
      try (Http2Wire wire = new Http2Wire(gateway.port());
          Http2Wire idle = new Http2Wire(gateway.port())) {
        wire.request(1, true, "GET", "/");
        idle.send(Http2Wire.PING, 0, 0, new byte[8]);
        idle.readType(Http2Wire.PING);
        await(() -> origin.requests().size() == 1);
        CompletableFuture<Boolean> drained =
            CompletableFuture.supplyAsync(
                () -> {
                  try {
                    return gateway.drain();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
        Http2Wire.Frame goAway = wire.readType(Http2Wire.GOAWAY);
        idle.readToEnd();
        go.countDown();

        assertThat(goAway.error()).isEqualTo(Http2Wire.NO_ERROR);
        assertThat(wire.status(1)).isEqualTo("200");
        Http2Wire.Frame end = wire.read(Http2Wire.Frame::isEnd);
        assertThat(end.payload()).asString(StandardCharsets.UTF_8).endsWith("late");
        assertThat(drained.get()).isTrue();
        wire.readToEnd();
      }
    }
  }

  @Test
  void connectionsWithoutRequestsEndAndSoDoRequestsThatDoNotCome() throws Exception {
    Timeouts timeouts =
        new Timeouts(
            Duration.ofSeconds(20),
            Duration.ofSeconds(20),
            Duration.ofSeconds(3),
            Duration.ofSeconds(3),
            Duration.ofSeconds(2),
            Duration.ofSeconds(5));
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap("ok"));
        Gateway gateway =
            Gateway.start(
                GatewaySettings.of(Soap.ANY_PORT, origin.uri()).withTimeouts(timeouts), 1)) {
      gateway.policy(CachePolicy.parse("policy", AN_HOUR));
      try (Http2Wire wire = new Http2Wire(gateway.port())) {
        wire.readToEnd();
      }
      try (Http2Wire wire = new Http2Wire(gateway.port())) {
        wire.request(1, true, "GET", "/");
        assertThat(wire.status(1)).isEqualTo("200");
        wire.request(3, false, "POST", "/", "content-type", "text/xml");
        assertThat(wire.status(3)).isEqualTo("408");
        assertThat(wire.readType(Http2Wire.GOAWAY).error()).isEqualTo(Http2Wire.NO_ERROR);
        wire.readToEnd();
      }
      await(() -> gateway.connections() == 0 && gateway.requests() == 0);
    }
  }

  /** The client offers to upgrade, which RFC 9113 has no more; nothing of that passes. */
  @Test
  void anOfferToUpgradeIsPassedOver() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer("plain")));
        Gateway gateway = Soap.gateway(origin.uri(), "")) {
      HttpRequest request =
          HttpRequest.newBuilder(Soap.uri(gateway, "/"))
              .POST(BodyPublishers.ofString(question("one")))
              .build();
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());

      assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
      assertThat(response.body()).contains("plain");
      assertThat(origin.requests().get(0).fields()).doesNotContainKeys("Upgrade", "Http2-settings");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--http2-prior-knowledge", "--http2"})
  void curlIsServed(String version) throws Exception {
    Path curl = Path.of("/usr/bin/curl");
    assumeTrue(Files.isExecutable(curl), "curl is absent (apt install curl)");
    boolean isTls = version.equals("--http2");
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer(request.text())));
        Gateway gateway = isTls ? gateway(origin.uri()) : Soap.gateway(origin.uri(), AN_HOUR)) {
      for (String status : List.of("miss", "hit")) {
        Process process =
            new ProcessBuilder(
                    curl.toString(),
                    "--silent",
                    "--show-error",
                    version,
                    "--cacert",
                    server.certificate().toString(),
                    "--header",
                    "Content-Type: text/xml",
                    "--data",
                    question("by curl"),
                    "--include",
                    isTls ? uri(gateway, "/").toString() : Soap.uri(gateway, "/").toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).startsWith("HTTP/2 200").contains("by curl");
        assertThat(said).contains(status.equals("hit") ? "Castile; hit" : "fwd=");
      }
      assertThat(origin.requests()).hasSize(1);
    }
  }
}
