package io.castile.gateway.meter;

import java.util.List;
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
}
