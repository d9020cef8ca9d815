package io.castile.bench.send;

import static io.castile.bench.send.SendRow.OVERLAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.bench.Cells;
import io.castile.bench.cache.Representations;
import io.castile.bench.data.Envelope;
import io.castile.bench.data.NumberArrays;
import io.castile.bench.data.NumberKind;
import io.castile.bench.data.NumberWidth;
import io.castile.bench.data.Way;
import io.castile.bench.delta.Differential;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import io.castile.bench.message.PutTexts;
import io.castile.bench.parameterized.Parameterized;
import io.castile.bench.parameterized.ParameterizedCell;
import io.castile.bench.report.Figure;
import io.castile.bench.stack.CellSuite;
import io.castile.bench.stack.GsoapPeer;
import io.castile.bench.stack.ReferenceAnswers;
import io.castile.template.TemplateOptions;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.internal.Template;
import io.castile.template.internal.UpdateResult;
import io.castile.xml.Payload;
import io.castile.xml.XmlWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every cell must be right before it may be fast: making its call looks at the answers. */
@Tag("long")
final class CellsTest {

  static Stream<Cell> cells() {
    return Stream.of(
            SendTime.suite(true),
            SendTime.suite(false),
            ReceiveTime.suite(false),
            Parameterized.suite(false),
            Representations.suite(),
            Differential.suite(false))
        .flatMap(suite -> suite.groups().stream())
        .flatMap(List::stream);
  }

