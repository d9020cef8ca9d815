package io.castile.delta;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.Adler32;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Content in the coding deflate: data in the format zlib (RFC 1950), or without it, as some send it
 * (RFC 9110 §8.4.1.2). Which it is, the first byte tells: no data that is made begins with one that
 * names the method of zlib, as the bits of a stored block that mean nothing are 0.
 */
final class DeflateContent extends InflatedContent {
  static final String NAME = "deflate";

  private static final int METHOD_DEFLATE = 8;
  private static final int MAX_WINDOW = 7;
  private static final int DICTIONARY = 1 << 5;

  private final Adler32 check = new Adler32();
  private @Nullable Inflater inflater; // null before the data
  private boolean isZlib;

  DeflateContent(InputStream in) {
    super(NAME, in);
  }

  @Override
  @Nullable Inflater begin() throws IOException {
    int first = next();
    if (inflater != null) {
      if (first >= 0) {
        throw expected("the end at byte " + (offset() - 1) + ", found " + hex(first), null);
      }
      return null;
    }
    isZlib = first >= 0 && (first & 0xF) == METHOD_DEFLATE && first >> 4 <= MAX_WINDOW;
    if (isZlib) {
      readFlags(first);
    } else if (first >= 0) {
      unread();
    }
    inflater = new Inflater(true);
    return inflater;
  }

  private void readFlags(int first) throws IOException {
    int flags = required("the head of zlib");
    if ((first << 8 | flags) % 31 != 0) {
      throw expected("a head of zlib whose check is right, found " + hex(first << 8 | flags), null);
    }
    if ((flags & DICTIONARY) != 0) {
      throw expected("data without a dictionary, found one", null);
    }
  }

  @Override
  void made(byte[] bytes, int offset, int length) {
    check.update(bytes, offset, length);
  }

  @Override
  void end(long size) throws IOException {
    if (!isZlib) {
      return;
    }
    long said = 0;
    for (int i = 0; i < 4; i++) {
      said = said << 8 | required("the check of the data");
    }
    if (said != check.getValue()) {
      throw expected(
          "data whose Adler-32 is " + hex(said) + ", found " + hex(check.getValue()), null);
    }
  }

  private static String hex(long value) {
    return String.format("0x%X", value);
  }
}
