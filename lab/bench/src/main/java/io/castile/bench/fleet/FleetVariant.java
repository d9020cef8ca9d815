package io.castile.bench.fleet;

/** What the nodes of a fleet share. */
enum FleetVariant {
  MEMORY("memory alone"),
  STORE("shared store"),
  LEASE("shared store, lease"),
  EDGE("regions, each with a store");

  private final String label;

  FleetVariant(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  boolean hasStore() {
    return this != MEMORY;
  }

  /** Whether one node of those that share a store asks the origin for a question. */
  boolean hasLease() {
    return this == LEASE || this == EDGE;
  }
}
