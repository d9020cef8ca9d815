package io.castile.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.server.HttpExchange;
import io.castile.soap.server.HttpHandler;
import io.castile.xml.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Threads that wait for the next request of their connection. They wait for much longer here than
 * any test takes, so that what ends a wait is never a matter of time; where nobody ends it, the
 * test fails by its own limit.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WaitingEndPointTest {
  private static final Duration FOR_EVER = Duration.ofMinutes(10);

  /** A server that says how long the content of a request was. */
  private static final class Counting implements HttpHandler, AutoCloseable {
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final BlockingQueue<String> heads = new LinkedBlockingQueue<>();
    private final BlockingQueue<Boolean> readAll = new LinkedBlockingQueue<>();
    private final Semaphore closed = new Semaphore(0);
    private final RequestWaits waits;
    private final Server server = new Server();
    private final DrainingConnector connector;

    Counting(int places, Duration wait) throws Exception {
      HttpConfiguration http = new HttpConfiguration();
      waits = new RequestWaits(places, wait);
      connector =
          new DrainingConnector(
              server,
              waits,
              new HttpConnectionFactory(http),
              new HTTP2CServerConnectionFactory(http));
      connector.setHost("localhost");
      connector.addBean(
          new Connection.Listener() {
            @Override
            public void onClosed(Connection connection) {
              closed.release();
            }
          });
      server.addConnector(connector);
      server.setHandler(new JettyServer.EndpointHandler(this, HttpServerOptions.DEFAULT));
      server.start();
    }

    @Override
    public void serve(HttpExchange exchange) throws IOException {
      threads.add(Thread.currentThread());
      heads.add(exchange.path());
      long length = 0;
      try (InputStream content = exchange.content()) {
        if (exchange.path().equals("/length")) { // as a binding that knows how much will come
          length = content.readNBytes((int) exchange.contentLength()).length;
        } else if (!exchange.path().equals("/ignored")) {
          length = content.transferTo(OutputStream.nullOutputStream());
        }
      }
      readAll.add(((JettyExchange) exchange).hasReadAll());
      byte[] answer = Long.toString(length).getBytes(StandardCharsets.US_ASCII);
      exchange.status(200);
      exchange.send(Payload.of(answer, answer.length));
    }

    Socket connect() throws IOException {
      Socket socket = new Socket(InetAddress.getByName("localhost"), connector.getLocalPort());
      socket.setSoTimeout(50_000);
      socket.setTcpNoDelay(true);
      return socket;
    }

    @Override
    public void close() throws Exception {
      server.stop();
    }
  }

  private static String request(String path, String content) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: h\r\nContent-Length: "
        + content.length()
        + "\r\n\r\n"
        + content;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Reads one response with content of less than ten bytes. */
  private static String content(Socket socket) throws IOException {
    StringBuilder head = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      assertThat(next).as("the end after " + head).isNotNegative();
      head.append((char) next);
    }
    assertThat(head).startsWith("HTTP/1.1 200 ");
    int at = head.indexOf("Content-Length: ");
    return new String(in.readNBytes(head.charAt(at + 16) - '0'), StandardCharsets.US_ASCII);
  }

  @Test
  void oneThreadServesAConnectionThatIsUsedAgainAndAgain() throws Exception {
    try (Counting server = new Counting(1, FOR_EVER);
        Socket socket = server.connect()) {
      for (int i = 0; i < 100; i++) {
        send(socket, request("/", "x".repeat(i)));

        assertThat(content(socket)).isEqualTo("" + i);
      }
      assertThat(server.threads).hasSize(1);
    }
  }

  @Test
  void connectionsBeyondThePlacesAreServedAsWell() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    try (Counting server = new Counting(2, FOR_EVER)) {
      for (int i = 0; i < 8; i++) {
        sockets.add(server.connect());
      }
      for (int round = 0; round < 10; round++) {
        for (Socket socket : sockets) {
          send(socket, request("/", "round " + round));
        }
        for (Socket socket : sockets) {
          assertThat(content(socket)).isEqualTo("7");
        }
      }
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  @Test
  void contentMayArriveLongAfterItsHeadInAnyRequestOfAConnection() throws Exception {
    try (Counting server = new Counting(1, FOR_EVER);
        Socket socket = server.connect()) {
      for (int i = 0; i < 10; i++) {
        String request = request("/" + i, "0123456789");
        send(socket, request.substring(0, request.length() - 5));
        assertThat(server.heads.take()).isEqualTo("/" + i);
        send(socket, request.substring(request.length() - 5));

        assertThat(content(socket)).isEqualTo("10");
      }
    }
  }

  /** Several requests at once, and requests cut anywhere. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void requestsMayComeInAnyPieces(long seed) throws Exception {
    Random random = new Random(seed);
    StringBuilder all = new StringBuilder();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      int length = random.nextInt(5_000);
      all.append(request("/", "y".repeat(length)));
      expected.add("" + length);
    }
    try (Counting server = new Counting(1, FOR_EVER);
        Socket socket = server.connect()) {
      Thread sender =
          new Thread(
              () -> {
                try {
                  for (int at = 0; at < all.length(); ) {
                    int end = Math.min(all.length(), at + 1 + random.nextInt(8_000));
                    send(socket, all.substring(at, end));
                    at = end;
                    Thread.yield();
                  }
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      sender.start();
      for (String length : expected) {
        assertThat(content(socket)).isEqualTo(length);
      }
      sender.join();
    }
  }

  @Test
  void aConnectionThatStaysIdleIsClosedWhileAThreadWaits() throws Exception {
    try (Counting server = new Counting(1, FOR_EVER)) {
      try (Socket socket = server.connect()) {
        send(socket, request("/", "abc"));
        assertThat(content(socket)).isEqualTo("3");
        server.connector.getConnectedEndPoints().forEach(each -> each.setIdleTimeout(300));

        assertThat(socket.getInputStream().read()).isNegative();
      }
      try (Socket other = server.connect()) { // the place is free again, or not needed
        send(other, request("/", "abcd"));
        assertThat(content(other)).isEqualTo("4");
      }
    }
  }

  @Test
  void aClientThatLeavesEndsTheWait() throws Exception {
    try (Counting server = new Counting(1, FOR_EVER)) {
      for (int i = 0; i < 5; i++) {
        try (Socket socket = server.connect()) {
          send(socket, request("/", "abc"));
          assertThat(content(socket)).isEqualTo("3");
          send(socket, request("/", "abcde"));
          assertThat(content(socket)).isEqualTo("5");
        }
        server.closed.acquire();
      }
    }
  }

  @Test
  void aServerStopsWhileThreadsWait() throws Exception {
    Counting server = new Counting(4, FOR_EVER);
    List<Socket> sockets = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Socket socket = server.connect();
      sockets.add(socket);
      send(socket, request("/", "ab"));
      assertThat(content(socket)).isEqualTo("2");
    }
    server.close();

    for (Socket socket : sockets) {
      assertThat(socket.getInputStream().read()).isNegative();
      socket.close();
    }
    for (Thread thread : server.threads) {
      thread.join();
    }
  }

  /** A wait that ends by itself hands the connection back to the server's selector. */
  @Test
  void aConnectionIsServedAfterItsThreadHasGone() throws Exception {
    try (Counting server = new Counting(1, Duration.ofMillis(1));
        Socket socket = server.connect();
        SocketChannel other = SocketChannel.open()) {
      other.configureBlocking(false);
      for (int i = 0; i < 20; i++) {
        send(socket, request("/", "abc"));
        assertThat(content(socket)).isEqualTo("3");
        RequestWaits.Place free = server.waits.enter(other);
        while (free == null) { // the only place is not free before the thread has left it
          Thread.onSpinWait();
          free = server.waits.enter(other);
        }
        free.leave();
      }
    }
  }

  @Test
  void onlyARequestThatWasReadToItsEndIsOver() throws Exception {
    try (Counting server = new Counting(1, FOR_EVER);
        Socket socket = server.connect()) {
      send(socket, request("/length", "abc"));
      assertThat(content(socket)).isEqualTo("3");
      assertThat(server.readAll.take()).isTrue();

      send(socket, request("/ignored", "abc"));
      assertThat(content(socket)).isEqualTo("0");
      assertThat(server.readAll.take()).isFalse();

      send(socket, request("/length", "abcd"));
      assertThat(content(socket)).isEqualTo("4");
    }
  }

  @Test
  void noPlaceIsGivenAfterTheEnd() throws Exception {
    RequestWaits waits = new RequestWaits(1, FOR_EVER);
    try (var channel = SocketChannel.open()) {
      channel.configureBlocking(false);
      waits.close();

      assertThat(waits.enter(channel)).isNull();
    }
  }

  @Test
  void placesAreAsManyAsWereSaid() throws Exception {
    RequestWaits waits = new RequestWaits(1, FOR_EVER);
    try (var channel = SocketChannel.open();
        var other = SocketChannel.open()) {
      channel.configureBlocking(false);
      other.configureBlocking(false);
      RequestWaits.Place place = waits.enter(channel);
      assertThat(place).isNotNull();

      assertThat(waits.enter(other)).isNull();

      place.leave();
      assertThat(waits.enter(other)).isNotNull();
      waits.close();
    }
  }

  @Test
  void theEndWakesThoseWhoWait() throws Exception {
    RequestWaits waits = new RequestWaits(1, FOR_EVER);
    try (var listening = ServerSocketChannel.open().bind(null);
        var channel = SocketChannel.open(listening.getLocalAddress())) {
      channel.configureBlocking(false);
      RequestWaits.Place place = waits.enter(channel);
      CountDownLatch ended = new CountDownLatch(1);
      Thread waiting =
          new Thread(
              () -> {
                if (!place.await()) {
                  ended.countDown();
                }
                place.leave();
              });
      waiting.start();

      waits.close();

      assertThat(ended.await(50, TimeUnit.SECONDS)).isTrue();
      waiting.join();
    }
  }
}
