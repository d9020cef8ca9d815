package io.castile.gateway.config;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The check by which a gateway finds out whether the origins of a route are well.
 *
 * @param path the whole path that is asked for, whatever the path of the origin; begins with a
 *     slash
 * @param every how long it is from one check of an origin to the next
 * @param timeout how long a check waits for the response: its head, or the whole of a call's
 * @param fails after how many checks in a row that failed an origin is left out
 * @param passes after how many checks in a row that passed it is asked again
 * @param question the call whose response says whether the origin is well: by its status of 200,
 *     and as {@link HealthQuestion} has it; null where it is asked by GET, and a status of 2xx or
 *     3xx says that it is
 */
public record HealthCheck(
    String path,
    Duration every,
    Duration timeout,
    int fails,
    int passes,
    @Nullable HealthQuestion question) {
  public static final Duration DEFAULT_EVERY = Duration.ofSeconds(5);
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);

  /** The default of {@link #fails} and {@link #passes}. */
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

  /** A check by GET. */
  public HealthCheck(String path, Duration every, Duration timeout, int fails, int passes) {
    this(path, every, timeout, fails, passes, null);
  }

  private static void positive(long value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException("expected a positive number in '" + name + "'");
    }
  }
}
