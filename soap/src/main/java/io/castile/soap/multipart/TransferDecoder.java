package io.castile.soap.multipart;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * The content of a part without its transfer encoding (RFC 2045 §6). What is malformed fails with
 * its place. Not thread-safe; the content below is not closed.
 */
abstract class TransferDecoder extends InputStream {
  /** The result of {@link #next} behind the last byte. */
  static final int END = -1;

  private final InputStream in;
  private final byte[] buffer = new byte[8 << 10];
  private int from;
  private int to;
  private long start; // of the buffer in the content

  TransferDecoder(InputStream in) {
    this.in = in;
  }

  /** The next byte of the content as it came; {@link #END} behind the last one. */
  final int next() throws IOException {
    if (from == to) {
      start += to;
      from = 0;
      to = Math.max(0, in.read(buffer));
      if (to == 0) {
        return END;
      }
    }
    return buffer[from++] & 0xFF;
  }

  /** Has the byte that came last come again; not called behind the last one. */
  final void unread() {
    from--;
  }

  /**
   * Says what is wrong with the byte that came last.
   *
   * @param found that byte, or {@link #END}
   */
  final IOException unexpected(String expected, int found) {
    String what;
    if (found == END) {
      what = "the end";
    } else if (found > ' ' && found < 0x7F) {
      what = "'" + (char) found + "'";
    } else {
      what = "0x%02x".formatted(found);
    }
    long place = start + from - (found == END ? 0 : 1);
    return new IOException("expected " + expected + " at byte " + place + ", found " + what);
  }

  /** {@link InputStream} would swallow what fails behind the first byte. */
  @Override
  public final int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    int count = 0;
    while (count < length) {
      int next = read();
      if (next < 0) {
        return count == 0 ? END : count;
      }
      bytes[offset + count++] = (byte) next;
    }
    return count;
  }
}
