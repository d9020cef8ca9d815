package io.castile.interop.faults;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What all callers have seen. Thread-safe. */
final class Outcome {
  /** There may be one for each call; the first ones tell enough. */
  private static final int MAX_TOLD = 20;

  final LongAdder right = new LongAdder();
  final LongAdder failed = new LongAdder();
  final LongAdder controls = new LongAdder();
  final LongAdder renewed = new LongAdder();
  final LongAdder killedClients = new LongAdder();

  /** The orders for which the caller has a receipt. */
  final Set<String> confirmed = ConcurrentHashMap.newKeySet();

  /** Answers that were not what was asked for. */
  final Queue<String> wrong = new ConcurrentLinkedQueue<>();

  /** Calls that failed for no fault that was made. */
  final Queue<String> unexplained = new ConcurrentLinkedQueue<>();

  private final AtomicLong orders = new AtomicLong();
  private final AtomicLong tick = new AtomicLong(100);

  void wrong(String caller, Throwable failure) {
    tell(wrong, caller, failure);
  }

  void unexplained(String caller, Throwable failure) {
    tell(unexplained, caller, failure);
  }

  private static void tell(Queue<String> told, String caller, Throwable failure) {
    if (told.size() < MAX_TOLD) {
      StringBuilder text = new StringBuilder(caller);
      for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
        text.append(": ").append(cause);
      }
      told.add(text.toString());
    }
  }

  long nextOrder() {
    return orders.incrementAndGet();
  }

  /** The time in the markets, which goes on if it is told to. */
  long tick(boolean on) {
    return on ? tick.incrementAndGet() : tick.get();
  }
}
