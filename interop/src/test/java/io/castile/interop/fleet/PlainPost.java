package io.castile.interop.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A POST that names another host than the one it goes to, as those that come by a balancer do. */
final class PlainPost {
  private static final int TIMEOUT_MILLIS = 30_000;
  private static final Pattern LENGTH = Pattern.compile("(?i)\\ncontent-length: *(\\d+)");

  private PlainPost() {}

  /** What came: the status of HTTP, and the content. */
  record Response(int status, String content) {}

  /**
   * Sends a request on a connection of its own.
   *
   * @param authorization empty for none
   */
  static Response send(int port, String content, String authorization) throws IOException {
    byte[] body = content.getBytes(StandardCharsets.UTF_8);
    String head =
        "POST /service HTTP/1.1\r\nHost: fleet.example\r\nContent-Type: text/xml; charset=utf-8\r\n"
            + (authorization.isEmpty() ? "" : "Authorization: " + authorization + "\r\n")
            + "Content-Length: "
            + body.length
            + "\r\nConnection: close\r\n\r\n";
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(body);
      String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int end = all.indexOf("\r\n\r\n");
      if (end < 0) {
        throw new IOException("expected a response, found '" + all + "'");
      }
      checkWhole(all, end);
      return new Response(Integer.parseInt(all.substring(9, 12)), all.substring(end + 4));
    }
  }

  /** A server that is killed may leave a part of its answer. */
  private static void checkWhole(String all, int end) throws IOException {
    Matcher length = LENGTH.matcher(all.substring(0, end));
    int found = all.substring(end + 4).getBytes(StandardCharsets.UTF_8).length;
    if (length.find() && Integer.parseInt(length.group(1)) != found) {
      throw new IOException("expected " + length.group(1) + " bytes, found " + found);
    }
  }
}
