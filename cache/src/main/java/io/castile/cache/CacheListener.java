package io.castile.cache;

/**
 * Is told what became of each call of an operation that the policy caches, as traces want to know.
 * Called by many threads at once.
 *
 * <pre>{@code
 * ResponseCache.builder().policy(policy).listener((operation, outcome) -> span.tag("cache", outcome.word()))
 * }</pre>
 */
@FunctionalInterface
public interface CacheListener {
  /** What became of a call, as {@link CacheStatistics} counts it. */
  enum Outcome {
    /** Answered with a fresh response. */
    HIT("hit"),
    /** Answered with a stale response. */
    STALE("stale"),
    /** Answered by the origin, or not at all. */
    MISS("miss"),
    /** Answered with what the origin told another call: collapsed, as RFC 9211 names it. */
    COALESCED("collapsed"),
    /** Went past the cache. */
    PASSED("passed");

    private final String word;

    Outcome(String word) {
      this.word = word;
    }

    /** Returns the name for machines. */
    public String word() {
      return word;
    }
  }

  /**
   * Called once for each call, before it returns and on its thread; of asynchronous calls on the
   * thread that brings the answer. A call that goes past the cache is told before it is made. What
   * this throws costs the call nothing, and is in the log.
   *
   * @param operation that was called
   */
  void called(CachedOperation operation, Outcome outcome);
}
