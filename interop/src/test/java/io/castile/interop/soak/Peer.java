package io.castile.interop.soak;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A server as its callers know it. Thread-safe.
 *
 * @param name for what is counted
 * @param port where it listens
 * @param changes how often it went down and came up: odd while it is down
 */
record Peer(String name, int port, AtomicLong changes) {
  Peer(String name, int port) {
    this(name, port, new AtomicLong());
  }

  /** Whether it was down at any time since {@link #changes} was that. */
  boolean wasDownSince(long change) {
    return change % 2 == 1 || changes.get() != change;
  }

  String url() {
    return "http://localhost:" + port + "/workshop";
  }
}
