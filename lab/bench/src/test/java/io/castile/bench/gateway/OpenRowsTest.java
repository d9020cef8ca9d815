package io.castile.bench.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bench.report.BenchRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What open loops report; too small for numbers that mean anything. */
@Tag("long")
final class OpenRowsTest {
  @TempDir private Path folder;

  @Test
  void anOpenLoopHasRowsBesideTheOriginsOwn() throws Exception {
    Medians medians = new Medians();
    List<String> notes = new ArrayList<>();
    try (Front.Origin origin = Front.Origin.start();
        Loader loader = Loader.start()) {
      Front.Setting setting = Front.Setting.of(origin, folder, Front.Kept.HOUR);
      try (Front.Running direct = Front.DIRECT.start(setting);
          Front.Running castile = Front.CASTILE_CACHE.start(setting.with(Collector.G1))) {
        OpenRows.limit(origin, loader, OperatedSuiteTest.SMALL, medians, notes);
        OpenRows.play(
            loader, List.of(direct, castile), OperatedSuiteTest.SMALL, medians, line -> {});
      }
    }

    assertThat(medians.names())
        .containsExactly("the load alone", "origin, direct", "Castile, cache, G1");
    assertThat(medians.rows()).hasSize(1 + 2 * 4 * 5);
    assertThat(medians.rows())
        .extracting(BenchRow::scenario)
        .contains(
            "open loop: max, simple, 4000/s",
            "open loop: p99.9, search, never asked before, 1000/s",
            "open loop: p99 of how late requests are sent, 200 KB, 400/s");
  }
}
