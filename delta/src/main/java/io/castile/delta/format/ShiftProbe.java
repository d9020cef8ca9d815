package io.castile.delta.format;

/**
 * Tells whether a list has lost or got items where the message has as many of each kind as before:
 * then nearly all that changed is found near by, in rows that are whole.
 */
final class ShiftProbe {
  /** If so few rows have another first field, which may be their key, nothing was shifted. */
  private static final int MIN_KEYS = 4;

  private static final int SAMPLES = 16;
  private static final int REACH = 64;

  private final RowDocument base;
  private final RowDocument target;

  ShiftProbe(RowDocument base, RowDocument target) {
    this.base = base;
    this.target = target;
  }

  /** Whether about half of the changed rows stand elsewhere in the base. */
  boolean isShifted(Edits edits) {
    if (!keysChanged(edits)) {
      return false;
    }
    int step = Math.max(1, edits.count / SAMPLES);
    int samples = (edits.count + step - 1) / step;
    int found = 0;
    int missing = 0;
    for (int i = 0; 2 * found < samples && 2 * missing <= samples; i += step) {
      boolean elsewhere = isElsewhere(edits.rows[i]);
      found += elsewhere ? 1 : 0;
      missing += elsewhere ? 0 : 1;
    }
    return 2 * found >= samples;
  }

  /** Whether the first fields of some rows have changed. */
  private boolean keysChanged(Edits edits) {
    int keys = 0;
    for (int i = 0; i < edits.count && keys < MIN_KEYS; i++) {
      keys += edits.fields[i] == base.rowField(edits.rows[i]) ? 1 : 0;
    }
    return keys == MIN_KEYS;
  }

  private boolean isElsewhere(int row) {
    int last = Math.min(base.rows() - 1, row + REACH);
    for (int at = Math.max(0, row - REACH); at <= last; at++) {
      if (base.isRow(at, target, row)) {
        return true;
      }
    }
    return false;
  }
}
