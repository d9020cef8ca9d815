package io.castile.soap;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Idle connections by origin; the last one given back is the first one taken. Thread-safe. */
final class ConnectionPool {
  private final int maxPerOrigin;
  private final long idleNanos;

  /** Guarded by itself; no I/O happens under this lock. */
  private final Map<String, Deque<HttpConnection>> idle = new HashMap<>();

  /** Guarded by {@link #idle}. */
  private boolean closed;

  ConnectionPool(int maxPerOrigin, Duration idleTimeout) {
    this.maxPerOrigin = maxPerOrigin;
    this.idleNanos = idleTimeout.toNanos();
  }

  /** A connection that is likely to be alive, or null. */
  HttpConnection take(String origin) {
    while (true) {
      HttpConnection connection;
      synchronized (idle) {
        Deque<HttpConnection> connections = idle.get(origin);
        connection = connections == null ? null : connections.pollFirst();
      }
      if (connection == null) {
        return null;
      }
      if (System.nanoTime() - connection.idleSince() < idleNanos && connection.isAlive()) {
        return connection;
      }
      connection.close();
    }
  }

  void give(String origin, HttpConnection connection) {
    connection.setIdleSince(System.nanoTime());
    HttpConnection surplus = null;
    synchronized (idle) {
      Deque<HttpConnection> connections = idle.computeIfAbsent(origin, key -> new ArrayDeque<>());
      if (closed || maxPerOrigin == 0) {
        surplus = connection;
      } else {
        connections.addFirst(connection);
        if (connections.size() > maxPerOrigin) {
          surplus = connections.pollLast();
        }
      }
    }
    if (surplus != null) {
      surplus.close();
    }
  }

  int size() {
    synchronized (idle) {
      return idle.values().stream().mapToInt(Deque::size).sum();
    }
  }

  void close() {
    Map<String, Deque<HttpConnection>> all;
    synchronized (idle) {
      closed = true;
      all = new HashMap<>(idle);
      idle.clear();
    }
    all.values().forEach(connections -> connections.forEach(HttpConnection::close));
  }
}
