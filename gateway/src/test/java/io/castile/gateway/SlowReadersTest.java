package io.castile.gateway;

import static io.castile.gateway.Http2Wire.DATA;
import static io.castile.gateway.Http2Wire.HEADERS;
import static io.castile.gateway.Http2Wire.WINDOW_UPDATE;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.castile.gateway.config.GatewaySettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients that take an answer slowly: the origin is read no faster, and others are served. */
@Tag("long")
final class SlowReadersTest {
  private static final int SIZE = 64 << 20;

  /** What sockets and the gateway may hold of an answer: far less than all of it. */
  private static final long MOST_UNDER_WAY = SIZE / 2;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicLong sent = new AtomicLong();
  private HttpServer origin;
  private Gateway gateway;

  /** An origin that gives a long answer to GET, and tells how much of it is on its way. */
  @BeforeEach
  void start() throws IOException {
    origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    origin.setExecutor(threads);
    origin.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          boolean isLong = exchange.getRequestMethod().equals("GET");
          byte[] piece = isLong ? new byte[64 << 10] : "ok".getBytes(StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(200, isLong ? SIZE : piece.length);
          try (OutputStream out = exchange.getResponseBody()) {
            for (int written = 0; written < (isLong ? SIZE : 1); written += piece.length) {
              out.write(piece);
              sent.addAndGet(isLong ? piece.length : 0);
            }
          }
        });
    origin.start();
    URI uri = URI.create("http://127.0.0.1:" + origin.getAddress().getPort());
    gateway = Gateway.start(GatewaySettings.of(Soap.ANY_PORT, uri), 1);
  }

  @AfterEach
  void stop() {
    gateway.close();
    origin.stop(0);
    threads.shutdownNow();
  }

  /** Waits until no more leaves the origin, as it seems, and returns how much has. */
  private long sentAtRest() throws InterruptedException {
    long before = -1;
    while (sent.get() == 0 || before != sent.get()) {
      before = sent.get();
      TimeUnit.MILLISECONDS.sleep(500);
    }
    return before;
  }

  @Test
  void overHttp11() throws Exception {
    try (Socket client = new Socket()) {
      client.setReceiveBufferSize(16 << 10);
      client.setSoTimeout(60_000);
      client.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
      client
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      InputStream in = client.getInputStream();
      assertThat(sentAtRest()).isLessThan(MOST_UNDER_WAY);
      for (int i = 0; i < 20; i++) { // a little now and then, while another client asks
        assertThat(in.readNBytes(1 << 10)).hasSize(1 << 10);
        assertThat(Soap.post(gateway, question("q")).body()).isEqualTo("ok");
      }
      assertThat(sentAtRest()).isLessThan(MOST_UNDER_WAY);

      assertThat(in.readNBytes(SIZE - (20 << 10))).hasSize(SIZE - (20 << 10));
    }
  }

  /** The client opens its window a little, and later all the way. */
  @Test
  void overHttp2() throws Exception {
    try (Http2Wire client = new Http2Wire(gateway.port())) {
      client.request(1, true, "GET", "/");
      assertThat(client.status(1)).isEqualTo("200");
      AtomicInteger read = new AtomicInteger();
      read(client, read, frame -> read.get() == 65_535);
      assertThat(sentAtRest()).isLessThan(MOST_UNDER_WAY);
      for (int i = 1; i <= 20; i++) {
        client.sendNumber(WINDOW_UPDATE, 0, 2 << 10);
        client.sendNumber(WINDOW_UPDATE, 1, 1 << 10);
        int stream = 2 * i + 1; // another one, which is served meanwhile
        client.request(stream, true, "POST", "/");
        Http2Wire.Frame head =
            read(client, read, each -> each.type() == HEADERS && each.stream() == stream);
        assertThat(head.status()).isEqualTo("200");
        assertThat(Soap.post(gateway, question("q")).body()).isEqualTo("ok");
      }
      assertThat(sentAtRest()).isLessThan(MOST_UNDER_WAY);

      client.sendNumber(WINDOW_UPDATE, 0, SIZE);
      client.sendNumber(WINDOW_UPDATE, 1, SIZE);
      read(client, read, frame -> frame.isEnd() && frame.stream() == 1);
      assertThat(read).hasValue(SIZE);
    }
  }

  /** Reads up to a frame, and counts the bytes of the first stream on the way. */
  private static Http2Wire.Frame read(
      Http2Wire client, AtomicInteger count, Predicate<Http2Wire.Frame> wanted) throws IOException {
    return client.read(
        frame -> {
          boolean isCounted = frame.type() == DATA && frame.stream() == 1;
          count.addAndGet(isCounted ? frame.payload().length : 0);
          return wanted.test(frame);
        });
  }

  /** A client that takes nothing of one stream gets the others of the same connection. */
  @Test
  void aStreamThatIsNotTakenStopsNoOther() throws Exception {
    try (Http2Wire client = new Http2Wire(gateway.port())) {
      client.sendNumber(WINDOW_UPDATE, 0, 1 << 20);
      client.request(1, true, "GET", "/");
      assertThat(client.status(1)).isEqualTo("200");
      assertThat(sentAtRest()).isLessThan(MOST_UNDER_WAY);
      for (int stream = 3; stream < 100; stream += 2) {
        client.request(stream, false, "POST", "/");
        client.send(Http2Wire.DATA, Http2Wire.END_STREAM, stream, new byte[100]);
        assertThat(client.status(stream)).isEqualTo("200");
      }
    }
  }
}
