package io.castile.delta.format;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the fields in which a target with the same markup as the base differs from it, in time
 * proportional to what a comparison of the bytes takes, and what changed: the target has no
 * document.
 */
final class FieldDiff {
  private FieldDiff() {}

  /** Returns the new texts, which stand in the target; null if the markup differs. */
  static @Nullable Edits of(RowDocument document, byte[] target) {
    byte[] base = document.bytes();
    Edits edits = new Edits();
    int pos = 0; // All before it in the base, and before at in the target, is compared.
    int at = 0;
    int field = 0;
    while (true) {
      int mismatch = Arrays.mismatch(base, pos, base.length, target, at, target.length);
      if (mismatch < 0) {
        return edits;
      }
      int differs = pos + mismatch;
      field = document.fieldAt(differs, field);
      // What differs at the end of a field is a field that has become longer.
      if (field == document.fields() || document.start(field) > differs) {
        return null;
      }
      int end = document.end(field);
      int start = document.start(field) - pos + at;
      int newEnd = endOfText(target, start, end == base.length ? -1 : base[end]);
      if (newEnd < 0 || (newEnd == start && document.isRun(field))) {
        return null;
      }
      edits.add(document.rowOf(field), field, start, newEnd);
      pos = end;
      at = newEnd;
      field++;
    }
  }

  /**
   * Where a text ends that is followed by {@code end}: a tag, or the quote of an attribute's value,
   * or -1 for the end of the message. Returns -1 if it is not.
   */
  private static int endOfText(byte[] target, int start, int end) {
    int pos = start;
    while (pos < target.length && target[pos] != end && target[pos] != '<') {
      pos++;
    }
    if (end < 0) {
      return pos == target.length ? pos : -1;
    }
    return pos < target.length && target[pos] == end ? pos : -1;
  }
}
