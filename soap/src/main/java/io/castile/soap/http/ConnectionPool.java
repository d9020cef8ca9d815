package io.castile.soap.http;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Idle connections by what they are good for; the last one given back is the first one taken.
 * Transports with equal options share one (see {@link SharedPools}), which is closed with the last
 * of them. What stays idle for too long, or is ended by the other side, is closed by {@link
 * IdleConnections}, and so is all that was in a pool that is no longer referenced. Thread-safe.
 *
 * <p>A lock and no monitor, so that a virtual thread that waits for it holds no other thread.
 */
final class ConnectionPool {
  /**
   * The sweep leaves connections alone that were used within this time. A call that begins while
   * the sweep looks at the only connection opens another one, which a server that serves
   * connections one after the other does not accept.
   */
  private static final long MAX_FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final int maxPerOrigin;
  private final long idleNanos;

  /** Held for moments only, never during I/O. */
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by {@link #lock}; no deque is empty. */
  private final Map<String, Deque<HttpConnection>> idle = new HashMap<>();

  /** The sockets of {@link #idle}, which outlive this pool until they are closed. */
  private final IdleConnections.Sockets sockets = new IdleConnections.Sockets(this);

  /** The transports that have this pool; those that are forgotten fall out. Guarded by lock. */
  private final Set<Object> users = Collections.newSetFromMap(new WeakHashMap<>());

  /** Guarded by {@link #lock}. */
  private boolean closed;

  ConnectionPool(int maxPerOrigin, Duration idleTimeout) {
    this.maxPerOrigin = maxPerOrigin;
    this.idleNanos = idleTimeout.toNanos();
  }

  /** Adds a transport; false where the pool has been closed. */
  boolean join(Object user) {
    lock.lock();
    try {
      return !closed && users.add(user);
    } finally {
      lock.unlock();
    }
  }

  /** Takes a transport away, and closes the pool behind the last. */
  void leave(Object user) {
    List<HttpConnection> all = new ArrayList<>();
    lock.lock();
    try {
      users.remove(user);
      if (users.isEmpty()) {
        closed = true;
        for (Deque<HttpConnection> connections : idle.values()) {
          all.addAll(connections);
        }
        idle.clear();
      }
    } finally {
      lock.unlock();
    }
    for (HttpConnection connection : all) {
      end(connection);
    }
  }

  private void end(HttpConnection connection) {
    sockets.remove(connection.socket());
    connection.close();
  }

  /** How long a connection may be idle. */
  long idleNanos() {
    return idleNanos;
  }

  /** A connection that is alive as far as this side can know, or null. */
  @Nullable HttpConnection take(String origin) {
    HttpConnection connection = poll(origin);
    while (connection != null) {
      sockets.remove(connection.socket());
      if (isGood(connection)) {
        return connection;
      }
      connection.close();
      connection = poll(origin);
    }
    return null;
  }

  private boolean isGood(HttpConnection connection) {
    long idle = System.nanoTime() - connection.idleSince();
    return idle < idleNanos && connection.isAlive(idle);
  }

  private @Nullable HttpConnection poll(String origin) {
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
    try {
      sockets.add(connection.socket());
    } catch (OutOfMemoryError e) { // of threads, too: the call has its answer all the same
      end(connection);
      return;
    }
    HttpConnection surplus = keep(origin, connection, true);
    if (surplus != null) {
      end(surplus);
    }
  }

  /**
   * Keeps a connection, and returns the one for which there is no room; null for none.
   *
   * @param isLast whether it is the last used
   */
  private @Nullable HttpConnection keep(String origin, HttpConnection connection, boolean isLast) {
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
      if (isLast) {
        connections.addFirst(connection);
      } else {
        connections.addLast(connection);
      }
      return connections.size() > maxPerOrigin ? connections.pollLast() : null;
    } finally {
      lock.unlock();
    }
  }

  /** Closes what has been idle for too long, or was ended by the other side. */
  void sweep() {
    for (String origin : origins()) {
      for (HttpConnection connection : connections(origin)) {
        sweep(origin, connection);
      }
    }
  }

  private List<String> origins() {
    lock.lock();
    try {
      return new ArrayList<>(idle.keySet());
    } finally {
      lock.unlock();
    }
  }

  /** The connections of an origin, the last used first. */
  private List<HttpConnection> connections(String origin) {
    lock.lock();
    try {
      Deque<HttpConnection> connections = idle.get(origin);
      return connections == null ? List.of() : new ArrayList<>(connections);
    } finally {
      lock.unlock();
    }
  }

  /** Looks at a connection, which no other thread has meanwhile, and puts it behind the others. */
  private void sweep(String origin, HttpConnection connection) {
    if (!removeStale(origin, connection)) {
      return;
    }
    boolean good = false;
    try {
      good = isGood(connection);
    } finally {
      if (!good) {
        end(connection);
      }
    }
    if (good) {
      HttpConnection surplus = keep(origin, connection, false);
      if (surplus != null) {
        end(surplus);
      }
    }
  }

  /** Takes a connection out that has been idle for a while; false where it has not, or is gone. */
  private boolean removeStale(String origin, HttpConnection connection) {
    lock.lock();
    try {
      Deque<HttpConnection> connections = idle.get(origin);
      if (connections == null || isFresh(connection) || !connections.remove(connection)) {
        return false;
      }
      if (connections.isEmpty()) {
        idle.remove(origin);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private boolean isFresh(HttpConnection connection) {
    return System.nanoTime() - connection.idleSince() < Math.min(MAX_FRESH_NANOS, idleNanos / 4);
  }

  /** How many connections are idle that are good for one of these. */
  int size(Set<String> origins) {
    lock.lock();
    try {
      int size = 0;
      for (String origin : origins) {
        Deque<HttpConnection> connections = idle.get(origin);
        size += connections == null ? 0 : connections.size();
      }
      return size;
    } finally {
      lock.unlock();
    }
  }
}
