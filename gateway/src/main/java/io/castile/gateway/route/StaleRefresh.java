package io.castile.gateway.route;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks again, in the background, for what was answered with a stale response as the origin could
 * not be reached: so that the answers are fresh again soon after the line is back. One after the
 * other, so that a thin line is left to the clients, and those first that were wanted last.
 * Thread-safe.
 *
 * @param <C> a call
 */
final class StaleRefresh<C> implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(StaleRefresh.class);

  /** The most calls that wait; those that were wanted longest ago are forgotten. */
  static final int MOST_CALLS = 1_000;

  /** After so many calls in a row that got nothing the line is taken to be down. */
  private static final int FAILURES = 2;

  private static final long FIRST_DELAY_MILLIS = 1_000;
  private static final long LAST_DELAY_MILLIS = 30_000;

  private final Predicate<C> ask;
  private final ScheduledThreadPoolExecutor timer;

  /** In the order in which they were wanted. Guarded by this. */
  private final Map<Object, C> calls = new LinkedHashMap<>();

  private boolean isScheduled; // guarded by this
  private long delayMillis = FIRST_DELAY_MILLIS; // guarded by this

  /**
   * @param ask asks a call, and tells whether that is done: there is a fresh answer, or none is
   *     wanted any more
   */
  StaleRefresh(Predicate<C> ask) {
    this.ask = ask;
    this.timer = new ScheduledThreadPoolExecutor(1, StaleRefresh::thread);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "castile-gateway-refresh");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Notes that a call was answered with a stale response.
   *
   * @param key of that response
   */
  synchronized void add(Object key, C call) {
    calls.remove(key);
    calls.put(key, call);
    if (calls.size() > MOST_CALLS) {
      calls.remove(calls.keySet().iterator().next());
    }
    schedule();
  }

  private synchronized void schedule() {
    if (isScheduled || calls.isEmpty()) {
      return;
    }
    try {
      timer.schedule(this::refresh, delayMillis, TimeUnit.MILLISECONDS);
      isScheduled = true;
    } catch (RejectedExecutionException e) {
      log.debug("the gateway has ended");
    }
  }

  private void refresh() {
    boolean isUp = pass();
    synchronized (this) {
      delayMillis = isUp ? FIRST_DELAY_MILLIS : Math.min(2 * delayMillis, LAST_DELAY_MILLIS);
      isScheduled = false;
      schedule();
    }
  }

  /** Asks all calls that wait, once; ends where the line is down. Returns whether it is up. */
  boolean pass() {
    List<Map.Entry<Object, C>> waiting;
    synchronized (this) {
      waiting = new ArrayList<>();
      calls.forEach((key, call) -> waiting.add(Map.entry(key, call)));
    }
    Collections.reverse(waiting);
    boolean isUp = false;
    int failures = 0;
    for (Map.Entry<Object, C> each : waiting) {
      if (isDone(each.getValue())) {
        isUp = true;
        synchronized (this) {
          calls.remove(each.getKey(), each.getValue());
        }
      } else if (++failures >= FAILURES && !isUp) {
        return false;
      }
    }
    return isUp;
  }

  private boolean isDone(C call) {
    try {
      return ask.test(call);
    } catch (RuntimeException | StackOverflowError e) { // a defect; the others are asked
      log.error("a response was not fetched anew", e);
      return true;
    }
  }

  /** Asks nothing any more. */
  @Override
  public void close() {
    timer.shutdownNow();
  }
}
