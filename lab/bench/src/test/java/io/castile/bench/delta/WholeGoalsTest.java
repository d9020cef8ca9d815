package io.castile.bench.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bench.data.WholeLoad;
import io.castile.bench.delta.ChangedRowsCell.Work;
import io.castile.bench.report.BenchRow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class WholeGoalsTest {
  private static final int GOALS = 15;

  @Test
  void goalsAreMetAtTheirBounds() {
    List<BenchRow> rows = calls(1000, 1000, 60);
    rows.addAll(lists(300, 200, 1150, 1000));

    assertThat(WholeGoals.of(rows))
        .hasSize(GOALS)
        .allMatch(goal -> goal.startsWith("Goal met: "))
        .contains(
            "Goal met: a linked call, values, for 10 000 doubles, 1 % changed, in memory takes 0.06"
                + " of the processor time of a plain call: 60.0 µs of 1000.0 µs (at most 0.06).")
        .last()
        .asString()
        .endsWith(
            " 1.50 of that with "
                + changed(WholeLoad.MANY_RATINGS)
                + ": 150.0 µs of 100.0 µs"
                + " (at most 1.50).");
  }

  @Test
  void goalsAreMissedBeyondThem() {
    List<BenchRow> rows = calls(1000, 1000, 551);
    rows.addAll(lists(300, 200, 1151, 1000));

    assertThat(WholeGoals.of(rows))
        .hasSize(GOALS)
        .allMatch(goal -> goal.startsWith("Goal missed: "));
  }

  @Test
  void lessThanTheComparisonMeetsNothing() {
    assertThat(WholeGoals.of(lists(190, 200, 1000, 1000)))
        .last()
        .asString()
        .startsWith("Goal missed: ");
  }

  @Test
  void whatWasNotMeasuredIsSaid() {
    assertThat(WholeGoals.of(List.of()))
        .hasSize(GOALS)
        .allMatch(goal -> goal.startsWith("Goal not measured: "));
  }

  private static List<BenchRow> calls(double plain, double other, double values) {
    List<BenchRow> rows = new ArrayList<>();
    WholePlan.of(false).timed().stream()
        .flatMap(part -> part.groups().stream())
        .flatMap(List::stream)
        .flatMap(cell -> cell instanceof WholeCell whole ? Stream.of(whole) : Stream.empty())
        .forEach(
            cell -> {
              double micros =
                  switch (cell.who()) {
                    case SOAP -> plain;
                    case VALUES, READ_ONLY_VALUES, PLAIN_VALUES -> values;
                    default -> other;
                  };
              rows.add(new BenchRow(cell.row(), cell.scenario(), micros, "µs", 0));
            });
    return rows;
  }

  private static List<BenchRow> lists(
      double linked, double compared, double longLinked, double longCompared) {
    return List.of(
        row(Work.LINKED, WholeLoad.MANY_RATINGS, linked),
        row(Work.COMPARISON, WholeLoad.MANY_RATINGS, compared),
        row(Work.LINKED, WholeLoad.MOST_RATINGS, longLinked),
        row(Work.COMPARISON, WholeLoad.MOST_RATINGS, longCompared));
  }

  private static BenchRow row(Work work, WholeLoad load, double micros) {
    return new BenchRow(work.label(), changed(load), micros, "µs", 0);
  }

  private static String changed(WholeLoad load) {
    return ChangedRowsCell.scenario(load);
  }
}