  @Test
  void aKeyNamesTheSameCell() {
    assertThat(cells())
        .allSatisfy(cell -> assertThat(new Cells().parse(cell.key())).isEqualTo(cell));
    assertThatThrownBy(() -> new Cells().parse("nonsense\tPLAIN"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nonsense");
  }

  @Test
  void noTwoCellsOfASuiteAreOne() {
    List<Cell> cells = SendTime.suite(false).groups().stream().<Cell>flatMap(List::stream).toList();

    assertThat(cells).doesNotHaveDuplicates();
    assertThat(cells.stream().map(cell -> cell.row() + ": " + cell.scenario()))
        .doesNotHaveDuplicates();
  }

  @Test
  void everyPointOfAFigureIsMeasured() {
    for (CellSuite suite :
        List.of(SendTime.suite(false), ReceiveTime.suite(false), Parameterized.suite(false))) {
      List<String> measured =
          suite.groups().stream()
              .flatMap(List::stream)
              .map(cell -> cell.row() + ": " + cell.scenario())
              .toList();
      for (Figure figure : suite.figures()) {
        for (String row : figure.rows()) {
          if (!row.equals(GsoapPeer.NAME)) {
            assertThat(measured)
                .containsAll(
                    figure.points().stream().map(point -> row + ": " + point.scenario()).toList());
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyRowSendsArraysRight(SendRow row) throws Exception {
    for (NumberKind kind : NumberKind.values()) {
      for (NumberWidth width :
          List.of(
              NumberWidth.SMALLEST,
              NumberWidth.INTERMEDIATE,
              NumberWidth.LARGEST,
              NumberWidth.HALF)) {
        for (int size : List.of(1, 3, 500)) {
          Cell cell = new SendCell(row, Way.SEND, kind, width, size);
          List<Integer> sizes = new ArrayList<>();

          Call call = cell.call(message -> sizes.add(message.size()));
          call.prepare();
          call.run();

          assertThat(sizes)
              .singleElement()
              .satisfies(
                  bytes -> assertThat(bytes == Payload.UNKNOWN_SIZE).isEqualTo(row == OVERLAY))
              .isNotEqualTo(0);
        }
      }
    }
  }

  @Test
  void everySecondValueIsStolenForWhereARowSaysSo() {
    for (Padding padding : Padding.values()) {
      for (NumberKind kind : NumberKind.values()) {
        Template template =
            new Template(
                TemplateOptions.builder().stuffing(Stuffing.ADAPTIVE).padding(padding).build());
        SendRow.beforeStealing(kind, 100).forEach(template::update);

        UpdateResult update =
            template.update(
                Envelope.of(
                    NumberArrays.message(kind, 100, NumberArrays.all(NumberWidth.HALF, 0))));

        int values = kind == NumberKind.MIO ? 150 : 50;
        if (kind == NumberKind.MIO && padding == Padding.OUTSIDE) {
          assertThat(update.stolen()).isZero();
        } else {
          assertThat(update.stolen()).isBetween(values - 1, values); // behind the last is none
        }
      }
    }
  }

  static Stream<Cell> others() {
    CellSuite send = SendTime.suite(List.of(1), List.of(1), List.of(), List.of(40));
    return Stream.of(send, ReceiveTime.suite(true), Parameterized.suite(false))
        .flatMap(suite -> suite.groups().stream())
        .<Cell>flatMap(List::stream)
        .filter(cell -> !cell.scenario().contains("00000]"));
  }

  @ParameterizedTest
  @MethodSource("others")
  void everyOtherCellIsRight(Cell cell) throws Exception {
    try (Call call = cell.call(Outlet.NONE)) {
      call.prepare();
      call.run();
      call.run();

      assertThat(call instanceof ReceiveCell.InTurn read ? read.last() : call).isNotNull();
    }
  }

  @Test
  void beforeTheSocketNothingIsSent() throws Exception {
    Outlet none =
        message -> {
          throw new AssertionError("sent");
        };

    new SendCell(SendRow.PLAIN, Way.SERIALIZE, NumberKind.INT, NumberWidth.LARGEST, 1)
        .call(none)
        .run();
    Call sent =
        new SendCell(SendRow.PLAIN, Way.SEND, NumberKind.INT, NumberWidth.LARGEST, 1).call(none);

    assertThatThrownBy(sent::run).isInstanceOf(AssertionError.class);
  }

  @Test
  void aWrongMessageIsNotTimed() {
    Envelope<?> right = Envelope.of(ParameterizedCell.request(100, 0, 0));
    Envelope<?> wrong = Envelope.of(ParameterizedCell.request(100, 1, 0));
    SendCall call =
        new SendCall() {
          @Override
          public void run() throws Exception {
            XmlWriter writer = new XmlWriter();
            wrong.writeTo(writer);
            send(writer);
          }

          @Override
          Object sent() {
            return right.bean();
          }
        };

    assertThatThrownBy(() -> SendAnswers.check("x", "texts", call))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("x sends 'texts'");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 99, 100, 1_000, 20_000})
  void aRequestHasAsManyBytesOfParametersAsItSays(int bytes) {
    for (int spread : List.of(0, 5)) {
      PutTexts request = ParameterizedCell.request(bytes, 1, spread);

      assertThat(request.texts().stream().mapToInt(String::length).sum()).isEqualTo(bytes);
      assertThat(request.texts().size()).isBetween(bytes / 100, bytes / 100 + 2);
    }
  }

  @Test
  void aReceivedMessageChangesByItsShare() throws Exception {
    for (String name : List.of(ReceivedMessage.RATINGS, ReceivedMessage.SEARCH, "double[100]")) {
      String none = text(name, 0);

      assertThat(text(name, 0)).isEqualTo(none);
      assertThat(commonTags(none, text(name, 1))).isGreaterThan(commonTags(none, text(name, 50)));
      assertThat(text(name, 1)).isNotEqualTo(none);
      assertThat(commonTags(none, text(name, 50))).isGreaterThan(commonTags(none, text(name, 100)));
    }
  }

  private static String text(String name, int percent) throws Exception {
    return new String(
        ReferenceAnswers.document(ReceivedMessage.of(name, percent)),
        java.nio.charset.StandardCharsets.UTF_8);
  }

  /** How many pieces between tags two documents of the same shape have in common. */
  private static long commonTags(String one, String other) {
    List<String> left = List.of(one.split("<", -1));
    List<String> right = List.of(other.split("<", -1));
    assertThat(left).hasSameSizeAs(right);
    return java.util.stream.IntStream.range(0, left.size())
        .filter(i -> left.get(i).equals(right.get(i)))
        .count();
  }

  @Test
  void aPayloadThatMisstatesItsSizeIsRefused() {
    Payload lying =
        new Payload() {
          @Override
          public int size() {
            return 3;
          }

          @Override
          public void writeTo(java.io.OutputStream out) throws java.io.IOException {
            out.write(new byte[4]);
          }
        };
    SendCall call =
        new SendCall() {
          @Override
          public void run() throws Exception {
            send(lying);
          }

          @Override
          Object sent() {
            return ParameterizedCell.request(1, 0, 0);
          }
        };

    assertThatThrownBy(() -> SendAnswers.check("x", "texts", call))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("3 bytes");
  }
}
