package io.castile.cache.internal;

import io.castile.cache.Bypass;
import io.castile.cache.CacheEntry;
import io.castile.cache.CacheStore;
import io.castile.cache.CacheStore.Ticket;
import io.castile.cache.key.CacheKey;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entries of a cache, and those that are on their way to it. Thread-safe.
 *
 * <p>Invariants: for a key there is at most one flight, and only the call that began it puts an
 * entry for the key; an entry is put only if neither flight nor operation has been dropped since
 * the flight began, which the lock decides: entries are put under its read lock, and dropped under
 * its write lock. Look-ups take no lock.
 */
final class Entries {
  private static final Logger log = LoggerFactory.getLogger(Entries.class);
  private static final long TRIAL_PAUSE_NANOS = 1_000_000_000L;

  private final CacheStore store;

  /** The requests for which the store had no response. */
  private final Doorkeeper asked = new Doorkeeper();

  private final Map<CacheKey, InFlight> flights = new ConcurrentHashMap<>();
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private volatile boolean closed;

  /** How often entries have been dropped; changes under the write lock only. */
  private final Predicate<OperationCache> isInvalidated;

  private final AtomicLong drops = new AtomicLong();

  /** Whether the store has failed to drop entries; written under the write lock. */
  private volatile boolean distrusted;

  private final AtomicLong nextTrial = new AtomicLong(System.nanoTime());

  /**
   * @param isInvalidated whether calls drop entries of an operation, of which a store that gets no
   *     answer knows nothing
   */
  public Entries(CacheStore store, Predicate<OperationCache> isInvalidated) {
    this.isInvalidated = isInvalidated;
    this.store = store;
  }

  /**
   * The entry of a key as its operation has it; null for none.
   *
   * @throws RuntimeException if the store fails
   */
  @Nullable StoredEntry get(OperationCache operation, CacheKey key) {
    StoredEntry entry = StoredEntry.found(store.get(key));
    if (entry == null) {
      entry = StoredEntry.found(store.alone(key));
      entry = entry == null || isInvalidated.test(operation) ? null : entry;
    }
    return operation.own(entry);
  }

  /** Like {@link #get}, without waiting for anything: what is not at hand is not there. */
  @Nullable StoredEntry near(OperationCache operation, CacheKey key) {
    return operation.own(StoredEntry.found(store.near(key)));
  }

  /** Like {@link #get}; a store that fails has none. */
  @Nullable StoredEntry find(OperationCache operation, CacheKey key) {
    try {
      return get(operation, key);
    } catch (RuntimeException e) {
      operation.tell(Bypass.STORE_FAILED, e.toString());
      return null;
    }
  }

  /** Forgets an entry that is of no use. */
  void remove(CacheKey key, StoredEntry entry) {
    try {
      store.remove(key, entry);
    } catch (RuntimeException e) {
      log.debug("the store did not remove an entry: {}", e.toString());
    }
  }

  /**
   * Whether there is room for the answer to a request, or it is worth making some: it was asked
   * before, or others ask it now.
   */
  boolean admits(CacheKey stored, boolean isAwaited) {
    boolean before = asked.ask(stored); // while there is room too, for the time when there is none
    return before || isAwaited || !store.isFull();
  }

  // ---- flights ----

  /** Begins a flight; null if this is the only one for the key, else the one that is under way. */
  @Nullable InFlight begin(CacheKey stored, InFlight flight) {
    InFlight other = flights.putIfAbsent(stored, flight);
    if (other != null) {
      other.join();
    }
    return other;
  }

  /** The flight that is under way for a key; null for none. */
  @Nullable InFlight underWay(CacheKey stored) {
    return flights.get(stored);
  }

  /**
   * Ends a flight.
   *
   * @param kept what others may have; null for nothing
   * @param failed whether that is an old entry, as the origin failed
   */
  void land(CacheKey stored, InFlight flight, @Nullable StoredEntry kept, boolean failed) {
    flights.remove(stored, flight);
    flight.land(kept, failed);
  }

  /** Takes note in the store that the origin is going to be asked. */
  Ticket ticket(CacheKey stored) {
    try {
      return store.ticket(stored);
    } catch (RuntimeException e) {
      return withoutTicket(e);
    }
  }

  /** Takes a ticket, and waits a while for another process that asks the same. */
  Ticket lease(CacheKey stored, long patienceNanos) {
    try {
      return store.lease(stored, Duration.ofNanos(patienceNanos));
    } catch (RuntimeException e) {
      return withoutTicket(e);
    }
  }

  private static Ticket withoutTicket(RuntimeException cause) {
    return new FailedTicket(cause);
  }

