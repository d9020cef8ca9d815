package io.castile.delta;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/**
 * What one end of a link in a form of the paper holds after a message. Immutable and thread-safe:
 * the next state is made of a copy.
 *
 * @param version names the state between the two ends; no other one has the same
 * @param link is not to be changed
 * @param bytes the size of the message
 */
record PaperState(long version, DifferentialForm form, PaperLink link, int bytes) {
  /** A guess of what the tables of lists and tags take beside a message, in parts and in bytes. */
  private static final int TABLE_SHARE = 2;

  private static final int TABLE_BYTES = 16 << 10;

  /** Returns a link in this state, which the caller may take to the next one. */
  PaperLink next() {
    return link.copy();
  }

  /** Returns a place for states, in the bounds of the options. */
  static <K> Cache<K, PaperState> kept(DifferentialOptions options) {
    return Caffeine.newBuilder()
        .maximumWeight(options.maxBytes())
        .weigher((K key, PaperState state) -> state.weight())
        .expireAfterAccess(options.maxIdle())
        .executor(Runnable::run)
        .build();
  }

  private int weight() {
    long weight = bytes + (long) bytes / TABLE_SHARE + TABLE_BYTES;
    return (int) Math.min(Integer.MAX_VALUE, weight);
  }
}
