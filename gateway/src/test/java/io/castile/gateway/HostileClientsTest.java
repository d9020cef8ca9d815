package io.castile.gateway;

import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.Limits;
import io.castile.gateway.config.Timeouts;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What clients may send and should not: it is refused cheaply, and others are served on. */
final class HostileClientsTest {
  private static final Timeouts SHORT =
      new Timeouts(
          Duration.ofSeconds(2),
          Duration.ofSeconds(6),
          Duration.ofSeconds(3),
          Duration.ofSeconds(3),
          Duration.ofSeconds(2),
          Duration.ofSeconds(5));

  private static TestOrigin origin() throws IOException {
    return new TestOrigin(request -> Answer.soap("ok"));
  }

  private static String sent(Gateway gateway, String request) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
      socket.setSoTimeout(20_000);
      try {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      } catch (SocketException e) { // it was closed before all was written or read
        return "closed";
      }
    }
  }

  /** RFC 9112 §6.3, §11.2: what two readers delimit in two ways reaches no origin. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST / HTTP/1.1~Host: x~Content-Length: 5~Transfer-Encoding: chunked~~0~~GET /in HTTP/1.1~~ | 400",
        "POST / HTTP/1.1~Host: x~Content-Length: 5~Content-Length: 6~~abcdef | 400",
        "POST / HTTP/1.1~Host: x~Content-Length: +5~~abcde | 400",
        "POST / HTTP/1.1~Host: x~Content-Length: 5, 5~~abcde | 400",
        "POST / HTTP/1.1~Host: x~Content-Length: -1~~ | 400",
        "POST / HTTP/1.1~Host: x~Transfer-Encoding: gzip, chunked~~0~~ | 400",
        "POST / HTTP/1.1~Host: x~Transfer-Encoding: identity~~abc | 400",
        "POST / HTTP/1.1~Host: x~Transfer-Encoding: chunked~Transfer-Encoding: chunked~~0~~ | 400",
        "POST / HTTP/1.1~Host: x~Transfer-Encoding : chunked~~0~~ | 400",
        "POST / HTTP/1.0~Transfer-Encoding: chunked~~0~~ | 400",
        "GET / HTTP/1.1~~ | 400",
        "GET / HTTP/1.1~Host: x~Host: y~~ | 400",
        "GET / HTTP/1.1~Host: x~ folded: a~~ | 400",
        "GET / HTTP/1.1~Host: x~A B: a~~ | 400",
        "GET / HTTP/1.1~Host: x~: a~~ | 400",
        "CONNECT example.org:443 HTTP/1.1~Host: example.org~~ | 405",
        "GET ftp://example.org/ HTTP/1.1~Host: example.org~~ | 400",
        "nonsense~~ | 400",
        "GET / HTTP/9.9.9~Host: x~~ | 400"
      })
  void whatIsAmbiguousOrNoRequestIsRefused(String request, int status) throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = Soap.gateway(origin.uri(), "")) {
      String answer = sent(gateway, request.replace("~", "\r\n"));

      assertThat(answer).startsWith("HTTP/1.1 " + status);
      assertThat(origin.requests()).isEmpty();
    }
  }

  @Test
  void theGatewayIsNoOpenProxy() throws Exception {
    try (TestOrigin origin = origin();
        TestOrigin other = origin();
        Gateway gateway = Soap.gateway(origin.uri(), "")) {
      String request =
          "GET "
              + other.uri("/x?y")
              + " HTTP/1.1\r\nHost: "
              + other.uri().getAuthority()
              + "\r\nConnection: close\r\n\r\n";
      assertThat(sent(gateway, request)).startsWith("HTTP/1.1 200");

      assertThat(other.requests()).isEmpty();
      assertThat(origin.requests())
          .singleElement()
          .satisfies(came -> assertThat(came.target()).isEqualTo("/x?y"));
    }
  }

  @Test
  void headsAndContentAreBounded() throws Exception {
    Limits limits = new Limits(100, 100, 100, 4_096, 10_000, 1_000, 100);
    try (TestOrigin origin = origin();
        Gateway gateway =
            Gateway.start(GatewaySettings.of(Soap.ANY_PORT, origin.uri()).withLimits(limits), 1)) {
      String long_ = "x".repeat(5_000);
      assertThat(sent(gateway, "GET / HTTP/1.1\r\nHost: x\r\nA: " + long_ + "\r\n\r\n"))
          .startsWith("HTTP/1.1 431");
      assertThat(sent(gateway, "GET /" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: x\r\n\r\n"))
          .startsWith("HTTP/1.1 414");
      StringBuilder flood = new StringBuilder("GET / HTTP/1.1\r\nHost: x\r\n");
      for (int i = 0; i < 2_000; i++) {
        flood.append('a').append(i).append(": b\r\n");
      }
      assertThat(sent(gateway, flood + "\r\n")).startsWith("HTTP/1.1 431");
      assertThat(Soap.post(gateway, "y".repeat(10_000)).statusCode()).isEqualTo(200);
      assertThat(Soap.post(gateway, "y".repeat(10_001)).statusCode()).isEqualTo(413);
      assertThat(
              sent(
                  gateway,
                  "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                      + "2711\r\n"
                      + "z".repeat(10_001)
                      + "\r\n0\r\n\r\n"))
          .startsWith("HTTP/1.1 413");
    }
  }

  @Test
  @Tag("long")
  void slowRequestsEnd() throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway =
            Gateway.start(GatewaySettings.of(Soap.ANY_PORT, origin.uri()).withTimeouts(SHORT), 1)) {
      gateway.policy(
          io.castile.cache.policy.CachePolicy.parse(
              "p", "rules: [{operation: ask, cache: true, ttl: 1h}]"));
      assertThat(sent(gateway, "")).isEmpty();
      assertThat(sent(gateway, "POST / HT")).isEmpty();
      assertThat(sent(gateway, "POST / HTTP/1.1\r\nHost: x\r\nA: b\r\n")).isEmpty();
      String withType = "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\n";
      assertThat(sent(gateway, withType + "Content-Length: 9\r\n\r\nabc"))
          .startsWith("HTTP/1.1 408");
      assertThat(sent(gateway, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc"))
          .doesNotContain("200");
      assertThat(Soap.post(gateway, question("q")).statusCode()).isEqualTo(200);
      assertThat(gateway.requests()).isZero();
    }
  }

  @Test
  void moreRequestsThanTheLimitAreToldToComeBack() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    Limits limits = new Limits(100, 3, 100, 4_096, 10_000, 1_000, 100);
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  go.await();
                  return Answer.soap("ok");
                });
        Gateway gateway =
            Gateway.start(GatewaySettings.of(Soap.ANY_PORT, origin.uri()).withLimits(limits), 2)) {
      List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        calls.add(async(() -> Soap.post(gateway, question("q"))));
      }
      await(() -> origin.requests().size() == 3);
      HttpResponse<String> refused = Soap.post(gateway, question("q"));
      go.countDown();

      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("retry-after")).hasValue("1");
      for (CompletableFuture<HttpResponse<String>> call : calls) {
        assertThat(call.get().statusCode()).isEqualTo(200);
      }
      assertThat(Soap.post(gateway, question("q")).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void moreConnectionsThanTheLimitAreClosed() throws Exception {
    Limits limits = new Limits(2, 100, 100, 4_096, 10_000, 1_000, 100);
    try (TestOrigin origin = origin();
        Gateway gateway =
            Gateway.start(GatewaySettings.of(Soap.ANY_PORT, origin.uri()).withLimits(limits), 1);
        Socket one = new Socket("127.0.0.1", gateway.port());
        Socket two = new Socket("127.0.0.1", gateway.port())) {
      await(() -> gateway.connections() == 2);
      assertThat(sent(gateway, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")).isIn("", "closed");
      one.close();
      two.close();
      await(() -> gateway.connections() == 0);
      assertThat(sent(gateway, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
          .startsWith("HTTP/1.1 200");
    }
  }

  private static final String LARGE = Soap.answer("x".repeat(16 << 20));

  /** A gateway that has a response in its cache which is larger than what the sockets hold. */
  private static Gateway withLargeResponse(TestOrigin origin, String request) throws Exception {
    Limits limits = new Limits(100, 100, 100, 4_096, 10_000, 32 << 20, 100);
    Gateway gateway =
        Gateway.start(
            GatewaySettings.of(Soap.ANY_PORT, origin.uri()).withLimits(limits).withTimeouts(SHORT),
            1);
    gateway.policy(
        io.castile.cache.policy.CachePolicy.parse(
            "p", "rules: [{operation: ask, cache: true, ttl: 1h, maxEntryBytes: 32MiB}]"));
    for (int i = 0; i < 3; i++) {
      assertThat(sent(gateway, request)).startsWith("HTTP/1.1 200").endsWith("Envelope>");
    }
    await(() -> gateway.connections() == 0);
    assertThat(gateway.statistics().row("ask").hits()).isPositive();
    return gateway;
  }

  private static String closingRequest() {
    String message = question("q");
    return "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/xml\r\n"
        + "Content-Length: "
        + message.length()
        + "\r\n\r\n"
        + message;
  }

  @Test
  @Tag("long")
  void aClientThatReadsNothingLosesItsConnection() throws Exception {
    try (TestOrigin origin = new TestOrigin(each -> Answer.soap(LARGE));
        Gateway gateway = withLargeResponse(origin, closingRequest());
        Socket silent = new Socket("127.0.0.1", gateway.port())) {
      silent.getOutputStream().write(closingRequest().getBytes(StandardCharsets.ISO_8859_1));
      await(() -> gateway.connections() == 1);
      await(() -> gateway.connections() == 0);
    }
  }

  /** It takes longer than a client may that reads nothing. */
  @Tag("long")
  @Test
  void aClientThatReadsSlowlyHasItsResponse() throws Exception {
    try (TestOrigin origin = new TestOrigin(each -> Answer.soap(LARGE));
        Gateway gateway = withLargeResponse(origin, closingRequest());
        Socket slow = new Socket()) {
      slow.setReceiveBufferSize(16 << 10);
      slow.setSoTimeout(20_000);
      slow.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
      slow.getOutputStream().write(closingRequest().getBytes(StandardCharsets.ISO_8859_1));
      InputStream in = slow.getInputStream();
      for (int i = 0; i < 20; i++) {
        assertThat(in.readNBytes(256 << 10)).hasSize(256 << 10);
        TimeUnit.MILLISECONDS.sleep(400); // the pace of the client
      }
      String rest = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);

      assertThat(rest.length()).isGreaterThan(LARGE.length() - (20 * 256 << 10));
      assertThat(rest.endsWith("Envelope>")).isTrue();
    }
  }

  @Test
  void requestsUnderWayAreAnsweredBeforeTheGatewayEnds() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    try (TestOrigin origin =
        new TestOrigin(
            request -> {
              go.await();
              return Answer.soap("late");
            })) {
      Gateway gateway = Soap.gateway(origin.uri(), "");
      CompletableFuture<HttpResponse<String>> call = async(() -> Soap.post(gateway, question("q")));
      await(() -> origin.requests().size() == 1);
      CompletableFuture<Boolean> drained = async(gateway::drain);
      await(
          () -> {
            try (Socket refused = new Socket("127.0.0.1", gateway.port())) {
              return false;
            } catch (IOException e) {
              return true;
            }
          });
      go.countDown();

      assertThat(call.get().body()).isEqualTo("late");
      assertThat(call.get().headers().firstValue("connection")).hasValue("close");
      assertThat(drained.get()).isTrue();
    }
  }

  /** Whatever bytes come, the gateway goes on. */
  @Test
  void randomBytesDoNoHarm() throws Exception {
    Random random = new Random(21);
    byte[] request =
        ("POST /a HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: 3\r\n"
                + "Connection: close\r\n\r\nabc")
            .getBytes(StandardCharsets.US_ASCII);
    try (TestOrigin origin = origin();
        Gateway gateway =
            Gateway.start(GatewaySettings.of(Soap.ANY_PORT, origin.uri()).withTimeouts(SHORT), 1)) {
      for (int i = 0; i < 300; i++) {
        byte[] damaged = request.clone();
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
          damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        }
        try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
          socket.setSoTimeout(20_000);
          socket.getOutputStream().write(damaged);
          socket.shutdownOutput();
          InputStream in = socket.getInputStream();
          in.readAllBytes();
        } catch (SocketException e) {
          // closed meanwhile, as it may be
        }
      }
      assertThat(Soap.post(gateway, question("q")).body()).isEqualTo("ok");
      await(() -> gateway.requests() == 0 && gateway.connections() <= 1);
    }
  }

  private interface Work<T> {
    T get() throws Exception;
  }

  private static <T> CompletableFuture<T> async(Work<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(work.get());
              } catch (Exception e) {
                result.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return result;
  }

  private static void await(java.util.function.BooleanSupplier condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("20 s have passed").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }
}
