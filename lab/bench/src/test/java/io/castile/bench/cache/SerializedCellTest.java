package io.castile.bench.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bench.Cells;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Outlet;
import io.castile.bench.report.Figure;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Serializers together with a cache; the calls here are too few for numbers. */
@Tag("long")
final class SerializedCellTest {
  static Stream<SerializedCell> cells() {
    return SerializedCell.groups(true).stream().flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("cells")
  void everySerializerGivesTheAnswerWhetherItIsKeptOrNot(SerializedCell cell) throws Exception {
    try (Call call = cell.call(Outlet.NONE)) {
      for (int i = 0; i < 100; i++) {
        call.run();
      }
    }
    assertThat(new Cells().parse(cell.key())).isEqualTo(cell);
  }

  @Test
  void everyPointOfAFigureIsMeasured() {
    for (boolean quick : new boolean[] {true, false}) {
      List<String> measured =
          SerializedCell.groups(quick).stream()
              .flatMap(List::stream)
              .map(cell -> cell.row() + ": " + cell.scenario())
              .toList();
      for (Figure figure : SerializedCell.figures(quick)) {
        for (String row : figure.rows()) {
          assertThat(measured)
              .containsAll(
                  figure.points().stream().map(point -> row + ": " + point.scenario()).toList());
        }
      }
      assertThat(measured).doesNotHaveDuplicates();
    }
  }
}
