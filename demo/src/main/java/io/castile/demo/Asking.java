package io.castile.demo;

import io.castile.Castile;
import io.castile.cache.CacheStatistics;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.demo.Peer.Calling;
import io.castile.demo.portal.Portal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** Clients of three stacks that ask the same again and again, with a response cache before each. */
final class Asking {
  /** What is asked: the operations of Takase and Tatsubori, and two larger answers. */
  private static final Set<String> OPERATIONS =
      Set.of(
          "doSpellingSuggestion",
          "doGetCachedPage",
          "doGoogleSearch",
          "getArray",
          "getStockRatings(195)");

  /** So many calls at least make a median, however slow the machine is just now. */
  private static final int MIN_CALLS = 100;

  /** Everything that stays the same for an hour; not the time. */
  private static final CachePolicy POLICY =
      CachePolicy.builder()
          .rule(CacheRule.forOperations("do*", "get*").cache(true).ttl(Duration.ofHours(1)).build())
          .rule(CacheRule.forOperations("getTime").cache(false).build())
          .build();

  private Asking() {}

  /**
   * Asks through each client, with a cache before it.
   *
   * @param rows what the same clients took without a cache
   * @param wrong is told of answers that are not as expected: the client and operation, the answer
   */
  static List<Hit> run(
      String url,
      List<Workload> workloads,
      List<String> expected,
      List<Row> rows,
      Duration budget,
      BiConsumer<String, String> wrong)
      throws IOException {
    List<Hit> hits = new ArrayList<>();
    long nanosEach = budget.toNanos() / (3L * OPERATIONS.size());
    try (Calling cxf = Peer.cxfClient(url);
        Calling metro = Peer.metroClient(url);
        ResponseCache own = ResponseCache.of(POLICY);
        ResponseCache cxfCache = ResponseCache.of(POLICY);
        ResponseCache metroCache = ResponseCache.of(POLICY);
        Calling castile = Peer.castileClient(url, own)) {
      List<Calling> clients =
          List.of(
              castile,
              new Calling(cxf.name(), Castile.cached(cxf.portal(), cxfCache), () -> {}),
              new Calling(metro.name(), Castile.cached(metro.portal(), metroCache), () -> {}));
      List<ResponseCache> caches = List.of(own, cxfCache, metroCache);
      for (int c = 0; c < clients.size(); c++) {
        Calling client = clients.get(c);
        for (int i = 0; i < workloads.size(); i++) {
          Workload workload = workloads.get(i);
          if (OPERATIONS.contains(workload.operation())) {
            double micros = ask(client.portal(), workload, nanosEach);
            String answer = workload.answer(client.portal());
            if (!answer.equals(expected.get(i))) {
              wrong.accept("cached " + client.name() + ", " + workload.operation(), answer);
            }
            hits.add(
                hit(
                    client.name(),
                    workload,
                    micros,
                    uncached(rows, client, workload),
                    caches.get(c)));
          }
        }
      }
    }
    return hits;
  }

  /** Asks for the given time; the median of what follows the first third, in microseconds. */
  private static double ask(Portal portal, Workload workload, long nanos) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos / 3) {
      workload.call().on(portal);
    }
    long[] times = new long[1 << 14];
    int count = 0;
    long before = System.nanoTime();
    while (count < MIN_CALLS || (count < times.length && before - start < nanos)) {
      workload.call().on(portal);
      long after = System.nanoTime();
      times[count++] = after - before;
      before = after;
    }
    Arrays.sort(times, 0, count);
    return times[count / 2] / 1e3;
  }

  private static double uncached(List<Row> rows, Calling client, Workload workload) {
    return rows.stream()
        .filter(row -> row.server().equals("Castile"))
        .filter(row -> row.client().equals(client.name()))
        .filter(row -> row.operation().equals(workload.operation()))
        .mapToDouble(Row::p50Micros)
        .findFirst()
        .orElseThrow();
  }

  private static Hit hit(
      String client, Workload workload, double micros, double uncached, ResponseCache cache) {
    CacheStatistics.Row row = cache.statistics().row(workload.operation().replaceAll("\\(.*", ""));
    return new Hit(
        client, workload.operation(), uncached, micros, row.hits(), row.misses(), row.bytes());
  }
}