  /** The ticket of a store that has failed to give one: a put fails for the same reason. */
  private record FailedTicket(RuntimeException cause) implements Ticket {
    @Override
    public boolean isAlone() {
      return true;
    }

    @Override
    public boolean put(CacheEntry entry) {
      throw cause;
    }

    @Override
    public void close() {}
  }

  /** How often entries have been dropped so far. */
  long drops() {
    return drops.get();
  }

  boolean isClosed() {
    return closed;
  }

  // ---- keeping and dropping ----

  /**
   * Puts an entry in place of the one of a key, unless that has been dropped meanwhile.
   *
   * @param other makes it of the entry that is there; null where that is to stay
   * @return whether it was put
   */
  public boolean replace(CacheKey stored, Function<StoredEntry, @Nullable StoredEntry> other) {
    lock.readLock().lock();
    try (Ticket ticket = store.ticket(stored)) {
      StoredEntry entry = closed ? null : StoredEntry.found(store.get(stored));
      StoredEntry made = entry == null ? null : other.apply(entry);
      return made != null && ticket.put(made);
    } finally {
      lock.readLock().unlock();
    }
  }

  /**
   * Drops entries, and what is under way for their keys. The entries first: a call that begins a
   * flight after the flights have been dropped then finds no entry any more.
   */
  public void drop(CacheKey.Selection keys) {
    drop(keys, keys);
  }

  /** Drops entries, and what is under way for other keys. */
  public void drop(CacheKey.Selection keys, CacheKey.Selection underWay) {
    lock.writeLock().lock();
    try {
      drops.incrementAndGet();
      distrusted = !removed(distrusted ? CacheKey.Selection.all() : keys);
      flights.forEach(
          (key, flight) -> {
            if (underWay.has(key)) {
              flight.drop();
              flights.remove(key, flight);
            }
          });
    } finally {
      lock.writeLock().unlock();
    }
  }

  private boolean removed(CacheKey.Selection keys) {
    try {
      store.remove(keys);
      return true;
    } catch (RuntimeException e) {
      log.warn("the store did not drop entries, and is not used before it has: {}", e.toString());
      return false;
    }
  }

  /** Whether the store may still have what was dropped; tries to drop all of it, now and then. */
  boolean isDistrusted() {
    if (!distrusted) {
      return false;
    }
    long now = System.nanoTime();
    long due = nextTrial.get();
    if (now - due >= 0 && nextTrial.compareAndSet(due, now + TRIAL_PAUSE_NANOS)) {
      drop(CacheKey.Selection.all());
    }
    return distrusted;
  }

  /** Whether the store was not to be trusted at the last look; tries nothing. */
  boolean wasDistrusted() {
    return distrusted;
  }

  /** Drops the entries of operations to which another policy applies from now on. */
  public void retire(KnownOperations.Changed changed) {
    lock.writeLock().lock();
    try {
      changed.operations().forEach(OperationCache::retire);
      drop(CacheKey.Selection.ofOperations(changed.scopes()));
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** Ends all keeping; what the store has is its own matter. */
  public void close() {
    lock.writeLock().lock();
    try {
      closed = true;
    } finally {
      lock.writeLock().unlock();
    }
  }

  /**
   * Keeps an entry unless it was dropped before it came.
   *
   * @param dropped asked under the lock
   * @param ticket taken before the origin was asked
   * @return what other callers that ask the same may have; null for nothing
   */
  @Nullable StoredEntry put(
      OperationCache operation, BooleanSupplier dropped, Ticket ticket, StoredEntry entry) {
    lock.readLock().lock();
    try {
      if (dropped.getAsBoolean() || operation.isRetired() || closed || !ticket.put(entry)) {
        operation.counters.notKept(Bypass.INVALIDATED);
        return null;
      }
      return entry;
    } catch (RuntimeException e) {
      operation.tell(Bypass.STORE_FAILED, e.toString());
      operation.counters.notKept(Bypass.STORE_FAILED);
      return entry; // other callers that asked the same may have it
    } finally {
      lock.readLock().unlock();
    }
  }

  /**
   * Tells about requests whether they have been asked before, as far back as some ten thousands of
   * them; with a wrong yes for one in a hundred at most. What Einziger, Friedman and Manes
   * (TinyLFU: A Highly Efficient Cache Admission Policy, 2017, section 3.4) call a doorkeeper: two
   * Bloom filters, of which the older one is cleared when the newer one has enough.
   *
   * <p>Thread-safe: a request that two threads ask at once may count once.
   */
  static final class Doorkeeper {
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
}
