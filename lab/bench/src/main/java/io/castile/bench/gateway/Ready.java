package io.castile.bench.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Asks a front whether it is ready, as a balancer does, until it is. */
final class Ready {
  private static final int LISTENS_MILLIS = 1; // between attempts to connect, which cost it nothing
  private static final int ASKS_MILLIS = 20; // between questions
  private static final int ANSWER_MILLIS = 2_000;

  private Ready() {}

  /**
   * Waits.
   *
   * @param port on loopback; nothing need listen there yet
   * @return the instant of the first answer with status 200, by nanoTime, which all processes of
   *     the machine have in common
   * @throws IOException if there is none within that time
   */
  static long await(int port, String path, long nanos) throws IOException {
    long begun = System.nanoTime();
    String last = "nothing listens";
    while (System.nanoTime() - begun < nanos) {
      try (Socket socket = new Socket()) {
        socket.connect(
            new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), ANSWER_MILLIS);
        last = status(socket, path);
        if (last.contains(" 200 ")) {
          return System.nanoTime();
        }
        pause(ASKS_MILLIS);
      } catch (SocketTimeoutException e) {
        last = "no answer within " + ANSWER_MILLIS + " ms";
      } catch (IOException e) {
        last = e.toString();
        pause(LISTENS_MILLIS);
      }
    }
    throw new IOException("no status 200 of " + path + " on port " + port + ": " + last);
  }

  private static String status(Socket socket, String path) throws IOException {
    socket.setSoTimeout(ANSWER_MILLIS);
    socket
        .getOutputStream()
        .write(
            ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    String line =
        new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
            .readLine();
    return line == null ? "no answer" : line + " ";
  }

  private static void pause(int millis) throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
