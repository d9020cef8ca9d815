package io.castile.gateway.config;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number of requests that may come within a time.
 *
 * @param requests from 1 to {@link #MOST}
 * @param within a second, a minute or an hour
 */
public record RequestRate(int requests, Duration within) {
  /** The most requests of a rate, and of a burst. */
  public static final int MOST = 1_000_000;

  /** The form of a rate, for messages. */
  static final String EXPECTED = "a rate such as 20/s, 30/m or 100/h";

  private static final Pattern RATE = Pattern.compile("(\\d{1,7})/([smh])");

  public RequestRate {
    Objects.requireNonNull(within, "within");
    if (requests < 1 || requests > MOST) {
      throw new IllegalArgumentException(
          "expected 1 to " + MOST + " requests in a rate but found " + requests);
    }
    if (within.compareTo(Duration.ofSeconds(1)) < 0 || within.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException("expected a second to an hour but found " + within);
    }
  }

  /**
   * Reads a rate: a number, a slash, and {@code s}, {@code m} or {@code h}.
   *
   * @throws IllegalArgumentException with what was expected
   */
  public static RequestRate parse(String text) {
    Matcher rate = RATE.matcher(text);
    if (!rate.matches()) {
      throw new IllegalArgumentException("expected " + EXPECTED + " but found '" + text + "'");
    }
    Duration within =
        switch (rate.group(2)) {
          case "s" -> Duration.ofSeconds(1);
          case "m" -> Duration.ofMinutes(1);
          default -> Duration.ofHours(1);
        };
    return new RequestRate(Integer.parseInt(rate.group(1)), within);
  }

  /** Returns the nanoseconds between two requests that come evenly; 1000 or more. */
  public long intervalNanos() {
    return within.toNanos() / requests;
  }

  /** Returns how many requests a second has, rounded down; 1 or more. */
  int inOneSecond() {
    return (int) Math.max(1, requests / within.toSeconds());
  }
}
