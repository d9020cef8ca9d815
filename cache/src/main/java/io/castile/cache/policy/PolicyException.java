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

  private PolicyException(PolicyLocation where, String problem, @Nullable Throwable cause) {
    this(where + ": " + problem, problem, where.source(), where.line(), where.column(), cause);
  }

  private PolicyException(
      String message,
      String problem,
      String source,
      int line,
      int column,
      @Nullable Throwable cause) {
    super(message, cause);
    this.problem = problem;
    this.source = source;
    this.line = line;
    this.column = column;
  }

  /**
   * @param where null if the policy was not read from text
   * @param cause may be null
   */
  static PolicyException at(
      @Nullable PolicyLocation where, String problem, @Nullable Throwable cause) {
    return where == null
        ? new PolicyException(problem, problem, "", 0, 0, cause)
        : new PolicyException(where, problem, cause);
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
