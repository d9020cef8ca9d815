package io.castile.bench.floor.items;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The section of the items of the suite {@code floor}. */
@Timeout(600)
final class ItemsTest {
  private static final ItemsTiming SHORT = new ItemsTiming(1, 1, 1, 2);

  private static BenchRow row(ItemsRow row, String scenario, double value) {
    return new BenchRow(row.label(), scenario, value, "any", Double.NaN);
  }

  @Test
  void goalsOfLargeMessagesAreThoseOfMiddlingOnesAndOfTheirObjects() {
    ItemOperation get = ItemOperation.GET_DOUBLES;
    ItemOperation put = ItemOperation.PUT_RATINGS;

    List<String> goals =
        ItemGoals.of(
            List.of(
                row(ItemsRow.CASTILE, Items.scenario(Items.ALLOCATION, get, 1_000_000), 65),
                row(ItemsRow.CASTILE, Items.scenario(Items.ALLOCATION, get, 10_000), 50),
                row(ItemsRow.CASTILE_PLAIN, Items.scenario(Items.TIME, put, 100_000), 66),
                row(ItemsRow.CASTILE_PLAIN, Items.scenario(Items.TIME, put, 10_000), 50),
                row(ItemsRow.CASTILE, Items.memory(Items.OBJECTS, get), 10),
                row(ItemsRow.CASTILE, Items.memory(Items.end(true), get), 30),
                row(ItemsRow.CASTILE, Items.memory(Items.end(false), get), 31)));

    assertThat(goals)
        .hasSize(4)
        .satisfiesOnlyOnce(
            goal -> assertThat(goal).startsWith("Goal met").contains("getDoubles", "1.30×"))
        .satisfiesOnlyOnce(
            goal -> assertThat(goal).startsWith("Goal missed").contains("putRatings", "1.32×"))
        .satisfiesOnlyOnce(
            goal -> assertThat(goal).startsWith("Goal met").contains("memory of the client"))
        .satisfiesOnlyOnce(
            goal -> assertThat(goal).startsWith("Goal missed").contains("memory of the server"));
  }

  @Test
  @Tag("long")
  void everyRowHasItsItems() throws Exception {
    List<String> progress = new ArrayList<>();
    List<Integer> counts = List.of(1, 100);
    List<ItemsRow> rows = List.of(ItemsRow.values());

    BenchReport report = Items.measure(rows, counts, 1, SHORT, false, progress::add);

    int java = rows.size() - 1;
    int operations = ItemOperation.values().length;
    int places = operations * counts.size();
    boolean hasGsoap = progress.stream().anyMatch(line -> line.endsWith(ItemsRow.GSOAP.label()));
    assertThat(report.rows())
        .hasSize(2 * java * places + (hasGsoap ? places : 0))
        .allSatisfy(row -> assertThat(row.value()).isPositive());
    assertThat(report.rows())
        .extracting(row -> row.row() + ": " + row.scenario() + ", " + row.unit())
        .doesNotHaveDuplicates()
        .contains(
            "Metro: allocation an item, putRatings of 100, B",
            "gRPC: time an item, getDoubles of 1, ns");
  }

  @Test
  @Tag("long")
  void aHeapThatIsTooSmallEndsOneEnd() throws Exception {
    ItemOperation operation = ItemOperation.GET_DOUBLES;

    int memory = new HeapSearch().search(ItemsRow.CASTILE, operation, true);

    int objects = operation.mostHeld() * Double.BYTES >> 20;
    assertThat(memory).isBetween(objects, 8 * objects);
  }
}
