package io.castile.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Goals that are ratios of times, and whether rows meet them. */
public final class SpeedGoals {
  private SpeedGoals() {}

  /**
   * How many times as fast as another a row is to be.
   *
   * @param other the row that it is held against
   * @param least so many times
   */
  public record Goal(String row, String other, double least) {}

  /**
   * Says of each goal whether it is met in a case; nothing of those that were not measured.
   *
   * @param scenario where less is better
   */
  public static List<String> judged(List<Goal> goals, String scenario, List<BenchRow> rows) {
    List<String> judged = new ArrayList<>();
    for (Goal goal : goals) {
      OptionalDouble own = value(rows, goal.row(), scenario);
      OptionalDouble other = value(rows, goal.other(), scenario);
      if (own.isPresent() && other.isPresent()) {
        double ratio = other.getAsDouble() / own.getAsDouble();
        judged.add(
            String.format(
                Locale.ROOT,
                "Goal %s: %s: %s is %.1f× as fast as %s (at least %.0f×).",
                ratio >= goal.least() ? "met" : "missed",
                scenario,
                goal.row(),
                ratio,
                goal.other(),
                goal.least()));
      }
    }
    return judged;
  }

  private static OptionalDouble value(List<BenchRow> rows, String row, String scenario) {
    return rows.stream()
        .filter(each -> each.row().equals(row) && each.scenario().equals(scenario))
        .mapToDouble(BenchRow::value)
        .findFirst();
  }
}
