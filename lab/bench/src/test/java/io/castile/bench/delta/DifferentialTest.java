package io.castile.bench.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.castile.bench.calls.LinkSpeed;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import io.castile.bench.report.ReportTable;
import io.castile.bench.stack.CellSuite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("long")
final class DifferentialTest {
  private static final LinkMessage TENTH = new LinkMessage(LinkMessage.Kind.RATINGS, 10);

  @ParameterizedTest
  @EnumSource
  void everyRowGivesEveryMessageBack(LinkRow row) throws Exception {
    for (LinkMessage message : Differential.messages()) {
      try (LinkEnd sender = row.open();
          LinkEnd receiver = row.open()) {
        for (byte[] next : message.messages(3)) {
          assertThat(receiver.decode(sender.encode(next))).isEqualTo(next);
        }
      }
    }
  }

  static Stream<Cell> cells() {
    return Differential.suite(true).groups().stream()
        .<Cell>flatMap(List::stream)
        .filter(cell -> !cell.scenario().contains(LinkMessage.Kind.DOUBLES.label()));
  }

  @ParameterizedTest
  @MethodSource("cells")
  void everyCellDoesSomething(Cell cell) throws Exception {
    try (Call call = cell.call(Outlet.NONE)) {
      String before = call.toString();
      call.prepare();
      call.run();
      call.prepare();
      call.run();

      assertThat(call.toString()).isNotEqualTo(before);
    }
  }

  @Test
  void everyActivityIsAtAnEnd() {
    List<String> activities =
        ActivityCell.groups().stream().flatMap(List::stream).map(Cell::scenario).toList();
    List<String> columns =
        ActivityCell.figure().points().stream().map(Figure.Point::scenario).toList();

    assertThat(activities).containsOnlyOnceElementsOf(List.of("server: write", "client: read"));
    assertThat(activities).containsAll(columns);
    assertThat(columns).containsAll(activities);
    assertThat(columns)
        .allMatch(
            column ->
                column.startsWith("server: ")
                    || column.startsWith("client: ")
                    || column.startsWith("both: "));
  }

  @Test
  void messagesAreAsLargeAndAsDifferentAsTheySay() {
    for (int share : List.of(0, 1, 10, 100)) {
      List<byte[]> messages = new LinkMessage(LinkMessage.Kind.RATINGS, share).messages(2);

      assertThat(messages)
          .allSatisfy(message -> assertThat(message).hasSizeBetween(36_000, 42_000));
      assertThat(changed(messages.get(0), messages.get(1), "<return>"))
          .isEqualTo(Math.round(1.95f * share));
    }
    List<byte[]> doubles = new LinkMessage(LinkMessage.Kind.DOUBLES, 10).messages(1);
    assertThat(changed(doubles.get(0), doubles.get(1), "<item>")).isEqualTo(1000);
  }

  private static int changed(byte[] one, byte[] other, String tag) {
    List<String> left =
        Arrays.asList(new String(one, java.nio.charset.StandardCharsets.UTF_8).split(tag));
    List<String> right =
        Arrays.asList(new String(other, java.nio.charset.StandardCharsets.UTF_8).split(tag));
    assertThat(left).hasSameSizeAs(right);
    int changed = 0;
    for (int i = 0; i < left.size(); i++) {
      changed += left.get(i).equals(right.get(i)) ? 0 : 1;
    }
    return changed;
  }

  @Test
  void everyFigureHasAllItsRows() throws IOException {
    List<BenchRow> times = new ArrayList<>();
    CellSuite suite = Differential.suite(true);
    for (List<? extends Cell> group : suite.groups()) {
      group.forEach(cell -> times.add(new BenchRow(cell.row(), cell.scenario(), 1, "µs", 0)));
    }
    BenchReport report =
        Differential.complete(
            new BenchReport(LinkCell.SUITE, java.util.Map.of(), times, List.of(), suite.figures()),
            line -> {});

    assertThat(report.rows().stream().map(row -> row.row() + ": " + row.scenario()))
        .doesNotHaveDuplicates();
    for (ReportTable table : report.tables()) {
      assertThat(table.figure()).as("the figure in which all stands").isNotNull();
      assertThat(table.lines()).hasSameSizeAs(table.figure().rows());
      String title = table.figure().title();
      // The paper has fewer rows, and not every scheme has every activity.
      if (!title.startsWith("Figure 6") && !title.startsWith("Activities")) {
        assertThat(table.lines().values())
            .allSatisfy(line -> assertThat(line).doesNotContainNull());
      }
    }
    assertThat(report.html()).contains("Figure 7: delay over 2G, computed</h2>");
  }

  @Test
  void delaysAreRoundTripsBytesAndStalls() {
    assertThat(LinkSpeed.MOBILE_2G.delayMillis(0)).isEqualTo(600);
    assertThat(LinkSpeed.MOBILE_2G.delayMillis(6250)).isCloseTo(1600, within(1e-9));
    // 1 Mbit/s: ten segments take 116.8 ms; the first is acknowledged after 161.68 ms.
    assertThat(LinkSpeed.MOBILE_3G.delayMillis(14_600)).isCloseTo(150 + 116.8, within(1e-9));
    assertThat(LinkSpeed.MOBILE_3G.delayMillis(20_000)).isCloseTo(150 + 160 + 44.88, within(1e-9));
  }

  @Test
  void aDeltaIsShorterThanWithADictionaryAndThatThanByGzip() throws IOException {
    List<Double> bytes = new ArrayList<>();
    for (LinkRow row : List.of(LinkRow.DELTA, LinkRow.DCZ_3, LinkRow.GZIP, LinkRow.SOAP)) {
      bytes.add(bytes(row));
    }

    assertThat(bytes).isSorted();
  }

  @Test
  void bothMethodsOfThePaperTakeLessThanEach() throws IOException {
    double soap = bytes(LinkRow.SOAP);
    double encoding = bytes(LinkRow.ENCODING);
    double updates = bytes(LinkRow.UPDATES);
    double both = bytes(LinkRow.MSOAP);

    assertThat(encoding).isLessThan(soap);
    assertThat(updates).isLessThan(encoding);
    assertThat(both).isLessThan(updates);
    assertThat(bytes(LinkRow.MSOAP_GZIP)).isLessThan(both);
  }

  private static double bytes(LinkRow row) throws IOException {
    return LinkBytes.rows(row, List.of(TENTH), 2).get(0).value();
  }
}
