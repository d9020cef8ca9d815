package io.castile.bench.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bench.Cells;
import io.castile.bench.data.GoogleOperation;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import io.castile.bench.harness.Timing;
import io.castile.bench.harness.Turns;
import io.castile.bench.report.BenchRow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers from the cache through the port. */
@Tag("long")
final class HitsTest {
  @ParameterizedTest
  @EnumSource(HitRow.class)
  void everyRowIsAnsweredFromItsCacheAndRightly(HitRow row) throws Exception {
    Cell cell = new Cells().parse(new HitCell(GoogleOperation.SEARCH, row).key());

    try (Call call = cell.call(Outlet.NONE)) { // which looks at the answers
      call.run();
    }
    assertThat(cell.row()).isEqualTo(row.label());
  }

  @Test
  void cellsInTurnHaveTheMedianOfTheirForksAndHalfTheirRange() throws Exception {
    List<HitCell> cells =
        List.of(
            new HitCell(GoogleOperation.SPELLING, HitRow.SPRING),
            new HitCell(GoogleOperation.SPELLING, HitRow.CLIENT_REFERENCE));
    List<String> progress = new ArrayList<>();

    List<BenchRow> rows = Turns.of(cells, new Timing(2, 0, 1, 5), progress::add);

    assertThat(rows)
        .extracting(BenchRow::row)
        .containsExactly(HitRow.SPRING.label(), HitRow.CLIENT_REFERENCE.label());
    assertThat(rows)
        .allSatisfy(
            row -> {
              assertThat(row.value()).isPositive();
              assertThat(row.error()).isNotNegative().isLessThan(row.value());
            });
    assertThat(progress).anyMatch(line -> line.startsWith("fork 2 of 2"));
  }

  @Test
  void everyGoalIsSaidToBeMetOrMissed() {
    List<BenchRow> rows = new ArrayList<>();
    for (HitRow row : HitRow.values()) {
      double nanos = row == HitRow.SPRING ? 100 : 90;
      String scenario = HitCell.scenario(GoogleOperation.SEARCH);
      rows.add(new BenchRow(row.label(), scenario, nanos, "ns", 0));
    }

    assertThat(Hits.goals(rows))
        .hasSize(6)
        .startsWith(
            "Goal missed: 'Castile's client, by reference' takes 0.90 of 'Spring @Cacheable on"
                + " Caffeine, by reference' (at most 0.8).")
        .filteredOn(goal -> goal.startsWith("Goal met"))
        .hasSize(4);
  }
}
