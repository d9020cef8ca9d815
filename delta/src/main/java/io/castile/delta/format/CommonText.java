package io.castile.delta.format;

import java.util.Arrays;

/** The common beginning and end of two texts. */
final class CommonText {
  private CommonText() {}

  /** How many bytes they have in common at the beginning. */
  static int prefix(byte[] a, int from, int to, byte[] b, int start, int end) {
    int mismatch = Arrays.mismatch(a, from, to, b, start, end);
    return mismatch < 0 ? to - from : mismatch;
  }

  /** How many bytes they have in common at the end, without those of the common prefix. */
  static int suffix(byte[] a, int from, int to, byte[] b, int start, int end, int prefix) {
    int bound = Math.min(to - from, end - start) - prefix;
    int length = 0;
    while (length < bound && a[to - 1 - length] == b[end - 1 - length]) {
      length++;
    }
    return length;
  }
}
