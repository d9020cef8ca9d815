package io.castile.interop.faults;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/**
 * A message of HTTP/1.1 as it is on the wire.
 *
 * @param bytes all of it, chunk sizes included
 * @param head how many of them are the head
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
record HttpFrame(byte[] bytes, int head) {

  /** Reads a message; null if there is none any more. */
  static HttpFrame read(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int first = in.read();
    if (first < 0) {
      return null;
    }
    bytes.write(first);
    for (String line = line(in, bytes); !line.isEmpty(); line = line(in, bytes)) {
      // The line is kept in the bytes.
    }
    HttpFrame head = new HttpFrame(bytes.toByteArray(), bytes.size());
    if (head.field("Transfer-Encoding") != null) {
      int size;
      do {
        size = Integer.parseInt(line(in, bytes), 16);
        copy(in, size, bytes);
        line(in, bytes);
      } while (size > 0);
    } else if (head.field("Content-Length") != null) {
      copy(in, Integer.parseInt(head.field("Content-Length")), bytes);
    }
    return new HttpFrame(bytes.toByteArray(), head.head());
  }

  private static String line(InputStream in, ByteArrayOutputStream bytes) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("within a line");
      }
      bytes.write(c);
      if (c != '\r') {
        line.append((char) c);
      }
    }
    bytes.write('\n');
    return line.toString();
  }

  private static void copy(InputStream in, int count, ByteArrayOutputStream bytes)
      throws IOException {
    byte[] content = in.readNBytes(count);
    if (content.length < count) {
      throw new EOFException("within the content");
    }
    bytes.writeBytes(content);
  }

  /** The value of a header field; null if it is absent. */
  String field(String name) {
    String start = "\r\n" + name.toLowerCase(Locale.ROOT) + ":";
    String text = new String(bytes, 0, head, ISO_8859_1);
    int at = text.toLowerCase(Locale.ROOT).indexOf(start);
    return at < 0 ? null : text.substring(at + start.length(), text.indexOf("\r\n", at + 2)).trim();
  }

  boolean isDelta() {
    return "csd".equals(field("Content-Encoding"));
  }
}
