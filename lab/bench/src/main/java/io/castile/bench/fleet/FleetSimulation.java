package io.castile.bench.fleet;

import io.castile.bench.fleet.Arrivals.Arrival;
import io.castile.cache.policy.OperationPolicy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/** A fleet of gateways in virtual time: the same setting has the same outcome. Not thread-safe. */
final class FleetSimulation {
  private static final long SECOND = 1_000_000;
  private static final long DRAIN_MICROS = 120 * SECOND;

  // Failures: one node after the other, and the stores together.
  private static final long NODE_DIES_EVERY = 60 * SECOND;
  private static final long NODE_IS_AWAY = 10 * SECOND;
  private static final long STORE_ENDS_EVERY = 150 * SECOND;
  private static final long STORE_IS_AWAY = 10 * SECOND;

  private final FleetSetting setting;
  private final OperationPolicy policy;
  private final VirtualTime time = new VirtualTime();
  private final Random random;
  private final SimulatedOrigin origin;
  private final List<SimulatedStore> stores = new ArrayList<>();
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final FleetOutcome.Counter counter = new FleetOutcome.Counter();
  private final long from;
  private final long to;

  private FleetSimulation(FleetSetting setting) {
    this.setting = setting;
    this.policy = setting.operationPolicy();
    this.random = new Random(setting.seed() + 1);
    this.origin = new SimulatedOrigin(setting.questions(), setting.changeSeconds(), setting.seed());
    this.from = Math.round(SECOND * setting.warmUpSeconds());
    this.to = Math.round(SECOND * setting.seconds());
    for (int i = 0; i < setting.regions() && setting.variant().hasStore(); i++) {
      stores.add(new SimulatedStore(time));
    }
    for (int i = 0; i < setting.nodes(); i++) {
      nodes.add(new SimulatedNode(this, setting, link(i)));
    }
  }

  /** Null for none. */
  private StoreLink link(int node) {
    return stores.isEmpty()
        ? null
        : new StoreLink(
            time,
            stores.get(setting.region(node)),
            random,
            setting.delays().store(),
            () -> counter.storeCommands += isCounted(time.now()) ? 1 : 0);
  }

  /** Simulates a fleet. */
  static FleetOutcome run(FleetSetting setting, Arrivals arrivals) {
    FleetSimulation simulation = new FleetSimulation(setting);
    simulation.arrive(arrivals.begin());
    if (setting.failures()) {
      simulation.failNode(0);
      simulation.failStores();
    }
    simulation.time.run(simulation.to + DRAIN_MICROS);
    long bytes = simulation.nodes.stream().mapToLong(SimulatedNode::bytes).max().orElse(0);
    return simulation.counter.outcome((simulation.to - simulation.from) / 1e6, bytes);
  }

  private void arrive(Iterator<Arrival> arrivals) {
    if (!arrivals.hasNext()) {
      return;
    }
    Arrival next = arrivals.next();
    if (next.micros() >= to) {
      return;
    }
    time.after(
        next.micros() - time.now(),
        () -> {
          dispatch(new SimulatedCall(next.question(), next.micros(), next.node()));
          arrive(arrivals);
        });
  }

  private void failNode(int node) {
    time.after(
        NODE_DIES_EVERY,
        () -> {
          if (time.now() < to) {
            nodes.get(node).kill();
            time.after(NODE_IS_AWAY, nodes.get(node)::start);
            failNode((node + 1) % nodes.size());
          }
        });
  }

  private void failStores() {
    time.after(
        STORE_ENDS_EVERY,
        () -> {
          if (time.now() < to) {
            stores.forEach(SimulatedStore::stop);
            time.after(STORE_IS_AWAY, () -> stores.forEach(SimulatedStore::start));
            failStores();
          }
        });
  }

  // ---- for nodes ----

  VirtualTime time() {
    return time;
  }

  Random random() {
    return random;
  }

  OperationPolicy policy() {
    return policy;
  }

  /** Sends a question to the next node of the balancer. */
  void dispatch(SimulatedCall call) {
    int node = call.nextNode(nodes.size());
    if (node < 0) {
      counter.failed += isCounted(call.sent) ? 1 : 0;
      return;
    }
    time.after(
        FleetDelays.micros(setting.delays().client() / 2, random), () -> nodes.get(node).ask(call));
  }

  void originCalled() {
    counter.originCalls += isCounted(time.now()) ? 1 : 0;
  }

  /** Which answer holds now. */
  long version(int question) {
    return origin.version(question, time.now());
  }

  /** Takes an answer from a node. */
  void answered(SimulatedCall call, Kept kept, boolean hit) {
    if (!isCounted(call.sent)) {
      return;
    }
    counter.questions++;
    counter.hits += hit ? 1 : 0;
    counter.stale += kept.version() != version(call.question) ? 1 : 0;
    time.after(
        FleetDelays.micros(setting.delays().client() / 2, random),
        () -> counter.latency(time.now() - call.sent));
  }

  private boolean isCounted(long micros) {
    return micros >= from && micros < to;
  }
}
