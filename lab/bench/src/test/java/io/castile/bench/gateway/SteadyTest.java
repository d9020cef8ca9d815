package io.castile.bench.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.bench.harness.ClassPath;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the suite reports of disturbed gateways; too short for numbers that mean anything. */
@Tag("long")
final class SteadyTest {
  @TempDir private Path folder;

  @Test
  void eachDisturbanceHasItsPercentilesAndItsProcessorTime() throws Exception {
    BenchReport report = new Steady(1, 2, 1, line -> {}).run("test");

    assertThat(report.rows()).hasSize(Disturbance.values().length * 5);
    assertThat(report.rows()).allSatisfy(row -> assertThat(row.value()).isPositive());
    assertThat(report.rows())
        .extracting(BenchRow::scenario)
        .contains(
            "disturbed: p99, simple, 2000/s, nothing else",
            "disturbed: processor time, simple, 2000/s, observing, and advice");
    assertThat(report.table()).contains("Gateway, hits beside other work: p99.9, µs");
  }

  @Test
  void aDisturbanceThatDoesNotHappenIsAnError() throws Exception {
    Path libraries = Files.createDirectory(folder.resolve("libraries"));
    CastileCommand command =
        CastileCommand.plain(ClassPath.ofThisJvm(libraries), Collector.LAUNCHER);
    Path plain = Files.createDirectory(folder.resolve("plain"));
    try (Front.Origin origin = Front.Origin.start();
        DisturbedGateway gateway =
            DisturbedGateway.start(command, origin, Disturbance.Mode.PLAIN, plain)) {
      for (Disturbance each : Disturbance.values()) {
        if (each != Disturbance.ADVICE) {
          gateway.disturb(each);
        }
      }
      assertThatThrownBy(() -> gateway.disturb(Disturbance.ADVICE))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("expected status 200 of /api/advice, found ");
    }
  }
}
