package io.castile.bench.fleet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A store that nodes share: entries and leases. Not thread-safe. */
final class SimulatedStore {
  /** How long a lease lasts that is not renewed, as its holder is dead. */
  private static final long LEASE_MICROS = 5_000_000;

  private final VirtualTime time;
  private final Map<Integer, Kept> entries = new HashMap<>();
  private final Map<Integer, Lease> leases = new HashMap<>();
  private final Map<Integer, List<Runnable>> waiting = new HashMap<>();
  private boolean up = true;
  private long changed;

  private record Lease(SimulatedNode node, int life) {}

  SimulatedStore(VirtualTime time) {
    this.time = time;
  }

  boolean isUp() {
    return up;
  }

  /** Since when it is up, or down. */
  long since() {
    return changed;
  }

  /** It ends, and loses what it has. */
  void stop() {
    up = false;
    changed = time.now();
    entries.clear();
    leases.clear();
    waiting.clear();
  }

  void start() {
    up = true;
    changed = time.now();
  }

  /** Null for none. */
  Kept get(int question) {
    return entries.get(question);
  }

  void put(Kept kept) {
    entries.put(kept.question(), kept);
  }

  /** Whether the lease is this node's from now on. */
  boolean take(int question, SimulatedNode node) {
    Lease lease = leases.get(question);
    if (lease != null && !lease.node().hasDied(lease.life(), time.now() - LEASE_MICROS)) {
      return false;
    }
    leases.put(question, new Lease(node, node.life()));
    return true;
  }

  /** Has {@code told} run when the lease is given back. */
  void await(int question, Runnable told) {
    waiting.computeIfAbsent(question, key -> new ArrayList<>()).add(told);
  }

  void release(int question, SimulatedNode node) {
    Lease lease = leases.get(question);
    if (lease != null && lease.node() == node) {
      leases.remove(question);
      List<Runnable> told = waiting.remove(question);
      if (told != null) {
        told.forEach(Runnable::run);
      }
    }
  }
}
