package io.castile.gateway;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A service that answers the head of every request with the same bytes, and ends a connection when
 * they say so.
 */
final class FramedOrigin implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();
  private final String answer;

  /**
   * @param answer in ISO 8859-1; {@code ~} at its end has the connection end
   */
  FramedOrigin(String answer) throws IOException {
    this.answer = answer;
    threads.execute(this::accept);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        connections.incrementAndGet();
        open.add(socket);
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket socket) {
    boolean ends = answer.endsWith("~");
    String text = ends ? answer.substring(0, answer.length() - 1) : answer;
    try (socket) {
      BufferedInputStream in = new BufferedInputStream(socket.getInputStream());
      while (hasHead(in)) {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        if (ends) {
          return;
        }
      }
    } catch (IOException e) {
      // the gateway has left
    } finally {
      open.remove(socket);
    }
  }

  /** Reads up to the end of a head. */
  private static boolean hasHead(InputStream in) throws IOException {
    int newlines = 0;
    while (newlines < 2) {
      int each = in.read();
      if (each < 0) {
        return false;
      }
      newlines = each == '\n' ? newlines + 1 : each == '\r' ? newlines : 0;
    }
    return true;
  }

  /** Sends a request without content. */
  static HttpResponse<byte[]> sent(Gateway gateway, String method) throws Exception {
    return Soap.send(
        HttpRequest.newBuilder(Soap.uri(gateway, "/"))
            .method(method, BodyPublishers.noBody())
            .build());
  }

  URI uri() {
    return URI.create("http://localhost:" + server.getLocalPort());
  }

  /** Returns how many connections have been made. */
  int connections() {
    return connections.get();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
    threads.shutdownNow();
  }
}
