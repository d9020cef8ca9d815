package io.castile.bench.encoded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.bench.Cells;
import io.castile.bench.encoded.message.Knot;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The suite {@code encoded}; the rounds here are too short for numbers that mean anything. */
final class EncodedTest {
  private static final Timing SMOKE = new Timing(0, 0, 1, 5);

  @ParameterizedTest
  @EnumSource
  void bothStacksReadWhatBothWrite(EncodedReply reply) throws Exception {
    // Axis takes long for many numbers; a cell looks at what it writes whatever it is to time.
    boolean isLong = reply == EncodedReply.DOUBLES || reply == EncodedReply.INTS;
    List<EncodedCell.Way> ways =
        isLong ? List.of(EncodedCell.Way.READ_REFERENCES) : List.of(EncodedCell.Way.values());
    for (EncodedCell.Way way : ways) {
      for (EncodedStack stack : EncodedStack.values()) {
        EncodedCell cell = new EncodedCell(way, reply, stack);
        assertThat(new Cells().parse(cell.key())).isEqualTo(cell);
        try (Call call = cell.call(null)) {
          call.run();
          assertThat(call.toString()).isNotEqualTo("0 bytes");
        }
      }
    }
  }

  @Test
  void theStacksWriteFormsOfTheirOwn() throws Exception {
    assertThat(written(EncodedStack.AXIS)).contains("<multiRef ").contains(" href=\"#id");
    assertThat(written(EncodedStack.CASTILE)).doesNotContain("<multiRef ");
  }

  private static String written(EncodedStack stack) throws Exception {
    EncodedStack.Prepared prepared = stack.prepare(EncodedReply.STRUCT);
    int size = prepared.write();
    byte[] document = prepared.written();
    assertThat(document).hasSize(size);
    return new String(document, StandardCharsets.UTF_8);
  }

  @Test
  void sharingIsPartOfTheAnswer() {
    CastileEncoded graph = new CastileEncoded(EncodedReply.GRAPH);
    Knot root = (Knot) EncodedReply.GRAPH.value();
    assertThat(graph.isRight(root)).isTrue();

    root.left.shared = new Knot();

    assertThat(graph.isRight(root)).isFalse();
  }

  @Test
  @Tag("long")
  void gsoapReadsAndWritesAllReplies() throws Exception {
    try (EncodedGsoap gsoap = EncodedGsoap.build(line -> {})) {
      List<EncodedReply> replies = EncodedReply.some();

      List<BenchRow> rows = gsoap.measure(replies, SMOKE, line -> {});

      assertThat(gsoap.notes()).hasSize(1);
      if (gsoap.notes().get(0).contains("absent")) {
        assertThat(rows).isEmpty();
      } else {
        assertThat(rows).hasSize(3 * replies.size()).allMatch(row -> row.value() > 0);
      }
    }
  }

  @Test
  void anUnknownCellIsRefused() {
    assertThatThrownBy(() -> EncodedCell.parse(List.of("WRITE", "NOTHING", "AXIS")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NOTHING");
  }

  @Test
  void theSuiteHasARowForEachStackAndAGoalForEachCase() throws Exception {
    List<EncodedReply> replies = List.of(EncodedReply.STRUCT);
    BenchReport report = Encoded.suite(replies).run("encoded", "test", SMOKE, line -> {});

    assertThat(report.rows())
        .hasSize(6)
        .allSatisfy(row -> assertThat(row.value()).isPositive())
        .extracting(BenchRow::row)
        .containsOnly("Castile", "Axis 1.4");
    assertThat(Encoded.goals(replies, report.rows()))
        .hasSize(3)
        .allMatch(s -> s.contains("(at least 5×)"));
    assertThat(report.tables()).hasSize(3);
  }
}
