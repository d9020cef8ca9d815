package io.castile.cache.internal;

import io.castile.cache.Bypass;
import io.castile.cache.CacheListener;
import io.castile.cache.CacheStatistics;
import io.castile.cache.policy.OperationPolicy;
import io.castile.soap.exchange.CacheStatus;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The counters for the calls of one operation. Thread-safe. */
public final class Counters {
  private static final Logger log = LoggerFactory.getLogger(Counters.class);

  private final CachedOperation cachedOperation;
  private final @Nullable CacheListener listener; // null for none
  public final LongAdder hits = new LongAdder();
  public final LongAdder stale = new LongAdder();
  public final LongAdder misses = new LongAdder();
  public final LongAdder coalesced = new LongAdder();
  final LongAdder validated = new LongAdder();
  final LongAdder refreshes = new LongAdder();
  public final LongAdder savedNanos = new LongAdder();
  private final Map<Bypass, LongAdder> bypassed = new ConcurrentHashMap<>();
  private final Map<Bypass, LongAdder> notKept = new ConcurrentHashMap<>();

  /** The reasons that the log has, a bit for each, by endpoint and policy. */
  private final Map<Place, AtomicInteger> told = new ConcurrentHashMap<>();

  private record Place(String endpoint, OperationPolicy policy) {}

  /**
   * @param listener told of each call; null for none
   */
  Counters(CachedOperation cachedOperation, @Nullable CacheListener listener) {
    this.cachedOperation = cachedOperation;
    this.listener = listener;
  }

  public CachedOperation cachedOperation() {
    return cachedOperation;
  }

  /**
   * Returns which reasons the log has of an operation, a bit for each. They outlive the operation,
   * which may be forgotten and made again for each call that names it.
   */
  AtomicInteger told(String endpoint, OperationPolicy policy) {
    return told.computeIfAbsent(new Place(endpoint, policy), key -> new AtomicInteger());
  }

  /** Counts a call that was answered with a fresh response. */
  void hit() {
    hits.increment();
    tell(CacheStatus.HIT);
  }

  /** Counts a call that was answered with a stale response. */
  void stale() {
    stale.increment();
    tell(CacheStatus.STALE);
  }

  /** Counts a call that was answered with what another one brought. */
  void coalesced() {
    coalesced.increment();
    tell(CacheStatus.COLLAPSED);
  }

  /** Counts a call that the origin was asked for. */
  void count(boolean answeredStale) {
    if (answeredStale) {
      stale();
      return;
    }
    misses.increment();
    tell(CacheStatus.MISS);
  }

  void bypassed(Bypass reason) {
    bypassed.computeIfAbsent(reason, key -> new LongAdder()).increment();
    tell(CacheStatus.PASSED);
  }

  private void tell(CacheStatus status) {
    if (listener == null) {
      return;
    }
    try {
      listener.called(cachedOperation.serviceName(), cachedOperation.operation().name(), status);
    } catch (RuntimeException e) { // code of the application's
      log.warn("a listener of the response cache failed at {}: {}", cachedOperation, e.toString());
    }
  }

  void notKept(Bypass reason) {
    notKept.computeIfAbsent(reason, key -> new LongAdder()).increment();
  }

  public long bypassedSum(Bypass reason) {
    LongAdder calls = bypassed.get(reason);
    return calls == null ? 0 : calls.sum();
  }

  private static Map<Bypass, Long> sums(Map<Bypass, LongAdder> adders) {
    Map<Bypass, Long> sums = new EnumMap<>(Bypass.class);
    adders.forEach((reason, adder) -> sums.put(reason, adder.sum()));
    return sums;
  }

  public CacheStatistics.Row row(long entries, long bytes) {
    return new CacheStatistics.Row(
        cachedOperation.serviceName().getLocalPart(),
        cachedOperation.operation().name().getLocalPart(),
        hits.sum(),
        stale.sum(),
        misses.sum(),
        coalesced.sum(),
        validated.sum(),
        refreshes.sum(),
        sums(bypassed),
        sums(notKept),
        entries,
        bytes,
        savedNanos.sum());
  }
}
