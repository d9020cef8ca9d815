package io.castile.bench.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bench.calls.LinkSpeed;
import io.castile.bench.data.WholeLoad;
import io.castile.bench.harness.AnswerCycle;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.ReportTable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
@Tag("long")
final class RelayDelaysTest {
  private static final RelayDelays.Plan PLAN =
      new RelayDelays.Plan(List.of(LinkSpeed.PAPER), List.of(10), 1, 1);

  /** The longest lists take zeep a minute; what is measured of it are 195 ratings. */
  private static final Set<WholeLoad> TOO_LONG_FOR_ZEEP =
      EnumSet.of(WholeLoad.MOST_RATINGS, WholeLoad.MOST_DOUBLES);

  @ParameterizedTest
  @EnumSource
  void everyRowAnswersThroughARelay(WholeRow row) throws Exception {
    for (WholeLoad load : WholeLoad.values()) {
      if (row == WholeRow.ZEEP_PAIR && TOO_LONG_FOR_ZEEP.contains(load)) {
        continue;
      }
      try (RelayedCalls calls = RelayedCalls.open(row, load, 10, null)) {
        calls.check(AnswerCycle.LENGTH + 1);

        assertThat(calls.bytesUp()).isPositive();
        assertThat(calls.bytesDown()).isGreaterThan(1000);
      }
    }
  }

  @Test
  void everyPointIsMeasuredOnce() {
    BenchReport report = WholeCalls.relayed(PLAN, line -> {});

    assertThat(report.rows().stream().map(row -> row.row() + ": " + row.scenario()))
        .doesNotHaveDuplicates();
    assertThat(report.rows()).allSatisfy(row -> assertThat(row.value()).isPositive());
    for (ReportTable table : report.tables()) {
      assertThat(table.figure()).as("the figure in which all stands").isNotNull();
      assertThat(table.lines()).hasSameSizeAs(table.figure().rows());
      assertThat(table.lines().values()).allSatisfy(line -> assertThat(line).doesNotContainNull());
    }
    assertThat(report.html()).contains("measured through a relay</h2>");
  }

  @Test
  void bytesAreInTheOrderOfTheCodings() throws Exception {
    Map<WholeRow, Double> bytes = new HashMap<>();
    List<BenchRow> rows = WholeBytes.rows(List.of(10));
    for (WholeRow row : WholeRow.present()) {
      bytes.put(row, WholeCalls.value(rows, row, "bytes of a call for ratings, 10 % changed"));
    }

    assertThat(bytes.get(WholeRow.LINK)).isLessThan(bytes.get(WholeRow.GRPC));
    assertThat(bytes.get(WholeRow.GRPC)).isLessThan(bytes.get(WholeRow.RMI));
    assertThat(bytes.get(WholeRow.RMI)).isLessThan(bytes.get(WholeRow.SOAP));
  }

  @Test
  void goalsAreOfTheWorstShare() {
    assertThat(goals(800, 100, 101)).allMatch(goal -> goal.startsWith("Goal met"));
    assertThat(goals(799, 100, 101)).first().asString().startsWith("Goal missed");
    assertThat(goals(800, 100, 100)).last().asString().startsWith("Goal missed");
  }

  /** Goals where all is well with nothing changed, and delays are these with 20 % changed. */
  private static List<String> goals(double soap, double linked, double rmi) {
    RelayDelays.Plan plan =
        new RelayDelays.Plan(List.of(LinkSpeed.MOBILE_2G), List.of(0, 20, 50), 1, 1);
    List<BenchRow> rows = new ArrayList<>();
    rows.addAll(rows(plan, 0, 1000, 100, 1000));
    rows.addAll(rows(plan, 1, soap, linked, rmi));
    rows.addAll(rows(plan, 2, 1, 100, 1));
    return RelayDelays.goals(plan, rows);
  }

  private static List<BenchRow> rows(
      RelayDelays.Plan plan, int point, double soap, double linked, double rmi) {
    String scenario = RelayDelays.figures(plan, null).get(0).points().get(point).scenario();
    return List.of(
        new BenchRow(WholeRow.SOAP.label(), scenario, soap, "ms", 0),
        new BenchRow(WholeRow.LINK.label(), scenario, linked, "ms", 0),
        new BenchRow(WholeRow.RMI.label(), scenario, rmi, "ms", 0));
  }
}
