package io.castile.soap.http;

import io.castile.soap.Headers;
import io.castile.xml.Payload;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Makes the heads of the requests of one connection (RFC 9112 §2, §3). Owned by the thread that
 * owns the connection.
 */
final class HeadWriter {
  private static final byte[] CHUNKED = bytes("Transfer-Encoding: chunked\r\n\r\n");

  private final HttpOptions.@Nullable Proxy proxy; // null for none that reads requests

  /** The address of the last request, and the lines that it makes; null before the first. */
  private @Nullable HttpAddress address;

  private byte[] beginning = {};

  /**
   * @param proxy the proxy that reads the requests; null for none
   */
  HeadWriter(HttpOptions.@Nullable Proxy proxy) {
    this.proxy = proxy;
  }

  /**
   * Returns a head with its empty line.
   *
   * @param headers the fields, but for those that say where the message goes and ends
   * @param size the number of bytes of the content, or {@link Payload#UNKNOWN_SIZE}
   */
  @SuppressWarnings("ReferenceEquality") // a transport has one object for an address
  byte[] of(HttpAddress to, Headers headers, int size) {
    if (address != to) {
      beginning = beginning(to);
      address = to;
    }
    byte[] fields = headers.encoded();
    byte[] end =
        size == Payload.UNKNOWN_SIZE ? CHUNKED : bytes("Content-Length: " + size + "\r\n\r\n");
    byte[] head = new byte[beginning.length + fields.length + end.length];
    System.arraycopy(beginning, 0, head, 0, beginning.length);
    System.arraycopy(fields, 0, head, beginning.length, fields.length);
    System.arraycopy(end, 0, head, beginning.length + fields.length, end.length);
    return head;
  }

  private byte[] beginning(HttpAddress to) {
    String host = to.hostHeader();
    return bytes(
        "POST "
            + (proxy == null ? "" : "http://" + host)
            + to.target()
            + " HTTP/1.1\r\nHost: "
            + host
            + "\r\n"
            + (proxy == null ? "" : proxy.authorization()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
