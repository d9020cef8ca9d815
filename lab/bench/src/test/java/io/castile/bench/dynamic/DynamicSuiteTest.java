package io.castile.bench.dynamic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.bench.calls.CallEnd;
import io.castile.bench.calls.CallOperation;
import io.castile.bench.calls.LoopbackRow;
import io.castile.bench.calls.ReadyPortal;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.SpeedGoals;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The suite {@code dynamic}; the rounds here are too short for numbers that mean anything. */
@Timeout(120)
final class DynamicSuiteTest {
  private static SoapServer server;

  @BeforeAll
  static void startTheServer() {
    server = Castile.server().publish(LoopbackRow.PATH, new ReadyPortal()).start();
  }

  @AfterAll
  static void stopTheServer() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"ZEEP", "NODE_SOAP"})
  void everyClientInAJvmGivesTheRightAnswers(DynamicRow row) throws Exception {
    try (CallEnd end = row.open(server.url(LoopbackRow.PATH))) {
      for (CallOperation operation : DynamicFacts.OPERATIONS) {
        Object answer = end.plain(end.call(operation, 0));

        assertThat(DynamicFacts.of(operation, answer))
            .isEqualTo(DynamicFacts.expected(operation))
            .doesNotContain("\n");
      }
    }
  }

  @Test
  void otherOperationsAreRefused() throws Exception {
    try (CallEnd end = DynamicRow.CASTILE.open(server.url(LoopbackRow.PATH))) {
      assertThatThrownBy(() -> end.call(CallOperation.GET_DOUBLES, 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("GET_DOUBLES");
    }
    assertThatThrownBy(() -> DynamicRow.ZEEP.open("http://localhost:9/portal"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("zeep does not run in a JVM");
  }

  @Test
  void aGoalIsJudgedByTimes() {
    List<SpeedGoals.Goal> goals =
        List.of(new SpeedGoals.Goal("a", "b", 2), new SpeedGoals.Goal("a", "absent", 2));

    assertThat(SpeedGoals.judged(goals, "s", rows(10, 25)))
        .containsExactly("Goal met: s: a is 2.5× as fast as b (at least 2×).");
    assertThat(SpeedGoals.judged(goals, "s", rows(10, 15)))
        .containsExactly("Goal missed: s: a is 1.5× as fast as b (at least 2×).");
  }

  private static List<BenchRow> rows(double a, double b) {
    return List.of(
        new BenchRow("a", "s", a, "µs", Double.NaN), new BenchRow("b", "s", b, "µs", Double.NaN));
  }

  @Test
  @Tag("long")
  void theClientsThatAreInstalledAreMeasuredInProcessesOfTheirOwn() throws Exception {
    List<String> progress = new ArrayList<>();

    BenchReport report = DynamicCalls.ofAll().measure(new Timing(1, 1, 1, 10), progress::add);

    assertThat(progress).contains("fork 1 of 1: starting " + DynamicRow.CASTILE.label());
    assertThat(report.rows())
        .allSatisfy(row -> assertThat(row.value()).isPositive())
        .extracting(BenchRow::row)
        .contains(DynamicRow.CASTILE.label(), DynamicRow.CXF.label());
    assertThat(report.notes()).anyMatch(note -> note.matches("Goal .* Apache CXF, dynamic .*"));
    assertThat(report.tables()).hasSize(2);
  }

  @Test
  @Tag("long")
  void theLargeWsdlIsMeasuredOrMissing() throws Exception {
    BenchReport report =
        LargeWsdl.measure(
            List.of(LargeRow.CASTILE, LargeRow.ZEEP), new Timing(1, 0, 1, 0), line -> {});

    if (report.rows().isEmpty()) {
      assertThat(report.notes()).singleElement().asString().contains("NetSuite is absent");
    } else {
      assertThat(report.rows())
          .allSatisfy(row -> assertThat(row.value()).isPositive())
          .extracting(BenchRow::row)
          .contains(LargeRow.CASTILE.label());
    }
  }
}
