package io.castile.template.entry;

import io.castile.xml.datatype.XsdWidths;

/** The kind of an entry of the field table. Bytes, not an enum: they are compared in columns. */
public final class EntryKind {
  /** Behind the last entry of a chunk. */
  public static final byte NONE = 0;

  /** Constant markup; the entry refers to the very array that was written. */
  public static final byte MARKUP = 1;

  /**
   * The beginning of an application object, without bytes; the entry refers to its class, or to a
   * {@link TrackedMark}; the bits are the stamp of a tracked object.
   */
  public static final byte BEGIN = 2;

  /**
   * The beginning of the items of a repeated property, without bytes; the entry refers to the name
   * of the property, its bits are the number of items.
   */
  public static final byte LIST = 3;

  /** The end of an application object or of a list, without bytes. */
  public static final byte END = 4;

  /** A value that is compared by its text: mutable, or one whose equality is not that of texts. */
  public static final byte FORMATTED = 5;

  /** A string in content, and one in an attribute, which is escaped differently. */
  public static final byte TEXT = 6;

  public static final byte ATTRIBUTE = 7;

  /** Immutable objects whose equality is that of their texts. */
  public static final byte DECIMAL = 8;

  public static final byte INTEGER = 9;

  /** Values of {@code java.time}: immutable, and equal ones have one text. */
  public static final byte TEMPORAL = 10;

  /** Values of bounded width, kept as bits. */
  public static final byte BOOLEAN = 11;

  public static final byte INT = 12;
  public static final byte LONG = 13;
  public static final byte FLOAT = 14;
  public static final byte DOUBLE = 15;

  private EntryKind() {}

  public static boolean isBegin(byte kind) {
    return kind == BEGIN || kind == LIST;
  }

  public static boolean isValue(byte kind) {
    return kind >= FORMATTED;
  }

  /** Whether values have a greatest width, and collapse the white space around them. */
  public static boolean isBounded(byte kind) {
    return kind >= BOOLEAN;
  }

  /** The greatest number of bytes of a value of a bounded kind. */
  public static int maxWidth(byte kind) {
    return switch (kind) {
      case BOOLEAN -> XsdWidths.BOOLEAN;
      case INT -> XsdWidths.INT;
      case LONG -> XsdWidths.LONG;
      case FLOAT -> XsdWidths.FLOAT;
      case DOUBLE -> XsdWidths.DOUBLE;
      default -> throw new IllegalArgumentException("Cannot bound the width of kind " + kind + ".");
    };
  }
}
