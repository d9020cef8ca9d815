package io.castile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Sends bytes to a server as they are, and reads what comes back until the connection ends. */
final class RawHttp {
  /** What came back. */
  record Answer(int status, String head, String body) {}

  private RawHttp() {}

  static Answer post(int port, String contentType, String body) throws IOException {
    return post(port, contentType, body.getBytes(StandardCharsets.UTF_8), "");
  }

  static Answer post(int port, String contentType, byte[] body, String fields) throws IOException {
    String head =
        "POST /shop HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: "
            + contentType
            + "\r\nContent-Length: "
            + body.length
            + "\r\n"
            + fields
            + "\r\n";
    return exchange(port, head, body);
  }

  static Answer exchange(int port, String head, byte[] body) throws IOException {
    try (Socket socket = new Socket(InetAddress.getByName("localhost"), port)) {
      socket.setSoTimeout(20_000);
      ByteArrayOutputStream message = new ByteArrayOutputStream();
      message.write(head.getBytes(StandardCharsets.ISO_8859_1));
      message.write(body);
      socket.getOutputStream().write(message.toByteArray());
      socket.getOutputStream().flush();
      return parse(socket.getInputStream().readAllBytes());
    }
  }

  static Answer parse(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    int end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      return new Answer(0, text, "");
    }
    return new Answer(
        Integer.parseInt(text.substring(9, 12)), text.substring(0, end), text.substring(end + 4));
  }
}
