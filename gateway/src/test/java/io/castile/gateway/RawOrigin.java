package io.castile.gateway;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A service that answers each request with given bytes, and closes the connection after it. */
final class RawOrigin implements AutoCloseable {
  /** Makes the whole answer to a request, its head included. */
  interface Answers {
    byte[] to(RawMessage request, int number);
  }

  private final ServerSocket server;
  private final Answers answers;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger count = new AtomicInteger();

  RawOrigin(Answers answers) throws IOException {
    this.answers = answers;
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  /** Returns an answer without a length, whose end is that of the connection. */
  static byte[] endedByClose(String type, String content) {
    return ("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n\r\n" + content)
        .getBytes(StandardCharsets.UTF_8);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      RawMessage request = RawMessage.read(in);
      if (request != null) {
        socket.getOutputStream().write(answers.to(request, count.incrementAndGet()));
        socket.shutdownOutput();
        while (in.read() >= 0) {
          // until the gateway has read all and closes, too
        }
      }
    } catch (IOException e) {
      // the gateway has left
    } finally {
      open.remove(socket);
    }
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  /** Returns how many requests have come. */
  int requests() {
    return count.get();
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
