package io.castile.gateway.meter;

import io.castile.cache.Bypass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** The counters of one operation of a route. Thread-safe, without locks. */
public final class OperationMeter {
  private static final int FAILED = 500;

  private final String route;
  private final String operation;
  private final LongAdder[] outcomes = new LongAdder[Outcome.values().length];
  private final LongAdder failed = new LongAdder();
  private final LongAdder requestBytes = new LongAdder();
  private final LongAdder responseBytes = new LongAdder();
  private final LongAdder savedBytes = new LongAdder();
  private final LongAdder savedNanos = new LongAdder();
  private final LongAdder cachedNanos = new LongAdder();
  private final LongAdder originNanos = new LongAdder();
  private final Latencies cached = new Latencies();
  private final Latencies origin = new Latencies();
  private final RecentCounts recent = new RecentCounts();
  private final NoHits noHits = new NoHits();

  OperationMeter(String route, String operation) {
    this.route = route;
    this.operation = operation;
    for (int i = 0; i < outcomes.length; i++) {
      outcomes[i] = new LongAdder();
    }
  }

  /** Returns the route's path, with its host before if it has one. */
  public String route() {
    return route;
  }

  /** Returns {@code {namespace}local}; empty for requests that name none. */
  public String operation() {
    return operation;
  }

  /**
   * Counts a request.
   *
   * @param status of the response
   * @param savedNanos what the origin took for an answer that the cache gave
   */
  void add(long slot, Outcome outcome, int status, long in, long out, long nanos, long savedNanos) {
    boolean isCached = outcome.isCached();
    outcomes[outcome.ordinal()].increment();
    if (status >= FAILED) {
      failed.increment();
    }
    requestBytes.add(in);
    responseBytes.add(out);
    if (isCached) {
      savedBytes.add(in + out);
      this.savedNanos.add(savedNanos);
    }
    (isCached ? cachedNanos : originNanos).add(nanos);
    (isCached ? cached : origin).add(nanos);
    recent.add(slot, isCached);
  }

  /** Counts why a request was no hit. */
  void add(NoHit why) {
    noHits.add(why);
  }

  /** Returns how many requests had an outcome. */
  public long count(Outcome outcome) {
    return outcomes[outcome.ordinal()].sum();
  }

  /** Returns how long they took together: those that the cache answered, or the others. */
  public long nanos(boolean isCached) {
    return (isCached ? cachedNanos : originNanos).sum();
  }

  /**
   * Returns the time within which a share of requests was answered: of those that the cache
   * answered, or of the others; 0 where there are none.
   *
   * @param share from 0 to 1
   */
  public long latencyMicros(boolean isCached, double share) {
    return Latencies.percentile((isCached ? cached : origin).sums(), share);
  }

  /** Returns how many were answered with a fault or another failure: status 500 and above. */
  public long failed() {
    return failed.sum();
  }

  /** Returns the bytes of the requests' content. */
  public long requestBytes() {
    return requestBytes.sum();
  }

  /** Returns the bytes of the responses' content. */
  public long responseBytes() {
    return responseBytes.sum();
  }

  /** Returns the bytes of requests and responses that the cache answered. */
  public long savedBytes() {
    return savedBytes.sum();
  }

  /** Returns what the origin took for the answers that the cache gave. */
  public long savedNanos() {
    return savedNanos.sum();
  }

  /**
   * Returns what was counted so far.
   *
   * @param slot which ten seconds it is
   */
  Snapshot snapshot(long slot) {
    long[] ofCache = cached.sums();
    long[] ofOrigin = origin.sums();
    long[] all = ofCache.clone();
    origin.addTo(all);
    return new Snapshot(
        route,
        operation,
        count(Outcome.HIT) + count(Outcome.COLLAPSED),
        count(Outcome.STALE),
        count(Outcome.MISS),
        count(Outcome.PASSED),
        failed(),
        requestBytes(),
        responseBytes(),
        savedBytes(),
        savedNanos(),
        noHits.read(),
        percentiles(all),
        percentiles(ofCache),
        percentiles(ofOrigin),
        recent.read(slot, 0),
        recent.read(slot, 1));
  }

