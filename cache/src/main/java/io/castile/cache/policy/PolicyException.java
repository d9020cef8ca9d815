package io.castile.cache.policy;

import org.jspecify.annotations.Nullable;

/**
 * A policy is not as it must be. The message says where (source, line and column, if the policy was
 * read), what was found and what was expected.
 */
public final class PolicyException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String problem;
  private final String source;
  private final int line;
  private final int column;

  /**
   * Makes an exception.
   *
   * @param source the name of the file; empty if the policy was not read from text
   * @param line from 1; 0 if the policy was not read from text
   * @param column in code points, from 1; 0 if the policy was not read from text
   * @param cause null for none
   */
  public PolicyException(
      String problem, String source, int line, int column, @Nullable Throwable cause) {
    super(line == 0 ? problem : source + ":" + line + ":" + column + ": " + problem, cause);
    this.problem = problem;
    this.source = source;
    this.line = line;
    this.column = column;
  }

  /** Returns the message without the place. */
  public String problem() {
    return problem;
  }

  /** Returns the name of the file; empty if the policy was not read from text. */
  public String source() {
    return source;
  }

  /** Returns the line, from 1; 0 if the policy was not read from text. */
  public int line() {
    return line;
  }

  /** Returns the column in code points, from 1; 0 if the policy was not read from text. */
  public int column() {
    return column;
  }
}
