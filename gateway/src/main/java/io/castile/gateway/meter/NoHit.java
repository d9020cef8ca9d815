package io.castile.gateway.meter;

import io.castile.cache.Bypass;
import org.jspecify.annotations.Nullable;

/**
 * Why a request of an operation that is cached was no hit, nor will the next one be. Immutable.
 *
 * @param isPassed whether the request went past the cache; else its answer was not kept
 * @param reason why
 * @param found what request or answer have that is the reason, for people
 * @param remedy the line of a policy that would change that; null if there is none
 */
public record NoHit(boolean isPassed, Bypass reason, String found, @Nullable String remedy) {
  private static final int MOST_FOUND = 200;

  public NoHit {
    found = found.length() > MOST_FOUND ? found.substring(0, MOST_FOUND) + "…" : found;
  }

  /**
   * How often there was a reason.
   *
   * @param last the last one
   */
  public record Count(NoHit last, long requests) {}
}
