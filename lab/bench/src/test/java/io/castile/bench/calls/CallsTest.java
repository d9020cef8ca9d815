package io.castile.bench.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.bench.harness.AllocationMeter;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.ReportTable;
import io.castile.demo.portal.PortalData;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The suite {@code calls}; the rounds here are too short for numbers that mean anything. */
@Tag("long")
@Timeout(240)
final class CallsTest {
  private static CallSizes sizes;

  @BeforeAll
  static void countTheBytes() throws Exception {
    sizes = CallSizes.count();
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CXF_URL")
  void everyRowGivesTheRightAnswers(LoopbackRow row) throws Exception {
    try (CallRow.Served server = row.serve(new ReadyPortal(), sizes);
        CallEnd end = row.open(server.address(), sizes);
        LoopbackClient client = new LoopbackClient(end)) {
      CallAnswers.check(row.label(), end, List.of(CallOperation.values()));

      CallRound.Result result = client.play(new CallRound(CallOperation.SEARCH, 3, 20));

      assertThat(result.calls()).isGreaterThanOrEqualTo(3);
      assertThat(result.perSecond()).isPositive();
      assertThat(result.p50()).isPositive().isLessThanOrEqualTo(result.p99());
      assertThat(result.allocated()).isPositive();
    }
  }

  @Test
  void aWrongAnswerIsFoundOut() throws Exception {
    CallEnd wrong =
        new CallEnd() {
          @Override
          public Object call(CallOperation operation, int turn) {
            return PortalData.standard().search("something else");
          }

          @Override
          public void close() {}
        };
    try (wrong) {
      for (CallOperation operation : CallOperation.values()) {
        assertThatThrownBy(() -> CallAnswers.check("x", wrong, List.of(operation)))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("x gives a wrong answer to '" + operation.label());
      }
    }
  }

  @Test
  void theOtherClientOfCxfNeedsItsOption() {
    assertThat(LoopbackRow.CXF_URL.clientOptions()).hasSize(1);
    assertThatThrownBy(() -> LoopbackRow.CXF_URL.open("http://localhost:9/portal", sizes))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("forceURLConnection");
  }

  @Test
  void metroIsMeasuredWithoutItsBundle() {
    assertThat(LoopbackRow.CASTILE.classPath()).contains("webservices-rt", "jaxws-rt");
    assertThat(LoopbackRow.METRO.classPath()).contains("jaxws-rt").doesNotContain("webservices-");
  }

  @Test
  void theBareSocketCarriesWhatACallCarries() {
    assertThat(CallSizes.parse(sizes.text())).isEqualTo(sizes);
    assertThat(sizes.request(CallOperation.SIMPLE)).isBetween(200, 1000);
    assertThat(sizes.response(CallOperation.RATINGS))
        .isGreaterThan(10 * sizes.response(CallOperation.SIMPLE));
    assertThat(sizes.largest()).isEqualTo(sizes.request(CallOperation.PUT_DOUBLES));
  }

  @Test
  void roundsAndResultsAreLines() {
    CallRound round = new CallRound(CallOperation.PUT_DOUBLES, 16, 300);
    CallRound.Result result =
        CallRound.Result.of(new long[] {3000, 1000, 2000, 6000}, 8_000_000, 4000);

    assertThat(CallRound.parse(round.line())).isEqualTo(round);
    assertThat(result).isEqualTo(new CallRound.Result(500, 3, 6, 1000, 4));
    assertThat(CallRound.Result.parse(result.line())).isEqualTo(result);
    assertThat(result.withServer(8000).allocated()).isEqualTo(3000);
  }

  @Test
  void whatThisThreadAllocatesIsCountedOnce() {
    AllocationMeter meter = new AllocationMeter();
    meter.sinceLast();
    byte[] bytes = new byte[50_000_000];
    long first = meter.sinceLast();
    long second = meter.sinceLast();

    assertThat(first).isGreaterThanOrEqualTo(bytes.length);
    assertThat(second).isLessThan(bytes.length);
  }

  @Test
  void theSuiteHasARowForEachCell() throws Exception {
    Calls suite =
        new Calls(
            List.of(
                LoopbackRow.CASTILE,
                LoopbackRow.CXF_URL,
                LoopbackRow.METRO,
                LoopbackRow.SOCKET,
                LoopbackRow.CASTILE_APACHE),
            List.of(CallOperation.SIMPLE, CallOperation.PUT_DOUBLES),
            List.of(1, 2));
    List<String> progress = new ArrayList<>();

    BenchReport report = suite.run("test", new Timing(2, 1, 1, 20), progress::add);

    int places = CallPlace.canPin() ? 4 : 2;
    // Of stacks: p50, p99 and calls in a second; alone p50's range. Then what is allocated.
    int ofStacks = 4 * 2 * (3 * places + places / 2 + 1);
    // By another transport, which only makes the first call: p50 and its range, or throughput.
    int ofTransport = (2 + 1) * places / 2 + 1;
    assertThat(report.rows()).hasSize(ofStacks + ofTransport);
    assertThat(report.rows())
        .extracting(row -> row.row() + ": " + row.scenario() + ", " + row.unit())
        .doesNotHaveDuplicates()
        .contains(
            "Castile: p50, simple, 1 thread, not pinned, µs",
            "bare socket: calls in a second, put 10 000 doubles, 2 threads, not pinned, calls/s",
            "Castile by Apache HttpClient 5: allocated at both ends for a call, simple, 1 thread,"
                + " not pinned, B");
    assertThat(report.rows()).allSatisfy(row -> assertThat(row.value()).isNotNegative());
    for (ReportTable table : report.tables()) {
      assertThat(table.figure()).as("the figure in which all stands").isNotNull();
      assertThat(table.lines()).isNotEmpty();
    }
    assertThat(report.html()).contains("Client transports: p50, 1 thread, not pinned</h2>");
    assertThat(progress).contains("fork 2 of 2: round 1 of put 10 000 doubles");
  }

  @Test
  void quickLeavesOutWhatTakesLong() {
    assertThat(Calls.of(false).rows()).containsExactly(LoopbackRow.values());
    assertThat(Calls.of(false).operations()).containsExactly(CallOperation.values());
    assertThat(Calls.of(true).rows()).doesNotContain(LoopbackRow.CASTILE_JDK);
    assertThat(Calls.of(true).operations()).doesNotContain(CallOperation.GET_DOUBLES);
  }

  @Test
  void aGoalIsMetUpToItsLimit() {
    assertThat(goals(0.2, 10)).isNotEmpty().allMatch(goal -> goal.startsWith("Goal met: "));
    assertThat(goals(0.5, 10))
        .contains(
            "Goal met: simple, pinned: 0.50× the p50 of the better of Apache CXF and Metro"
                + " (at most 0.5×); with templates off 2.00×.")
        .filteredOn(goal -> goal.startsWith("Goal missed"))
        .allMatch(goal -> goal.contains("ratings") || goal.contains("doubles"));
    assertThat(goals(0.76, 10))
        .filteredOn(goal -> !goal.contains("gRPC"))
        .allMatch(goal -> goal.startsWith("Goal missed: "));
    assertThat(goals(1.2, 1))
        .filteredOn(goal -> goal.contains("gRPC"))
        .hasSize(4)
        .allMatch(goal -> goal.startsWith("Goal met: "));
    assertThat(goals(1.21, 1))
        .filteredOn(goal -> goal.contains("gRPC"))
        .hasSize(4)
        .allMatch(goal -> goal.startsWith("Goal missed: "));
    assertThat(CallGoals.notes(List.of())).isEmpty();
  }

  /** Goals where Metro takes one, which is better than CXF. */
  private static List<String> goals(double castile, double grpc) {
    List<BenchRow> rows = new ArrayList<>();
    for (CallOperation operation : CallOperation.values()) {
      for (boolean pinned : List.of(true, false)) {
        String scenario = CallMeasure.P50.scenario(operation, new CallPlace(pinned, 1));
        rows.add(row(LoopbackRow.CASTILE, scenario, castile));
        rows.add(row(LoopbackRow.CASTILE_PLAIN, scenario, 2));
        rows.add(row(LoopbackRow.CXF, scenario, 4));
        rows.add(row(LoopbackRow.CXF_URL, scenario, 3));
        rows.add(row(LoopbackRow.METRO, scenario, 1));
        rows.add(row(LoopbackRow.GRPC, scenario, 0.1));
        rows.add(row(LoopbackRow.GRPC_DIRECT, scenario, grpc));
      }
    }
    return CallGoals.notes(rows);
  }

  private static BenchRow row(LoopbackRow row, String scenario, double value) {
    return new BenchRow(row.label(), scenario, value, "µs", 0);
  }
}
