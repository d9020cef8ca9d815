package io.castile.bench.delta;

import io.castile.bench.data.WholeLoad;
import io.castile.bench.delta.WholeCell.Carrier;
import io.castile.bench.harness.AnswerCycle;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import io.castile.bench.stack.CellSuite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** The part of the suite {@code differential} that measures whole calls. */
final class WholeCalls {
  private static final Figure.Axis AXIS = new Figure.Axis("% of values changed", false);
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

  private static final String COLD =
      "A quick run: the compiler is at work all the time, and its time is in that of every call.";

  private WholeCalls() {}

  /** Runs the part: bytes and delays of whole calls, and their processor time. */
  static BenchReport run(boolean quick, String command, Consumer<String> progress)
      throws IOException {
    RelayDelays.Plan plan = RelayDelays.Plan.of(quick);
    Timing timing = quick ? Timing.QUICK_PROCESSOR : Timing.FULL_PROCESSOR;
    BenchReport processor =
        suite(quick).run(LinkCell.SUITE, command, timing, progress).saying(WholeCalls::goals);
    return relayed(plan, progress).saying(rows -> RelayDelays.goals(plan, rows)).and(processor);
  }

  /** What is measured through a relay. */
  static BenchReport relayed(RelayDelays.Plan plan, Consumer<String> progress) {
    List<BenchRow> rows = new ArrayList<>();
    try {
      progress.accept("bytes of whole calls");
      rows.addAll(WholeBytes.rows(plan.shares()));
      rows.addAll(RelayDelays.rows(plan, progress));
    } catch (Exception e) {
      throw new IllegalStateException("cannot measure whole calls: " + e.getMessage(), e);
    }
    List<Figure> figures = new ArrayList<>(WholeBytes.figures(plan.shares(), AXIS));
    figures.addAll(RelayDelays.figures(plan, AXIS));
    List<String> notes = new ArrayList<>(WholeBytes.NOTES);
    notes.addAll(RelayDelays.NOTES);
    return new BenchReport(LinkCell.SUITE, Map.of(), rows, notes, figures);
  }

  /** The suite; a quick one has fewer shares. */
  static CellSuite suite(boolean quick) {
    List<Integer> shares = quick ? List.of(GOAL_SHARE) : SHARES;
    List<List<? extends Cell>> groups = new ArrayList<>();
    List<Figure> figures = new ArrayList<>();
    for (Carrier carrier : Carrier.values()) {
      for (WholeRow row : WholeRow.ofCastile()) {
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
    List<String> notes = new ArrayList<>(NOTES);
    if (quick) {
      notes.add(COLD);
    }
    return new CellSuite(groups, List.of(), figures, notes);
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
        WholeRow.ofCastile().stream().map(WholeRow::label).toList());
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

  static double value(List<BenchRow> rows, WholeRow row, String scenario) {
    return rows.stream()
        .filter(each -> each.row().equals(row.label()) && each.scenario().equals(scenario))
        .mapToDouble(BenchRow::value)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no " + scenario + " of " + row.label()));
  }
}
