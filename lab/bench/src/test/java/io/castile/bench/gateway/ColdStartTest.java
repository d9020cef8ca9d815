package io.castile.bench.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bench.report.BenchReport;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The tables of starts. */
final class ColdStartTest {
  private final Medians medians = new Medians();

  private static Latencies second(double p50, double p99) {
    return new Latencies(300, p50, p99, p99, p99);
  }

  private BenchReport report(int seconds) {
    return new BenchReport(
        "gateway",
        Map.of(),
        medians.rows(),
        List.of(),
        ColdStart.figures(medians.names(), seconds));
  }

  @Test
  void aRowHasItsSecondsOfLifeInOrder() {
    ColdStart.add("a", 1_500, List.of(second(900, 9_000), second(400, 4_000)), medians);
    ColdStart.add("nginx", 20, List.of(second(300, 3_000), second(200, 2_000)), medians);

    assertThat(report(2).table())
        .isEqualTo(
            """
            Gateway, cold start: time until ready, ms
                   until ready
            a             1500
            nginx           20

            Gateway, cold start: p50 by second of life, µs
                   second 1  second 2
            a           900       400
            nginx       300       200

            Gateway, cold start: p99 by second of life, µs
                   second 1  second 2
            a          9000      4000
            nginx      3000      2000

            """);
  }

  @Test
  void ofSeveralStartsTheMedianCounts() {
    for (double each : List.of(5.0, 1.0, 30.0)) {
      ColdStart.add("a", each, List.of(second(10 * each, 100 * each)), medians);
    }

    assertThat(medians.rows()).extracting(row -> row.value()).containsExactly(5.0, 50.0, 500.0);
    assertThat(medians.rows()).extracting(row -> row.error()).containsExactly(14.5, 145.0, 1450.0);
  }

  @Test
  void whatIsAbsentHasNoLine() {
    ColdStart.add("a", 1_500, List.of(second(900, 9_000)), medians);

    assertThat(report(1).table()).doesNotContain("nginx");
  }
}
