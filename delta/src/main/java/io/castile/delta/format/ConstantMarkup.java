package io.castile.delta.format;

/** Markup that has neither fields nor elements in it. */
public final class ConstantMarkup {
  private ConstantMarkup() {}

  /**
   * Passes a comment, CDATA section, processing instruction or declaration.
   *
   * @param tag where its {@code <!} or {@code <?} stands
   * @return where it ends, or -1 if it does not
   */
  public static int skip(byte[] b, int tag) {
    if (b[tag + 1] == '?') {
      return after(b, "?>", tag + 2);
    }
    if (startsWith(b, "<!--", tag)) {
      return after(b, "-->", tag + 4);
    }
    return startsWith(b, "<![CDATA[", tag) ? after(b, "]]>", tag + 9) : after(b, ">", tag + 2);
  }

  private static boolean startsWith(byte[] b, String ascii, int pos) {
    if (b.length - pos < ascii.length()) {
      return false;
    }
    for (int i = 0; i < ascii.length(); i++) {
      if (b[pos + i] != ascii.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static int after(byte[] b, String ascii, int from) {
    for (int pos = from; pos < b.length; pos++) {
      if (startsWith(b, ascii, pos)) {
        return pos + ascii.length();
      }
    }
    return -1;
  }
}
