package io.castile.delta.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RowFilterTest {
  private static final int ROWS = 500;

  private static byte[] list(int[] values) {
    StringBuilder list = new StringBuilder("<r>");
    for (int value : values) {
      list.append("<i>").append(value).append("</i>");
    }
    return list.append("</r>").toString().getBytes(UTF_8);
  }

  /** Where a filter handed on from message to message had rows of earlier ones, or lost its own. */
  @Test
  void rowsThatWereReplacedAreGoneAndThoseThatCameAreThere() {
    Random random = new Random(1);
    int[] values = random.ints(ROWS, 0, 1_000_000).toArray();
    byte[] base = list(values);
    FieldTable table = FieldTable.of(base);
    RowFilter handedOn = RowFilter.of(base, table);
    for (int message = 0; message < 300; message++) {
      for (int i = 0; i < 50; i++) {
        values[random.nextInt(ROWS)] = i < 25 ? 7 : random.nextInt(1_000_000); // some are equal
      }
      byte[] target = list(values);
      Edits edits = FieldDiff.of(base, table, target);
      FieldTable targetTable = table.edited(edits.fields, edits.lengths(), edits.count);
      handedOn = handedOn.edited(base, table, target, targetTable, edits);
      RowFilter anew = RowFilter.of(target, targetTable);
      int more = 0;
      for (int row = 0; row < targetTable.rows(); row++) {
        assertThat(handedOn.mayHave(RowAlignment.hash(target, targetTable, row))).isTrue();
        long old = RowAlignment.hash(base, table, row);
        more += handedOn.mayHave(old) && !anew.mayHave(old) ? 1 : 0;
      }
      // But for what a counter at its end has lost count of: here of the many that are equal.
      assertThat(more).isLessThan(10);
      base = target;
      table = targetTable;
    }
  }
}
