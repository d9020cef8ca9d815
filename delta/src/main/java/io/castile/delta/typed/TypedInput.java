package io.castile.delta.typed;

import io.castile.delta.format.BitInput;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.LongColumn;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The input from which one message is read, as a peer has sent it. Not thread-safe. */
final class TypedInput {
  final BitInput bits;
  private final String texts;
  private final long maxCharacters;
  private int next;
  private long copied;

  /**
   * @param maxCharacters of all texts of a message
   */
  TypedInput(BitInput bits, String texts, long maxCharacters) {
    this.bits = bits;
    this.texts = texts;
    this.maxCharacters = maxCharacters;
  }

  /** Notes that so many characters are taken out of another text. */
  void copies(long characters) throws DeltaException {
    copied += characters;
    if (copied > maxCharacters) {
      throw DeltaException.tooLarge(maxCharacters);
    }
  }

  /** Reads a column of numbers; the caller has bounded how many. */
  long[] column(int count) throws DeltaException {
    return LongColumn.read(bits, count);
  }

  /** Reads a column of numbers of either sign. */
  long[] signed(int count) throws DeltaException {
    boolean isSigned = bits.bit();
    long[] numbers = column(count);
    for (int i = 0; isSigned && i < count; i++) {
      numbers[i] = LongColumn.signed(numbers[i]);
    }
    return numbers;
  }

  /** Reads a column of counts of characters. */
  long[] lengths(int count) throws DeltaException {
    long[] lengths = column(count);
    for (int i = 0; i < count; i++) {
      if (lengths[i] < 0 || lengths[i] > Integer.MAX_VALUE) {
        throw new DeltaException("expected the length of a text, found another number");
      }
    }
    return lengths;
  }

  /** Takes the next characters. */
  String text(long length) throws DeltaException {
    if (length > texts.length() - next) {
      throw new DeltaException(
          "expected " + length + " more characters, found " + (texts.length() - next));
    }
    int start = next;
    next += (int) length;
    if (XmlTexts.isCut(texts, start, next)) {
      throw new DeltaException("expected whole characters, found a half");
    }
    return texts.substring(start, next);
  }

  /**
   * Reads which of some rows are null, and puts it into a new or an old array.
   *
   * @return the other rows, all of them
   */
  int[] present(Object array, int[] rows, int count) throws DeltaException {
    if (!(array instanceof @Nullable Object[] objects && bits.bit())) {
      return rows.length == count ? rows : Arrays.copyOf(rows, count);
    }
    int[] present = new int[count];
    int size = 0;
    for (int i = 0; i < count; i++) {
      if (bits.bit()) {
        objects[rows[i]] = null;
      } else {
        present[size++] = rows[i];
      }
    }
    return Arrays.copyOf(present, size);
  }

  /** Checks that all characters were taken. */
  void end() throws DeltaException {
    if (next != texts.length()) {
      throw new DeltaException("expected no more characters, found " + (texts.length() - next));
    }
  }
}
