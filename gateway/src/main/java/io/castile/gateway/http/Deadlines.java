package io.castile.gateway.http;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The deadlines of the connections of one event loop. All are looked at every quarter of a second,
 * so that a request sets a deadline by an assignment and no timer. Used on that loop only.
 */
final class Deadlines {
  private static final Logger log = LoggerFactory.getLogger(Deadlines.class);
  private static final long PAUSE_MILLIS = 250;

  /** An object that has a deadline. */
  interface Watched {
    /** Returns the deadline in the time of {@link System#nanoTime}; {@link #NEVER} for none. */
    long deadline();

    /** Is called when the deadline has passed. */
    void expired();
  }

  /** No deadline. */
  static final long NEVER = Long.MAX_VALUE;

  private final Set<Watched> all = Collections.newSetFromMap(new IdentityHashMap<>());

  Deadlines(EventLoop loop) {
    loop.scheduleWithFixedDelay(this::look, PAUSE_MILLIS, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Returns the deadline that is so far away. */
  static long in(long nanos) {
    long deadline = System.nanoTime() + nanos;
    return deadline == NEVER ? NEVER - 1 : deadline;
  }

  void add(Watched watched) {
    all.add(watched);
  }

  void remove(Watched watched) {
    all.remove(watched);
  }

  private void look() {
    long now = System.nanoTime();
    List<Watched> late = new ArrayList<>();
    for (Watched each : all) {
      long deadline = each.deadline();
      if (deadline != NEVER && deadline - now < 0) {
        late.add(each);
      }
    }
    for (Watched each : late) {
      try {
        each.expired(); // which may remove it
      } catch (RuntimeException e) { // a defect; the others are watched on
        log.error("a connection that was late did not end", e);
      }
    }
  }
}
