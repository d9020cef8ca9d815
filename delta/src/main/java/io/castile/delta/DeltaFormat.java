package io.castile.delta;

/** What writer and reader of deltas have in common. */
final class DeltaFormat {
  /** The version of the format, in the upper half of the first byte. */
  static final int VERSION = 1;

  /** The forms, in the lower half: the target is the base, */
  static final int SAME = 0;

  /** is told by columns, */
  static final int COLUMNS = 1;

  /** or by a Zstandard frame with the base as dictionary. */
  static final int DICTIONARY = 2;

  static final int VERSION_BITS = 48;

  /** The first byte, the target's version, the seed of the digest, the digest. */
  static final int HEAD_BYTES = 1 + VERSION_BITS / 8 + 2 * Long.BYTES;

  // The orders of the exponential Golomb codes of single numbers.
  static final int RUNS_ORDER = 4;
  static final int ROWS_ORDER = 4;
  static final int MASKS_ORDER = 0;
  static final int MASK_ORDER = 3;
  static final int LENGTH_ORDER = 12;

  private DeltaFormat() {}

  /** How many runs a delta may have: they take no space where they are alike. */
  static long maxRuns(FieldTable base) {
    return 4096 + 4L * base.rows();
  }
}
