package io.castile.bench.fleet;

import java.util.PriorityQueue;

/**
 * A clock that jumps from one thing that is due to the next. What is due at the same time is done
 * in the order in which it was planned. Not thread-safe.
 */
final class VirtualTime {
  private final PriorityQueue<Due> queue = new PriorityQueue<>();
  private long now;
  private long count;

  private record Due(long micros, long number, Runnable work) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(micros, other.micros);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  /** The time, in microseconds from the beginning. */
  long now() {
    return now;
  }

  /** Plans something. */
  void after(long micros, Runnable work) {
    queue.add(new Due(now + Math.max(0, micros), count++, work));
  }

  /** Does all that is due until then. */
  void run(long untilMicros) {
    while (!queue.isEmpty() && queue.peek().micros() <= untilMicros) {
      Due due = queue.poll();
      now = due.micros();
      due.work().run();
    }
    now = Math.max(now, untilMicros);
  }
}
