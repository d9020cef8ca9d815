package io.castile.soap;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Idle connections by origin; the last one given back is the first one taken. Thread-safe.
 *
 * <p>A lock and no monitor, so that a virtual thread that waits for it holds no other thread.
 */
final class ConnectionPool {
  private final int maxPerOrigin;
  private final long idleNanos;

  /** Held for moments only, never during I/O. */
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by {@link #lock}; no deque is empty. */
  private final Map<String, Deque<HttpConnection>> idle = new HashMap<>();

  /** Guarded by {@link #lock}. */
  private boolean closed;

  ConnectionPool(int maxPerOrigin, Duration idleTimeout) {
    this.maxPerOrigin = maxPerOrigin;
    this.idleNanos = idleTimeout.toNanos();
  }

  /** A connection that is alive as far as this side can know, or null. */
  HttpConnection take(String origin) {
    HttpConnection connection = poll(origin);
    while (connection != null) {
      if (System.nanoTime() - connection.idleSince() < idleNanos && connection.isAlive()) {
        return connection;
      }
      connection.close();
      connection = poll(origin);
    }
    return null;
  }

  private HttpConnection poll(String origin) {
    lock.lock();
    try {
      Deque<HttpConnection> connections = idle.get(origin);
      if (connections == null) {
        return null;
      }
      HttpConnection connection = connections.pollFirst();
      if (connections.isEmpty()) {
        idle.remove(origin);
      }
      return connection;
    } finally {
      lock.unlock();
    }
  }

  void give(String origin, HttpConnection connection) {
    connection.setIdleSince(System.nanoTime());
    HttpConnection surplus = keep(origin, connection);
    if (surplus != null) {
      surplus.close();
    }
  }

  /** Keeps a connection, and returns the one for which there is no room; null for none. */
  private HttpConnection keep(String origin, HttpConnection connection) {
    lock.lock();
    try {
      if (closed || maxPerOrigin == 0) {
        return connection;
      }
      Deque<HttpConnection> connections = idle.get(origin);
      if (connections == null) {
        connections = new ArrayDeque<>();
        idle.put(origin, connections);
      }
      connections.addFirst(connection);
      return connections.size() > maxPerOrigin ? connections.pollLast() : null;
    } finally {
      lock.unlock();
    }
  }

  int size() {
    lock.lock();
    try {
      return idle.values().stream().mapToInt(Deque::size).sum();
    } finally {
      lock.unlock();
    }
  }

  void close() {
    List<HttpConnection> all = new ArrayList<>();
    lock.lock();
    try {
      closed = true;
      for (Deque<HttpConnection> connections : idle.values()) {
        all.addAll(connections);
      }
      idle.clear();
    } finally {
      lock.unlock();
    }
    for (HttpConnection connection : all) {
      connection.close();
    }
  }
}
