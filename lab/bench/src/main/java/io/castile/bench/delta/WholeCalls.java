package io.castile.bench.delta;

import io.castile.bench.harness.AnswerCycle;
import io.castile.bench.harness.Turns;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Environment;
import io.castile.bench.report.Figure;
import io.castile.bench.stack.CellSuite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The part of the suite {@code differential} that measures whole calls. */
public final class WholeCalls {
  /** The suite that has what calls cost at their ends, and nothing else. */
  public static final String SUITE = "linked";

  private static final Figure.Axis AXIS = new Figure.Axis("% of values changed", false);

  private static final List<String> NOTES =
      List.of(
          "Processor time of whole calls: client and server in one JVM, the time of all its threads,"
              + " garbage collector and compiler included, divided by the calls. Answers come in a"
              + " cycle of "
              + AnswerCycle.LENGTH
              + "; they are new objects each, made before. The system counts in steps of 10 ms. Each"
              + " row has a JVM of its own for each kind, size and carrier of answers, and the rows take turns,"
              + " after the compiler of each JVM had little to do for two seconds and calls became no"
              + " faster in them, or 20 s were over. In memory: without sockets, and without HTTP: the bytes of a"
              + " message are handed over.",
          "Allocated bytes of whole calls are those of all threads of both ends, in JVMs of their"
              + " own.",
          ChangedRowsCell.NOTE,
          WholeProfile.NOTE);

  private static final String COLD =
      "A quick run: the compiler is at work all the time, and its time is in that of every call.";

  private WholeCalls() {}

  /** Runs the part: bytes and delays of whole calls, and what they cost at their ends. */
  static BenchReport run(boolean quick, String command, Consumer<String> progress)
      throws IOException {
    RelayDelays.Plan plan = RelayDelays.Plan.of(quick);
    List<String> cold = quick ? List.of(COLD) : List.of();
    return relayed(plan, progress)
        .saying(rows -> RelayDelays.goals(plan, rows))
        .saying(rows -> WholeRow.absent().isEmpty() ? RelayDelays.pairGoals(plan, rows) : List.of())
        .and(costs(WholePlan.of(quick), command, progress).saying(rows -> cold));
  }

  /** Runs the suite of what whole calls cost at their ends. */
  public static BenchReport costs(boolean quick, String command, Consumer<String> progress)
      throws IOException {
    BenchReport costs = costs(WholePlan.of(quick), command, progress);
    return new BenchReport(
        SUITE, Environment.describe(command), costs.rows(), costs.notes(), costs.figures());
  }

  /** What is measured at the ends, and whether the goals are met. */
  private static BenchReport costs(WholePlan plan, String command, Consumer<String> progress)
      throws IOException {
    List<BenchRow> rows = new ArrayList<>();
    Turns.WarmUp warmUp = plan.warmUp();
    for (WholePlan.Part part : plan.timed()) {
      rows.addAll(Turns.ofGroups(part.groups(), Turns.LARGE_HEAP, warmUp, part.timing(), progress));
    }
    CellSuite counted = new CellSuite(List.copyOf(plan.counted()), List.of(), List.of(), List.of());
    rows.addAll(counted.run(LinkCell.SUITE, command, plan.allocation(), progress).rows());
    progress.accept("activities of a linked call");
    rows.addAll(WholeProfile.rows(plan.profile()));
    return new BenchReport(LinkCell.SUITE, Map.of(), rows, NOTES, plan.figures(AXIS))
        .saying(WholeGoals::of);
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
    notes.addAll(WholeRow.absent());
    return new BenchReport(LinkCell.SUITE, Map.of(), rows, notes, figures);
  }

  static double value(List<BenchRow> rows, WholeRow row, String scenario) {
    return rows.stream()
        .filter(each -> each.row().equals(row.label()) && each.scenario().equals(scenario))
        .mapToDouble(BenchRow::value)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no " + scenario + " of " + row.label()));
  }
}
