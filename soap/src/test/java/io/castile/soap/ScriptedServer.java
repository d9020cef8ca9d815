package io.castile.soap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that takes requests one after the other and does with each what its script says. */
public final class ScriptedServer implements AutoCloseable {
  /** What to do with one request. */
  public interface Step {
    /**
     * Answers one request.
     *
     * @return whether the connection stays open for another one
     */
    boolean answer(OutputStream out) throws IOException;
  }

  private final ServerSocket socket;
  private final List<Step> steps;
  private final AtomicInteger connections = new AtomicInteger();

  private final Semaphore ended = new Semaphore(0);

  /** The bodies of the requests. */
  public final List<String> bodies = new CopyOnWriteArrayList<>();

  /** The heads of the requests, in lower case. */
  public final List<String> heads = new CopyOnWriteArrayList<>();

  /** Chunks with content that have come. */
  final AtomicInteger chunks = new AtomicInteger();

  public ScriptedServer(Step... steps) throws IOException {
    this.steps = new CopyOnWriteArrayList<>(steps);
    this.socket = new ServerSocket(0, 10, InetAddress.getByName("localhost"));
    Thread thread = new Thread(this::run, "scripted-server");
    thread.setDaemon(true);
    thread.start();
  }

  /** Sends bytes in pieces, and keeps the connection. */
  public static Step send(String answer, int pieceLength) {
    return out -> {
      byte[] bytes = answer.getBytes(StandardCharsets.ISO_8859_1);
      for (int i = 0; i < bytes.length; i += pieceLength) {
        out.write(bytes, i, Math.min(pieceLength, bytes.length - i));
        out.flush();
      }
      return true;
    };
  }

  public static Step send(String answer) {
    return send(answer, Integer.MAX_VALUE);
  }

  /** As {@link #send}, and closes the connection. */
  public static Step sendAndClose(String answer) {
    Step send = send(answer);
    return out -> {
      send.answer(out);
      return false;
    };
  }

  public static Step hangUp() {
    return out -> false;
  }

  public String url() {
    return "http://localhost:" + socket.getLocalPort() + "/service";
  }

  /** Waits until this side has closed one more connection. */
  public void awaitEnd() throws InterruptedException {
    assertThat(ended.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
  }

  public int connections() {
    return connections.get();
  }

  private void run() {
    while (!socket.isClosed()) {
      try (Socket connection = socket.accept()) {
        connections.incrementAndGet();
        boolean open = true;
        while (open && !steps.isEmpty()) {
          String body = readRequest(connection.getInputStream());
          if (body == null) {
            break;
          }
          bodies.add(body);
          open = steps.remove(0).answer(connection.getOutputStream());
        }
        connection.close();
        ended.release();
      } catch (IOException e) {
        // The client has closed, or this server: both are part of what is tested.
      }
    }
  }

  private String readRequest(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        return null;
      }
      head.append((char) next);
    }
    String fields = head.toString().toLowerCase(Locale.ROOT);
    heads.add(fields);
    if (fields.contains("transfer-encoding: chunked\r\n")) {
      return readChunks(in);
    }
    int at = fields.indexOf("content-length: ") + "content-length: ".length();
    int length = Integer.parseInt(fields.substring(at, fields.indexOf('\r', at)));
    byte[] body = in.readNBytes(length);
    return body.length < length ? null : new String(body, StandardCharsets.UTF_8);
  }

  /** The chunks joined; null where the client ended within them. */
  private String readChunks(InputStream in) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    while (true) {
      StringBuilder line = new StringBuilder();
      while (line.indexOf("\r\n") < 0) {
        int next = in.read();
        if (next < 0) {
          return null;
        }
        line.append((char) next);
      }
      int length = Integer.parseInt(line.substring(0, line.length() - 2), 16);
      byte[] chunk = in.readNBytes(length + 2);
      if (chunk.length < length + 2) {
        return null;
      }
      assertThat(chunk).endsWith((byte) '\r', (byte) '\n');
      if (length == 0) {
        return content.toString(StandardCharsets.UTF_8);
      }
      chunks.incrementAndGet();
      content.write(chunk, 0, length);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
