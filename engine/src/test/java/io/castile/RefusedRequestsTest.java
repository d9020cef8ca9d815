package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.RawHttp.Answer;
import io.castile.shop.FreePorts;
import io.castile.shop.WrappedShopService;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is no HTTP, or too much of it, is refused in the server's own words, also at its end. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RefusedRequestsTest {
  private static final String HOST = "Host: localhost\r\n";
  private static final String GET = "GET /shop?wsdl HTTP/1.1\r\n" + HOST;
  private static final String POST =
      "POST /shop HTTP/1.1\r\n" + HOST + "Content-Type: text/xml\r\n";
  private static final String CHUNKS = POST + "Transfer-Encoding: chunked\r\n\r\n";
  private static final String LARGE_HEAD = GET + "A: " + "x".repeat(20_000) + "\r\n\r\n";

  private static final String MALFORMED = "expected a request as HTTP has it, found";
  private static final String CUT = "expected the whole request, found the end of the connection";
  private static final String VERSION = "expected a request of HTTP/1.0, HTTP/1.1 or HTTP/2, found";

  private static SoapServer server;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @BeforeAll
  static void start() {
    server = Castile.server().host("localhost").publish("/shop", new WrappedShopService()).start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void endThreads() {
    threads.shutdown();
  }

  private static String chunks(String chunks) {
    return CHUNKS + chunks;
  }

  /** Label, request, status and what the answer begins with. */
  static Stream<Arguments> requests() {
    return Stream.of(
        Arguments.of("no HTTP", "hello\r\n\r\n", 400, MALFORMED),
        Arguments.of("a handshake of TLS", "\u0016\u0003\u0001\u0002\r\n\r\n", 400, MALFORMED),
        Arguments.of("HTTP/0.9", "GET /shop\r\n\r\n", 505, VERSION),
        Arguments.of("HTTP/3", "GET /shop HTTP/3.0\r\n" + HOST + "\r\n", 505, VERSION),
        Arguments.of("HTTP/2 by its line", "GET /shop HTTP/2.0\r\n" + HOST + "\r\n", 505, VERSION),
        Arguments.of("another protocol", "GET /shop HTPP/1.1\r\n" + HOST + "\r\n", 505, VERSION),
        Arguments.of("no host", "GET /shop?wsdl HTTP/1.1\r\n\r\n", 400, MALFORMED + ": No Host"),
        Arguments.of("two hosts", GET + "Host: b\r\n\r\n", 400, MALFORMED),
        Arguments.of(
            "two authorities", "GET http://x/shop HTTP/1.1\r\n" + HOST + "\r\n", 400, MALFORMED),
        Arguments.of("space before the colon", GET + "A : b\r\n\r\n", 400, MALFORMED),
        Arguments.of("no colon", GET + "A\r\n\r\n", 400, MALFORMED),
        Arguments.of("a folded field", GET + "A: b\r\n c\r\n\r\n", 400, MALFORMED),
        Arguments.of("a field with NUL", GET + "A: b\0\r\n\r\n", 400, MALFORMED),
        Arguments.of("a bad escape", "GET /%zz HTTP/1.1\r\n" + HOST + "\r\n", 400, MALFORMED),
        Arguments.of("a bad escape, PUT", "PUT /%zz HTTP/1.1\r\n" + HOST + "\r\n", 400, MALFORMED),
        Arguments.of(
            "HTML is not accepted",
            "GET /%zz HTTP/1.1\r\n" + HOST + "Accept: application/xml\r\n\r\n",
            400,
            MALFORMED),
        Arguments.of(
            "an ambiguous path", "GET /%2e%2e/x HTTP/1.1\r\n" + HOST + "\r\n", 400, MALFORMED),
        Arguments.of("no path", "GET shop HTTP/1.1\r\n" + HOST + "\r\n", 400, MALFORMED),
        Arguments.of("a path above", "GET /../../x HTTP/1.1\r\n" + HOST + "\r\n", 400, MALFORMED),
        Arguments.of(
            "an expectation",
            POST + "Expect: magic\r\nContent-Length: 0\r\n\r\n",
            417,
            "expected the expectation 100-continue or none, found another one"),
        Arguments.of(
            "a long request line",
            "GET /" + "x".repeat(20_000) + " HTTP/1.1\r\n" + HOST + "\r\n",
            414,
            "expected a request line of less than 16384 bytes, found"),
        Arguments.of(
            "a large head",
            LARGE_HEAD,
            431,
            "expected header or trailer fields of at most 16384 bytes in all, found more"),
        Arguments.of(
            "many fields",
            GET + "A: x\r\n".repeat(300) + "\r\n",
            431,
            "the request has too many header fields"),
        Arguments.of("a length in words", POST + "Content-Length: ten\r\n\r\n", 400, MALFORMED),
        Arguments.of("a length below 0", POST + "Content-Length: -1\r\n\r\n", 400, MALFORMED),
        Arguments.of(
            "a length of 20 digits",
            POST + "Content-Length: 99999999999999999999\r\n\r\n",
            400,
            MALFORMED),
        Arguments.of(
            "two lengths",
            POST + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
            400,
            MALFORMED),
        Arguments.of(
            "a length and chunks",
            POST + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400,
            MALFORMED),
        Arguments.of(
            "another transfer coding",
            POST + "Transfer-Encoding: gzip\r\n\r\n0\r\n\r\n",
            400,
            MALFORMED),
        Arguments.of(
            "chunks in chunks",
            POST + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
            400,
            MALFORMED),
        Arguments.of(
            "chunks in HTTP/1.0",
            "POST /shop HTTP/1.0\r\nContent-Type: text/xml\r\nConnection: keep-alive\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400,
            "expected no Transfer-Encoding in HTTP/1.0"),
        Arguments.of("no size of a chunk", chunks("zz\r\nhello\r\n0\r\n\r\n"), 400, ""),
        Arguments.of("a size of 17 digits", chunks("fffffffffffffffff\r\nhello"), 400, ""),
        Arguments.of("more than a chunk", chunks("2\r\nhello\r\n0\r\n\r\n"), 400, ""),
        Arguments.of("no size of a later chunk", chunks("2\r\nhe\r\nzz\r\n\r\n"), 400, ""),
        Arguments.of("a bad trailer", chunks("0\r\nA b\r\n\r\n"), 400, ""));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("requests")
  void badRequestsAreRefusedInOurWords(String label, String request, int status, String words)
      throws IOException {
    Answer answer = RawHttp.exchange(server.port(), request, new byte[0]);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.body()).startsWith(words);
    assertOurs(answer);
  }

  @ParameterizedTest
  @MethodSource("cut")
  void requestsThatEndEarlyAreRefusedInOurWords(String request) throws IOException {
    try (Socket socket = connect(server)) {
      send(socket, request);
      socket.shutdownOutput();
      Answer answer = RawHttp.parse(socket.getInputStream().readAllBytes());

      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.body()).startsWith(CUT);
      assertOurs(answer);
    }
  }

  static Stream<String> cut() {
    return Stream.of(POST + "Content-Length: 10\r\n\r\nhello", CHUNKS + "a\r\nhel", CHUNKS);
  }

  @Test
  void requestsThatStopAreRefusedInOurWords() throws IOException {
    try (SoapServer impatient =
        Castile.server()
            .host("localhost")
            .publish("/shop", new WrappedShopService())
            .transport(t -> t.idleTimeout(Duration.ofSeconds(1)))
            .start()) {
      String request = POST + "Content-Length: 10\r\n\r\nhello";
      Answer answer = RawHttp.exchange(impatient.port(), request, new byte[0]);

      assertThat(answer.status()).isEqualTo(408);
      assertThat(answer.body()).isEqualTo("the request did not arrive in time\n");
      assertOurs(answer);
    }
  }

  @Test
  void overHttp2RequestsAreRefusedInOurWordsToo() throws Exception {
    HttpClient client =
        HttpClient.newBuilder()
            .sslContext(LocalTls.withoutKey())
            .version(HttpClient.Version.HTTP_2)
            .build();
    SSLContext tls = LocalTls.withKey();
    try (SoapServer secure =
        Castile.server()
            .host("localhost")
            .publish("/shop", new WrappedShopService())
            .transport(t -> t.tls(tls))
            .start()) {
      HttpResponse<String> good = get(client, URI.create(secure.url("/shop?wsdl")));
      HttpResponse<String> bad =
          get(client, URI.create("https://localhost:" + secure.port() + "/%2e%2e/x"));

      assertThat(good.statusCode()).isEqualTo(200);
      assertThat(bad.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(bad.statusCode()).isEqualTo(400);
      assertThat(bad.headers().firstValue("content-type")).hasValue("text/plain; charset=utf-8");
      assertThat(bad.body()).startsWith(MALFORMED).doesNotContain("<");
    }
  }

  private static HttpResponse<String> get(HttpClient client, URI uri) throws Exception {
    return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static void assertOurs(Answer answer) {
    assertThat(answer.head().toLowerCase(Locale.ROOT))
        .contains("content-type: text/plain;", "connection: close")
        .doesNotContain("jetty");
    assertThat(answer.body())
        .endsWith("\n")
        .hasLineCount(1)
        .doesNotContain("<", "Exception", "io.castile")
        .doesNotContainIgnoringCase("jetty");
  }

  // ---- at the end of a server ----

  private static Socket connect(SoapServer server) throws IOException {
    Socket socket = new Socket(InetAddress.getByName("localhost"), server.port());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void whileRequestsEndBadOnesAreToldSo() throws Exception {
    Gate.Service gate = new Gate.Service();
    SoapServer closing = Castile.server().host("localhost").publish("/gate", gate).start();
    List<Socket> standing = new ArrayList<>();
    try {
      List<String> bad = List.of("hello\r\n\r\n", LARGE_HEAD, "GET /%zz HTTP/1.1\r\n\r\n");
      for (int i = 0; i < bad.size(); i++) {
        standing.add(connect(closing));
      }
      Gate port = Castile.client(Gate.class).endpoint(closing.url("/gate")).build();
      Future<Integer> call = threads.submit(() -> port.pass(1));
      gate.awaitArrival();
      int number = closing.port();
      Future<?> end = threads.submit(() -> closing.close(Duration.ofSeconds(30)));
      awaitRefusal(number);

      for (int i = 0; i < bad.size(); i++) {
        send(standing.get(i), bad.get(i));
        Answer answer = RawHttp.parse(standing.get(i).getInputStream().readAllBytes());
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.head()).contains("Retry-After: 1");
        assertThat(answer.body()).isEqualTo("the server is being closed\n");
        assertOurs(answer);
      }
      gate.letThrough(1);
      assertThat(call.get()).isEqualTo(1);
      end.get();
    } finally {
      gate.letThrough(10);
      for (Socket socket : standing) {
        socket.close();
      }
      closing.close();
    }
  }

  private static void awaitRefusal(int port) {
    while (true) {
      try (Socket socket = new Socket(InetAddress.getByName("localhost"), port)) {
        assertThat(socket.isConnected()).isTrue();
      } catch (IOException e) {
        return;
      }
    }
  }

  /** Bad requests that are on their way while the server closes; an answer may be cut off. */
  @RepeatedTest(40)
  void whoeverIsAnsweredByAClosingServerIsAnsweredInOurWords() throws Exception {
    SoapServer closing =
        Castile.server()
            .host("localhost")
            .port(FreePorts.next()) // where no server of another JVM follows, and answers
            .publish("/shop", new WrappedShopService())
            .start();
    int port = closing.port();
    CountDownLatch answered = new CountDownLatch(20);
    List<Future<?>> senders = new ArrayList<>();
    for (String request : List.of(LARGE_HEAD, "hello\r\n\r\n", CHUNKS + "zz\r\n", CHUNKS)) {
      senders.add(threads.submit(() -> sendUntilClosed(port, request, answered)));
    }
    assertThat(answered.await(20, TimeUnit.SECONDS)).isTrue();
    closing.close();
    for (Future<?> sender : senders) {
      sender.get();
    }
  }

  private static Void sendUntilClosed(int port, String request, CountDownLatch answered) {
    while (true) {
      byte[] bytes;
      try (Socket socket = new Socket(InetAddress.getByName("localhost"), port)) {
        socket.setSoTimeout(20_000);
        int half = request.length() / 2;
        send(socket, request.substring(0, half));
        send(socket, request.substring(half));
        socket.shutdownOutput();
        bytes = socket.getInputStream().readAllBytes();
      } catch (SocketTimeoutException e) {
        throw new AssertionError("a connection that was accepted is neither served nor ended", e);
      } catch (IOException e) {
        if (answered.getCount() == 0 && e instanceof ConnectException) {
          return null;
        }
        continue; // reset by the server
      }
      Answer answer = RawHttp.parse(bytes);
      answered.countDown();
      if (answer.body().endsWith("\n")) {
        assertThat(answer.status()).isIn(400, 431, 503);
        assertOurs(answer);
      } else {
        assertThat(answer.body()).doesNotContain("<");
      }
    }
  }
}
