package io.castile.bench.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.bench.Cells;
import io.castile.bench.data.StockAnswers;
import io.castile.bench.data.WholeLoad;
import io.castile.bench.delta.WholeCell.Carrier;
import io.castile.bench.delta.WholeCell.Cost;
import io.castile.bench.harness.AnswerCycle;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Meter;
import io.castile.bench.harness.Outlet;
import io.castile.bench.harness.Rounds;
import io.castile.bench.harness.Timing;
import io.castile.bench.message.RatedStock;
import io.castile.bench.report.Figure;
import io.castile.bench.report.Unit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
final class WholeCallsTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 10, 30, 100})
  void asManyItemsChangeAtEachStepOfTheCycle(int percent) {
    List<BitSet> states = AnswerCycle.states(200, percent);

    assertThat(states).hasSize(AnswerCycle.LENGTH);
    for (int i = 0; i < states.size(); i++) {
      BitSet step = (BitSet) states.get(i).clone();
      step.xor(states.get((i + 1) % states.size()));
      assertThat(step.cardinality()).isEqualTo(2 * percent);
    }
  }

  @Test
  void answersDifferAsTheySayAndShareNothing() {
    StockAnswers answers = StockAnswers.ofRatings(195, 10);
    List<RatedStock> one = answers.getRatings("");
    List<RatedStock> other = answers.getRatings("");

    int changed = 0;
    for (int i = 0; i < one.size(); i++) {
      changed += one.get(i).values().equals(other.get(i).values()) ? 0 : 1;
      assertThat(one.get(i)).isNotSameAs(other.get(i));
      assertThat(one.get(i).getCompany()).isNotSameAs(other.get(i).getCompany());
    }
    assertThat(changed).isEqualTo(20);
    assertThat(answers.isLast(other)).isTrue();
    assertThat(answers.isLast(one)).isFalse();
    assertThat(answers.isLast("nothing")).isFalse();
  }

  @Test
  void aCycleEndsWhereItBegan() {
    StockAnswers answers = StockAnswers.ofValues(10, 30);
    double[] first = answers.getValues("").clone();
    for (int i = 1; i < AnswerCycle.LENGTH; i++) {
      assertThat(answers.getValues("")).isNotEqualTo(first);
    }

    assertThat(answers.getValues("")).isEqualTo(first);
  }

  @Test
  void asManyRatingsChangeAsTheySay() {
    StockAnswers answers = WholeLoad.MANY_RATINGS.answersWithChanged(100);
    List<RatedStock> one = answers.getRatings("");
    List<RatedStock> other = answers.getRatings("");

    assertThat(one).hasSize(5000);
    long changed =
        IntStream.range(0, one.size())
            .filter(i -> !one.get(i).values().equals(other.get(i).values()))
            .count();
    assertThat(changed).isEqualTo(100);
    assertThatThrownBy(() -> WholeLoad.DOUBLES.answersWithChanged(100))
        .isInstanceOf(IllegalStateException.class);
  }

  private static Stream<Cell> cells(WholePlan plan) {
    return Stream.concat(
            plan.timed().stream().flatMap(part -> part.groups().stream()), plan.counted().stream())
        .flatMap(List::stream);
  }

  /** All of a quick run, and the largest messages. */
  static Stream<Cell> called() {
    List<Cell> largest = new ArrayList<>();
    for (WholeLoad load : List.of(WholeLoad.MOST_RATINGS, WholeLoad.MOST_DOUBLES)) {
      for (Carrier carrier : Carrier.values()) {
        largest.add(new WholeCell(WholeRow.LINK, carrier, load, 1, Cost.TIME));
      }
    }
    for (ChangedRowsCell.Work work : ChangedRowsCell.Work.values()) {
      largest.add(new ChangedRowsCell(work, WholeLoad.MOST_RATINGS));
    }
    return Stream.concat(cells(WholePlan.of(true)), largest.stream());
  }

  @ParameterizedTest
  @MethodSource("called")
  void everyCellCalls(Cell cell) throws Exception {
    try (Call call = cell.call(Outlet.NONE)) {
      String before = call.toString();
      call.run();

      assertThat(call.toString()).isNotEqualTo(before);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyCellIsMadeAgainOfItsKey(boolean quick) {
    assertThat(cells(WholePlan.of(quick)))
        .allSatisfy(cell -> assertThat(new Cells().parse(cell.key())).isEqualTo(cell));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyPointIsMeasuredOnce(boolean quick) {
    WholePlan plan = WholePlan.of(quick);
    List<String> measured =
        Stream.concat(
                cells(plan).map(cell -> cell.row() + ": " + cell.scenario()),
                points(List.of(WholeProfile.figure())))
            .toList();

    assertThat(measured)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(points(plan.figures(null)).toList());
  }

  private static Stream<String> points(List<Figure> figures) {
    return figures.stream()
        .flatMap(
            figure ->
                figure.rows().stream()
                    .flatMap(
                        row ->
                            figure.points().stream().map(point -> row + ": " + point.scenario())));
  }

  @Test
  void rowsAndCasesHaveTheirNames() {
    List<String> names =
        cells(WholePlan.of(false)).map(cell -> cell.row() + ": " + cell.scenario()).toList();

    assertThat(names)
        .contains(
            "plain call: 195 ratings, 10 % changed, in memory",
            "gRPC: 195 ratings, 100 % changed, over loopback",
            "linked call, values without a base: 10 000 doubles, 1 % changed, in memory",
            "linked call: 195 ratings, 10 % changed, in memory, allocated bytes",
            "linked call, values, read-only: 100 of 5 000 ratings changed, read-only, in memory",
            "comparison of the service's own objects:"
                + " 100 of 50 000 ratings changed, read-only, in memory");
  }

  @Test
  void rowsThatPlayInTurnsHaveTheSameCells() {
    assertThat(WholePlan.of(false).timed())
        .allSatisfy(
            part ->
                assertThat(
                        part.groups().stream()
                            .map(group -> group.stream().map(Cell::scenario).toList())
                            .distinct())
                    .hasSize(1));
  }

  @Test
  void theTimeOfProcessorsIsNotTakenOfSingleCalls() {
    Call prepared =
        new Call() {
          @Override
          public boolean isPrepared() {
            return true;
          }

          @Override
          public void run() {}
        };

    assertThatThrownBy(() -> new Rounds(prepared, Meter.PROCESSOR))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void roundsTakeWhatTheirMeterShows() throws Exception {
    long before = Meter.PROCESSOR.reading();
    Rounds rounds = new Rounds(() -> {}, Meter.PROCESSOR);
    while (Meter.PROCESSOR.reading() - before < 20_000_000) {
      Rounds.play(List.of(rounds), new Timing(0, 0, 1, 20));
    }

    assertThat(rounds.micros().getMax()).isPositive();
  }

  @Test
  void bytesAreThoseOfAllThreads() throws Exception {
    Meter.ALLOCATION.reading();
    AtomicReference<byte[]> kept = new AtomicReference<>();
    Rounds rounds = new Rounds(() -> kept.set(new byte[10_000_000]), Meter.ALLOCATION);
    Rounds.play(List.of(rounds), new Timing(0, 0, 1, 1));

    assertThat(Unit.BYTES.ofMicros(rounds.micros().getMax())).isBetween(10_000_000.0, 20_000_000.0);
  }
}
