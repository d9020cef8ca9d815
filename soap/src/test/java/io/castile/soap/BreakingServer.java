package io.castile.soap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server that answers every request with "ok" and keeps the connection, until it is told to break
 * one: after so many bytes of a request, or at once. One connection at a time.
 */
final class BreakingServer implements AutoCloseable {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  /** A request that is cut: after how many bytes, and what is answered before. */
  private record Cut(int bytes, String answer) {}

  private final ServerSocket socket;
  private final BlockingQueue<Cut> cuts = new LinkedBlockingQueue<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final Semaphore broken = new Semaphore(0);
  private final Thread thread = new Thread(this::run, "breaking-server");
  private volatile Socket current;
  private volatile CountDownLatch currentEnded;

  BreakingServer() throws IOException {
    socket = new ServerSocket(0, 10, InetAddress.getByName("localhost"));
    thread.setDaemon(true);
    thread.start();
  }

  /** The head of a request with that many bytes of content and no fields but the usual ones. */
  static int headBytes(int length) {
    return ("POST /service HTTP/1.1\r\nHost: localhost:12345\r\nContent-Length: "
            + length
            + "\r\n\r\n")
        .length();
  }

  String url() {
    return "http://localhost:" + socket.getLocalPort() + "/service";
  }

  int connections() {
    return connections.get();
  }

  /** The contents of the requests that came whole. */
  List<String> bodies() {
    return bodies;
  }

  /** Ends the next requests after so many bytes, each with its connection. */
  void breakAfter(int... bytes) {
    for (int count : bytes) {
      cuts.add(new Cut(count, ""));
    }
  }

  /** Answers the next request so, and ends the connection. */
  void answerAndBreak(String answer) {
    cuts.add(new Cut(Integer.MAX_VALUE, answer));
  }

  /** Ends the connection that stands, in order or by a reset. */
  void closeNow(boolean reset) throws IOException, InterruptedException {
    if (reset) {
      current.setSoLinger(true, 0);
    }
    CountDownLatch ended = currentEnded;
    current.close();
    assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue(); // only now has the other side heard
  }

  /** Sends what nobody has asked for. */
  void sendNow(String text) throws IOException {
    current.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Waits until a connection has been broken. */
  void awaitBreak() throws IOException {
    try {
      assertThat(broken.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private void run() {
    while (!socket.isClosed()) {
      CountDownLatch ended = new CountDownLatch(1);
      try (Socket connection = socket.accept()) {
        currentEnded = ended;
        current = connection;
        connections.incrementAndGet();
        serve(connection);
      } catch (IOException e) {
        // A connection that the client or the test has closed.
      } finally {
        ended.countDown();
      }
    }
  }

  private void serve(Socket connection) throws IOException {
    InputStream in = connection.getInputStream();
    while (true) {
      int first = in.read();
      if (first < 0) {
        return;
      }
      Cut cut = cuts.poll();
      if (cut != null && cut.bytes < Integer.MAX_VALUE) {
        in.readNBytes(cut.bytes - 1);
        connection.setSoLinger(true, 0);
        connection.close();
        broken.release();
        return;
      }
      bodies.add(readRequest(first, in));
      connection
          .getOutputStream()
          .write((cut == null ? OK : cut.answer).getBytes(StandardCharsets.US_ASCII));
      if (cut != null) {
        return;
      }
    }
  }

  private static String readRequest(int first, InputStream in) throws IOException {
    StringBuilder head = new StringBuilder().append((char) first);
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) readByte(in));
    }
    String fields = head.toString().toLowerCase(Locale.ROOT);
    if (fields.contains("transfer-encoding: chunked")) {
      return readChunks(in);
    }
    int at = fields.indexOf("content-length: ") + "content-length: ".length();
    int length = Integer.parseInt(fields.substring(at, fields.indexOf('\r', at)));
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new IOException("the request is not whole");
    }
    return new String(body, StandardCharsets.US_ASCII);
  }

  private static String readChunks(InputStream in) throws IOException {
    StringBuilder content = new StringBuilder();
    while (true) {
      StringBuilder line = new StringBuilder();
      while (line.indexOf("\r\n") < 0) {
        line.append((char) readByte(in));
      }
      int length = Integer.parseInt(line.substring(0, line.length() - 2), 16);
      byte[] chunk = in.readNBytes(length + 2);
      if (chunk.length < length + 2) {
        throw new IOException("the request is not whole");
      }
      if (length == 0) {
        return content.toString();
      }
      content.append(new String(chunk, 0, length, StandardCharsets.US_ASCII));
    }
  }

  private static int readByte(InputStream in) throws IOException {
    int read = in.read();
    if (read < 0) {
      throw new IOException("the request is not whole");
    }
    return read;
  }

  /** Returns when nothing listens any more: what waits to accept may accept one more until then. */
  @Override
  public void close() throws IOException, InterruptedException {
    socket.close();
    if (current != null) {
      current.close();
    }
    thread.join(TimeUnit.SECONDS.toMillis(10));
    assertThat(thread.isAlive()).isFalse();
  }
}
