package io.castile.gateway.config;

import java.time.Duration;
import java.util.Objects;

/**
 * How the origins of a route are asked whether they are well.
 *
 * @param path the whole path that is asked for by GET, whatever the path of the origin; begins with
 *     a slash. A status of 2xx or 3xx says that the origin is well
 * @param every how long it is from one check of an origin to the next
 * @param timeout how long a check waits for the answer's head
 * @param fails after how many checks in a row that failed an origin is left out
 * @param passes after how many checks in a row that passed it is asked again
 */
public record HealthCheck(String path, Duration every, Duration timeout, int fails, int passes) {
  public static final Duration DEFAULT_EVERY = Duration.ofSeconds(5);
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);

  /** What {@link #fails} and {@link #passes} are where nothing else is said. */
  public static final int DEFAULT_COUNT = 2;

  public HealthCheck {
    Objects.requireNonNull(path, "path");
    if (!path.matches("/[!-~]*")) {
      throw new IllegalArgumentException(
          "expected a path that begins with '/', of visible characters of ASCII, but found '"
              + path
              + "'");
    }
    positive(every.toMillis(), "every");
    positive(timeout.toMillis(), "timeout");
    positive(fails, "fails");
    positive(passes, "passes");
  }

  private static void positive(long value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException("expected a positive number in '" + name + "'");
    }
  }
}
