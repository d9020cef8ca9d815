package io.castile.gateway.config;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression that whole paths fit, in the syntax of RE2, which never goes back in the
 * text: the time of a match is bounded by the sizes of expression and path. Immutable and
 * thread-safe; equal to another one that is written alike.
 */
public final class PathPattern {
  /** The most characters of a path that is compared; 2048. */
  public static final int MOST_IN_PATH = 2_048;

  private static final int MOST_CHARACTERS = 1_000;
  private static final int MOST_STEPS = 2_000; // of the program that RE2 makes of it

  private final Pattern pattern;

  private PathPattern(Pattern pattern) {
    this.pattern = pattern;
  }

  /**
   * Reads an expression.
   *
   * @throws IllegalArgumentException with what was expected
   */
  public static PathPattern parse(String text) {
    if (text.length() > MOST_CHARACTERS) {
      throw new IllegalArgumentException(
          "expected a regular expression of at most "
              + MOST_CHARACTERS
              + " characters but found "
              + text.length());
    }
    Pattern pattern;
    try {
      pattern = Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "expected a regular expression (RE2) but found '" + text + "': " + e.getDescription(), e);
    }
    if (pattern.programSize() > MOST_STEPS) {
      throw new IllegalArgumentException(
          "expected a regular expression of at most "
              + MOST_STEPS
              + " steps but found '"
              + text
              + "', which has "
              + pattern.programSize());
    }
    return new PathPattern(pattern);
  }

  /**
   * Whether the whole path fits.
   *
   * @param path in the form that {@link NormalTarget} gives, without a query; of at most {@link
   *     #MOST_IN_PATH} characters
   */
  public boolean matches(String path) {
    if (path.length() > MOST_IN_PATH) {
      throw new IllegalArgumentException(
          "expected at most " + MOST_IN_PATH + " characters but found " + path.length());
    }
    return pattern.matches(path);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PathPattern known && known.toString().equals(toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /** Returns it as it was written. */
  @Override
  public String toString() {
    return pattern.pattern();
  }
}
