package io.castile.wss4j;

import io.castile.soap.security.internal.NonceCache;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import org.apache.wss4j.common.cache.ReplayCache;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of one kind that have been used, so that none is used twice: remembered for as long as
 * their time is accepted, in a bounded memory, or in a cache of the application. Thread-safe.
 */
final class UsedTokens {
  private static final int MAX_TOKENS = 100_000;

  /** For how long more a token is remembered, as its time is looked at before it is noted. */
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private final NonceCache own = new NonceCache(MAX_TOKENS);
  private final @Nullable ReplayCache shared; // null for none
  private final Duration accepted;

  /**
   * @param shared of the application; null for none
   * @param seconds for how long a token is accepted after it was made, or before
   */
  UsedTokens(@Nullable ReplayCache shared, int seconds) {
    this.shared = shared;
    this.accepted = Duration.ofSeconds(seconds).plus(MARGIN);
  }

  /** Notes that a token is used; returns false if it was before, or may have been. */
  boolean add(String owner, byte[] token, Instant created) {
    Instant now = Instant.now();
    if (!own.add(owner, token, created, now.minus(accepted))) {
      return false;
    }
    if (shared == null) {
      return true;
    }
    String name = owner + ' ' + Base64.getEncoder().encodeToString(token);
    if (shared.contains(name)) {
      return false;
    }
    shared.add(name, now.plus(accepted));
    return true;
  }
}
