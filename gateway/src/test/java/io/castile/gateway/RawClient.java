package io.castile.gateway;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that writes what it is told to, on one connection. */
final class RawClient implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;

  RawClient(int port) throws IOException {
    socket = new Socket("127.0.0.1", port);
    socket.setSoTimeout(20_000);
    in = new BufferedInputStream(socket.getInputStream());
  }

  void write(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Reads a response with a length; returns its head. */
  String readHead() throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int read = in.read();
      if (read < 0) {
        throw new IOException("the connection ended behind: " + head);
      }
      head.append((char) read);
    }
    for (String line : head.toString().split("\r\n", -1)) {
      if (line.regionMatches(true, 0, "content-length: ", 0, 16)) {
        in.skipNBytes(Long.parseLong(line.substring(16)));
      }
    }
    return head.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
