package io.castile.delta.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds for each row of the target one of the base that is like it, so that lists may have got,
 * lost and moved items: the same row; or one with the same markup, of which the first field may be
 * a key; or one with the same markup that stands where it should. What has none is new.
 */
final class RowAlignment {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  // Secret, so that an attacker cannot choose rows that share a hash.
  private static final long SEED = RandomLongs.next();
  private static final long MULTIPLIER = RandomLongs.next() | 1;

  /** So many rows of the base with one hash are looked at. */
  private static final int MAX_TRIES = 8;

  private static final int NONE = -1;

  private final RowDocument base;
  private final RowDocument target;
  private final RowIndex whole;

  /** Made, with the next one, when a row is found that is not in the base. */
  private @Nullable RowIndex keyed;

  private @Nullable RowIndex shaped;

  private final Runs runs = new Runs();
  private final Edits edits = new Edits();
  private int source = NONE; // of the run that is open; Runs.NEW for new bytes
  private int length; // of that run
  private int start; // of new bytes in the target
  private boolean open;

  private RowAlignment(RowDocument base, RowDocument target) {
    this.base = base;
    this.target = target;
    this.whole = new RowIndex(base.rows());
    for (int row = base.rows() - 1; row >= 0; row--) { // so that the first one is found first
      whole.add(hash(base, row), row);
    }
  }

  private void indexShapes() {
    keyed = new RowIndex(base.rows());
    shaped = new RowIndex(base.rows());
    for (int row = base.rows() - 1; row >= 0; row--) {
      long shape = shapeHash(base, row);
      shaped.add(shape, row);
      keyed.add(keyHash(base, row, shape), row);
    }
  }

  /** A match between rows. */
  record Found(Runs runs, Edits edits) {}

  static Found of(RowDocument base, RowDocument target) {
    return new RowAlignment(base, target).found();
  }

  private Found found() {
    int expected = 0;
    int copied = 0;
    for (int row = 0; row < target.rows(); row++) {
      int from = find(row, expected);
      if (from == NONE) {
        addNew(row);
      } else {
        addCopy(from);
        addEdits(from, row, copied++);
        expected = from + 1;
      }
    }
    close();
    return new Found(runs, edits);
  }

  @SuppressWarnings("NullAway") // indexShapes makes both
  private int find(int row, int expected) {
    if (expected < base.rows() && isSame(expected, row)) {
      return expected;
    }
    int same = search(whole, hash(target, row), row, expected, true);
    if (same != NONE) {
      return same;
    }
    if (keyed == null) {
      indexShapes();
    }
    long shape = shapeHash(target, row);
    int key = search(keyed, keyHash(target, row, shape), row, expected, false);
    if (key != NONE) {
      return key;
    }
    if (expected < base.rows() && hasSameMarkup(expected, row)) {
      return expected;
    }
    return search(shaped, shape, row, expected, false);
  }

  /** The row with that hash which is the next one from {@code expected} on, else the first. */
  private int search(RowIndex index, long hash, int row, int expected, boolean same) {
    int first = NONE;
    int tries = 0;
    for (int at = index.first(hash); at != NONE && tries < MAX_TRIES; at = index.next(at)) {
      tries++;
      if (same ? isSame(at, row) : hasSameMarkup(at, row)) {
        if (at >= expected) {
          return at;
        }
        first = first == NONE ? at : first;
      }
    }
    return first;
  }

  private boolean isSame(int baseRow, int row) {
    return base.isRow(baseRow, target, row);
  }

  /** Whether the rows differ in the texts of fields only. */
  private boolean hasSameMarkup(int baseRow, int row) {
    int fields = target.rowSize(row);
    if (base.rowSize(baseRow) != fields) {
      return false;
    }
    int pos = base.rowStart(baseRow);
    int at = target.rowStart(row);
    for (int i = 0; i <= fields; i++) {
      int baseField = base.rowField(baseRow) + i;
      int field = target.rowField(row) + i;
      int posEnd = i < fields ? base.start(baseField) : base.rowEnd(baseRow);
      int atEnd = i < fields ? target.start(field) : target.rowEnd(row);
      if (!Arrays.equals(base.bytes(), pos, posEnd, target.bytes(), at, atEnd)) {
        return false;
      }
      if (i < fields) {
        pos = base.end(baseField);
        at = target.end(field);
      }
    }
    return true;
  }

  private void addNew(int row) {
    int bytes = target.rowEnd(row) - target.rowStart(row);
    if (open && source == Runs.NEW) {
      length += bytes;
      return;
    }
    close();
    source = Runs.NEW;
    start = target.rowStart(row);
    length = bytes;
    open = true;
  }

  private void addCopy(int row) {
    if (open && source != Runs.NEW && source + length == row) {
      length++;
      return;
    }
    close();
    source = row;
    length = 1;
    open = true;
  }

  private void close() {
    if (open && source == Runs.NEW) {
      runs.addNew(start, length);
    } else if (open) {
      runs.addRows(source, length);
    }
    open = false;
  }

  private void addEdits(int baseRow, int row, int copied) {
    int first = base.rowField(baseRow);
    for (int i = 0; i < target.rowSize(row); i++) {
      int field = target.rowField(row) + i;
      int start = target.start(field);
      int end = target.end(field);
      if (!Arrays.equals(
          base.bytes(), base.start(first + i), base.end(first + i), target.bytes(), start, end)) {
        edits.add(copied, first + i, start, end);
      }
    }
  }

  /** Returns the hash of a row, which cannot be predicted from outside. */
  static long hash(RowDocument document, int row) {
    return hash(document.bytes(), document.rowStart(row), document.rowEnd(row), SEED);
  }

  private static long shapeHash(RowDocument document, int row) {
    byte[] b = document.bytes();
    long hash = ~SEED;
    int pos = document.rowStart(row);
    for (int field = document.rowField(row); field < document.rowField(row + 1); field++) {
      hash = hash(b, pos, document.start(field), hash);
      pos = document.end(field);
    }
    return hash(b, pos, document.rowEnd(row), hash);
  }

  private static long keyHash(RowDocument document, int row, long shape) {
    int field = document.rowField(row);
    return document.rowSize(row) == 0
        ? ~shape
        : hash(document.bytes(), document.start(field), document.end(field), ~shape);
  }

  private static long hash(byte[] b, int start, int end, long seed) {
    long hash = seed + end - start;
    int pos = start;
    for (; end - pos >= Long.BYTES; pos += Long.BYTES) {
      hash = mixed(hash ^ (long) LONGS.get(b, pos));
    }
    for (; pos < end; pos++) {
      hash = mixed(hash ^ b[pos]);
    }
    return hash;
  }

  /** Both halves of a product: the lower one alone would keep a change of the highest bit. */
  private static long mixed(long value) {
    return value * MULTIPLIER ^ Math.multiplyHigh(value, MULTIPLIER);
  }
}
