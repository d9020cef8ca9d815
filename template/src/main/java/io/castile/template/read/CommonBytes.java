package io.castile.template.read;

import java.util.Arrays;

/**
 * Tells how far two documents agree. What has been compared once is not compared again as long as
 * the places asked about have the same distance: the two are walked side by side, from difference
 * to difference.
 *
 * <p>Effort is bounded: after as many bytes as a few times the document's length there is no more
 * agreement to be had. Offsets count from the start of each document. Owned by one thread.
 */
final class CommonBytes {
  /** So many times the document's length may be compared, whatever is asked. */
  private static final int MAX_PASSES = 4;

  private static final byte[] NONE = {};

  private byte[] now = NONE;
  private int nowStart;
  private int nowLength;
  private byte[] old = NONE;
  private int oldLength;
  private long budget;

  // Invariant: the bytes from runStart to runEnd of the new document are those at the same offsets
  // less runShift of the old one, and the bytes at runEnd are not.
  private int runStart;
  private int runEnd;
  private int runShift;

  /**
   * Starts on two documents.
   *
   * @param old holds the old one from index 0 on
   */
  void reset(byte[] now, int nowStart, int nowLength, byte[] old, int oldLength) {
    this.now = now;
    this.nowStart = nowStart;
    this.nowLength = nowLength;
    this.old = old;
    this.oldLength = oldLength;
    this.budget = (long) MAX_PASSES * (nowLength + 1024L);
    this.runShift = 0;
    this.runStart = 0;
    this.runEnd = 0;
    compare(0, 0);
  }

  /** Lets go of the documents. */
  void clear() {
    now = NONE;
    old = NONE;
  }

  /** Whether the documents are equal. */
  boolean all() {
    return runShift == 0 && runEnd == nowLength && nowLength == oldLength;
  }

  /** How many bytes at {@code p} of the new document are those at {@code q} of the old one. */
  int count(int p, int q) {
    if (p - q != runShift || p < runStart || p > runEnd) {
      compare(p, q);
    }
    return runEnd - p;
  }

  /** Whether {@code length} bytes agree; only these are looked at. */
  boolean agree(int p, int q, int length) {
    if (length > nowLength - p || length > oldLength - q || budget <= 0) {
      return false;
    }
    int at = Arrays.mismatch(now, nowStart + p, nowStart + p + length, old, q, q + length);
    budget -= 8 + (at < 0 ? length : at);
    return at < 0;
  }

  private void compare(int p, int q) {
    runStart = p;
    runShift = p - q;
    int length = budget <= 0 ? 0 : Math.min(nowLength - p, oldLength - q);
    int at = Arrays.mismatch(now, nowStart + p, nowStart + p + length, old, q, q + length);
    runEnd = p + (at < 0 ? length : at);
    budget -= 8 + (runEnd - p);
  }
}
