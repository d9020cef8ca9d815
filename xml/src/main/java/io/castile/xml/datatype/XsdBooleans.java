package io.castile.xml.datatype;

/** Booleans from their texts. */
public final class XsdBooleans {
  private XsdBooleans() {}

  /**
   * Returns the xs:boolean that a text without white space around it is: {@code true}, {@code
   * false}, {@code 1} or {@code 0}.
   *
   * @throws IllegalArgumentException if it is none, with a short reason that does not repeat the
   *     text
   */
  public static boolean parse(byte[] b, int start, int end) {
    int length = end - start;
    if (length == 1 && (b[start] == '0' || b[start] == '1')) {
      return b[start] == '1';
    }
    if (length == 4
        && b[start] == 't'
        && b[start + 1] == 'r'
        && b[start + 2] == 'u'
        && b[start + 3] == 'e') {
      return true;
    }
    if (length == 5
        && b[start] == 'f'
        && b[start + 1] == 'a'
        && b[start + 2] == 'l'
        && b[start + 3] == 's'
        && b[start + 4] == 'e') {
      return false;
    }
    throw new IllegalArgumentException("expected true, false, 1 or 0");
  }
}
