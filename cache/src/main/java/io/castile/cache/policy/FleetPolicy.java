package io.castile.cache.policy;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The cache policy that a fleet shares, where its processes share their entries: one process
 * publishes it, and all that follow take it over. Thread-safe.
 */
public interface FleetPolicy {
  /**
   * A policy as it was published.
   *
   * @param version one more than that of the policy before
   */
  record Published(long version, String yaml) {}

  /**
   * Returns the policy of the fleet; empty if none was published, or if it cannot be decrypted.
   *
   * @throws RuntimeException if the store does not say it
   */
  Optional<Published> current();

  /**
   * Makes a policy that of the fleet, in place of the one before. Of two that are published at the
   * same time, one is the last.
   *
   * @return its version
   * @throws PolicyException if it is no policy, with line and column; then nothing has changed
   * @throws RuntimeException if the store does not confirm it; then it may have changed or not
   */
  long publish(String yaml);

  /**
   * Publishes a policy if the current one is the expected one.
   *
   * @param replaced the version of that; 0 for none
   * @return its version; empty if another one is there, and nothing has changed
   */
  OptionalLong publish(String yaml, long replaced);

  /**
   * Applies the policy of the fleet: soon, if there is one, and whenever another one is published.
   * What is no policy for this version of Castile is reported in the log, and passed over.
   *
   * @param taker such as {@code cache::policy}; called by a thread of the store
   * @return ends it when it is closed
   */
  Following follow(Consumer<CachePolicy> taker);

  /** Goes on until it is closed. */
  @FunctionalInterface
  interface Following extends AutoCloseable {
    @Override
    void close();
  }
}
