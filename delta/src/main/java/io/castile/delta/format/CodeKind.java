package io.castile.delta.format;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Texts that come again and again, such as enumerations: each is a number in the order in which
 * texts first come in the base's column. As a new text is never the reference, that one is left out
 * of the count.
 */
final class CodeKind extends ValueKind {
  /** So many fields of the column are looked at, */
  private static final int MAX_SAMPLES = 32;

  /** which are among so many fields of the message; */
  private static final int MAX_FIELDS = 4096;

  /**
   * of the first so many some must have the same text, so that there are no more different ones.
   */
  private static final int FIRST_SAMPLES = 16;

  private static final int MAX_FIRST_ENTRIES = 12;

  private final byte[] base;
  private final int[] starts = new int[MAX_SAMPLES];
  private final int[] ends = new int[MAX_SAMPLES];
  private final long[] tastes = new long[MAX_SAMPLES];
  private int size;

  private CodeKind(byte[] base) {
    super(1);
    this.base = base;
  }

  /** Returns the codes of a column, or null if its texts do not come again. */
  static @Nullable CodeKind of(RowDocument base, int column) {
    CodeKind codes = new CodeKind(base.bytes());
    int samples = 0;
    int bound = Math.min(base.fields(), MAX_FIELDS);
    for (int field = 0; field < bound && samples < MAX_SAMPLES; field++) {
      if (base.column(field) == column) {
        samples++;
        codes.add(base.start(field), base.end(field));
        if (samples == FIRST_SAMPLES && codes.size > MAX_FIRST_ENTRIES) {
          return null;
        }
      }
    }
    return codes.size == 0 ? null : codes;
  }

  private void add(int start, int end) {
    if (end - start > MAX_TEXT) {
      return;
    }
    long taste = taste(base, start, end);
    if (indexOf(taste, base, start, end) < 0) {
      tastes[size] = taste;
      starts[size] = start;
      ends[size++] = end;
    }
  }

  private int indexOf(byte[] b, int start, int end) {
    return indexOf(taste(b, start, end), b, start, end);
  }

  private int indexOf(long taste, byte[] b, int start, int end) {
    for (int i = 0; i < size; i++) {
      if (tastes[i] == taste && Arrays.equals(base, starts[i], ends[i], b, start, end)) {
        return i;
      }
    }
    return -1;
  }

  /** The length and some bytes of a text: what differs here is not the same. */
  private static long taste(byte[] b, int start, int end) {
    int length = end - start;
    if (length == 0) {
      return 0;
    }
    int middle = b[start + (length >> 1)] & 0xff;
    int quarter = b[start + (length >> 2)] & 0xff;
    int outer = (b[start] & 0xff) << 8 | b[end - 1] & 0xff;
    return (long) length << 32 | middle << 24 & 0xff000000L | quarter << 16 | outer;
  }

  /** Any text: the number of one that has no code is -1. */
  @Override
  boolean reference(byte[] b, int start, int end, Values values, int index) {
    values.numbers[index] = indexOf(b, start, end);
    return true;
  }

  @Override
  boolean value(byte[] b, int start, int end, Values values, int index) {
    return reference(b, start, end, values, index) && values.numbers[index] >= 0;
  }

  @Override
  boolean difference(
      Values references, int from, Values values, int to, long[][] parts, int index) {
    long code = values.numbers[to];
    long old = references.numbers[from];
    parts[0][index] = old >= 0 && code > old ? code - 1 : code;
    return code != old;
  }

  @Override
  int text(byte[] reference, int from, int to, long[][] parts, int index, byte[] out, int pos)
      throws DeltaException {
    int old = indexOf(reference, from, to);
    long code = parts[0][index];
    if (old >= 0 && code >= old) {
      code++;
    }
    if (code < 0 || code >= size) {
      throw new DeltaException("expected a code below " + size + ", found " + code);
    }
    int entry = (int) code;
    int length = ends[entry] - starts[entry];
    System.arraycopy(base, starts[entry], out, pos, length);
    return pos + length;
  }
}
