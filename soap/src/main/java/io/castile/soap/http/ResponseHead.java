package io.castile.soap.http;

import io.castile.soap.Headers;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The head of a response. A service often sends the same one again, byte for byte, which then needs
 * no reading.
 */
final class ResponseHead {
  /** Stands for the head before the first. */
  static final ResponseHead NONE = new ResponseHead(new byte[0], 0, Headers.NONE, false);

  /** Heads of more bytes are not remembered. */
  private static final int MAX_REMEMBERED = 1 << 10;

  private final byte[] bytes; // with the empty line; empty where not remembered
  private final int status;
  private final Headers fields;
  private final boolean isPersistent;

  private ResponseHead(byte[] bytes, int status, Headers fields, boolean isPersistent) {
    this.bytes = bytes;
    this.status = status;
    this.fields = fields;
    this.isPersistent = isPersistent;
  }

  /**
   * A head that was read from {@code buffer[start, end)}.
   *
   * @param end {@code start} if it is not there as a whole
   */
  static ResponseHead of(
      String statusLine, int status, Headers fields, byte[] buffer, int start, int end) {
    String connection = fields.get("connection");
    boolean isPersistent =
        statusLine.startsWith("HTTP/1.1")
            ? !hasToken(connection, "close")
            : hasToken(connection, "keep-alive");
    byte[] bytes =
        end - start > MAX_REMEMBERED ? NONE.bytes : Arrays.copyOfRange(buffer, start, end);
    return new ResponseHead(bytes, status, fields, isPersistent);
  }

  private static boolean hasToken(@Nullable String field, String token) {
    if (field == null) {
      return false;
    }
    for (String part : field.split(",", -1)) {
      if (part.trim().equalsIgnoreCase(token)) {
        return true;
      }
    }
    return false;
  }

  /** Whether this head, with its empty line, stands at the beginning of {@code [start, end)}. */
  boolean isAt(byte[] buffer, int start, int end) {
    return bytes.length > 0
        && bytes.length <= end - start
        && Arrays.equals(bytes, 0, bytes.length, buffer, start, start + bytes.length);
  }

  /** The number of bytes that {@link #isAt} compares. */
  int length() {
    return bytes.length;
  }

  int status() {
    return status;
  }

  /** The fields by name in lower case. */
  Headers fields() {
    return fields;
  }

  /** Whether the connection stays open, as far as the head says (RFC 9112 §9.3). */
  boolean isPersistent() {
    return isPersistent;
  }
}
