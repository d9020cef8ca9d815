package io.castile;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A server that wants certificates of clients, and whose alert arrives when it refuses one: it ends
 * the connection only when the client has. Serves nobody.
 */
final class RefusingTlsServer implements AutoCloseable {
  private final SSLContext tls;
  private final ServerSocket socket;

  RefusingTlsServer(SSLContext tls) throws IOException {
    this.tls = tls;
    this.socket = new ServerSocket(0, 1, InetAddress.getByName("localhost"));
    Thread thread = new Thread(this::run, "refusing-tls-server");
    thread.setDaemon(true);
    thread.start();
  }

  String url() {
    return "https://localhost:" + socket.getLocalPort() + "/shop";
  }

  private void run() {
    while (!socket.isClosed()) {
      try (Socket raw = socket.accept()) {
        shakeHands(raw);
        raw.getInputStream().transferTo(OutputStream.nullOutputStream());
      } catch (IOException e) {
        // Closed by the client or the test.
      }
    }
  }

  private void shakeHands(Socket raw) {
    try {
      SSLSocket secured =
          (SSLSocket) tls.getSocketFactory().createSocket(raw, "localhost", raw.getPort(), false);
      secured.setUseClientMode(false);
      secured.setNeedClientAuth(true);
      secured.startHandshake();
    } catch (IOException e) {
      // The client is told by an alert.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
