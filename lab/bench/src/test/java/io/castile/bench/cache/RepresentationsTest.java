package io.castile.bench.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.bench.data.GoogleOperation;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.ReportTable;
import io.castile.bench.stack.CellSuite;
import io.castile.cache.key.CacheKey;
import io.castile.cache.representation.Representation;
import io.castile.cache.representation.Stored;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tables of the response caching paper; the rounds here are too short for numbers. */
@Tag("long")
final class RepresentationsTest {
  private static final Timing SMOKE = new Timing(0, 0, 1, 1);
  private static final List<GoogleOperation> ALL = List.of(GoogleOperation.values());

  @Test
  void everyTableHasItsRowsAndEveryGoalIsSpokenOf() throws Exception {
    CellSuite suite = Representations.suite();
    BenchReport times = suite.run(Representations.SUITE, "test", SMOKE, line -> {});

    BenchReport report = Representations.complete(times, RetainedBytes.rows(ALL));

    assertThat(report.rows())
        .filteredOn(row -> !row.unit().equals("%"))
        .allSatisfy(row -> assertThat(row.value()).isPositive());
    assertThat(report.tables()).extracting(table -> table.figure() != null).containsOnly(true);
    assertThat(report.tables().stream().map(ReportTable::title))
        .containsExactly(
            "Table 6: cache key generation, ns",
            "Key and look-up, ns",
            "Table 7: cached data retrieval, ns",
            "Whole hit: key of the arguments, look-up and retrieval, ns",
            "Table 8: memory size of cache keys, B",
            "Table 9: memory size of cached objects, B");
    assertThat(report.tables().get(2).lines().keySet())
        .containsExactly(
            "XML message, reference",
            "XML message, reference, SAX",
            "SAX events, reference",
            "StAX events, reference",
            "XML message",
            "Recorded tags and texts",
            "Java serialization",
            "Copy by reflection",
            "Copy by clone",
            "Compiled copy",
            "Pass by reference");
    assertThat(report.tables().get(3).lines().keySet()).contains("Spring @Cacheable on Caffeine");
    assertThat(report.notes().stream().filter(note -> note.startsWith("Goal "))).hasSize(7);
    assertThat(report.html()).contains("Table 7: cached data retrieval</h2>", "<rect ");
  }

  @ParameterizedTest
  @EnumSource
  void onlyWhatThePaperLeavesOutForStringsAndArraysDoesNotFit(AnswerRow row) {
    for (GoogleOperation operation : ALL) {
      // A String is no Cloneable; the paper did not clone arrays, which we do.
      boolean expected = row != AnswerRow.CLONE || operation != GoogleOperation.SPELLING;
      assertThat(row.fits(operation)).as(row + " of " + operation).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource
  void keysAreEqualForEqualArgumentsOnly(KeyRow row) {
    for (GoogleOperation operation : ALL) {
      KeyRow.Maker maker = row.maker(operation);
      CacheKey key = maker.of(operation.arguments(1)).get();

      assertThat(maker.of(operation.arguments(1)).get().toStored()).isEqualTo(key);
      assertThat(maker.of(operation.arguments(2)).get()).isNotEqualTo(key);
    }
  }

  @Test
  void anAnswerThatIsKeptOtherwiseIsNotMeasured() {
    Representation<Object> other = AnswerRow.CLONE.representation(GoogleOperation.SPELLING);

    assertThatThrownBy(() -> AnswerRow.CLONE.store(other, "text"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("REFLECTION_COPY");
  }

  @Test
  void weightsAgreeWithTheBytesRetainedWithinTwentyPercent() {
    List<BenchRow> errors =
        RetainedBytes.rows(ALL).stream().filter(row -> row.unit().equals("%")).toList();

    assertThat(errors).hasSize(3 * 4 + 3 * 8 - 1);
    assertThat(errors).allSatisfy(row -> assertThat(row.value()).isBetween(-20.0, 20.0));
  }

  @Test
  void theBytesOfAnArrayAreThoseOfTheArrayAndItsHolder() {
    Stored<Object> stored =
        AnswerRow.REFERENCE
            .representation(GoogleOperation.PAGE)
            .store(GoogleOperation.PAGE.answer(0));

    assertThat(
            RetainedBytes.rows(List.of(GoogleOperation.PAGE)).stream()
                .filter(row -> row.row().equals("Java object"))
                .filter(row -> row.scenario().equals("bytes of answer to Cached Page")))
        .singleElement()
        .satisfies(row -> assertThat(row.value()).isBetween(3600.0, 3700.0))
        .satisfies(row -> assertThat(row.value()).isEqualTo(stored.weight()));
  }

  @Test
  void anotherJvmFindsTheSameBytes() throws Exception {
    assertThat(RetainedBytes.inChild(line -> {})).isEqualTo(RetainedBytes.rows(ALL));
  }

  @Test
  void goalsAreMetOrMissedByTheirNumbers() {
    assertThat(CacheGoals.check(goals(100, 1, 0)))
        .hasSize(7)
        .allMatch(note -> note.startsWith("Goal met: "));
    assertThat(CacheGoals.check(goals(151, 1, 20.5)))
        .filteredOn(note -> note.startsWith("Goal missed: "))
        .containsExactly(
            "Goal missed: a hit by reference takes 151 ns with its key (at most 150).",
            "Goal missed: weights agree with the bytes retained, the worst being off by 20.5 % (at"
                + " most 20).");
    assertThat(CacheGoals.check(goals(100, 10, -20.5)))
        .filteredOn(note -> note.startsWith("Goal missed: "))
        .containsExactly(
            "Goal missed: a copy by reflection takes 1.0× as long as a compiled copy (at least 3×).",
            "Goal missed: Java serialization takes 10.0× as long as a compiled copy (at least 20×).",
            "Goal missed: a key of toString takes 0.4× as long as one of the arguments (at least"
                + " 2×).",
            "Goal missed: the order of Table 7, messages read by our codecs, does not hold: XML"
                + " message is faster than Java serialization.",
            "Goal missed: the order of Table 7, by the paper's mechanisms, does not hold: XML"
                + " message, reference, SAX is faster than SAX events, reference.",
            "Goal missed: weights agree with the bytes retained, the worst being off by -20.5 % (at"
                + " most 20).");
  }

  /** Rows of which all are good if the factor is 1. */
  private static List<BenchRow> goals(double hit, double factor, double percent) {
    String restored = "restore Google Search";
    List<BenchRow> rows = new ArrayList<>();
    rows.add(nanos("Pass by reference", "hit of Google Search", hit));
    rows.add(nanos("XML message", restored, 9000));
    rows.add(nanos("Recorded tags and texts", restored, 8000));
    rows.add(nanos("XML message, reference, SAX", restored, 30_000 / factor));
    rows.add(nanos("SAX events, reference", restored, 20_000));
    rows.add(nanos("Java serialization", restored, factor == 1 ? 7000 : 10_000));
    rows.add(nanos("Copy by reflection", restored, 1000));
    rows.add(nanos("Copy by clone", restored, 200));
    rows.add(nanos("Compiled copy", restored, 100 * factor));
    rows.add(nanos("Pass by reference", restored, 2));
    rows.add(nanos("toString method", "key of Google Search", 80));
    rows.add(nanos("arguments", "key of Google Search", 20 * factor));
    rows.add(new BenchRow("x", "error of weight of y", percent, "%", Double.NaN));
    rows.add(new BenchRow("x", "error of weight of z", 3, "%", Double.NaN));
    return rows;
  }

  private static BenchRow nanos(String row, String scenario, double value) {
    return new BenchRow(row, scenario, value, "ns", Double.NaN);
  }
}
