package io.castile.gateway.warm;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages of HTTP/1.1 that come one after the other, and passes over what they contain: the
 * client and the origin of the warm-up look at heads only. Used by one thread.
 */
final class MadeUpReader {
  private static final int MOST_HEAD = 16 << 10;

  private final InputStream in;
  private final byte[] buffer = new byte[MOST_HEAD];
  private int at;
  private int end;

  MadeUpReader(InputStream in) {
    this.in = in;
  }

  /** Reads the next one, to its end; null where there is none. */
  @Nullable MadeUpMessage next() throws IOException {
    int length = until("\r\n\r\n", at);
    if (length < 0) {
      return null;
    }
    MadeUpMessage message = new MadeUpMessage(text(length));
    String content = message.field("content-length");
    if (content != null) {
      skip(Integer.parseInt(content));
    } else if (message.field("transfer-encoding") != null) {
      skipChunks();
    }
    return message;
  }

  private void skipChunks() throws IOException {
    int size;
    do {
      int length = until("\r\n", at);
      if (length < 0) {
        throw new EOFException("expected a chunk, found the end");
      }
      size = Integer.parseInt(text(length).strip(), 16);
      skip(size + 2);
    } while (size > 0);
  }

  private String text(int length) {
    String text = new String(buffer, at, length, StandardCharsets.US_ASCII);
    at += length;
    return text;
  }

  /** How many bytes there are to the end of a text; negative where the connection ends before. */
  private int until(String last, int from) throws IOException {
    int looked = from;
    while (true) {
      for (; looked + last.length() <= end; looked++) {
        if (isAt(last, looked)) {
          return looked + last.length() - at;
        }
      }
      looked -= at;
      if (!fill()) {
        return -1;
      }
      looked += at;
    }
  }

  private boolean isAt(String text, int place) {
    for (int i = 0; i < text.length(); i++) {
      if (buffer[place + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Reads more behind what there is; false at the end. */
  private boolean fill() throws IOException {
    System.arraycopy(buffer, at, buffer, 0, end - at);
    end -= at;
    at = 0;
    if (end == buffer.length) {
      throw new IOException("expected a head of at most " + MOST_HEAD + " bytes");
    }
    int count = in.read(buffer, end, buffer.length - end);
    end += Math.max(0, count);
    return count > 0;
  }

  private void skip(int length) throws IOException {
    int held = Math.min(length, end - at);
    at += held;
    int more = length - held;
    while (more > 0) {
      int count = in.read(buffer, 0, Math.min(more, buffer.length));
      if (count < 0) {
        throw new EOFException("expected " + more + " bytes more, found the end");
      }
      more -= count;
      at = 0;
      end = 0;
    }
  }
}
