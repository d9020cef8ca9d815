package io.castile.gateway.config;

import org.jspecify.annotations.Nullable;

/**
 * The paths on which clients of the listener ask whether the gateway works. Both paths are in the
 * form that {@link NormalTarget} gives, and without a query; routes get nothing of them.
 *
 * @param health whether it runs; null for nowhere
 * @param ready whether it serves requests; null for nowhere
 */
public record ProbePaths(@Nullable String health, @Nullable String ready) {
  /** The absence of probes. */
  public static final ProbePaths NONE = new ProbePaths(null, null);

  public ProbePaths {
    if (health != null && health.equals(ready)) {
      throw new IllegalArgumentException(
          "Cannot answer health and readiness at one path, '" + health + "'. Set two paths.");
    }
  }

  /**
   * Reads a path.
   *
   * @throws IllegalArgumentException with what was expected
   */
  static String path(String text) {
    boolean isPath = text.startsWith("/") && text.indexOf('?') < 0;
    if (!isPath || !NormalTarget.of(text).equals(text)) {
      throw new IllegalArgumentException(
          "expected a path that begins with '/', in its normal form (RFC 3986 §6.2.2), without a"
              + " query, but found '"
              + text
              + "'");
    }
    return text;
  }

  /** Whether a path is one of them. */
  public boolean has(String path) {
    return path.equals(health) || path.equals(ready);
  }
}
