package io.castile.redis;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.cache.CacheEntry;
import io.castile.cache.key.CacheKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The entries of Redis that this process has at hand, bounded by their weight. Thread-safe;
 * look-ups take no lock.
 *
 * <p>An entry is given only while all that is dropped elsewhere is told here, and if nothing of its
 * operation has been dropped since before Redis was asked for it: a call takes a {@link Mark}
 * before it asks. While Redis does not answer, entries may be given for the rest of their time here
 * where no call drops entries of their operation, and answers of the origin are kept as long.
 */
final class LocalTier {
  /** The bytes that Caffeine, {@link Held} and an operation's form of an entry take, about. */
  private static final int ENTRY_OVERHEAD = 400;

  /**
   * For how long nothing may be told. Whatever keeps this process from hearing, a pause of its own
   * too, dropped entries are given no longer.
   */
  private static final long TRUST_NANOS = 900_000_000L;

  private final Cache<CacheKey, Held> entries;
  private final long maxAgeMillis;

  /** How often something of an operation was dropped, by the name of the operation. */
  private final Map<String, AtomicLong> drops = new ConcurrentHashMap<>();

  /** Another one whenever all is dropped. */
  private volatile Object era = new Object();

  private volatile boolean trusted;

  /** Up to when, by {@link System#nanoTime}, what others drop has been told for sure. */
  private volatile long toldUntil;

  /** The drops of an operation that were known at a time. */
  record Mark(Object era, AtomicLong drops, long count) {}

  private record Held(CacheEntry entry, long untilMillis, Mark mark) {}

  /**
   * @param maxBytes 0 for nothing
   * @param maxAgeMillis how long an entry is given without asking Redis again
   */
  LocalTier(long maxBytes, long maxAgeMillis) {
    this.maxAgeMillis = maxAgeMillis;
    entries =
        Caffeine.newBuilder()
            .maximumWeight(maxBytes)
            .weigher(LocalTier::weight)
            .executor(Runnable::run)
            .build();
  }

  private static int weight(CacheKey key, Held held) {
    return (int) Math.min(Integer.MAX_VALUE, ENTRY_OVERHEAD + key.weight() + held.entry().weight());
  }

  /** Returns the mark of an operation; to be taken before Redis is asked. */
  Mark mark(String operation) {
    AtomicLong count = drops.computeIfAbsent(operation, name -> new AtomicLong());
    return new Mark(era, count, count.get());
  }

  private boolean isCurrent(Mark mark) {
    return mark.era() == era && mark.count() == mark.drops().get();
  }

  @Nullable CacheEntry get(CacheKey key) {
    return trusted && System.nanoTime() - toldUntil < TRUST_NANOS ? alone(key) : null;
  }

  /** The entry that is at hand, for a process that Redis does not answer. */
  @Nullable CacheEntry alone(CacheKey key) {
    Held held = entries.getIfPresent(key);
    return held != null && System.currentTimeMillis() < held.untilMillis() && isCurrent(held.mark())
        ? held.entry()
        : null;
  }

  /**
   * Keeps an entry.
   *
   * @param freshUntilMillis later, another process may have a newer one
   */
  void put(CacheKey key, CacheEntry entry, long freshUntilMillis, Mark mark) {
    long until = Math.min(freshUntilMillis, System.currentTimeMillis() + maxAgeMillis);
    if (isCurrent(mark) && System.currentTimeMillis() < until) {
      entries.put(key, new Held(entry, until, mark));
    }
  }

  void forEach(ObjLongConsumer<CacheKey> action) {
    entries.asMap().forEach((key, held) -> action.accept(key, weight(key, held)));
  }

  void remove(CacheKey key) {
    entries.invalidate(key);
  }

  /** Drops what is held of an operation, and what Redis was asked for before. */
  void drop(String operation) {
    AtomicLong count = drops.get(operation);
    if (count != null) {
      count.incrementAndGet();
    }
  }

  /** Drops all entries, and results of Redis that were requested before. */
  void dropAll() {
    era = new Object();
    entries.invalidateAll();
  }

  /** Says that what others dropped until then has been told; it will go on so. */
  synchronized void told(long untilNanos) {
    toldUntil = untilNanos;
    if (!trusted) {
      dropAll();
      trusted = true;
    }
  }

  /** Says that what others drop may not be told any more. */
  synchronized void lost() {
    trusted = false;
  }
}
