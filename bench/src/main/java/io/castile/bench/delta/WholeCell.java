package io.castile.bench.delta;

import io.castile.bench.data.StockAnswers;
import io.castile.bench.data.WholeLoad;
import io.castile.bench.harness.AnswerCycle;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Meter;
import io.castile.bench.harness.Outlet;
import java.util.List;

/**
 * A cell of the suite {@code differential}: whole calls, of whose answers each differs from the one
 * before in so many per cent. Taken is the processors' time of both ends.
 */
public record WholeCell(WholeRow who, Carrier carrier, WholeLoad load, int changed)
    implements Cell {
  public static final String KEY = "whole";

  /** Every answer of the cycle comes so often before calls are timed. */
  private static final int CHECKS = 3;

  /** What carries the messages. */
  enum Carrier {
    /** HTTP on the loopback interface. */
    LOOPBACK("over loopback"),
    /** A hand-over of bytes. */
    MEMORY("without sockets");

    private final String label;

    Carrier(String label) {
      this.label = label;
    }

    /** What tables call it. */
    String label() {
      return label;
    }
  }

  @Override
  public String row() {
    return who.label();
  }

  @Override
  public String scenario() {
    return scenario(carrier, load, changed);
  }

  static String scenario(Carrier carrier, WholeLoad load, int changed) {
    return "processor time of a call for "
        + load.label()
        + " "
        + carrier.label()
        + ", "
        + changed
        + " % changed";
  }

  @Override
  public String key() {
    return String.join("\t", KEY, who.name(), carrier.name(), load.name(), changed + "");
  }

  public static WholeCell parse(List<String> parts) {
    return new WholeCell(
        WholeRow.valueOf(parts.get(0)),
        Carrier.valueOf(parts.get(1)),
        WholeLoad.valueOf(parts.get(2)),
        Integer.parseInt(parts.get(3)));
  }

  @Override
  public Meter meter() {
    return Meter.PROCESSOR;
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    StockAnswers service = load.answers(changed);
    WholeRow.Pair pair =
        carrier == Carrier.MEMORY ? who.openInMemory(service) : who.open(service, port -> port);
    Repeated call = new Repeated(pair, load);
    try {
      for (int i = 0; i < CHECKS * AnswerCycle.LENGTH; i++) {
        call.run();
        if (!service.isLast(call.last)) {
          throw new IllegalStateException(row() + " gives a wrong answer to a " + scenario());
        }
      }
      return call;
    } catch (RuntimeException e) {
      call.close();
      throw e;
    }
  }

  /** Calls again and again. */
  private static final class Repeated implements Call {
    private final WholeRow.Pair pair;
    private final WholeLoad load;
    private long calls;
    private Object last; // kept, so that nothing of the call can be left out

    Repeated(WholeRow.Pair pair, WholeLoad load) {
      this.pair = pair;
      this.load = load;
    }

    @Override
    public void run() {
      last = load.ask(pair.client());
      calls++;
    }

    @Override
    public void close() throws Exception {
      pair.close();
    }

    @Override
    public String toString() {
      return calls + " calls";
    }
  }
}
