package io.castile.gateway.config;

import org.jspecify.annotations.Nullable;

/**
 * The limits for the rate of requests, and for those under way.
 *
 * @param rate how often requests may come on average; null for as often as they do
 * @param burst how many of them may come together after a pause, from 1 to {@link
 *     RequestRate#MOST}; of no account without a rate
 * @param requests how many may be under way at once; {@link #UNLIMITED} for any number
 */
public record RateLimit(@Nullable RequestRate rate, int burst, int requests) {
  /** The absence of any limit. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  public RateLimit {
    if (rate == null && requests == UNLIMITED) {
      throw new IllegalArgumentException("Set 'rate' or 'requests', or both");
    }
    if (burst < 1 || burst > RequestRate.MOST) {
      throw new IllegalArgumentException(
          "expected a burst of 1 to " + RequestRate.MOST + " requests but found " + burst);
    }
    if (requests < 1) {
      throw new IllegalArgumentException("requests < 1: " + requests);
    }
  }
}
