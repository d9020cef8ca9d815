package io.castile;

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

/** A proxy for tests: tunnels to ports of this machine, and answers plain requests itself. */
final class TestProxy implements AutoCloseable {
  private final ServerSocket socket = new ServerSocket(0, 10, InetAddress.getByName("localhost"));
  private final int target;
  private final String refusal; // null for none
  private final String answer;
  private final Thread acceptor;

  /** The heads of what was asked. */
  final List<String> heads = new CopyOnWriteArrayList<>();

  private TestProxy(int target, String refusal, String answer) throws IOException {
    this.target = target;
    this.refusal = refusal;
    this.answer = answer;
    this.acceptor = start(this::run);
  }

  /** Takes every tunnel to that port, whatever was asked for. */
  static TestProxy tunnelTo(int port) throws IOException {
    return new TestProxy(port, null, "");
  }

  static TestProxy refusing(String answer) throws IOException {
    return new TestProxy(0, answer, "");
  }

  /** Answers plain requests so. */
  static TestProxy answering(String answer) throws IOException {
    return new TestProxy(0, null, answer);
  }

  int port() {
    return socket.getLocalPort();
  }

  private static Thread start(Runnable task) {
    Thread thread = new Thread(task, "test-proxy");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void run() {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        start(() -> serve(connection));
      } catch (IOException e) {
        // The test is over.
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      InputStream in = connection.getInputStream();
      OutputStream out = connection.getOutputStream();
      String head = readHead(in);
      while (head.endsWith("\r\n\r\n")) {
        heads.add(head);
        if (refusal != null) {
          out.write(refusal.getBytes(StandardCharsets.US_ASCII));
          return;
        }
        if (head.startsWith("CONNECT ")) {
          tunnel(connection);
          return;
        }
        int at = head.toLowerCase(Locale.ROOT).indexOf("content-length: ") + 16;
        in.readNBytes(Integer.parseInt(head.substring(at, head.indexOf('\r', at))));
        out.write(answer.getBytes(StandardCharsets.US_ASCII));
        head = readHead(in);
      }
    } catch (IOException e) {
      // The client has gone.
    }
  }

  private static String readHead(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        return "";
      }
      head.append((char) next);
    }
    return head.toString();
  }

  private void tunnel(Socket connection) throws IOException {
    try (Socket server = new Socket(InetAddress.getByName("localhost"), target)) {
      connection
          .getOutputStream()
          .write("HTTP/1.1 200 Tunnel\r\nVia: test\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      start(() -> copy(server, connection));
      copy(connection, server);
    }
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      // One of them has gone, and the other follows.
    }
  }

  /** Returns when nothing listens any more: what waits to accept may accept one more until then. */
  @Override
  public void close() throws IOException, InterruptedException {
    socket.close();
    acceptor.join();
  }
}
