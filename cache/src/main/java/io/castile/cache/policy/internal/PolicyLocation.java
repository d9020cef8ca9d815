package io.castile.cache.policy.internal;

import io.castile.cache.policy.PolicyException;
import org.jspecify.annotations.Nullable;

/**
 * A place in a policy file.
 *
 * @param source the file, as it was named when it was read
 * @param line from 1
 * @param column in code points, from 1
 */
public record PolicyLocation(String source, int line, int column) {
  /**
   * Returns an exception.
   *
   * @param where null if the policy was not read from text
   * @param cause null for none
   */
  public static PolicyException exception(
      @Nullable PolicyLocation where, String problem, @Nullable Throwable cause) {
    return where == null
        ? new PolicyException(problem, "", 0, 0, cause)
        : new PolicyException(problem, where.source(), where.line(), where.column(), cause);
  }

  @Override
  public String toString() {
    return source + ":" + line + ":" + column;
  }
}
