package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapTransportException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** More requests than a server takes, its end, and requests that come slowly. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@Tag("long")
class ServerLoadTest {
  private static final String BODY = Gate.Service.REQUEST;

  private final Gate.Service gate = new Gate.Service();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    gate.letThrough(1_000);
    threads.shutdown();
  }

  /** One message on a connection that stays, and the head and body of its answer. */
  private static String exchange(Socket connection, String message) throws IOException {
    send(connection, message);
    return receive(connection);
  }

  private static void send(Socket connection, String message) throws IOException {
    String head = Gate.Service.head(message.length());
    connection.getOutputStream().write((head + message).getBytes(StandardCharsets.US_ASCII));
  }

  private static String receive(Socket connection) throws IOException {
    InputStream in = connection.getInputStream();
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        return head.toString();
      }
      head.append((char) next);
    }
    String fields = head.toString().toLowerCase(Locale.ROOT);
    int at = fields.indexOf("content-length: ") + "content-length: ".length();
    int length = Integer.parseInt(fields.substring(at, fields.indexOf('\r', at)));
    return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  @Test
  void whatIsTooMuchIsRefusedAndItsConnectionGoesOn() throws Exception {
    try (SoapServer server = gate.server().transport(t -> t.maxThreads(1).maxQueued(0)).start();
        Socket other = Gate.Service.connect(server)) {
      Gate port = Gate.Service.client(server);
      Future<Integer> served = threads.submit(() -> port.pass(1));
      gate.awaitArrival();

      for (int i = 0; i < 3; i++) {
        assertThat(exchange(other, BODY))
            .startsWith("HTTP/1.1 503")
            .contains("Retry-After: 1\r\n")
            .contains("too many requests");
      }
      assertThatThrownBy(() -> port.pass(2))
          .cause()
          .isInstanceOfSatisfying(
              SoapTransportException.class,
              e -> {
                assertThat(e.status()).isEqualTo(503);
                assertThat(e.headers().toMap()).containsEntry("retry-after", "1");
              });

      gate.letThrough(2);
      assertThat(served.get()).isEqualTo(1);
      // A client may have the answer a moment before the server is done with it.
      String answer = exchange(other, BODY);
      while (answer.startsWith("HTTP/1.1 503")) {
        answer = exchange(other, BODY);
      }
      assertThat(answer).startsWith("HTTP/1.1 200").contains(">7<");
    }
  }

  @Test
  void aNumberOfRequestsWaits() throws Exception {
    try (SoapServer server = gate.server().transport(t -> t.maxThreads(1).maxQueued(1)).start();
        Socket one = Gate.Service.connect(server);
        Socket two = Gate.Service.connect(server)) {
      Gate port = Gate.Service.client(server);
      Future<Integer> served = threads.submit(() -> port.pass(1));
      gate.awaitArrival();

      send(one, BODY);
      send(two, BODY);
      boolean oneRefused = isAnsweredFirst(one, two);
      assertThat(receive(oneRefused ? one : two)).startsWith("HTTP/1.1 503");
      gate.letThrough(2);
      assertThat(receive(oneRefused ? two : one)).startsWith("HTTP/1.1 200").contains(">7<");
      assertThat(served.get()).isEqualTo(1);
    }
  }

  private static boolean isAnsweredFirst(Socket one, Socket two) throws IOException {
    while (one.getInputStream().available() == 0 && two.getInputStream().available() == 0) {
      Thread.onSpinWait();
    }
    return one.getInputStream().available() > 0;
  }

  /** A message that is not taken in: the client is told so, and the connection ends. */
  @Test
  void largeRequestsThatAreTooMuchEndTheirConnection() throws Exception {
    try (SoapServer server = gate.server().transport(t -> t.maxThreads(1).maxQueued(0)).start();
        Socket other = Gate.Service.connect(server)) {
      Gate port = Gate.Service.client(server);
      Future<Integer> served = threads.submit(() -> port.pass(1));
      gate.awaitArrival();
      String head =
          "POST /gate HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n"
              + "Content-Length: 100000000\r\n\r\n";
      other.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));

      assertThat(receive(other)).startsWith("HTTP/1.1 503").contains("Connection: close");
      assertThat(other.getInputStream().read()).isNegative();

      gate.letThrough(1);
      assertThat(served.get()).isEqualTo(1);
    }
  }

  @Test
  void closingWaitsForWhatIsUnderWay() throws Exception {
    SoapServer server = gate.server().start();
    int port = server.port();
    try (Socket idle = Gate.Service.connect(server)) {
      gate.letThrough(1);
      assertThat(exchange(idle, BODY)).startsWith("HTTP/1.1 200");
      gate.awaitArrival();
      Gate client = Gate.Service.client(server);
      List<Future<Integer>> calls = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        int number = i;
        calls.add(threads.submit(() -> client.pass(number)));
        gate.awaitArrival();
      }

      Future<?> closing = threads.submit(() -> server.close(Duration.ofSeconds(30)));
      awaitRefusal(port);
      assertThat(exchange(idle, BODY)).startsWith("HTTP/1.1 503").contains("Connection: close");
      assertThat(closing.isDone()).isFalse();
      gate.letThrough(3);

      for (int i = 0; i < 3; i++) {
        assertThat(calls.get(i).get()).isEqualTo(i);
      }
      closing.get();
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

  @Test
  void closingDoesNotWaitLongerThanAllowed() throws Exception {
    SoapServer server = gate.server().start();
    Gate client = Gate.Service.client(server);
    Future<Integer> call = threads.submit(() -> client.pass(1));
    gate.awaitArrival();
    threads.submit(
        () -> {
          assertThat(call).failsWithin(Duration.ofSeconds(50));
          gate.letThrough(1);
        });

    server.close(Duration.ofMillis(100));

    assertThatThrownBy(call::get).hasRootCauseInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @CsvSource({"20000, 1, 431", "10, 300, 431", "10, 150, 200", "10000, 1, 200"})
  void headsAreBounded(int length, int fields, int status) throws Exception {
    gate.letThrough(1);
    try (SoapServer server = gate.server().start();
        Socket socket = Gate.Service.connect(server)) {
      StringBuilder head = new StringBuilder("POST /gate HTTP/1.1\r\nHost: localhost\r\n");
      head.append("Content-Type: text/xml\r\nContent-Length: ").append(BODY.length());
      for (int i = 0; i < fields; i++) {
        head.append("\r\nX-").append(i).append(": ").append("x".repeat(length));
      }
      head.append("\r\n\r\n").append(BODY);
      socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.US_ASCII));

      assertThat(receive(socket)).startsWith("HTTP/1.1 " + status);
    }
  }

  /** Sends bytes one by one until the server ends the connection; the test's limit is the bound. */
  private static void trickle(Socket socket, byte[] bytes) throws InterruptedException {
    try {
      for (int i = 0; i < 100_000; i++) {
        socket.getOutputStream().write(bytes[Math.min(i, bytes.length - 1)]);
        TimeUnit.MILLISECONDS.sleep(20);
      }
    } catch (IOException e) {
      return;
    }
    throw new AssertionError("expected the server to give up");
  }

  @ParameterizedTest
  @CsvSource({"'POST /gate'", "'POST /gate HTTP/1.1\r\nHost: localhost\r\nX: '", "'\r\n'"})
  void headsThatTrickleEndTheirConnection(String beginning) throws Exception {
    gate.letThrough(10);
    try (SoapServer server =
            gate.server().transport(t -> t.requestTimeout(Duration.ofSeconds(3))).start();
        Socket fresh = Gate.Service.connect(server);
        Socket used = Gate.Service.connect(server)) {
      assertThat(exchange(used, BODY)).startsWith("HTTP/1.1 200");

      trickle(fresh, beginning.getBytes(StandardCharsets.US_ASCII));
      trickle(used, beginning.getBytes(StandardCharsets.US_ASCII));

      assertThat(Gate.Service.client(server).pass(3)).isEqualTo(3);
    }
  }

  @Test
  void handshakesThatTrickleEndTheirConnection() throws Exception {
    gate.letThrough(10);
    try (SoapServer server =
            gate.server()
                .transport(t -> t.tls(LocalTls.withKey()).requestTimeout(Duration.ofSeconds(3)))
                .start();
        Socket socket = Gate.Service.connect(server)) {
      trickle(socket, new byte[] {22, 3, 1, 63, 0, 1, 0, 62, (byte) 252, 3, 3});

      Gate port =
          Castile.client(Gate.class)
              .endpoint(server.url("/gate"))
              .transport(t -> t.tls(LocalTls.withoutKey().getSocketFactory()))
              .build();
      assertThat(port.pass(3)).isEqualTo(3);
    }
  }

  @Test
  void serversMayBeClosedTwice() {
    SoapServer server =
        Castile.server().host("localhost").publish("/shop", new WrappedShopService()).start();
    WrappedShop port = Castile.client(WrappedShop.class).endpoint(server.url("/shop")).build();
    assertThat(port.add(1, 2)).isEqualTo(3);

    server.close(Duration.ZERO);
    server.close();

    assertThatThrownBy(() -> port.add(1, 2)).hasCauseInstanceOf(SoapTransportException.class);
  }
}
