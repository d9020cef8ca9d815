package io.castile.bench.gateway;

import io.castile.bench.gateway.LoadConnection.Asked;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * What a {@link Loader} is to ask.
 *
 * @param port on loopback
 * @param first the number of the first question, which is in its text, so that others have not been
 *     asked before; 0 for the same question each time
 * @param step from the number of a question to that of the next
 * @param connections of a closed loop
 * @param perSecond the rate of an open loop; 0 for a closed one
 * @param slice of how many requests there are percentiles; all of them in a closed loop
 * @param isAtReady whether it begins at the instant at which the front says that it is ready
 */
record LoadOrder(
    int port,
    Load.Question question,
    long first,
    long step,
    long count,
    int connections,
    double perSecond,
    int slice,
    boolean isAtReady) {
  private static final int MOST_READY_SECONDS = 30;

  /** Where fronts say whether they are ready. */
  static final String READY_PATH = "/ready";

  /** A closed loop. */
  static LoadOrder closed(
      int port, Load.Question question, long first, long count, int connections) {
    return new LoadOrder(port, question, first, 1, count, connections, 0, Integer.MAX_VALUE, false);
  }

  /** An open loop. */
  static LoadOrder open(
      int port, Load.Question question, long first, long count, double perSecond, int slice) {
    return new LoadOrder(port, question, first, 1, count, 0, perSecond, slice, false);
  }

  /** The same, which begins at the instant at which the front is ready. */
  LoadOrder atReady() {
    return new LoadOrder(port, question, first, step, count, connections, perSecond, slice, true);
  }

  /** The same, with each question so far behind the last. */
  LoadOrder withStep(long other) {
    return new LoadOrder(
        port, question, first, other, count, connections, perSecond, slice, isAtReady);
  }

  /** The text that {@link #parse} reads. */
  String line() {
    return String.join(
        " ",
        Integer.toString(port),
        question.name(),
        Long.toString(first),
        Long.toString(step),
        Long.toString(count),
        Integer.toString(connections),
        Double.toString(perSecond),
        Integer.toString(slice),
        Boolean.toString(isAtReady));
  }

  static LoadOrder parse(String line) {
    String[] words = line.split(" ", -1);
    return new LoadOrder(
        Integer.parseInt(words[0]),
        Load.Question.valueOf(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        Long.parseLong(words[4]),
        Integer.parseInt(words[5]),
        Double.parseDouble(words[6]),
        Integer.parseInt(words[7]),
        Boolean.parseBoolean(words[8]));
  }

  /** The question of an index, from 0 on. */
  Asked question(long index) {
    String message = question.envelope();
    if (first != 0) {
      message = message.replace(">castile<", ">" + (first + index * step) + "<");
    }
    return new Asked(Load.TARGET, message.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns now, by nanoTime, or the instant at which the front is ready. */
  long start() {
    try {
      return isAtReady
          ? Ready.await(port, READY_PATH, TimeUnit.SECONDS.toNanos(MOST_READY_SECONDS))
          : System.nanoTime();
    } catch (IOException e) {
      throw new IllegalStateException("the front is not ready: " + e.getMessage(), e);
    }
  }

  /** Asks all questions. */
  LoadAnswer run() {
    return perSecond > 0 ? new OpenLoad(this).run() : runClosed();
  }

  private LoadAnswer runClosed() {
    ClosedLoop loop =
        new ClosedLoop(
            new Supplier<>() {
              private long next;

              @Override
              public Optional<Asked> get() {
                return next < count ? Optional.of(question(next++)) : Optional.empty();
              }
            },
            false);
    long start = start();
    double rate = loop.run(port, connections).perSecond();
    return new LoadAnswer(start, rate, Latencies.NONE, List.of(loop.latencies()));
  }
}
