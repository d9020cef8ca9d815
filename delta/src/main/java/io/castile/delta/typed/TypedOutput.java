package io.castile.delta.typed;

import io.castile.codec.typed.NotTypedException;
import io.castile.delta.format.BitOutput;
import io.castile.delta.format.LongColumn;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The output to which one message is written: bits, and the characters of all texts. Not
 * thread-safe.
 */
final class TypedOutput {
  final BitOutput bits = new BitOutput();
  private final StringBuilder texts = new StringBuilder();
  private long[] scratch = new long[64];

  /** Numbers to be filled in, at least so many; good until this is called again. */
  long[] scratch(int count) {
    if (scratch.length < count) {
      scratch = new long[Math.max(count, 2 * scratch.length)];
    }
    return scratch;
  }

  /** Appends a column of numbers. */
  void column(long[] values, int count) {
    LongColumn.write(bits, values, count);
  }

  /** Makes room for so many characters. */
  void reserveTexts(long characters) {
    long all = texts.length() + characters;
    if (all > texts.capacity()) {
      texts.ensureCapacity((int) Math.min(all, Integer.MAX_VALUE));
    }
  }

  /**
   * Appends some characters of a text.
   *
   * @throws NotTypedException if the text has half a character there
   */
  void text(String text, int start, int end) throws NotTypedException {
    if (XmlTexts.isCut(text, start, end)) {
      throw XmlTexts.NOT_ALLOWED;
    }
    if (end - start == text.length()) {
      texts.append(text); // copies bytes, where a part is copied character by character
    } else {
      texts.append(text, start, end);
    }
  }

  /** Appends a column of numbers of either sign, of which most columns have none below zero. */
  void signed(long[] values, int count) {
    long all = 0;
    for (int i = 0; i < count; i++) {
      all |= values[i];
    }
    bits.bit(all < 0);
    for (int i = 0; all < 0 && i < count; i++) {
      values[i] = LongColumn.zigzag(values[i]);
    }
    column(values, count);
  }

  /** Tells for each row of a column of objects whether it is null; false if none is. */
  boolean nulls(Object array, int[] rows, int count) {
    if (!(array instanceof @Nullable Object[] objects)) {
      return false;
    }
    int nulls = 0;
    for (int i = 0; i < count; i++) {
      nulls += objects[rows[i]] == null ? 1 : 0;
    }
    bits.bit(nulls != 0);
    if (nulls == 0) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      bits.bit(objects[rows[i]] == null);
    }
    return true;
  }

  /**
   * Tells which of some rows are null.
   *
   * @return the other rows, all of them
   */
  int[] present(Object array, int[] rows, int count) {
    if (!nulls(array, rows, count)) {
      return rows.length == count ? rows : Arrays.copyOf(rows, count);
    }
    int[] present = new int[count];
    int size = 0;
    for (int i = 0; i < count; i++) {
      if (!ColumnCoder.isNull(array, rows[i])) {
        present[size++] = rows[i];
      }
    }
    return Arrays.copyOf(present, size);
  }

  /**
   * Returns the characters of all texts as UTF-8.
   *
   * @throws NotTypedException if XML does not have one of them
   */
  byte[] encodedTexts() throws NotTypedException {
    String all = texts.toString();
    byte[] encoded = all.getBytes(StandardCharsets.UTF_8);
    if (!XmlTexts.areAllowed(all, encoded)) {
      throw XmlTexts.NOT_ALLOWED;
    }
    return encoded;
  }
}
