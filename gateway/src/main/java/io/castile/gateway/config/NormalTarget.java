package io.castile.gateway.config;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Brings the path of a request into the one form by which routes are found and origins are asked
 * (RFC 3986 §6.2.2), and refuses a path that two servers may read in two ways: the gateway would
 * choose a route by the one reading, and the origin a service by the other.
 */
public final class NormalTarget {
  /**
   * Segments that some servers take for {@code .} or {@code ..}, or for none at all: of dots and
   * spaces, or dots with parameters or something else that is cut off.
   */
  private static final Pattern DOUBTFUL_SEGMENT =
      Pattern.compile("(?:\\.|%20)+|\\.*(?:;|%3B|%3F|%23).*");

  /** An escape that has itself been escaped. */
  private static final Pattern ESCAPED_ESCAPE = Pattern.compile("%25(?:[0-9A-Fa-f]{2}|[uU])");

  /** Characters that delimit parts of a path, or name its folders. */
  private static final String OF_PATHS = "/\\.;%?#";

  private NormalTarget() {}

  /**
   * Returns a target in its normal form; its query stays as it is.
   *
   * @param target path and query; begins with a slash
   * @throws IllegalArgumentException with what was expected and what was found
   */
  public static String of(String target) {
    int end = 0;
    boolean isNormal = target.startsWith("/");
    for (; end < target.length() && target.charAt(end) != '?'; end++) {
      char each = target.charAt(end);
      isNormal &= isPlain(each) && !(each == '/' && end > 0 && isSpecial(target, end));
    }
    checkCharacters(target);
    if (isNormal && !isSpecial(target, 0)) {
      return target;
    }
    return path(target.substring(0, end)) + target.substring(end);
  }

  /** Whether a slash is followed by another one, or by a dot. */
  private static boolean isSpecial(String target, int slash) {
    char next = slash + 1 < target.length() ? target.charAt(slash + 1) : 'a';
    return next == '/' || next == '.';
  }

  /** Whether a character stands for itself everywhere in a path. */
  private static boolean isPlain(char each) {
    return isUnreserved(each) || each == '/';
  }

  /** RFC 3986 §2.3. */
  private static boolean isUnreserved(char each) {
    return (each >= 'a' && each <= 'z')
        || (each >= 'A' && each <= 'Z')
        || (each >= '0' && each <= '9')
        || each == '-'
        || each == '.'
        || each == '_'
        || each == '~';
  }

  private static void checkCharacters(String target) {
    for (int i = 0; i < target.length(); i++) {
      char each = target.charAt(i);
      if (each <= ' ' || each >= 0x7F || each == '#') {
        throw new IllegalArgumentException(
            "expected visible characters of ASCII but '#' in the target, found U+%04X at %d"
                .formatted((int) each, i));
      }
    }
  }

  private static String path(String path) {
    String decoded = withoutEscapesOfUnreserved(path);
    if (ESCAPED_ESCAPE.matcher(decoded).find()) {
      throw ambiguous("an escape that is escaped", path);
    }
    Deque<String> segments = new ArrayDeque<>();
    boolean hasEmpty = false;
    boolean hasDots = false;
    String last = "";
    Iterator<String> all = java.util.Arrays.asList(decoded.substring(1).split("/", -1)).iterator();
    while (all.hasNext()) {
      last = all.next();
      boolean isDots = last.equals(".") || last.equals("..");
      hasDots |= isDots;
      if (last.isEmpty()) {
        hasEmpty |= all.hasNext();
      } else if (!isDots) {
        if (DOUBTFUL_SEGMENT.matcher(last).matches()) {
          throw ambiguous("the segment '" + last + "'", path);
        }
        segments.addLast(last);
      } else if (last.equals("..")) {
        segments.pollLast();
      }
    }
    if (hasEmpty && hasDots) {
      throw ambiguous("'.' or '..' beside an empty segment", path);
    }
    boolean isFolder = last.isEmpty() || last.equals(".") || last.equals("..");
    String joined = "/" + String.join("/", segments);
    return isFolder && joined.length() > 1 ? joined + "/" : joined;
  }

  /** RFC 3986 §6.2.2.1, §6.2.2.2. */
  private static String withoutEscapesOfUnreserved(String path) {
    StringBuilder out = new StringBuilder(path.length());
    byte[] bytes = new byte[path.length()];
    int size = 0; // of the bytes beyond ASCII that stand in a row
    for (int i = 0; i < path.length(); i++) {
      char each = path.charAt(i);
      int value = each == '%' ? escaped(path, i) : 0;
      if (value >= 0x80) {
        bytes[size++] = (byte) value;
      } else {
        checkText(bytes, size, path);
        size = 0;
      }
      if (each == '\\') {
        throw ambiguous("a backslash", path);
      } else if (each != '%') {
        out.append(each);
        continue;
      } else if (value == '/' || value == '\\' || value < ' ' || value == 0x7F) {
        throw ambiguous("the escape '" + path.substring(i, i + 3) + "'", path);
      } else if (isUnreserved((char) value)) {
        out.append((char) value);
      } else {
        out.append(path.substring(i, i + 3).toUpperCase(Locale.ROOT));
      }
      i += 2;
    }
    checkText(bytes, size, path);
    return out.toString();
  }

  private static int escaped(String path, int at) {
    int high = at + 2 < path.length() ? Character.digit(path.charAt(at + 1), 16) : -1;
    int low = at + 2 < path.length() ? Character.digit(path.charAt(at + 2), 16) : -1;
    if (high < 0 || low < 0) {
      throw ambiguous("a '%' that no two hexadecimal digits follow", path);
    }
    return high << 4 | low;
  }

  /**
   * Refuses bytes that are no UTF-8, as long forms of ASCII, and characters that are some of ASCII
   * where a server normalises their compatibility forms (U+FF0F, U+2024).
   */
  private static void checkText(byte[] bytes, int size, String path) {
    if (size == 0) {
      return;
    }
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, size)).toString();
    } catch (CharacterCodingException e) {
      throw ambiguous("escaped bytes that are no UTF-8", path);
    }
    String compatible = Normalizer.normalize(text, Normalizer.Form.NFKC);
    if (compatible.chars().anyMatch(each -> OF_PATHS.indexOf(each) >= 0 || each < ' ')) {
      throw ambiguous("a compatibility form of '/', '\\', '.', ';', '%', '?' or '#'", path);
    }
  }

  private static IllegalArgumentException ambiguous(String found, String path) {
    return new IllegalArgumentException(
        "expected a path that all servers read alike, found "
            + found
            + " in '"
            + (path.length() > 200 ? path.substring(0, 200) + "…" : path)
            + "'");
  }
}
