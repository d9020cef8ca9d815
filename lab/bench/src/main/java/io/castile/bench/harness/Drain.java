package io.castile.bench.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The dummy server of the bSOAP paper, a program of its own: takes what comes on any connection,
 * looks at none of it, and answers nothing. Prints its port; ends when its standard input does.
 */
final class Drain {
  private static final int BUFFER_BYTES = 1 << 18;

  private Drain() {}

  /** Runs the server. */
  public static void main(String[] arguments) throws IOException {
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      daemon(() -> accept(server));
      System.out.println(server.socket().getLocalPort());
      while (System.in.read() >= 0) {
        // Nothing is ever said to it but that it shall end.
      }
    }
  }

  private static void accept(ServerSocketChannel server) throws IOException {
    while (true) {
      SocketChannel connection = server.accept();
      daemon(() -> empty(connection));
    }
  }

  private static void empty(SocketChannel connection) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    try (connection) {
      while (connection.read(buffer) >= 0) {
        buffer.clear();
      }
    }
  }

  private interface Task {
    void run() throws IOException;
  }

  private static void daemon(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException e) {
                // The peer has gone, or the program ends: there is nothing to report.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }
}
