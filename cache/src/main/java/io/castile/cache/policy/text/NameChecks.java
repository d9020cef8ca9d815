package io.castile.cache.policy.text;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks of the names a policy holds, and the search for the word that was meant. */
public final class NameChecks {
  /** The longest glob, name or path, in characters. */
  public static final int MAX_LENGTH = 512;

  /** The most entries of a list. */
  public static final int MAX_ENTRIES = 1000;

  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

  private NameChecks() {}

  /**
   * Returns {@code text} if it can be printed and read again: not empty, no control characters, no
   * half of a surrogate pair, no space at either end.
   */
  public static String checkedText(String text, String what) {
    Objects.requireNonNull(text, what);
    if (text.isEmpty()) {
      throw new IllegalArgumentException(what + ": expected a text, found an empty one");
    }
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          what + ": expected at most " + MAX_LENGTH + " characters, found " + text.length());
    }
    if (!text.strip().equals(text)) {
      throw new IllegalArgumentException(
          what + ": expected no space at either end, found '" + text + "'");
    }
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      if (Character.isISOControl(c)
          || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
          || c == 0x2028
          || c == 0x2029
          || c == 0xFEFF
          || (c & 0xFFFE) == 0xFFFE) {
        throw new IllegalArgumentException(
            String.format(
                "%s: expected printable characters, found U+%04X at index %d", what, c, i));
      }
    }
    return text;
  }

  /** Returns {@code name} if it is a token (RFC 9110 §5.6.2), in lower case. */
  public static String checkedFieldName(String name) {
    checkedText(name, "HTTP header");
    if (!isToken(name)) {
      throw new IllegalArgumentException(
          "HTTP header: expected a token (RFC 9110 §5.1), found '" + name + "'");
    }
    return name.toLowerCase(Locale.ROOT);
  }

  /**
   * Returns {@code name} if it may be the name of an argument: no space, slash, brace or at-sign.
   */
  public static String checkedArgument(String name) {
    checkedText(name, "argument");
    return checkedLocalName(name, "argument");
  }

  /** Returns {@code name} if it holds none of the characters that no local name in XML has. */
  public static String checkedLocalName(String name, String what) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isWhitespace(c) || "/{}@*?<>&'\"=:,;#%()[]!$^|+~\\`".indexOf(c) >= 0) {
        throw new IllegalArgumentException(
            what + ": expected an XML name, found '" + name + "', which has '" + c + "'");
      }
    }
    if (name.isEmpty()) {
      throw new IllegalArgumentException(what + ": expected a local name, found none");
    }
    return name;
  }

  /**
   * Returns {@code name} if it is a local name, or {@code {namespace}local}.
   *
   * @param what for the message
   */
  public static String checkedQualifiedName(String name, String what) {
    checkedText(name, what);
    if (!name.startsWith("{")) {
      return checkedLocalName(name, what);
    }
    int end = name.indexOf('}');
    if (end < 0) {
      throw new IllegalArgumentException(
          what + ": expected '}' after '{', found none in '" + name + "'");
    }
    if (name.indexOf('{', 1) >= 0) {
      throw new IllegalArgumentException(
          what + ": expected one '{', found another in '" + name + "'");
    }
    checkedLocalName(name.substring(end + 1), what);
    return name;
  }

  public static boolean isToken(String text) {
    return !text.isEmpty() && text.chars().allMatch(NameChecks::isTokenCharacter);
  }

  public static boolean isTokenCharacter(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || (c > 0 && c < 0x80 && TOKEN_MARKS.indexOf(c) >= 0);
  }

  /** Says what was found among the words that are allowed, and which one was probably meant. */
  public static String unknown(String what, String found, Collection<String> allowed) {
    String nearest = nearest(found, allowed);
    return "unknown "
        + what
        + " '"
        + shortened(found)
        + "'"
        + (nearest == null ? "" : ", did you mean '" + nearest + "'?")
        + "; allowed: "
        + String.join(", ", allowed);
  }

  /** The word with the fewest letters changed, or null if none is near. */
  public static @Nullable String nearest(String found, Collection<String> allowed) {
    if (found.length() > 64) {
      return null;
    }
    String best = null;
    int fewest = Integer.MAX_VALUE;
    for (String word : allowed) {
      if (Math.abs(found.length() - word.length()) > Math.max(found.length(), word.length()) / 2) {
        continue; // before the distance is found, which takes the square of the time
      }
      int distance =
          distance(
              found.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", ""),
              word.toLowerCase(Locale.ROOT));
      if (distance < fewest) {
        fewest = distance;
        best = word;
      }
    }
    return best != null && fewest <= Math.max(1, best.length() / 3) ? best : null;
  }

  /** The number of letters to insert, remove, replace, or swap with their neighbour. */
  private static int distance(String a, String b) {
    int[][] rows = new int[a.length() + 1][b.length() + 1];
    // Invariant: rows[i][j] is the distance of the first i letters of a to the first j of b.
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          rows[i][j] = i + j;
          continue;
        }
        int replaced = rows[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        rows[i][j] = Math.min(replaced, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          rows[i][j] = Math.min(rows[i][j], 1 + rows[i - 2][j - 2]);
        }
      }
    }
    return rows[a.length()][b.length()];
  }

  public static String tooMany(String what, int size) {
    return what + ": expected at most " + MAX_ENTRIES + " entries, found " + size;
  }

  /** Returns {@code text} for a message: what is long is cut. */
  public static String shortened(String text) {
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }

  /**
   * Returns {@code list} as an immutable copy if it is not too long and no entry is there twice.
   */
  public static <T> List<T> distinct(List<T> list, String what) {
    List<T> copy = List.copyOf(list);
    if (copy.size() > MAX_ENTRIES) {
      throw new IllegalArgumentException(tooMany(what, copy.size()));
    }
    for (int i = 0; i < copy.size(); i++) {
      if (copy.indexOf(copy.get(i)) < i) {
        throw new IllegalArgumentException(
            what + ": expected each entry once, found " + copy.get(i) + " twice");
      }
    }
    return copy;
  }
}
