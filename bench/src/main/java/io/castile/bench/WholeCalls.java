package io.castile.bench;

import io.castile.bench.WholeCell.Carrier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The part of the suite {@code differential} that takes the processors' time of whole calls. */
final class WholeCalls {
  private static final Figure.Axis AXIS = new Figure.Axis("% changed", false);
  private static final List<Integer> SHARES = List.of(0, 1, 10, 30);

  /** Where the goal is to be met. */
  private static final int GOAL_SHARE = 10;

  private static final double MAX_RATIO = 0.25;

  private static final List<String> NOTES =
      List.of(
          "Processor time of whole calls: client and server in one JVM, the time of all its threads,"
              + " garbage collector and compiler included, divided by the calls. Answers come in a"
              + " cycle of "
              + AnswerCycle.LENGTH
              + "; they are new objects each, made before. The system counts in steps of 10 ms."
              + " Without sockets, and without HTTP: the bytes of a message are handed over.");

  private WholeCalls() {}

  /** Rounds are long, for the steps in which processor time is counted. */
  static Timing timing(boolean quick) {
    return quick ? Timing.QUICK_PROCESSOR : Timing.FULL_PROCESSOR;
  }

  /** The suite; a quick one has fewer shares. */
  static CellSuite suite(boolean quick) {
    List<Integer> shares = quick ? List.of(GOAL_SHARE) : SHARES;
    List<List<? extends Cell>> groups = new ArrayList<>();
    List<Figure> figures = new ArrayList<>();
    for (Carrier carrier : Carrier.values()) {
      for (WholeRow row : WholeRow.values()) {
        List<Cell> cells = new ArrayList<>();
        for (WholeLoad load : WholeLoad.values()) {
          shares.forEach(share -> cells.add(new WholeCell(row, carrier, load, share)));
        }
        groups.add(cells);
      }
      for (WholeLoad load : WholeLoad.values()) {
        figures.add(figure(carrier, load, shares));
      }
    }
    return new CellSuite(groups, List.of(), figures, NOTES);
  }

  private static Figure figure(Carrier carrier, WholeLoad load, List<Integer> shares) {
    List<Figure.Point> points =
        shares.stream()
            .map(share -> new Figure.Point(share, WholeCell.scenario(carrier, load, share)))
            .toList();
    return new Figure(
        "Processor time of a call for " + load.label() + " " + carrier.label(),
        AXIS,
        points,
        Stream.of(WholeRow.values()).map(WholeRow::label).toList());
  }

  /** Says of each carrier and load whether the goal is met. */
  static List<String> goals(List<BenchRow> rows) {
    List<String> goals = new ArrayList<>();
    for (Carrier carrier : Carrier.values()) {
      for (WholeLoad load : WholeLoad.values()) {
        String scenario = WholeCell.scenario(carrier, load, GOAL_SHARE);
        double plain = value(rows, WholeRow.SOAP, scenario);
        double ratio = value(rows, WholeRow.LINK, scenario) / plain;
        goals.add(
            String.format(
                Locale.ROOT,
                "Goal %s: the %s takes %.2f of plain SOAP's with link and templates (at most %.2f).",
                ratio <= MAX_RATIO ? "met" : "missed",
                scenario,
                ratio,
                MAX_RATIO));
      }
    }
    return goals;
  }

  private static double value(List<BenchRow> rows, WholeRow row, String scenario) {
    return rows.stream()
        .filter(each -> each.row().equals(row.label()) && each.scenario().equals(scenario))
        .mapToDouble(BenchRow::value)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no " + scenario + " of " + row.label()));
  }
}
