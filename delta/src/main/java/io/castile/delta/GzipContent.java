package io.castile.delta;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Content in the coding gzip: one member or more, one after another (RFC 1952 §2.2). */
final class GzipContent extends InflatedContent {
  private static final int METHOD_DEFLATE = 8;

  // The flags of a member (§2.3.1).
  private static final int HEAD_CHECK = 1 << 1;
  private static final int EXTRA = 1 << 2;
  private static final int NAME = 1 << 3;
  private static final int COMMENT = 1 << 4;
  private static final int RESERVED = 0xE0;

  private static final String HEAD = "the head of a member";

  private final CRC32 check = new CRC32();
  private final CRC32 headCheck = new CRC32();
  private @Nullable Inflater inflater; // null before the first member

  GzipContent(InputStream in) {
    super(GzipCoding.NAME, in);
  }

  @Override
  @Nullable Inflater begin() throws IOException {
    int first = next();
    if (first < 0 && inflater != null) {
      return null;
    }
    int second = first < 0 ? -1 : next();
    if (first != 0x1F || second != 0x8B) {
      long at = offset() - (first < 0 ? 0 : 1) - (second < 0 ? 0 : 1);
      throw expected(
          (inflater != null ? "the end or another member" : "a member, 0x1F 0x8B,")
              + " at byte "
              + at
              + ", found "
              + (first < 0 ? "the end" : String.format("0x%02X", first))
              + (second < 0 ? "" : String.format(" 0x%02X", second)),
          null);
    }
    check.reset();
    readHead();
    if (inflater == null) {
      inflater = new Inflater(true);
    }
    inflater.reset();
    return inflater;
  }

  private void readHead() throws IOException {
    headCheck.reset();
    headCheck.update(0x1F);
    headCheck.update(0x8B);
    int method = head();
    if (method != METHOD_DEFLATE) {
      throw expected("method 8, deflate, found " + method, null);
    }
    int flags = head();
    if ((flags & RESERVED) != 0) {
      throw expected(String.format("flags of RFC 1952, found 0x%02X", flags), null);
    }
    skipHead(6); // time, how hard it was tried, system
    if ((flags & EXTRA) != 0) {
      skipHead(head() | head() << 8);
    }
    if ((flags & NAME) != 0) {
      skipText();
    }
    if ((flags & COMMENT) != 0) {
      skipText();
    }
    if ((flags & HEAD_CHECK) != 0) {
      long made = headCheck.getValue() & 0xFFFF;
      long said = number(2, HEAD);
      if (said != made) {
        throw expected("the check of a head to be " + hex(made) + ", found " + hex(said), null);
      }
    }
  }

  private int head() throws IOException {
    int value = required(HEAD);
    headCheck.update(value);
    return value;
  }

  private void skipHead(int bytes) throws IOException {
    for (int i = 0; i < bytes; i++) {
      head();
    }
  }

  /** A text of any length costs no memory, and the content is bounded. */
  private void skipText() throws IOException {
    while (head() != 0) {
      // The next one.
    }
  }

  /** A number of some bytes, the least significant one first. */
  private long number(int bytes, String what) throws IOException {
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number |= (long) required(what) << 8 * i;
    }
    return number;
  }

  @Override
  void made(byte[] bytes, int offset, int length) {
    check.update(bytes, offset, length);
  }

  @Override
  void end(long size) throws IOException {
    String what = "check and size of a member";
    long saidCheck = number(4, what);
    if (saidCheck != check.getValue()) {
      throw expected(
          "data whose CRC-32 is " + hex(saidCheck) + ", found " + hex(check.getValue()), null);
    }
    long saidSize = number(4, what);
    if (saidSize != (size & 0xFFFF_FFFFL)) {
      throw expected("data of " + saidSize + " bytes, found " + size, null);
    }
  }

  private static String hex(long value) {
    return String.format("0x%X", value);
  }
}
