package io.castile.soap.multipart;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Takes {@code base64} off (RFC 2045 §6.8). Lines may be long; white space is passed over, other
 * characters are refused (RFC 4648 §3.3), and so is what stands behind the padding or lacks it.
 */
final class Base64Content extends TransferDecoder {
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  /** The value of each byte; -1 for none. */
  private static final byte[] VALUES = new byte[256];

  static {
    Arrays.fill(VALUES, (byte) -1);
    for (int i = 0; i < ALPHABET.length(); i++) {
      VALUES[ALPHABET.charAt(i)] = (byte) i;
    }
  }

  /** The bytes of the last group that are left, the next one in the highest place of 24 bits. */
  private int group;

  private int left;
  private boolean ended;

  Base64Content(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    if (left == 0) {
      decode();
      if (left == 0) {
        return END;
      }
    }
    left--;
    int next = group >> 16 & 0xFF;
    group <<= 8;
    return next;
  }

  /** Reads the next group of four characters; none is left behind the last one. */
  private void decode() throws IOException {
    int bits = 0;
    int padding = 0;
    for (int count = 0; count < 4; count++) {
      int c = nextVisible();
      if (c == END && count == 0) {
        return;
      }
      if (ended) {
        throw unexpected("base64: nothing behind its padding", c);
      }
      bits <<= 6;
      if (c == '=' && count >= 2) {
        padding++;
        continue;
      }
      if (c == END || padding > 0 || VALUES[c] < 0) {
        throw unexpected("base64: " + (padding > 0 ? "'='" : "one of A-Z a-z 0-9 + /"), c);
      }
      bits |= VALUES[c];
    }
    group = bits;
    left = 3 - padding;
    ended = padding > 0;
  }

  private int nextVisible() throws IOException {
    int c = next();
    while (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      c = next();
    }
    return c;
  }
}
