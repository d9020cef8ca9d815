package io.castile.template;

import io.castile.xml.XsdNumberWriter;
import java.util.Arrays;

/** How the items of one array stand in the message. Immutable. */
final class NumberLayout {
  final NumberType type;
  final byte[] next;
  final int endTag; // of next
  final Stuffing asked;
  final Stuffing stuffing; // what there can be of it
  final TemplateOptions options;

  /** Bytes that appending one item may write beyond those in use. */
  final int slack;

  NumberLayout(NumberType type, byte[] next, Stuffing stuffing, TemplateOptions options) {
    this.type = type;
    this.next = next;
    this.endTag = options.padding() == Padding.OUTSIDE ? Markup.endTagLength(next) : 0;
    this.asked = stuffing;
    this.stuffing = isOutside(options) && endTag == 0 ? Stuffing.NONE : stuffing;
    this.options = options;
    this.slack = XsdNumberWriter.ROOM + next.length;
  }

  private static boolean isOutside(TemplateOptions options) {
    return options.padding() == Padding.OUTSIDE;
  }

  boolean isOutside() {
    return isOutside(options);
  }

  boolean mayPad() {
    return stuffing != Stuffing.NONE;
  }

  /** The width of a place for a number of that length which had {@code known} before. */
  int width(int length, int known) {
    return switch (stuffing) {
      case NONE -> length;
      case ADAPTIVE -> Math.max(length, known);
      case MAXIMUM -> type.maxWidth;
    };
  }

  /**
   * Puts what stands behind a number in its place: spaces, and before them the end tag if they
   * stand outside; for no spaces the end tag alone.
   */
  void pad(byte[] b, int at, int length, int width) {
    System.arraycopy(next, 0, b, at + length, endTag);
    Arrays.fill(b, at + length + endTag, at + width + endTag, (byte) ' ');
  }
}
