package io.castile.bench.floor.constant;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchRow;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every server answers, and its client sees to it that the answer is the constant. */
@Tag("long")
class ServerFloorsTest {
  @Test
  void everyServerIsMeasuredAtEveryPlace() throws Exception {
    List<BenchRow> rows =
        ServerFloors.rows(ConstantServer.compiled(), new Timing(1, 2, 1, 20), line -> {});

    for (ConstantServer server : ConstantServer.compiled()) {
      List<BenchRow> own = rows.stream().filter(row -> row.row().equals(server.label())).toList();
      assertThat(own)
          .extracting(BenchRow::scenario)
          .contains(
              "floor of a server: p50, 1 thread, not pinned",
              "floor of a server: calls in a second, 16 threads, not pinned");
      assertThat(own).allMatch(row -> row.value() > 0);
    }
  }
}
