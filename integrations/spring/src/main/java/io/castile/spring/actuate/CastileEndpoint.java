package io.castile.spring.actuate;

import io.castile.cache.Bypass;
import io.castile.cache.CacheStatistics;
import io.castile.cache.ResponseCache;
import io.castile.cache.observe.Advice;
import io.castile.cache.observe.CallRecorder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * The endpoint {@code castile} of Actuator: what the response cache has done and holds, its policy,
 * and advice on one; answers are dropped by the deletion of a service or an operation.
 */
@Endpoint(id = "castile")
public class CastileEndpoint {
  private final ResponseCache cache;
  private final @Nullable CallRecorder recorder;

  /**
   * @param recorder null where calls are not recorded
   */
  CastileEndpoint(ResponseCache cache, @Nullable CallRecorder recorder) {
    this.cache = cache;
    this.recorder = recorder;
  }

  /**
   * What is known of the cache.
   *
   * @param operations by service and operation
   * @param policy in its own language
   * @param advice the draft of a policy with its reasons, in the policy's language; null where
   *     calls are not recorded
   */
  public record Report(List<Row> operations, String policy, @Nullable String advice) {}

  /**
   * An operation, every call of which is a hit, stale, a miss, coalesced, or bypassed.
   *
   * @param bypassed calls that went past the cache, by reason
   * @param notKept answers that were not kept, by reason
   * @param bytes the weight of the entries
   * @param savedMillis what the service took for the answers that were given again
   */
  public record Row(
      String service,
      String operation,
      long hits,
      long stale,
      long misses,
      long coalesced,
      Map<String, Long> bypassed,
      Map<String, Long> notKept,
      long entries,
      long bytes,
      long savedMillis) {
    static Row of(CacheStatistics.Row row) {
      return new Row(
          row.service(),
          row.operation(),
          row.hits(),
          row.stale(),
          row.misses(),
          row.coalesced(),
          byWord(row.bypassed()),
          byWord(row.notKept()),
          row.entries(),
          row.bytes(),
          row.savedNanos() / 1_000_000);
    }

    private static Map<String, Long> byWord(Map<Bypass, Long> counts) {
      Map<String, Long> words = new TreeMap<>();
      counts.forEach((reason, count) -> words.put(reason.word(), count));
      return words;
    }
  }

  /** Returns what the cache has done and holds. Walks over all entries. */
  @ReadOperation
  public Report report() {
    return new Report(
        cache.statistics().rows().stream().map(Row::of).toList(),
        cache.policy().print(),
        recorder == null ? null : Advice.of(recorder.snapshot()).yaml());
  }

  /** Drops all answers. */
  @DeleteOperation
  public void dropAll() {
    cache.invalidateAll();
  }

  /** Drops the answers of a service, by its local name. */
  @DeleteOperation
  public void dropService(@Selector String service) {
    cache.invalidate(service);
  }

  /** Drops the answers of an operation, by the local names of service and operation. */
  @DeleteOperation
  public void dropOperation(@Selector String service, @Selector String operation) {
    cache.invalidate(service, operation);
  }
}
