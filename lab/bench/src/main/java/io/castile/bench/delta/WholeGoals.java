package io.castile.bench.delta;

import io.castile.bench.data.WholeLoad;
import io.castile.bench.delta.ChangedRowsCell.Work;
import io.castile.bench.delta.WholeCell.Carrier;
import io.castile.bench.delta.WholeCell.Cost;
import io.castile.bench.report.BenchRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The goals for the processor time of whole linked calls, and whether rows meet them. */
final class WholeGoals {
  /** What a ten times longer list may take of the time of the shorter one. */
  private static final double MAX_GROWTH = 1.5;

  private static final List<Goal> GOALS =
      List.of(
          inMemory(WholeRow.VALUES, WholeLoad.RATINGS, 10, 0.22),
          inMemory(WholeRow.READ_ONLY_VALUES, WholeLoad.RATINGS, 10, 0.17),
          inMemory(WholeRow.VALUES, WholeLoad.RATINGS, 1, 0.20),
          inMemory(WholeRow.VALUES, WholeLoad.RATINGS, 0, 0.15),
          inMemory(WholeRow.VALUES, WholeLoad.MOVED_RATINGS, 2, 0.55),
          inMemory(WholeRow.VALUES, WholeLoad.MANY_RATINGS, 10, 0.25),
          inMemory(WholeRow.READ_ONLY_VALUES, WholeLoad.MANY_RATINGS, 10, 0.18),
          inMemory(WholeRow.VALUES, WholeLoad.DOUBLES, 10, 0.15),
          inMemory(WholeRow.VALUES, WholeLoad.DOUBLES, 1, 0.06),
          inMemory(WholeRow.PLAIN_VALUES, WholeLoad.RATINGS, 10, 0.36),
          inMemory(WholeRow.PLAIN_VALUES, WholeLoad.MANY_RATINGS, 10, 0.38),
          inMemory(WholeRow.PLAIN_VALUES, WholeLoad.DOUBLES, 10, 0.10),
          toGrpc(WholeLoad.RATINGS, 0.22),
          toGrpc(WholeLoad.DOUBLES, 0.35));

  /** How much of the time of another row a linked call may take. */
  private record Goal(WholeRow who, WholeRow other, String scenario, double max) {
    String judged(List<BenchRow> rows) {
      return WholeGoals.judged(
          "a " + who.label() + ", for " + scenario + " takes",
          "of the processor time of a " + other.label(),
          value(rows, who.label(), scenario),
          value(rows, other.label(), scenario),
          max);
    }
  }

  private WholeGoals() {}

  private static Goal inMemory(WholeRow row, WholeLoad load, int changed, double max) {
    return new Goal(
        row, WholeRow.SOAP, WholeCell.scenario(Carrier.MEMORY, load, changed, Cost.TIME), max);
  }

  /** With all values changed. Neither of the two compresses. */
  private static Goal toGrpc(WholeLoad load, double max) {
    return new Goal(
        WholeRow.PLAIN_VALUES,
        WholeRow.GRPC,
        WholeCell.scenario(Carrier.LOOPBACK, load, 100, Cost.TIME),
        max);
  }

  /** Says of each goal whether it is met, or that it was not measured. */
  static List<String> of(List<BenchRow> rows) {
    List<String> judged = new ArrayList<>();
    GOALS.forEach(goal -> judged.add(goal.judged(rows)));
    judged.add(growth(rows));
    return judged;
  }

  /** Cost follows change: what depends on the length of the list is the comparison alone. */
  private static String growth(List<BenchRow> rows) {
    return judged(
        "what a linked call takes besides the comparison of the service's own objects, with "
            + ChangedRowsCell.scenario(WholeLoad.MOST_RATINGS)
            + ", is",
        "of that with " + ChangedRowsCell.scenario(WholeLoad.MANY_RATINGS),
        besides(rows, WholeLoad.MOST_RATINGS),
        besides(rows, WholeLoad.MANY_RATINGS),
        MAX_GROWTH);
  }

  private static OptionalDouble besides(List<BenchRow> rows, WholeLoad load) {
    String scenario = ChangedRowsCell.scenario(load);
    OptionalDouble linked = value(rows, Work.LINKED.label(), scenario);
    OptionalDouble compared = value(rows, Work.COMPARISON.label(), scenario);
    return linked.isPresent() && compared.isPresent()
        ? OptionalDouble.of(linked.getAsDouble() - compared.getAsDouble())
        : OptionalDouble.empty();
  }

  /**
   * The sentence about a goal.
   *
   * @param before what stands before the ratio
   * @param behind what stands behind it
   */
  private static String judged(
      String before, String behind, OptionalDouble micros, OptionalDouble others, double max) {
    if (micros.isEmpty() || others.isEmpty()) {
      return String.format(
          Locale.ROOT, "Goal not measured: %s at most %.2f %s.", before, max, behind);
    }
    double value = micros.getAsDouble();
    double other = others.getAsDouble();
    return String.format(
        Locale.ROOT,
        "Goal %s: %s %.2f %s: %.1f µs of %.1f µs (at most %.2f).",
        value > 0 && other > 0 && value <= max * other ? "met" : "missed",
        before,
        value / other,
        behind,
        value,
        other,
        max);
  }

  private static OptionalDouble value(List<BenchRow> rows, String row, String scenario) {
    return rows.stream()
        .filter(each -> each.row().equals(row) && each.scenario().equals(scenario))
        .mapToDouble(BenchRow::value)
        .findFirst();
  }
}
