package io.castile.bench.fleet;

import java.util.Random;

/**
 * How long ways and work take, in milliseconds: half of it for sure, and the other half on average,
 * exponentially distributed.
 *
 * @param label what tables call it
 * @param client there and back between a client and a node
 * @param store there and back between a node and its store
 * @param origin there and back between a node and the origin
 * @param work of the origin
 */
record FleetDelays(String label, double client, double store, double origin, double work) {
  private static final double WORK = 50;

  /** Clients, nodes and origin at one site. */
  static final FleetDelays SITE = new FleetDelays("one site", 0.5, 0.5, 0.5, WORK);

  /** At one site, where the origin takes its time. */
  static final FleetDelays SLOW = new FleetDelays("slow origin", 0.5, 0.5, 0.5, 100 * WORK);

  /** Nodes and origin at one site, clients all over the world. */
  static final FleetDelays WORLD = new FleetDelays("clients far", 100, 0.5, 0.5, WORK);

  /** Nodes near their clients, far from the origin. */
  static final FleetDelays EDGE = new FleetDelays("nodes near clients", 10, 0.5, 100, WORK);

  /** A time of that mean, in microseconds. */
  static long micros(double meanMillis, Random random) {
    return Math.round(1000 * meanMillis * (0.5 - 0.5 * Math.log(1 - random.nextDouble())));
  }
}
