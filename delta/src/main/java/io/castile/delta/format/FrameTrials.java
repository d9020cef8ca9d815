package io.castile.delta.format;

/**
 * When a dictionary frame is tried again along a chain of messages, each the base of the next: not
 * for some deltas after one for which columns were shorter, for ever more of them, as what changes
 * mostly goes on changing. Immutable.
 *
 * @param left deltas for which none is tried
 * @param pause how many they were at first
 */
record FrameTrials(int left, int pause) {
  private static final int MAX_PAUSE = 64;

  /** A frame may be tried. */
  static final FrameTrials DUE = new FrameTrials(0, 0);

  boolean isDue() {
    return left == 0;
  }

  /** After a delta for which none was tried. */
  FrameTrials skipped() {
    return new FrameTrials(left - 1, pause);
  }

  /** After a delta for which columns were shorter. */
  FrameTrials lost() {
    int next = Math.min(MAX_PAUSE, 2 * pause + 1);
    return new FrameTrials(next, next);
  }
}
