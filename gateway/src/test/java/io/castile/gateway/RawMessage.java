package io.castile.gateway;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A request or response as it stands on a connection; read to its end and no further.
 *
 * @param start its first line
 * @param head its fields, in lower case, a line each
 */
record RawMessage(String start, String head, String content) {
  /** Returns the next one; null if the connection ends before it does. */
  static @Nullable RawMessage read(InputStream in) throws IOException {
    String head = line(in);
    if (head == null) {
      return null;
    }
    StringBuilder all = new StringBuilder();
    for (String line = head; line != null && !line.isEmpty(); line = line(in)) {
      all.append(line.toLowerCase(Locale.ROOT)).append('\n');
    }
    String fields = all.toString();
    byte[] content =
        fields.contains("transfer-encoding: chunked") ? chunks(in) : whole(in, length(fields));
    return content == null
        ? null
        : new RawMessage(head, fields, new String(content, StandardCharsets.UTF_8));
  }

  /** The status of a response. */
  int status() {
    return Integer.parseInt(start.substring(9, 12));
  }

  boolean closes() {
    return head.contains("connection: close");
  }

  private static int length(String fields) {
    int at = fields.indexOf("content-length: ");
    return at < 0
        ? 0
        : Integer.parseInt(fields.substring(at + 16, fields.indexOf('\n', at)).strip());
  }

  private static byte @Nullable [] whole(InputStream in, int length) throws IOException {
    byte[] content = in.readNBytes(length);
    return content.length == length ? content : null;
  }

  private static byte @Nullable [] chunks(InputStream in) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    while (true) {
      String size = line(in);
      if (size == null) {
        return null;
      }
      byte[] chunk = whole(in, Integer.parseInt(size, 16));
      if (chunk == null || line(in) == null) {
        return null;
      }
      if (chunk.length == 0) {
        return all.toByteArray();
      }
      all.write(chunk);
    }
  }

  private static @Nullable String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int each = in.read(); each != '\n'; each = in.read()) {
      if (each < 0) {
        return null;
      }
      if (each != '\r') {
        line.append((char) each);
      }
    }
    return line.toString();
  }
}
