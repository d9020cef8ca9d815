package io.castile.bench.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bench.harness.ClassPath;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the suite reports; too small for numbers that mean anything. */
@Tag("long")
final class OperatedSuiteTest {
  static final Extent SMALL =
      new Extent(
          /* forks= */ 1,
          /* rounds= */ 1,
          /* seconds= */ 1,
          /* warmUpLoads= */ List.of(2),
          /* warmUpSeconds= */ 1,
          /* momentSeconds= */ 1,
          /* warmUpRequests= */ 0,
          /* mostWarmUpSeconds= */ 0,
          /* entries= */ 10,
          /* openSeconds= */ 1,
          /* starts= */ 1,
          /* lifeSeconds= */ 2,
          /* cacheBytes= */ 2L << 20,
          /* slice= */ 100,
          /* processorSeconds= */ 1,
          /* limitRequests= */ 200);

  private static final Consumer<String> NO_PROGRESS = line -> {};

  @TempDir private Path folder;

  @Test
  void gatewaysAreStartedFilledAndAskedAtAConstantRate() throws Exception {
    CastileCommand command =
        CastileCommand.prepare(ClassPath.ofThisJvm(folder), folder, Collector.SERIAL);
    OperatedSuite suite = new OperatedSuite(SMALL, List.of(Collector.SERIAL), NO_PROGRESS);
    try (Front.Origin origin = Front.Origin.start();
        Loader loader = Loader.start()) {
      suite.play(origin, loader, List.of(command), folder.resolve("command"));
    }
    BenchReport report = suite.report("test");

    assertThat(command.archive()).isNotEmpty();
    assertThat(report.rows()).allSatisfy(row -> assertThat(row.value()).isNotNegative());
    assertThat(scenarios(report, "Castile, cache, serial, archive"))
        .hasSize(1 + 2 * 2)
        .contains(ColdStart.READY, "cold start: p99, search, never asked before, second 2");
    assertThat(scenarios(report, "Castile, cache, serial, archive, no warm-up")).hasSize(1 + 2 * 2);
    assertThat(scenarios(report, "Castile, cache, serial"))
        .hasSize(2 * 2 * 3 + 2)
        .contains(
            "filling: p99.9, search, never asked before, 25 connections, full cache",
            "filling: p99, search, never asked before, 1000/s, first",
            "full cache: resident memory for its size",
            "full cache: processor time, search, never asked before, 400/s");
    List<String> nginx = scenarios(report, Front.NGINX_CACHE.label());
    assertThat(nginx).hasSize(Front.present().contains(Front.NGINX_CACHE) ? 1 + 4 + 14 : 0);
    assertThat(report.table())
        .contains(
            "Gateway, cold start: p99 by second of life, µs",
            "Gateway, while the cache fills: p99.9 of 100 new questions each, µs");
  }

  private static List<String> scenarios(BenchReport report, String row) {
    return report.rows().stream()
        .filter(each -> each.row().equals(row))
        .map(BenchRow::scenario)
        .toList();
  }
}
