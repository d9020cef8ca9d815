package io.castile.bench.floor;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bench.calls.CallOperation;
import io.castile.bench.harness.Jdk;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.demo.portal.PortalData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The suite {@code floor}. */
@Timeout(600)
final class FloorTest {
  private static final Timing ONCE = new Timing(1, 0, 1, 0);
  private static final Jdk JDK_17 = new Jdk(17, Path.of("nowhere"));

  private static FirstAnswerResults.Cell cell(FirstAnswerRow row, CallOperation operation) {
    return new FirstAnswerResults.Cell(row, operation, JDK_17, "");
  }

  private static FirstAnswerResults.Times times(double answer, double processor) {
    return new FirstAnswerResults.Times(answer, processor);
  }

  @Test
  void goalsOfFirstAnswersAreThoseOfTheirMedians() {
    FirstAnswerResults results = new FirstAnswerResults();
    for (double answer : new double[] {190, 200, 900}) {
      results.add(cell(FirstAnswerRow.CASTILE, CallOperation.RATINGS), times(answer, 300));
    }
    results.add(cell(FirstAnswerRow.METRO, CallOperation.RATINGS), times(400, 900));
    results.add(cell(FirstAnswerRow.INTERPRETED, CallOperation.RATINGS), times(200, 240));
    results.add(cell(FirstAnswerRow.CASTILE, CallOperation.SIMPLE), times(195, 300));
    results.add(cell(FirstAnswerRow.METRO, CallOperation.SIMPLE), times(400, 900));

    assertThat(results.goals())
        .hasSize(3)
        .satisfiesOnlyOnce(
            note -> assertThat(note).startsWith("Goal met").contains("195 ratings", "0.50×"))
        .satisfiesOnlyOnce(
            note -> assertThat(note).startsWith("Goal missed").contains("processor", "1.25×"))
        .satisfiesOnlyOnce(
            note -> assertThat(note).startsWith("Goal missed").contains("simple", "0.49×"));
  }

  @Test
  void answersAreToldFromEachOther() {
    PortalData data = PortalData.standard();

    assertThat(FirstAnswerProbe.digest(data.ratings()))
        .isEqualTo(FirstAnswerProbe.digest(PortalData.standard().ratings()))
        .isNotEqualTo(FirstAnswerProbe.digest(data.ratings().subList(1, data.ratings().size())))
        .isNotEqualTo(FirstAnswerProbe.digest(data.simple()));
  }

  @Test
  @Tag("long")
  void everyRowGivesTheRightFirstAnswer() throws Exception {
    List<String> progress = new ArrayList<>();
    List<FirstAnswerRow> rows = List.of(FirstAnswerRow.values());

    BenchReport report =
        new FirstAnswers().measure(rows, List.of(Jdk.running()), ONCE, progress::add).report();

    String where = "195 ratings, " + Jdk.running().label();
    assertThat(report.rows())
        .hasSizeGreaterThanOrEqualTo(rows.size() * FirstAnswers.OPERATIONS.size() * 2)
        .allSatisfy(row -> assertThat(row.value()).isPositive());
    assertThat(report.rows())
        .extracting(row -> row.row() + ": " + row.scenario() + ", " + row.unit())
        .doesNotHaveDuplicates()
        .contains(
            "Castile: first answer, " + where + ", ms",
            "Metro: processor time until the first answer, " + where + ", ms");
    assertThat(report.notes()).filteredOn(note -> note.startsWith("Goal ")).hasSize(6);
    assertThat(progress).contains("Apache CXF, " + where);
  }

  @Test
  @Tag("long")
  void everyRowWarmsUpAndGivesTheRightAnswers() throws Exception {
    List<WarmUpRow> rows = List.of(WarmUpRow.values());
    int seconds = 2; // in which no answer may come: each client checks its answers afterwards

    BenchReport report =
        new WarmUp().measure(rows, List.of(1, 2), seconds, 1, new ArrayList<>()::add);

    assertThat(report.rows()).hasSize(rows.size() * 2 * seconds);
    assertThat(report.rows())
        .filteredOn(row -> row.scenario().endsWith("second " + seconds))
        .hasSize(rows.size() * 2)
        .allSatisfy(row -> assertThat(row.value()).isNotNegative());
    long compared = // a peer is compared where it has answered
        report.rows().stream()
            .filter(row -> row.value() > 0)
            .filter(
                row ->
                    row.row().equals(WarmUpRow.CXF.label())
                        || row.row().equals(WarmUpRow.METRO.label()))
            .map(row -> row.row() + row.scenario().replaceAll(", second .*", ""))
            .distinct()
            .count();
    assertThat(report.notes()).filteredOn(note -> note.startsWith("Goal ")).hasSize((int) compared);
    assertThat(report.table()).contains("warm-up, 1 thread");
  }
}
