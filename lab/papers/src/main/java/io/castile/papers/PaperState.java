package io.castile.papers;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.delta.DifferentialOptions;
import io.castile.delta.internal.ResponseForms;

/**
 * What one end of a link in a form of the paper holds after a message. Immutable and thread-safe:
 * the next state is made of a copy.
 *
 * @param version names the state between the two ends; no other one has the same
 * @param link is not to be changed
 */
record PaperState(long version, DifferentialOptions.Form form, PaperLink link) {
  /** What the entry, its key and the objects around arrays take beside what the link weighs. */
  private static final int ENTRY_BYTES = 1024;

  /** Returns a link in this state, which the caller may take to the next one. */
  PaperLink next() {
    return link.copy();
  }

  /** Returns a place for states, in the bounds. */
  static <K> Cache<K, PaperState> kept(ResponseForms.Bounds bounds) {
    return Caffeine.newBuilder()
        .maximumWeight(bounds.maxBytes())
        .weigher((K key, PaperState state) -> state.weight())
        .expireAfterAccess(bounds.maxIdle())
        .executor(Runnable::run)
        .build();
  }

  /** Returns the weight of all states in such a place, in bytes. */
  static long keptBytes(Cache<?, PaperState> states) {
    states.cleanUp();
    return states.policy().eviction().orElseThrow().weightedSize().orElseThrow();
  }

  private int weight() {
    return (int) Math.min(Integer.MAX_VALUE, link.weight() + ENTRY_BYTES);
  }
}
