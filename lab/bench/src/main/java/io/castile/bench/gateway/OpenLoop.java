package io.castile.bench.gateway;

import io.castile.bench.gateway.LoadConnection.Asked;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * A load of a constant rate, whatever answers take: a request is due at its time, is sent on a
 * connection that is free, and on a new one if none is, and waits if there are as many as there may
 * be. Its latency counts from the time at which it was due, so that a server that stalls delays the
 * requests behind, too. For one run, by one thread.
 */
final class OpenLoop {
  /** What {@link #sendDue} returns when no request is still to become due. */
  static final long NONE = -1;

  private static final double NANOS_PER_SECOND = 1e9;

  /** What opens connections. */
  interface Opener {
    /**
     * Opens one.
     *
     * @param answered the work to do at each answer
     * @return what sends a request on it, of which there is one under way at most
     */
    Consumer<Asked> open(Runnable answered);
  }

  private final LongFunction<Asked> questions;
  private final double perSecond;
  private final long count;
  private final int slice;
  private final Opener opener;
  private final int mostConnections;
  private final LongSupplier clock;
  private final long start;
  private final Deque<Connection> free = new ArrayDeque<>();
  private final List<Histogram> slices = new ArrayList<>();
  private final Histogram late = new Histogram(Latencies.DIGITS);
  private int connections;
  private long sent;
  private long answered;

  private final class Connection {
    private final Consumer<Asked> requests = opener.open(this::isAnswered);
    private long number; // of the request under way

    void ask(long next) {
      number = next;
      requests.accept(questions.apply(next));
    }

    private void isAnswered() {
      slices.get((int) (number / slice)).recordValue(Math.max(0, clock.getAsLong() - due(number)));
      answered++;
      free.add(this);
      sendDue();
    }
  }

  /**
   * Begins now.
   *
   * @param questions those that are asked, by number, from 0 on
   * @param slice of how many requests there are percentiles
   * @param start when the first is due, by the clock
   * @param clock in nanoseconds
   */
  OpenLoop(
      LongFunction<Asked> questions,
      double perSecond,
      long count,
      int slice,
      Opener opener,
      int mostConnections,
      long start,
      LongSupplier clock) {
    this.questions = questions;
    this.perSecond = perSecond;
    this.count = count;
    this.slice = slice;
    this.opener = opener;
    this.mostConnections = mostConnections;
    this.start = start;
    this.clock = clock;
    for (long first = 0; first < count; first += slice) {
      slices.add(new Histogram(Latencies.DIGITS));
    }
  }

  /** When a request is due, by the clock. */
  private long due(long number) {
    return start + Math.round(number * NANOS_PER_SECOND / perSecond);
  }

  /**
   * Sends what is due and has a connection. What waits for a connection is sent when there is one.
   *
   * @return the nanoseconds until the next call of this, 0 or more; {@link #NONE} if all requests
   *     are due
   */
  long sendDue() {
    while (sent < count && due(sent) - clock.getAsLong() <= 0) {
      Connection connection = free.poll();
      if (connection == null && connections < mostConnections) {
        connections++;
        connection = new Connection();
      }
      if (connection == null) {
        break;
      }
      late.recordValue(Math.max(0, clock.getAsLong() - due(sent)));
      connection.ask(sent++);
    }
    long now = clock.getAsLong();
    long next = Math.max(sent, (long) ((now - start) * perSecond / NANOS_PER_SECOND) + 1);
    return next < count ? Math.max(0, due(next) - now) : NONE;
  }

  /** Whether all is answered. */
  boolean isOver() {
    return answered == count;
  }

  /** How many connections it has opened. */
  int connections() {
    return connections;
  }

  /** What each slice took, in order. */
  List<Latencies> latencies() {
    return slices.stream().map(Latencies::of).toList();
  }

  /** How long after they were due requests were sent. */
  Latencies late() {
    return Latencies.of(late);
  }
}
