package io.castile;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Takes one request, keeps it, answers with fixed bytes, and closes the connection. */
final class OneShotServer implements AutoCloseable {
  private final ServerSocket socket;
  private final CompletableFuture<String> received = new CompletableFuture<>();

  private OneShotServer(ServerSocket socket, String answer) {
    this.socket = socket;
    Thread thread = new Thread(() -> serve(answer), "one-shot-server");
    thread.setDaemon(true);
    thread.start();
  }

  static OneShotServer answering(String answer) throws IOException {
    return new OneShotServer(new ServerSocket(0, 1, InetAddress.getByName("localhost")), answer);
  }

  int port() {
    return socket.getLocalPort();
  }

  String url() {
    return "http://localhost:" + port() + "/shop";
  }

  String received() throws ExecutionException, InterruptedException, TimeoutException {
    return received.get(10, TimeUnit.SECONDS);
  }

  private void serve(String answer) {
    try (Socket connection = socket.accept()) {
      received.complete(readRequest(connection.getInputStream()));
      connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      received.completeExceptionally(e);
    }
  }

  private static String readRequest(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("expected the head of a request, found its end: " + head);
      }
      head.append((char) next);
    }
    String fields = head.toString().toLowerCase(Locale.ROOT);
    int at = fields.indexOf("content-length: ") + 16;
    int length = Integer.parseInt(fields.substring(at, fields.indexOf('\r', at)));
    return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
