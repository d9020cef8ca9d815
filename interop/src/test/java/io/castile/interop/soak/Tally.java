package io.castile.interop.soak;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/** What callers have seen. Thread-safe. */
final class Tally {
  /** There may be one for each call; the first ones tell enough. */
  private static final int MAX_TOLD = 20;

  private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

  void count(String what) {
    counts.computeIfAbsent(what, added -> new LongAdder()).increment();
  }

  void wrong(String what, Throwable failure) {
    if (wrong.size() < MAX_TOLD) {
      StringBuilder text = new StringBuilder(what);
      for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
        text.append(": ").append(cause);
      }
      wrong.add(text.toString().replaceAll("\\s+", " "));
    }
  }

  /** Prints a line for each count, and for what was wrong. */
  void print() {
    counts.forEach((what, count) -> System.out.println("count;" + what + ";" + count.sum()));
    wrong.forEach(text -> System.out.println("wrong;" + text));
  }
}
