package io.castile.bench.cache;

import io.castile.bench.data.GoogleOperation;
import io.castile.bench.report.BenchRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says of each goal of the response cache whether a run has met it, on {@code doGoogleSearch}. */
final class CacheGoals {
  private static final double MAX_HIT_NANOS = 150;
  private static final double MIN_COPY_TO_REFLECTION = 3;
  private static final double MIN_COPY_TO_SERIALIZATION = 20;
  private static final double MIN_ARGUMENTS_TO_TEXT = 2;
  private static final double MAX_WEIGHT_PERCENT = 20;

  private final List<BenchRow> rows;
  private final List<String> notes = new ArrayList<>();

  private CacheGoals(List<BenchRow> rows) {
    this.rows = rows;
  }

  /** One sentence for each goal. */
  static List<String> check(List<BenchRow> rows) {
    CacheGoals goals = new CacheGoals(rows);
    String key = KeyCell.scenario(GoogleOperation.SEARCH, false);
    String restored = AnswerCell.scenario(GoogleOperation.SEARCH, false);
    String hit = AnswerCell.scenario(GoogleOperation.SEARCH, true);
    goals.checkHit(goals.value(AnswerRow.REFERENCE.label(), hit));
    double copy = goals.value(AnswerRow.COMPILED_COPY.label(), restored);
    goals.checkRatio(
        "a copy by reflection takes %.1f× as long as a compiled copy",
        goals.value(AnswerRow.REFLECTION_COPY.label(), restored) / copy, MIN_COPY_TO_REFLECTION);
    goals.checkRatio(
        "Java serialization takes %.1f× as long as a compiled copy",
        goals.value(AnswerRow.SERIALIZATION.label(), restored) / copy, MIN_COPY_TO_SERIALIZATION);
    goals.checkRatio(
        "a key of toString takes %.1f× as long as one of the arguments",
        goals.value(KeyRow.TO_STRING.label(), key) / goals.value(KeyRow.ARGUMENTS.label(), key),
        MIN_ARGUMENTS_TO_TEXT);
    goals.checkOrder(restored);
    goals.checkWeights();
    return goals.notes;
  }

  private double value(String row, String scenario) {
    for (BenchRow each : rows) {
      if (each.row().equals(row) && each.scenario().equals(scenario)) {
        return each.value();
      }
    }
    throw new IllegalStateException("no row '" + row + "' for '" + scenario + "'");
  }

  private void say(boolean isMet, String what) {
    notes.add((isMet ? "Goal met: " : "Goal missed: ") + what + ".");
  }

  private void checkHit(double nanos) {
    say(
        nanos <= MAX_HIT_NANOS,
        String.format(
            Locale.ROOT,
            "a hit by reference takes %.0f ns with its key (at most %.0f)",
            nanos,
            MAX_HIT_NANOS));
  }

  private void checkRatio(String what, double ratio, double least) {
    say(
        ratio >= least,
        String.format(Locale.ROOT, what, ratio)
            + String.format(Locale.ROOT, " (at least %.0f×)", least));
  }

  /**
   * The rows of the paper stand in its order: each takes longer than the next. The paper reads
   * messages and events by the binding of its stack and SAX; we by our own codecs.
   */
  private void checkOrder(String restored) {
    List<String> paper = new ArrayList<>();
    for (AnswerRow row : AnswerRow.values()) {
      if (!Double.isNaN(row.paperMillis().of(GoogleOperation.SEARCH))) {
        paper.add(row.label());
      }
    }
    checkOrder("the order of Table 7, messages read by our codecs,", paper, restored);
    int message = paper.indexOf(AnswerRow.XML_MESSAGE.label());
    paper.set(message, ReferenceCell.Form.MESSAGE_BY_SAX.label());
    paper.add(message + 1, ReferenceCell.Form.EVENTS.label());
    checkOrder("the order of Table 7, by the paper's mechanisms,", paper, restored);
  }

  private void checkOrder(String what, List<String> slowestFirst, String scenario) {
    List<String> wrong = new ArrayList<>();
    for (int i = 1; i < slowestFirst.size(); i++) {
      String slower = slowestFirst.get(i - 1);
      String faster = slowestFirst.get(i);
      if (value(slower, scenario) < value(faster, scenario)) {
        wrong.add(slower + " is faster than " + faster);
      }
    }
    say(
        wrong.isEmpty(),
        what + (wrong.isEmpty() ? " holds" : " does not hold: " + String.join(", ", wrong)));
  }

  private void checkWeights() {
    double worst = 0;
    for (BenchRow row : rows) {
      if (row.unit().equals("%")) {
        worst = Math.abs(row.value()) > Math.abs(worst) ? row.value() : worst;
      }
    }
    say(
        Math.abs(worst) <= MAX_WEIGHT_PERCENT,
        String.format(
            Locale.ROOT,
            "weights agree with the bytes retained, the worst being off by %.1f %% (at most %.0f)",
            worst,
            MAX_WEIGHT_PERCENT));
  }
}
