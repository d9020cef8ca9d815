package io.castile.cache;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The counters of a response cache, and the size of its content.
 *
 * @param rows one for each operation that the policy caches, by service and operation
 */
public record CacheStatistics(List<Row> rows) {
  public CacheStatistics {
    rows = List.copyOf(rows);
  }

  /**
   * The counters of one operation. Every call of it is counted once: as hit, stale, miss,
   * coalesced, or bypassed.
   *
   * @param service its name
   * @param operation its local name
   * @param hits answered with a fresh response
   * @param stale answered with a stale response
   * @param misses answered by the origin
   * @param coalesced answered with what the origin told another call that asked the same
   * @param validated of the misses and refreshes, those where the kept response still held
   * @param refreshes fetched while a response was given that was stale, or about to be
   * @param bypassed went past the cache, by reason
   * @param notKept answers of misses and refreshes that were not kept, by reason
   * @param entries kept now
   * @param bytes the weight of these
   * @param savedNanos what the origin took for the responses that were given again
   */
  public record Row(
      String service,
      String operation,
      long hits,
      long stale,
      long misses,
      long coalesced,
      long validated,
      long refreshes,
      Map<Bypass, Long> bypassed,
      Map<Bypass, Long> notKept,
      long entries,
      long bytes,
      long savedNanos) {
    public Row {
      bypassed = copy(bypassed);
      notKept = copy(notKept);
    }

    private static Map<Bypass, Long> copy(Map<Bypass, Long> counts) {
      Map<Bypass, Long> copy = new EnumMap<>(Bypass.class);
      copy.putAll(counts);
      return Collections.unmodifiableMap(copy);
    }

    /** Returns the number of calls that went past the cache. */
    public long bypasses() {
      return bypassed.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the number of calls. */
    public long calls() {
      return hits + stale + misses + coalesced + bypasses();
    }
  }

  /**
   * Returns the row of an operation, by its local name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Row row(String operation) {
    return rows.stream()
        .filter(row -> row.operation().equals(operation))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Cannot return the statistics of operation '"
                        + operation
                        + "', because it is not cached."));
  }
}