  private static Percentiles percentiles(long[] sums) {
    return new Percentiles(
        Latencies.percentile(sums, 0.5),
        Latencies.percentile(sums, 0.9),
        Latencies.percentile(sums, 0.99));
  }

  /** Times in microseconds within which so many of a hundred requests were answered. */
  public record Percentiles(long p50, long p90, long p99) {}

  /**
   * The counters at a moment.
   *
   * @param hits those that waited for another's answer, too
   * @param noHits why requests of an operation that is cached were no hits
   * @param latency of all requests
   * @param cacheLatency of those that the cache answered
   * @param originLatency of those that asked the origin
   * @param recentRequests in each ten seconds of the last hour, the oldest first
   * @param recentCached those of them that the cache answered
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  public record Snapshot(
      String route,
      String operation,
      long hits,
      long stale,
      long misses,
      long passed,
      long failed,
      long requestBytes,
      long responseBytes,
      long savedBytes,
      long savedNanos,
      List<NoHit.Count> noHits,
      Percentiles latency,
      Percentiles cacheLatency,
      Percentiles originLatency,
      long[] recentRequests,
      long[] recentCached) {
    /** Returns the number of requests. */
    public long requests() {
      return hits + stale + misses + passed;
    }
  }

  /**
   * How long requests took, in buckets: sixteen for each power of two, so that a percentile is at
   * most 1/16 too large. From 1 µs to 1.2 h; what takes longer counts as that. Thread-safe, without
   * locks.
   */
  static final class Latencies {
    private static final int SUB_BITS = 4;
    private static final int SUB = 1 << SUB_BITS;
    private static final int MAX_BITS = 32; // of microseconds

    private final AtomicLongArray buckets = new AtomicLongArray((MAX_BITS - SUB_BITS + 1) * SUB);

    void add(long nanos) {
      buckets.getAndIncrement(index(nanos / 1000));
    }

    /** Below 16 µs a bucket for each; above, the highest four bits behind the first one. */
    private static int index(long micros) {
      if (micros < SUB) {
        return (int) Math.max(0, micros);
      }
      long most = Math.min(micros, (1L << MAX_BITS) - 1);
      int exponent = 63 - Long.numberOfLeadingZeros(most);
      int sub = (int) (most >>> (exponent - SUB_BITS)) & (SUB - 1);
      return (exponent - SUB_BITS + 1) * SUB + sub;
    }

    /** The first value, in microseconds, that is beyond a bucket. */
    private static long end(int index) {
      int exponent = index / SUB - 1 + SUB_BITS;
      long sub = index % SUB + 1L;
      return index < SUB ? sub : (1L << exponent) + (sub << (exponent - SUB_BITS));
    }

    /** Adds what was counted here to sums by bucket. */
    void addTo(long[] sums) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += buckets.get(i);
      }
    }

    /** An array for {@link #addTo}. */
    long[] sums() {
      long[] sums = new long[buckets.length()];
      addTo(sums);
      return sums;
    }

    /**
     * Returns the time within which a share of requests was answered.
     *
     * @param share from 0 to 1
     * @return microseconds; 0 where there are no requests
     */
    static long percentile(long[] sums, double share) {
      long count = 0;
      for (long each : sums) {
        count += each;
      }
      long rank = Math.max(1, (long) Math.ceil(count * share));
      long seen = 0;
      for (int i = 0; i < sums.length; i++) {
        seen += sums[i];
        if (seen >= rank) {
          return end(i);
        }
      }
      return 0;
    }
  }

  /** Why requests of one operation were no hits, by reason. Thread-safe. */
  private static final class NoHits {
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
          counts.computeIfAbsent(
              new Reason(why.isPassed(), why.reason()), added -> new Counted(why));
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
}
