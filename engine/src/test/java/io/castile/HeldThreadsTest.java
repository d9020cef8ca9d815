package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that hold all threads of a server, by requests or answers that never end: whatever they
 * send in the mean, each is given up, and the next call is answered.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@Tag("long")
class HeldThreadsTest {
  private static final int THREADS = 3;
  private static final String ADD =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
          + "<s:add xmlns:s='http://shop.castile.io/'><a>20</a><b>22</b></s:add>"
          + "</e:Body></e:Envelope>";
  private static final String HEAD =
      "POST /shop HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n";
  private static final String CHUNKS = HEAD + "Transfer-Encoding: chunked\r\n\r\n";
  private static final String WHOLE_CHUNK = Integer.toHexString(ADD.length()) + "\r\n" + ADD;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private static ServerBuilder server() {
    return Castile.server()
        .host("localhost")
        .publish("/shop", new WrappedShopService())
        .transport(t -> t.maxThreads(THREADS).requestTimeout(Duration.ofSeconds(3)));
  }

  private static Socket connect(SoapServer server, boolean tls) throws Exception {
    SSLSocketFactory factory = LocalTls.withoutKey().getSocketFactory();
    Socket socket =
        tls
            ? factory.createSocket("localhost", server.port())
            : new Socket(InetAddress.getByName("localhost"), server.port());
    socket.setSoTimeout(20_000);
    return socket;
  }

  /** What a request begins with, and what comes now and then. */
  static Stream<Arguments> endless() {
    String length = HEAD + "Content-Length: 100000\r\n\r\n<a>";
    return Stream.of(
        Arguments.of("content", length, "x"),
        Arguments.of("a chunk", CHUNKS + "ffff\r\n", "x"),
        Arguments.of("chunks of a byte", CHUNKS, "1\r\nx\r\n"),
        Arguments.of("an extension of a chunk", CHUNKS + "5;", "x"),
        Arguments.of("a later extension", CHUNKS + "1\r\n<\r\n5;a=", "x"),
        Arguments.of("the size of a chunk", CHUNKS, "0"),
        Arguments.of("a trailer", CHUNKS + WHOLE_CHUNK + "\r\n0\r\nX: ", "y"),
        Arguments.of("trailers", CHUNKS + WHOLE_CHUNK + "\r\n0\r\n", "X: y\r\n"),
        Arguments.of("the end of a chunk", CHUNKS + WHOLE_CHUNK + "\r\n0", ";"));
  }

  /** Sends a piece now and then until the server ends the connection. */
  private static Void trickle(Socket socket, String beginning, String piece) throws Exception {
    byte[] bytes = piece.getBytes(StandardCharsets.US_ASCII);
    try (socket) {
      socket.getOutputStream().write(beginning.getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < 1_000; i++) {
        socket.getOutputStream().write(bytes);
        TimeUnit.MILLISECONDS.sleep(20);
      }
    } catch (IOException e) {
      return null;
    }
    throw new AssertionError("expected the server to give up");
  }

  private static void assertServes(SoapServer server) throws Exception {
    SSLSocketFactory tls = LocalTls.withoutKey().getSocketFactory();
    WrappedShop port =
        Castile.client(WrappedShop.class)
            .endpoint(server.url("/shop"))
            .transport(t -> t.tls(tls))
            .build();
    assertThat(port.add(1, 2)).isEqualTo(3);
  }

