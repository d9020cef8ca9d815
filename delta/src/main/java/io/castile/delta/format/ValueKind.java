package io.castile.delta.format;

/**
 * The kind of the texts of a column, and so how a new text differs from a reference, which is the
 * old text of the field or another text of the column: as one or two whole numbers, from which the
 * very same text can be made again. What is not in canonical form does not fit. Thread-safe.
 */
abstract class ValueKind {
  /** No text that is made from a difference is longer. */
  static final int MAX_TEXT = 64;

  /** How many numbers a difference is. */
  final int parts;

  ValueKind(int parts) {
    this.parts = parts;
  }

  /** The values of some texts: a number each, and a form in which it was written. */
  static final class Values {
    final long[] numbers;
    final long[] forms;

    Values(int count) {
      numbers = new long[count];
      forms = new long[count];
    }
  }

  /**
   * Reads the value of a text, to be referred to.
   *
   * @param values gets it at {@code index}
   * @return whether the text has one
   */
  abstract boolean reference(byte[] b, int start, int end, Values values, int index);

  /** Reads a value, like {@link #reference}, from which the other end restores the same bytes. */
  boolean value(byte[] b, int start, int end, Values values, int index) {
    return reference(b, start, end, values, index);
  }

  /**
   * Puts the difference of a value to a reference into {@code parts} at {@code index}.
   *
   * @param from which of the references
   * @param to which of the values
   * @return whether they fit; if not, what was put is of no use
   */
  abstract boolean difference(
      Values references, int from, Values values, int to, long[][] parts, int index);

  /**
   * Writes the text that has this difference to the reference.
   *
   * @param out has room for {@link #MAX_TEXT} bytes from {@code pos} on
   * @return where the text ends
   * @throws DeltaException if there is no such text
   */
  abstract int text(
      byte[] reference, int from, int to, long[][] parts, int index, byte[] out, int pos)
      throws DeltaException;

  static DeltaException noValue(String expected) {
    return new DeltaException("expected a field of the base with " + expected);
  }
}
