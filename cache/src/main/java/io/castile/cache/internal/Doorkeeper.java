package io.castile.cache.internal;

import io.castile.cache.key.CacheKey;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Tells about requests whether they have been asked before, as far back as some ten thousands of
 * them; with a wrong yes for one in a hundred at most. What Einziger, Friedman and Manes (TinyLFU:
 * A Highly Efficient Cache Admission Policy, 2017, section 3.4) call a doorkeeper: two Bloom
 * filters, of which the older one is cleared when the newer one has enough.
 *
 * <p>Thread-safe: a request that two threads ask at once may count once.
 */
final class Doorkeeper {
  private static final int BITS = 1 << 19;
  private static final int MASK = BITS - 1;

  /** So many requests set one bit of sixteen at most. */
  private static final int GENERATION = 1 << 14;

  /** A filter, and the bits of each of its requests. */
  private static final class Filter {
    private final AtomicIntegerArray words = new AtomicIntegerArray(BITS / Integer.SIZE);
    private final AtomicInteger questions = new AtomicInteger();

    boolean has(int first, int second) {
      return isSet(first) && isSet(second);
    }

    private boolean isSet(int bit) {
      return (words.get(bit >>> 5) & 1 << bit) != 0;
    }

    void add(int first, int second) {
      words.accumulateAndGet(first >>> 5, 1 << first, (word, bit) -> word | bit);
      words.accumulateAndGet(second >>> 5, 1 << second, (word, bit) -> word | bit);
    }
  }

  private volatile Filter newer = new Filter();
  private volatile Filter older = new Filter();

  /** Whether a request was asked before; it has been from here on. */
  boolean ask(CacheKey key) {
    long hash = (key.hashCode() & 0xFFFF_FFFFL) * 0x9E37_79B9_7F4A_7C15L;
    int first = (int) (hash >>> 45) & MASK;
    int second = (int) (hash >>> 20) & MASK;
    Filter current = newer;
    if (current.has(first, second)) {
      return true;
    }
    boolean before = older.has(first, second);
    current.add(first, second);
    if (current.questions.incrementAndGet() == GENERATION) {
      older = current;
      newer = new Filter();
    }
    return before;
  }
}
