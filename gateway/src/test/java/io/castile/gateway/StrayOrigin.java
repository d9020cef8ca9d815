package io.castile.gateway;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLServerSocket;
import org.jspecify.annotations.Nullable;

/**
 * A service whose answer to a question that begins with {@code stray} is followed by bytes that
 * belong to no answer: at once, in the same write, or somewhat later on the idle connection. What
 * asks for {@code /slow} waits for a tenth of a second.
 */
final class StrayOrigin implements AutoCloseable {
  private static final Pattern TEXT = Pattern.compile("<text>([^<]*)</text>");

  private final ServerSocket server;
  private final String stray;
  private final int delayMillis;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger strays = new AtomicInteger();
  private final String scheme;

  /**
   * @param tls makes the listener; null for plain HTTP
   * @param stray what follows
   * @param delayMillis 0 for the same write
   */
  StrayOrigin(@Nullable ServerSocketFactory tls, String stray, int delayMillis) throws IOException {
    this.server =
        tls == null
            ? new ServerSocket(0, 200, InetAddress.getLoopbackAddress())
            : tls.createServerSocket(0, 200, InetAddress.getLoopbackAddress());
    this.scheme = server instanceof SSLServerSocket ? "https" : "http";
    this.stray = stray;
    this.delayMillis = delayMillis;
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
    try (socket) {
      socket.setTcpNoDelay(true);
      BufferedInputStream in = new BufferedInputStream(socket.getInputStream());
      for (RawMessage request = RawMessage.read(in);
          request != null;
          request = RawMessage.read(in)) {
        answer(socket.getOutputStream(), request);
      }
    } catch (IOException e) {
      // the gateway has left
    } finally {
      open.remove(socket);
    }
  }

  private void answer(OutputStream out, RawMessage request) throws IOException {
    if (request.start().contains("/slow")) {
      pause(100);
    }
    Matcher asked = TEXT.matcher(request.content());
    String text = asked.find() ? asked.group(1) : request.start();
    byte[] content = Soap.answer(text).getBytes(StandardCharsets.UTF_8);
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: "
            + content.length
            + "\r\n\r\n";
    boolean isStray = text.contains("stray");
    out.write(
        (head
                + (request.start().startsWith("HEAD") ? "" : Soap.answer(text))
                + (isStray && delayMillis == 0 ? stray : ""))
            .getBytes(StandardCharsets.UTF_8));
    out.flush();
    if (isStray && delayMillis > 0) {
      later(out);
    }
    if (isStray && delayMillis == 0) {
      strays.incrementAndGet();
    }
  }

  private static void pause(int millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis); // the fault that is injected
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void later(OutputStream out) {
    threads.execute(
        () -> {
          pause(delayMillis);
          try {
            out.write(stray.getBytes(StandardCharsets.UTF_8));
            out.flush();
          } catch (SocketException e) {
            // the gateway has left
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } finally {
            strays.incrementAndGet();
          }
        });
  }

  URI uri() {
    return URI.create(scheme + "://localhost:" + server.getLocalPort());
  }

  /** Returns how many connections have been made. */
  int connections() {
    return connections.get();
  }

  /** Returns how many are open. */
  int open() {
    return open.size();
  }

  /** Returns how often something has followed an answer. */
  int strays() {
    return strays.get();
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
