package io.castile.jetty;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The places of threads that wait for the next request of a connection, each with a selector of its
 * own. There are so many and no more: beyond that, connections are watched by the server's
 * selectors. Thread-safe.
 */
final class RequestWaits {
  private static final Logger log = LoggerFactory.getLogger(RequestWaits.class);

  /** A client that has not called again by then is not in the middle of many calls. */
  static final Duration WAIT = Duration.ofMillis(100);

  private final int most;
  private final long waitMillis;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Selector> free = new ArrayDeque<>(); // guarded by lock, as what follows
  private final Set<Selector> used = new HashSet<>();
  private int taken;
  private boolean isClosed;

  /**
   * @param most how many threads may wait at once
   * @param wait how long each time; at least a millisecond
   */
  RequestWaits(int most, Duration wait) {
    this.most = most;
    this.waitMillis = wait.toMillis();
  }

  /** Returns a place to wait at for bytes of a channel; null where there is none. */
  @Nullable Place enter(SocketChannel channel) {
    Selector selector;
    lock.lock();
    try {
      if (isClosed || taken == most) {
        return null;
      }
      taken++;
      selector = free.pollFirst();
    } finally {
      lock.unlock();
    }
    Place place = null;
    try {
      selector = selector == null ? Selector.open() : selector;
      channel.register(selector, SelectionKey.OP_READ);
      if (use(selector)) {
        place = new Place(selector);
      }
    } catch (IOException e) {
      log.debug("no place to wait for a connection: {}", e.getMessage());
    } finally {
      if (place == null) {
        giveBack(selector);
      }
    }
    return place;
  }

  /** Has a selector woken up at the end; returns whether that has not come yet. */
  private boolean use(Selector selector) {
    lock.lock();
    try {
      return !isClosed && used.add(selector);
    } finally {
      lock.unlock();
    }
  }

  private void giveBack(@Nullable Selector selector) {
    boolean isKept = false;
    lock.lock();
    try {
      taken--;
      used.remove(selector);
      if (selector != null && selector.isOpen() && !isClosed) {
        free.addFirst(selector);
        isKept = true;
      }
    } finally {
      lock.unlock();
    }
    if (!isKept) {
      close(selector);
    }
  }

  private static void close(@Nullable Selector selector) {
    try {
      if (selector != null) {
        selector.close();
      }
    } catch (IOException e) {
      log.debug("a selector could not be closed: {}", e.getMessage());
    }
  }

  /** Ends all waits, and lets no thread wait any more. */
  void close() {
    lock.lock();
    try {
      isClosed = true;
      used.forEach(Selector::wakeup);
      free.forEach(RequestWaits::close);
      free.clear();
    } finally {
      lock.unlock();
    }
  }

  /** Where one thread waits for one connection. */
  final class Place {
    private final Selector selector;

    private Place(Selector selector) {
      this.selector = selector;
    }

    /** Waits for a moment; returns whether there may be something to read. */
    boolean await() {
      try {
        int ready = selector.select(waitMillis);
        selector.selectedKeys().clear();
        return ready > 0;
      } catch (IOException e) {
        log.debug("a wait for a request failed: {}", e.getMessage());
        return false;
      }
    }

    /** Ends the watch of the connection. */
    void leave() {
      try {
        selector.keys().forEach(SelectionKey::cancel);
        selector.selectNow(); // which takes the key off
      } catch (IOException e) {
        log.debug("a connection could not be let go of: {}", e.getMessage());
        RequestWaits.close(selector);
      }
      giveBack(selector);
    }
  }
}
