package io.castile.bench.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.bench.Cells;
import io.castile.bench.data.StockAnswers;
import io.castile.bench.harness.AnswerCycle;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Meter;
import io.castile.bench.harness.Outlet;
import io.castile.bench.harness.Rounds;
import io.castile.bench.harness.Timing;
import io.castile.bench.message.RatedStock;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import io.castile.bench.stack.CellSuite;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

  static Stream<Cell> cells() {
    return WholeCalls.suite(true).groups().stream().flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("cells")
  void everyCellCalls(Cell cell) throws Exception {
    assertThat(new Cells().parse(cell.key())).isEqualTo(cell);
    try (Call call = cell.call(Outlet.NONE)) {
      String before = call.toString();
      call.run();

      assertThat(call.toString()).isNotEqualTo(before);
    }
  }

  @Test
  void everyPointIsMeasuredOnce() {
    CellSuite suite = WholeCalls.suite(false);
    List<String> measured =
        suite.groups().stream()
            .flatMap(List::stream)
            .map(cell -> cell.row() + ": " + cell.scenario())
            .toList();
    Set<String> drawn = new HashSet<>();
    for (Figure figure : suite.figures()) {
      for (String row : figure.rows()) {
        figure.points().forEach(point -> drawn.add(row + ": " + point.scenario()));
      }
    }

    assertThat(measured).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(drawn);
  }

  @Test
  void aGoalIsMetUpToAQuarter() {
    assertThat(WholeCalls.goals(rows(100, 25)))
        .isNotEmpty()
        .allMatch(goal -> goal.startsWith("Goal met"));
    assertThat(WholeCalls.goals(rows(100, 26)))
        .isNotEmpty()
        .allMatch(goal -> goal.startsWith("Goal missed"));
    assertThatThrownBy(() -> WholeCalls.goals(List.of())).isInstanceOf(IllegalStateException.class);
  }

  private static List<BenchRow> rows(double plain, double linked) {
    List<BenchRow> rows = new ArrayList<>();
    cells()
        .forEach(
            cell -> {
              double value = cell.row().equals(WholeRow.LINK.label()) ? linked : plain;
              rows.add(new BenchRow(cell.row(), cell.scenario(), value, "µs", 0));
            });
    return rows;
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
    long before = Meter.PROCESSOR.nanos();
    Rounds rounds = new Rounds(() -> {}, Meter.PROCESSOR);
    while (Meter.PROCESSOR.nanos() - before < 20_000_000) {
      Rounds.play(List.of(rounds), new Timing(0, 0, 1, 20));
    }

    assertThat(rounds.micros().getMax()).isPositive();
  }
}
