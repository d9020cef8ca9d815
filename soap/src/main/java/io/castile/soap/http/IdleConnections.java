package io.castile.soap.http;

import io.castile.xml.internal.DetachedThreads;
import java.io.Closeable;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.LoggerFactory;

/**
 * Closes idle connections: those that have been idle for too long, those that the other side has
 * ended, and those of pools that are no longer referenced, as when a port is forgotten without
 * being closed.
 *
 * <p>One thread for all pools, which is there only while there are idle connections, and knows of a
 * pool that is forgotten nothing but its sockets: neither TLS nor anything else of an application.
 * Whatever happens to it, it looks again. Thread-safe.
 */
final class IdleConnections implements Runnable {
  /** The thread looks at least so often. */
  private static final long MAX_PERIOD_MILLIS = 5_000;

  private static final long MIN_PERIOD_MILLIS = 20;

  private static final ReferenceQueue<ConnectionPool> FORGOTTEN = new ReferenceQueue<>();

  /** The pools with idle connections. */
  private static final Set<Sockets> WATCHED = ConcurrentHashMap.newKeySet();

  /** Held for moments only. */
  private static final ReentrantLock LOCK = new ReentrantLock();

  /** Whether there is a thread. Guarded by {@link #LOCK}. */
  private static boolean isRunning;

  private IdleConnections() {}

  /** The sockets of the idle connections of a pool, which is referred to weakly. */
  static final class Sockets extends WeakReference<ConnectionPool> {
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();

    /** Whether the thread has it, or is about to. Written under {@link #LOCK}. */
    private volatile boolean isWatched;

    Sockets(ConnectionPool pool) {
      super(pool, FORGOTTEN);
    }

    void add(Closeable socket) {
      open.add(socket);
      if (!isWatched) {
        watch(this);
      }
    }

    void remove(Closeable socket) {
      open.remove(socket);
    }

    private void closeAll() {
      for (Closeable socket : open) {
        open.remove(socket);
        try {
          socket.close();
        } catch (IOException e) {
          LoggerFactory.getLogger(IdleConnections.class)
              .debug("closing a forgotten connection failed: {}", e.getMessage());
        }
      }
    }
  }

  private static void watch(Sockets sockets) {
    LOCK.lock();
    try {
      WATCHED.add(sockets);
      if (!isRunning) {
        DetachedThreads.daemon("castile-idle-connections", new IdleConnections()).start();
        isRunning = true;
      }
      sockets.isWatched = true;
    } finally {
      LOCK.unlock();
    }
  }

  @Override
  public void run() {
    boolean ended = false;
    while (!ended) {
      try {
        Reference<?> forgotten = FORGOTTEN.remove(periodMillis());
        while (forgotten != null) {
          ((Sockets) forgotten).closeAll();
          forgotten = FORGOTTEN.poll();
        }
        sweep();
        ended = hasEnded();
      } catch (InterruptedException e) {
        // of no consequence: the thread is this class's own
      } catch (Throwable e) { // also where memory ran out: the next look may do
        report(e);
      }
    }
  }

  private static void report(Throwable failure) {
    try {
      LoggerFactory.getLogger(IdleConnections.class)
          .warn("the look for idle connections failed, and comes again", failure);
    } catch (Throwable e) {
      failure.addSuppressed(e); // there is no memory to say so
    }
  }

  private static long periodMillis() {
    long period = MAX_PERIOD_MILLIS;
    for (Sockets sockets : WATCHED) {
      ConnectionPool pool = sockets.get();
      period = pool == null ? period : Math.min(period, pool.idleNanos() / 4_000_000);
    }
    return Math.max(MIN_PERIOD_MILLIS, period);
  }

  private static void sweep() {
    for (Sockets sockets : WATCHED) {
      ConnectionPool pool = sockets.get();
      if (pool != null) {
        pool.sweep();
      }
    }
  }

  /** Lets go of pools without idle connections; true where none is left, and the thread ends. */
  private static boolean hasEnded() {
    LOCK.lock();
    try {
      for (Sockets sockets : WATCHED) {
        if (sockets.open.isEmpty()) {
          sockets.isWatched = false;
          if (sockets.open.isEmpty()) { // else it may have been added without being watched
            WATCHED.remove(sockets);
          } else {
            sockets.isWatched = true;
          }
        }
      }
      isRunning = !WATCHED.isEmpty();
      return !isRunning;
    } finally {
      LOCK.unlock();
    }
  }
}
