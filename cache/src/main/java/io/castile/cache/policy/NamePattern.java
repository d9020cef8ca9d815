package io.castile.cache.policy;

import io.castile.cache.policy.text.NameChecks;

/**
 * A pattern for names: {@code *} stands for any run of characters, {@code ?} for one. Everything
 * else stands for itself, in its case.
 *
 * <p>Immutable and thread-safe. Matching takes time in proportion to pattern times text at most.
 *
 * @param pattern not empty
 */
public record NamePattern(String pattern) {
  /** Matches every name. */
  public static final NamePattern ANY = new NamePattern("*");

  /**
   * @throws IllegalArgumentException if the pattern is empty, too long or has control characters
   */
  public NamePattern {
    NameChecks.checkedText(pattern, "pattern");
  }

  /** Whether the whole of {@code text} fits the pattern. */
  public boolean matches(String text) {
    int p = 0;
    int t = 0;
    int star = -1;
    int mark = 0;
    // Invariant: the pattern before p fits the text before t, where the last star, if there was
    // one, stands for the text up to mark. On a mismatch only that star has to take one more.
    while (t < text.length()) {
      char c = p < pattern.length() ? pattern.charAt(p) : 0;
      if (p < pattern.length() && c == '*') {
        star = p++;
        mark = t;
      } else if (p < pattern.length() && (c == '?' || c == text.charAt(t))) {
        p++;
        t++;
      } else if (star >= 0) {
        p = star + 1;
        t = ++mark;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  /**
   * Whether a qualified name fits: a pattern that begins with a brace is compared with {@code
   * {namespace}local}, any other with the local name.
   *
   * @param name {@code {namespace}local} or {@code local}
   */
  public boolean matchesName(String name) {
    return matches(pattern.startsWith("{") ? name : name.substring(name.lastIndexOf('}') + 1));
  }

  /**
   * Whether a name of some namespace fits, whose local name this is.
   *
   * @param local without a namespace
   */
  public boolean matchesLocalName(String local) {
    String own =
        pattern.startsWith("{") ? pattern.substring(pattern.lastIndexOf('}') + 1) : pattern;
    return pattern.startsWith("{") && pattern.indexOf('}') < 0
        || (own.isEmpty() ? local.isEmpty() : new NamePattern(own).matches(local));
  }

  @Override
  public String toString() {
    return pattern;
  }
}
