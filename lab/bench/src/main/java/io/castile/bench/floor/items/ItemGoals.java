package io.castile.bench.floor.items;

import io.castile.bench.report.BenchRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What is to be reached, and whether it is. */
final class ItemGoals {
  /** Large messages are compared with messages of so many items. */
  private static final int MIDDLING = 10_000;

  private static final double FLAT = 1.3;
  private static final double SHARE_OF_OBJECTS = 1.4;
  private static final int MORE_MIB = 16;

  private final List<BenchRow> rows;
  private final List<String> notes = new ArrayList<>();

  private ItemGoals(List<BenchRow> rows) {
    this.rows = rows;
  }

  /** A sentence for each goal whose numbers are there. */
  static List<String> of(List<BenchRow> rows) {
    ItemGoals goals = new ItemGoals(rows);
    for (ItemOperation operation : ItemOperation.values()) {
      goals.flat(Items.ALLOCATION, ItemsRow.CASTILE, operation);
      goals.flat(Items.TIME, ItemsRow.CASTILE_PLAIN, operation);
      goals.memory(operation, true);
      goals.memory(operation, false);
    }
    return goals.notes;
  }

  private void flat(String measure, ItemsRow row, ItemOperation operation) {
    double large = value(row, Items.scenario(measure, operation, operation.mostHeld()));
    double ratio = large / value(row, Items.scenario(measure, operation, MIDDLING));
    say(
        ratio,
        FLAT,
        "%s, %s: %s, of %d items %.2f× that of %d (goal: %.1f×)",
        row.label(),
        operation.label(),
        measure,
        operation.mostHeld(),
        ratio,
        MIDDLING,
        FLAT);
  }

  private void memory(ItemOperation operation, boolean isClient) {
    double needed = value(ItemsRow.CASTILE, Items.memory(Items.end(isClient), operation));
    double objects = value(ItemsRow.CASTILE, Items.memory(Items.OBJECTS, operation));
    double most = SHARE_OF_OBJECTS * objects + MORE_MIB;
    say(
        needed,
        most,
        "%s, %s: memory of the %s %.0f MiB, its objects %.1f (goal: 1.4 of them and 16 MiB, %.1f)",
        ItemsRow.CASTILE.label(),
        operation.label(),
        Items.end(isClient),
        needed,
        objects,
        most);
  }

  private void say(double value, double most, String sentence, Object... values) {
    if (!Double.isNaN(value) && !Double.isNaN(most)) {
      String goal = value <= most ? "Goal met: " : "Goal missed: ";
      notes.add(goal + String.format(Locale.ROOT, sentence, values) + ".");
    }
  }

  private double value(ItemsRow row, String scenario) {
    return rows.stream()
        .filter(each -> each.row().equals(row.label()) && each.scenario().equals(scenario))
        .mapToDouble(BenchRow::value)
        .findFirst()
        .orElse(Double.NaN);
  }
}
