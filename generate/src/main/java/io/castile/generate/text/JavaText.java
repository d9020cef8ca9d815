package io.castile.generate.text;

import java.util.Locale;

/**
 * Java source in which texts of a description are what they are meant to be: comments end where
 * their writer ends them, and a string is one string, for every compiler.
 *
 * <p>A compiler replaces Unicode escapes before it looks for comments and strings (Java Language
 * Specification §3.3), which libraries that write source overlook.
 */
public final class JavaText {
  private final String source;
  private final StringBuilder out;
  private int next;

  private JavaText(String source) {
    this.source = source;
    this.out = new StringBuilder(source.length() + 64);
  }

  /**
   * Returns source without Unicode escapes in comments, and without characters that are not shown
   * as they are. The code is the same.
   *
   * @throws IllegalArgumentException if what is neither comment nor string has an escape of another
   *     character than of a name, or a string or a comment does not end; the message says where
   */
  public static String settled(String source) {
    JavaText text = new JavaText(source);
    while (text.next < source.length()) {
      text.token();
    }
    return text.out.toString();
  }

  /** Returns a string as it is written in Java. */
  public static String literal(String value) {
    StringBuilder text = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        case '`' -> text.append("\\140"); // expressions have names between backquotes
        default -> text.append(isShown(c) ? String.valueOf(c) : escape(c));
      }
    }
    return text.append('"').toString();
  }

  private void token() {
    if (source.startsWith("/*", next)) {
      int end = source.indexOf("*/", next + 2);
      if (end < 0) {
        throw wrong("expected the end of a comment, found none");
      }
      comment(end + 2);
    } else if (source.startsWith("//", next)) {
      int end = source.indexOf('\n', next);
      comment(end < 0 ? source.length() : end);
    } else if (source.startsWith("\"\"\"", next)) {
      throw wrong("expected strings of one line, found a text block");
    } else if (source.charAt(next) == '"' || source.charAt(next) == '\'') {
      literal();
    } else {
      code();
    }
  }

  /** A comment up to an index. Compilers that count backslashes and those that do not agree. */
  private void comment(int end) {
    for (; next < end; next++) {
      char c = source.charAt(next);
      boolean isEscape = c == '\\' && next + 1 < end && source.charAt(next + 1) == 'u';
      if (isEscape || !isShown(c) && c != '\n' && c != '\t') {
        out.append("&#").append((int) c).append(';');
      } else {
        out.append(c);
      }
    }
  }

  private void literal() {
    char quote = source.charAt(next);
    take();
    while (next < source.length() && source.charAt(next) != quote) {
      char c = source.charAt(next);
      if (c == '\n' || c == '\r') {
        break;
      }
      if (c != '\\') {
        out.append(isShown(c) ? String.valueOf(c) : escape(c));
        next++;
      } else if (source.startsWith("u", next + 1)) {
        char meant = escaped();
        if (meant == '\n' || meant == '\r' || meant == '"' || meant == '\'' || meant == '\\') {
          throw wrong("expected characters in a string, found an escape of '" + (int) meant + "'");
        }
        out.append(escape(meant));
      } else {
        take();
        take();
      }
    }
    if (next >= source.length() || source.charAt(next) != quote) {
      throw wrong("expected the end of a string, found that of the line");
    }
    take();
  }

  private void code() {
    char c = source.charAt(next);
    if (c == '\\') {
      char meant = escaped();
      if (meant < 0x80 || !isOfName(meant)) {
        throw wrong("expected code, found an escape of '" + (int) meant + "'");
      }
      out.append(escape(meant));
    } else if (c < 0x80 && c != 0x7f && (c >= ' ' || c == '\n' || c == '\t')) {
      take();
    } else if (c >= 0x80 && isOfName(c)) {
      if (!Character.isIdentifierIgnorable(c)) { // else the compiler reads past it
        out.append(c);
      }
      next++;
    } else {
      throw wrong("expected code, found the character " + (int) c);
    }
  }

  private static boolean isOfName(char c) {
    return Character.isJavaIdentifierPart(c) || Character.isSurrogate(c);
  }

  /** Reads past a Unicode escape, and returns what it stands for. */
  private char escaped() {
    int digits = next + 1;
    while (source.startsWith("u", digits)) {
      digits++;
    }
    if (digits == next + 1 || digits + 4 > source.length()) {
      throw wrong("expected code, found a backslash");
    }
    try {
      char meant = (char) Integer.parseInt(source.substring(digits, digits + 4), 16);
      next = digits + 4;
      return meant;
    } catch (NumberFormatException e) {
      throw wrong("expected four digits of a Unicode escape, found others");
    }
  }

  private void take() {
    if (next < source.length()) {
      out.append(source.charAt(next++));
    }
  }

  /** Whether a character is shown, in its place: no control, and none that turns the text. */
  private static boolean isShown(char c) {
    if (c >= ' ' && c <= '~') {
      return true;
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }

  private static String escape(char c) {
    return String.format(Locale.ROOT, "\\u%04x", (int) c);
  }

  private IllegalArgumentException wrong(String message) {
    long line = 1 + source.chars().limit(next).filter(c -> c == '\n').count();
    return new IllegalArgumentException("line " + line + ": " + message);
  }
}
