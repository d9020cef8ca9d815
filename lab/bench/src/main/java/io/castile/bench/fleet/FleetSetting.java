package io.castile.bench.fleet;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.OperationPolicy;

/**
 * What is simulated.
 *
 * @param nodes 1 or more, all with as much memory
 * @param regions over which the nodes are spread, each with a store of its own; 1 but at the edge
 * @param policy what is cached, as a policy file says it
 * @param questions how many different ones there are
 * @param changeSeconds how long an answer of the origin stays the same, on average; infinite for
 *     ever
 * @param answerBytes what a node takes for an answer
 * @param localBytes how much memory a node has for answers
 * @param failures whether nodes and stores fail
 * @param seconds how long it goes on
 * @param warmUpSeconds how much of that is not counted
 */
record FleetSetting(
    int nodes,
    int regions,
    FleetVariant variant,
    FleetDelays delays,
    String policy,
    int questions,
    double changeSeconds,
    int answerBytes,
    long localBytes,
    boolean failures,
    double seconds,
    double warmUpSeconds,
    long seed) {

  /** What the policy says of the one operation that there is. */
  OperationPolicy operationPolicy() {
    return CachePolicy.parse("fleet", policy)
        .forTarget(new CachePolicy.Target("Service", "http://origin/", "ask"));
  }

  int region(int node) {
    return node % regions;
  }
}
