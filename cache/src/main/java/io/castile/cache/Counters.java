package io.castile.cache;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What happened to the calls of one operation. Thread-safe. */
final class Counters {
  final LongAdder hits = new LongAdder();
  final LongAdder stale = new LongAdder();
  final LongAdder misses = new LongAdder();
  final LongAdder coalesced = new LongAdder();
  final LongAdder validated = new LongAdder();
  final LongAdder refreshes = new LongAdder();
  final LongAdder savedNanos = new LongAdder();
  private final Map<Bypass, LongAdder> bypassed = new ConcurrentHashMap<>();
  private final Map<Bypass, LongAdder> notKept = new ConcurrentHashMap<>();

  /** Counts a call that the origin was asked for. */
  void count(boolean answeredStale) {
    (answeredStale ? stale : misses).increment();
  }

  void bypassed(Bypass reason) {
    bypassed.computeIfAbsent(reason, key -> new LongAdder()).increment();
  }

  void notKept(Bypass reason) {
    notKept.computeIfAbsent(reason, key -> new LongAdder()).increment();
  }

  long bypassedSum(Bypass reason) {
    LongAdder calls = bypassed.get(reason);
    return calls == null ? 0 : calls.sum();
  }

  private static Map<Bypass, Long> sums(Map<Bypass, LongAdder> adders) {
    Map<Bypass, Long> sums = new EnumMap<>(Bypass.class);
    adders.forEach((reason, adder) -> sums.put(reason, adder.sum()));
    return sums;
  }

  CacheStatistics.Row row(CachedOperation site, long entries, long bytes) {
    return new CacheStatistics.Row(
        site.serviceName().getLocalPart(),
        site.name().getLocalPart(),
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
