package io.castile.bench.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bench.Cells;
import io.castile.bench.delta.LinkCell.Act;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Outlet;
import io.castile.bench.report.BenchRow;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The sweep of thresholds. */
@Tag("long")
final class ThresholdCellTest {
  private static double bytes(List<BenchRow> rows, String row, int changed) {
    return rows.stream()
        .filter(each -> each.row().equals(row))
        .filter(each -> each.scenario().contains(" " + changed + " %"))
        .mapToDouble(BenchRow::value)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aMessageGoesWholeAboveTheThresholdOnly() throws Exception {
    List<BenchRow> rows = ThresholdCell.bytes();

    double whole = bytes(rows, "mSOAP, threshold 10 %", 90);
    assertThat(bytes(rows, "mSOAP, threshold 10 %", 50)).isCloseTo(whole, within(whole));
    assertThat(bytes(rows, "mSOAP, threshold 75 %", 50)).isLessThan(0.9 * whole);
    assertThat(bytes(rows, "mSOAP, threshold 25 %", 50)).isCloseTo(whole, within(whole));
    assertThat(bytes(rows, "Castile's delta, threshold 100 %", 50))
        .isLessThan(bytes(rows, "Castile's delta, threshold 10 %", 100));
    assertThat(rows).allSatisfy(row -> assertThat(row.value()).isPositive());
  }

  private static org.assertj.core.data.Offset<Double> within(double bytes) {
    return org.assertj.core.data.Offset.offset(0.05 * bytes);
  }

  @Test
  void everyCellGivesItsMessagesBack() throws Exception {
    for (List<ThresholdCell> group : ThresholdCell.groups(false)) {
      for (ThresholdCell cell : group) {
        if (cell.act() == Act.ENCODE || cell.changed() == 50) {
          try (Call call = cell.call(Outlet.NONE)) {
            call.run();
            call.run();
          }
        }
        assertThat(new Cells().parse(cell.key())).isEqualTo(cell);
      }
    }
  }
}
