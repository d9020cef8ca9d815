package io.castile.soap.http;

import io.castile.soap.http.message.ErrorText;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Asks a proxy for a tunnel (CONNECT, RFC 9110 §9.3.6). */
final class ProxyTunnel {
  private static final int MAX_HEAD_BYTES = 16 << 10;

  private ProxyTunnel() {}

  /**
   * Opens a tunnel; what the socket carries from here on is between this end and the target.
   *
   * @param socket connected to the proxy; closed by others where this fails
   * @throws IOException if the proxy refuses, naming its status
   */
  static void open(Socket socket, HttpOptions.Proxy proxy, HttpAddress address) throws IOException {
    String target = HttpAddress.authority(address.host(), address.port());
    String head =
        "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n" + proxy.authorization();
    socket.getOutputStream().write((head + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    String statusLine = readHead(socket.getInputStream(), proxy);
    int status = HttpConnection.status(statusLine);
    if (status < 200 || status > 299) {
      throw new ProtocolException(
          "proxy "
              + proxy
              + " refused a tunnel to "
              + target
              + ": expected status 200, found "
              + ErrorText.shortened(statusLine.substring(9))
              + (status != 407
                  ? ""
                  : proxy.user() == null
                      ? "; it wants a user name and a password"
                      : "; it did not accept user name and password"));
    }
  }

  /** Reads byte by byte, as what follows the head is not for this class; returns its first line. */
  private static String readHead(InputStream in, HttpOptions.Proxy proxy) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < MAX_HEAD_BYTES) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("proxy " + proxy + " closed the connection without a response");
      }
      head.append((char) next);
      if (next == '\n' && endsWithEmptyLine(head)) {
        return head.substring(0, head.indexOf("\n")).stripTrailing();
      }
    }
    throw new ProtocolException(
        "the response of proxy " + proxy + " has a head of more than " + MAX_HEAD_BYTES + " bytes");
  }

  private static boolean endsWithEmptyLine(StringBuilder head) {
    int length = head.length();
    return length >= 2
        && (head.charAt(length - 2) == '\n'
            || (length >= 3 && head.charAt(length - 2) == '\r' && head.charAt(length - 3) == '\n'));
  }
}
