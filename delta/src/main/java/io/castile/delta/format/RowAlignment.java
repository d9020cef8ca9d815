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

  // Secret, so that nobody can choose rows that share a hash.
  private static final long SEED = RandomLongs.next();
  private static final long MULTIPLIER = RandomLongs.next() | 1;

  /** So many rows of the base with one hash are looked at. */
  private static final int MAX_TRIES = 8;

  private static final int NONE = -1;

  private final byte[] base;
  private final FieldTable baseTable;
  private final byte[] target;
  private final FieldTable targetTable;
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

  private RowAlignment(byte[] base, FieldTable baseTable, byte[] target, FieldTable targetTable) {
    this.base = base;
    this.baseTable = baseTable;
    this.target = target;
    this.targetTable = targetTable;
    this.whole = new RowIndex(baseTable.rows());
    for (int row = baseTable.rows() - 1; row >= 0; row--) { // so that the first one is found first
      whole.add(hash(base, baseTable, row), row);
    }
  }

  private void indexShapes() {
    keyed = new RowIndex(baseTable.rows());
    shaped = new RowIndex(baseTable.rows());
    for (int row = baseTable.rows() - 1; row >= 0; row--) {
      long shape = shapeHash(base, baseTable, row);
      shaped.add(shape, row);
      keyed.add(keyHash(base, baseTable, row, shape), row);
    }
  }

  /** What was found. */
  record Found(Runs runs, Edits edits) {}

  static Found of(byte[] base, FieldTable baseTable, byte[] target, FieldTable targetTable) {
    return new RowAlignment(base, baseTable, target, targetTable).found();
  }

  private Found found() {
    int expected = 0;
    int copied = 0;
    for (int row = 0; row < targetTable.rows(); row++) {
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
    if (expected < baseTable.rows() && isSame(expected, row)) {
      return expected;
    }
    int same = search(whole, hash(target, targetTable, row), row, expected, true);
    if (same != NONE) {
      return same;
    }
    if (keyed == null) {
      indexShapes();
    }
    long shape = shapeHash(target, targetTable, row);
    int key = search(keyed, keyHash(target, targetTable, row, shape), row, expected, false);
    if (key != NONE) {
      return key;
    }
    if (expected < baseTable.rows() && hasSameMarkup(expected, row)) {
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
    return Arrays.equals(
        base,
        baseTable.rowStart(baseRow),
        baseTable.rowEnd(baseRow),
        target,
        targetTable.rowStart(row),
        targetTable.rowEnd(row));
  }

  /** Whether the rows differ in the texts of fields only. */
  private boolean hasSameMarkup(int baseRow, int row) {
    int fields = targetTable.rowSize(row);
    if (baseTable.rowSize(baseRow) != fields) {
      return false;
    }
    int pos = baseTable.rowStart(baseRow);
    int at = targetTable.rowStart(row);
    for (int i = 0; i <= fields; i++) {
      int baseField = baseTable.rowField(baseRow) + i;
      int field = targetTable.rowField(row) + i;
      int posEnd = i < fields ? baseTable.start(baseField) : baseTable.rowEnd(baseRow);
      int atEnd = i < fields ? targetTable.start(field) : targetTable.rowEnd(row);
      if (!Arrays.equals(base, pos, posEnd, target, at, atEnd)) {
        return false;
      }
      if (i < fields) {
        pos = baseTable.end(baseField);
        at = targetTable.end(field);
      }
    }
    return true;
  }

  private void addNew(int row) {
    int bytes = targetTable.rowEnd(row) - targetTable.rowStart(row);
    if (open && source == Runs.NEW) {
      length += bytes;
      return;
    }
    close();
    source = Runs.NEW;
    start = targetTable.rowStart(row);
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
    int first = baseTable.rowField(baseRow);
    for (int i = 0; i < targetTable.rowSize(row); i++) {
      int field = targetTable.rowField(row) + i;
      int start = targetTable.start(field);
      int end = targetTable.end(field);
      if (!Arrays.equals(
          base, baseTable.start(first + i), baseTable.end(first + i), target, start, end)) {
        edits.add(copied, first + i, start, end);
      }
    }
  }

  /** The hash of a row, which nobody outside can foresee. */
  static long hash(byte[] b, FieldTable table, int row) {
    return hash(b, table.rowStart(row), table.rowEnd(row), SEED);
  }

  private static long shapeHash(byte[] b, FieldTable table, int row) {
    long hash = ~SEED;
    int pos = table.rowStart(row);
    for (int field = table.rowField(row); field < table.rowField(row + 1); field++) {
      hash = hash(b, pos, table.start(field), hash);
      pos = table.end(field);
    }
    return hash(b, pos, table.rowEnd(row), hash);
  }

  private static long keyHash(byte[] b, FieldTable table, int row, long shape) {
    int field = table.rowField(row);
    return table.rowSize(row) == 0 ? ~shape : hash(b, table.start(field), table.end(field), ~shape);
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
