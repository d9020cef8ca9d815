package io.castile.bench.delta;

import io.castile.bench.data.StockAnswers;
import io.castile.bench.data.WholeLoad;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Meter;
import io.castile.bench.harness.Outlet;
import io.castile.bench.report.Unit;
import java.util.List;

/**
 * A cell of the suite {@code differential}: whole calls, of whose answers each differs from the one
 * before in so many per cent.
 */
public record WholeCell(WholeRow who, Carrier carrier, WholeLoad load, int changed, Cost cost)
    implements Cell {
  public static final String KEY = "whole";

  /** What carries the messages. */
  enum Carrier {
    /** A hand-over of bytes. */
    MEMORY("in memory", WholeRow.inMemory()),
    /** HTTP on the loopback interface. */
    LOOPBACK("over loopback", WholeRow.overLoopback());

    private final String label;
    private final List<WholeRow> rows;

    Carrier(String label, List<WholeRow> rows) {
      this.label = label;
      this.rows = rows;
    }

    /** The rows that are measured with it. */
    List<WholeRow> rows() {
      return rows;
    }

    /** What tables call it. */
    String label() {
      return label;
    }
  }

  /** What a call takes of both ends. */
  enum Cost {
    TIME("", Meter.PROCESSOR, Unit.MICROS),
    ALLOCATION(", allocated bytes", Meter.ALLOCATION, Unit.BYTES);

    private final String suffix;
    private final Meter meter;
    private final Unit unit;

    Cost(String suffix, Meter meter, Unit unit) {
      this.suffix = suffix;
      this.meter = meter;
      this.unit = unit;
    }
  }

  @Override
  public String row() {
    return who.label();
  }

  @Override
  public String scenario() {
    return scenario(carrier, load, changed, cost);
  }

  static String scenario(Carrier carrier, WholeLoad load, int changed, Cost cost) {
    return load.label() + ", " + changed + " % changed, " + carrier.label() + cost.suffix;
  }

  @Override
  public String key() {
    return String.join(
        "\t", KEY, who.name(), carrier.name(), load.name(), changed + "", cost.name());
  }

  public static WholeCell parse(List<String> parts) {
    return new WholeCell(
        WholeRow.valueOf(parts.get(0)),
        Carrier.valueOf(parts.get(1)),
        WholeLoad.valueOf(parts.get(2)),
        Integer.parseInt(parts.get(3)),
        Cost.valueOf(parts.get(4)));
  }

  @Override
  public Meter meter() {
    return cost.meter;
  }

  @Override
  public Unit unit() {
    return cost.unit;
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    StockAnswers service = load.answers(changed);
    WholeRow.Pair pair =
        carrier == Carrier.MEMORY ? who.openInMemory(service) : who.open(service, port -> port);
    return RepeatedCall.checked(pair, load, service, row() + ": " + scenario());
  }
}
