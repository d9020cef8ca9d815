package io.castile.gateway.meter;

import io.castile.cache.Bypass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Why requests of one operation were no hits, by reason. Thread-safe. */
final class NoHits {
  private final Map<Reason, Counted> counts = new ConcurrentHashMap<>();

  private record Reason(boolean isPassed, Bypass reason) {}

  private static final class Counted {
    final LongAdder requests = new LongAdder();
    volatile NoHit last;

    Counted(NoHit first) {
      last = first;
    }
  }

  void add(NoHit why) {
    Counted counted =
        counts.computeIfAbsent(new Reason(why.isPassed(), why.reason()), added -> new Counted(why));
    counted.last = why;
    counted.requests.increment();
  }

  /** The reasons, those of the most requests first. */
  List<NoHit.Count> read() {
    List<NoHit.Count> all = new ArrayList<>();
    counts.values().forEach(each -> all.add(new NoHit.Count(each.last, each.requests.sum())));
    all.sort(Comparator.comparingLong(NoHit.Count::requests).reversed());
    return all;
  }
}
