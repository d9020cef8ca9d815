package io.castile.bench.gateway;

import java.util.List;

/**
 * How much of the suite's measurements is done.
 *
 * @param forks the number of starts of all programs
 * @param rounds of each cell
 * @param seconds of a round of a closed loop
 * @param warmUpLoads numbers of connections, by turns
 * @param warmUpSeconds of each of them, where entries are kept for an hour
 * @param momentSeconds of each of them, where they are kept for a moment
 * @param warmUpRequests how many a JVM answers at least of each question, before a row of it
 * @param mostWarmUpSeconds after which it is measured with fewer
 * @param entries of which the memory is taken
 * @param openSeconds of a round of an open loop
 * @param starts of each gateway, cold
 * @param lifeSeconds that are looked at one by one after a start
 * @param cacheBytes of the cache that is filled
 * @param slice how many new questions have percentiles of their own while it is filled
 * @param processorSeconds of the load for which processor time is taken
 * @param limitRequests by which the limit of the load is taken
 */
record Extent(
    int forks,
    int rounds,
    int seconds,
    List<Integer> warmUpLoads,
    int warmUpSeconds,
    int momentSeconds,
    long warmUpRequests,
    int mostWarmUpSeconds,
    int entries,
    int openSeconds,
    int starts,
    int lifeSeconds,
    long cacheBytes,
    int slice,
    int processorSeconds,
    int limitRequests) {
  private static final int MANY = 25; // connections

  static final Extent FULL =
      new Extent(
          /* forks= */ 2,
          /* rounds= */ 2,
          /* seconds= */ 3,
          /* warmUpLoads= */ List.of(MANY, 1, MANY, 1),
          /* warmUpSeconds= */ 4,
          /* momentSeconds= */ 4,
          /* warmUpRequests= */ 100_000,
          /* mostWarmUpSeconds= */ 60,
          /* entries= */ 20_000,
          /* openSeconds= */ 5,
          /* starts= */ 3,
          /* lifeSeconds= */ 5,
          /* cacheBytes= */ 256L << 20,
          /* slice= */ 10_000,
          /* processorSeconds= */ 25,
          /* limitRequests= */ 50_000);

  static final Extent QUICK =
      new Extent(
          /* forks= */ 1,
          /* rounds= */ 1,
          /* seconds= */ 2,
          /* warmUpLoads= */ List.of(MANY),
          /* warmUpSeconds= */ 4,
          /* momentSeconds= */ 2,
          /* warmUpRequests= */ 0,
          /* mostWarmUpSeconds= */ 0,
          /* entries= */ 1_000,
          /* openSeconds= */ 1,
          /* starts= */ 1,
          /* lifeSeconds= */ 5,
          /* cacheBytes= */ 16L << 20,
          /* slice= */ 500,
          /* processorSeconds= */ 3,
          /* limitRequests= */ 10_000);

  /** The same with another number of forks; 0 for its own. */
  Extent withForks(int other) {
    return new Extent(
        other == 0 ? forks : other,
        rounds,
        seconds,
        warmUpLoads,
        warmUpSeconds,
        momentSeconds,
        warmUpRequests,
        mostWarmUpSeconds,
        entries,
        openSeconds,
        starts,
        lifeSeconds,
        cacheBytes,
        slice,
        processorSeconds,
        limitRequests);
  }
}
