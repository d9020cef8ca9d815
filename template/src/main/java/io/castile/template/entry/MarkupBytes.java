package io.castile.template.entry;

import java.util.Arrays;

/** The facts about constant markup. */
public final class MarkupBytes {
  private MarkupBytes() {}

  /** The length of the end tag with which the markup begins; 0 if it begins with none. */
  public static int endTagLength(byte[] markup) {
    if (markup.length < 3 || markup[0] != '<' || markup[1] != '/') {
      return 0;
    }
    int length = 3;
    while (markup[length - 1] != '>') {
      length++;
    }
    return length;
  }

  /** Whether the markup stands inside a start tag. */
  public static boolean isInTag(byte[] markup) {
    return markup.length > 0 && (markup[0] == ' ' || markup[0] == '"');
  }

  /** Whether what follows the markup still stands in a start tag. */
  public static boolean leavesTagOpen(byte[] markup) {
    return markup.length > 0 && markup[markup.length - 1] != '>';
  }

  /**
   * Whether it is worth looking for the markup further on: what names an element or an attribute.
   */
  public static boolean isDistinct(byte[] markup) {
    return markup.length > 2;
  }

  /** Writes a field's markup with {@code pad} spaces behind the end tag with which it begins. */
  public static void putPadded(byte[] markup, int endTag, int pad, byte[] to, int at) {
    System.arraycopy(markup, 0, to, at, endTag);
    Arrays.fill(to, at + endTag, at + endTag + pad, (byte) ' ');
    System.arraycopy(markup, endTag, to, at + endTag + pad, markup.length - endTag);
  }
}