  private void assertGivenUp(ServerBuilder options, String beginning, String piece)
      throws Exception {
    try (SoapServer server = options.start()) {
      boolean tls = server.url("/shop").startsWith("https");
      List<Future<?>> held = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Socket socket = connect(server, tls);
        held.add(threads.submit(() -> trickle(socket, beginning, piece)));
      }
      for (Future<?> each : held) {
        each.get(); // whose trickling ends
      }
      assertServes(server);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("endless")
  void requestsThatDoNotEndAreGivenUp(String label, String beginning, String piece)
      throws Exception {
    assertGivenUp(server(), beginning, piece);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("endless")
  void overTlsToo(String label, String beginning, String piece) throws Exception {
    SSLContext tls = LocalTls.withKey();
    assertGivenUp(server().transport(t -> t.tls(tls)), beginning, piece);
  }

  @Test
  void requestsThatTrickleAreGivenUpWithinTheirTime() throws Exception {
    assertGivenUp(
        server().transport(t -> t.requestTimeout(Duration.ofHours(1)).minBytesPerSecond(1_000_000)),
        CHUNKS + "ffff\r\n",
        "x");
  }

  /** The client is told, if it listens. */
  @Test
  void theAnswerIsThatTheRequestCameTooLate() throws Exception {
    try (SoapServer server = server().start();
        Socket socket = connect(server, false)) {
      socket.getOutputStream().write((CHUNKS + "5;").getBytes(StandardCharsets.US_ASCII));
      RawHttp.Answer answer = RawHttp.parse(socket.getInputStream().readAllBytes());

      assertThat(answer.status()).isEqualTo(408);
      assertThat(answer.body()).isEqualTo("the request did not arrive in time\n");
    }
  }

  // ---- HTTP/2 ----

  private static final Map<String, String> XML = Map.of("content-type", "text/xml");

  @ParameterizedTest(name = "{0}")
  @MethodSource("frames")
  void framesWithoutContentAreGivenUp(String label, int flags, byte[] payload) throws Exception {
    try (SoapServer server = server().start();
        RawHttp2 connection = new RawHttp2(server.port(), 65_535)) {
      for (int i = 0; i < THREADS; i++) {
        connection.sendHead(2 * i + 1, "/shop", XML);
      }
      int ended = 0;
      for (int i = 0; i < 1_000 && ended < THREADS; i++) {
        for (int stream = 1; stream < 2 * THREADS; stream += 2) {
          connection.send(RawHttp2.DATA, flags, stream, payload);
        }
        TimeUnit.MILLISECONDS.sleep(50);
        while (connection.hasReceived()) {
          RawHttp2.Frame frame = connection.receive();
          ended += frame.type() == RawHttp2.HEADERS ? 1 : 0;
        }
      }
      assertThat(ended).isEqualTo(THREADS);
      assertServes(server);
    }
  }

  static Stream<Arguments> frames() {
    return Stream.of(
        Arguments.of("empty", 0, new byte[0]),
        Arguments.of("padding", RawHttp2.PADDED, new byte[] {3, 0, 0, 0}),
        Arguments.of("a byte", 0, new byte[] {'x'}));
  }

  @Test
  void connectionsThatOnlyPingAreEnded() throws Exception {
    try (SoapServer server =
            server().transport(t -> t.idleTimeout(Duration.ofMillis(500))).start();
        RawHttp2 connection = new RawHttp2(server.port(), 65_535)) {
      connection.sendHead(1, "/shop", XML);
      byte[] message = ADD.getBytes(StandardCharsets.US_ASCII);
      connection.send(RawHttp2.DATA, RawHttp2.END_STREAM, 1, message);
      List<Integer> types = new ArrayList<>();
      try {
        for (int i = 0; i < 1_000; i++) {
          connection.send(RawHttp2.PING, 0, 0, new byte[8]);
          TimeUnit.MILLISECONDS.sleep(20);
          while (connection.hasReceived()) {
            types.add(connection.receive().type());
          }
        }
      } catch (IOException e) {
        assertThat(types).contains(RawHttp2.HEADERS, RawHttp2.GOAWAY);
        return;
      }
      throw new AssertionError("expected the server to end the connection");
    }
  }

  // ---- answers ----

  private static final int LARGE = 8 << 20;

  /** Asks for an answer that no buffer has room for. */
  private static byte[] askForMuch() {
    return ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
            + "<s:repeat xmlns:s='http://shop.castile.io/'><text>x</text><times>"
            + LARGE
            + "</times></s:repeat></e:Body></e:Envelope>")
        .getBytes(StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void answersThatAreTakenByteByByteEndTheirConnection(boolean tls) throws Exception {
    ServerBuilder options = server().transport(t -> t.minBytesPerSecond(100_000_000));
    SSLContext context = LocalTls.withKey();
    try (SoapServer server = (tls ? options.transport(t -> t.tls(context)) : options).start()) {
      List<Future<Integer>> held = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Socket socket = connect(server, tls);
        held.add(threads.submit(() -> takeSlowly(socket)));
      }
      for (Future<Integer> each : held) {
        assertThat(each.get()).isLessThan(LARGE);
      }
      assertServes(server);
    }
  }

  /** Takes a byte now and then until nothing more comes; returns how much has. */
  private static int takeSlowly(Socket socket) throws Exception {
    byte[] message = askForMuch();
    int count = 0;
    try (socket) {
      String head = HEAD + "Content-Length: " + message.length + "\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(message);
      InputStream in = socket.getInputStream();
      for (int i = 0; i < 350 && in.read() >= 0; i++) {
        count++;
        TimeUnit.MILLISECONDS.sleep(20);
      }
      return count + in.readAllBytes().length;
    } catch (IOException e) {
      return count;
    }
  }

  /** The other streams of the connection go on. */
  @Test
  void answersWhoseWindowOpensByteByByteEndTheirStream() throws Exception {
    try (SoapServer server = server().transport(t -> t.minBytesPerSecond(100_000_000)).start();
        RawHttp2 connection = new RawHttp2(server.port(), 1_000)) {
      byte[] message = askForMuch();
      for (int stream = 1; stream < 2 * THREADS; stream += 2) {
        connection.sendHead(stream, "/shop", XML);
        connection.send(RawHttp2.DATA, RawHttp2.END_STREAM, stream, message);
      }
      int ended = 0;
      for (int i = 0; i < 500 && ended < THREADS; i++) {
        for (int stream = 1; stream < 2 * THREADS; stream += 2) {
          connection.send(RawHttp2.WINDOW_UPDATE, 0, stream, new byte[] {0, 0, 0, 1});
        }
        TimeUnit.MILLISECONDS.sleep(40);
        while (connection.hasReceived()) {
          ended += connection.receive().type() == RawHttp2.RST_STREAM ? 1 : 0;
        }
      }
      assertThat(ended).isEqualTo(THREADS);
      connection.sendHead(101, "/shop", XML);
      byte[] add = ADD.getBytes(StandardCharsets.US_ASCII);
      connection.send(RawHttp2.DATA, RawHttp2.END_STREAM, 101, add);
      RawHttp2.Frame frame = connection.receive();
      while (frame.type() != RawHttp2.DATA || frame.stream() != 101) {
        frame = connection.receive();
      }
      assertThat(new String(frame.payload(), StandardCharsets.UTF_8)).contains("42");
    }
  }
}
