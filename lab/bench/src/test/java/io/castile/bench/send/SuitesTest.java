package io.castile.bench.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.bench.Suites;
import io.castile.bench.data.Message;
import io.castile.bench.data.NumberKind;
import io.castile.bench.data.Way;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.DrainProcess;
import io.castile.bench.harness.Measurement;
import io.castile.bench.harness.Outlet;
import io.castile.bench.harness.Rounds;
import io.castile.bench.harness.Timing;
import io.castile.bench.parameterized.ParameterizedCell;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Environment;
import io.castile.bench.stack.CellSuite;
import io.castile.bench.stack.GsoapCell;
import io.castile.bench.stack.GsoapPeer;
import io.castile.bench.stack.ReferenceAnswers;
import io.castile.bench.stack.Stack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a suite reports; the rounds here are too short for numbers that mean anything. */
@Tag("long")
final class SuitesTest {
  private static final Timing SMOKE = new Timing(0, 0, 1, 5);

  @Test
  void theSuitesAreThoseOfThePapers() {
    assertThat(Suites.list())
        .containsOnlyKeys(
            "codegen",
            "numbers",
            "sendtime",
            "receivetime",
            "parameterized",
            "representations",
            "hits",
            "portal",
            "differential",
            "linked",
            "calls",
            "encoded",
            "dynamic",
            "gateway",
            "operated",
            "steady",
            "json",
            "fleet",
            "observability",
            "startup",
            "floor");
  }

  @Test
  void everyStackThatCanHasARowForEachWay() throws Exception {
    List<String> progress = new ArrayList<>();
    BenchReport report =
        Suites.run("codegen", "test", List.of("tuple"), Stack.all(), SMOKE, progress::add);

    assertThat(report.rows())
        .filteredOn(row -> !row.row().equals(GsoapPeer.NAME))
        .extracting(row -> row.scenario() + ": " + row.row())
        .containsExactly(
            "write tuple: reference",
            "write tuple: Axis2/ADB",
            "write tuple: Velocity",
            "write tuple: Velocity, generated",
            "write tuple: Castile interpreted",
            "write tuple: Castile compiled",
            "write tuple: Castile generated",
            "read tuple: reference, Woodstox",
            "read tuple: reference, Aalto",
            "read tuple: Axis2/ADB",
            "read tuple: Castile interpreted",
            "read tuple: Castile compiled",
            "read tuple: Castile generated");
    assertThat(report.rows()).allSatisfy(row -> assertThat(row.value()).isPositive());
    assertThat(progress).contains("read tuple: Axis2/ADB");
    assertThat(report.notes()).hasSize(1);
    assertThat(report.table()).contains("write tuple, µs");
  }

  @Test
  void aSuiteOfCellsHasARowForEachOfThem() throws Exception {
    CellSuite whole =
        SendTime.suite(List.of(2), List.of(1, 2), List.of(NumberKind.DOUBLE), List.of(2));
    CellSuite suite = new CellSuite(whole.groups(), List.of(), whole.figures(), whole.notes());
    List<String> progress = new ArrayList<>();
    BenchReport report = suite.run("sendtime", "test", SMOKE, progress::add);

    List<String> expected =
        suite.groups().stream()
            .flatMap(List::stream)
            .map(cell -> cell.scenario() + ": " + cell.row())
            .toList();
    assertThat(report.rows())
        .extracting(row -> row.scenario() + ": " + row.row())
        .containsExactlyElementsOf(expected);
    assertThat(report.rows()).allSatisfy(row -> assertThat(row.value()).isPositive());
    assertThat(progress).containsAll(expected);
    assertThat(report.table()).contains("Figure 7: doubles, worst-case shifting, send time, µs");
    assertThat(report.json()).contains("\"case\": \"send largest double[2]\"");
    assertThat(report.html()).contains("Figure 7: doubles, worst-case shifting, send time</h2>");
  }

  @Test
  void gsoapSendsReadsAndWritesOrSaysThatItIsAbsent() throws Exception {
    List<GsoapCell> cells = new ArrayList<>();
    for (String way : List.of("send", "read", "write")) {
      cells.add(new GsoapCell(way + " MIOs", way, () -> Message.named("MIO[2]")));
    }
    BenchReport report =
        new CellSuite(List.of(), cells, List.of(), List.of("First."))
            .run("x", "test", SMOKE, line -> {});

    assertThat(report.notes()).hasSize(2).first().isEqualTo("First.");
    if (report.notes().get(1).contains("absent")) {
      assertThat(report.rows()).isEmpty();
    } else {
      assertThat(report.rows())
          .extracting(BenchRow::scenario)
          .containsExactly("send MIOs", "read MIOs", "write MIOs");
      assertThat(report.rows()).allSatisfy(row -> assertThat(row.value()).isPositive());
    }
  }

  @Test
  void everyCallIsClosedAfterItsGroup() {
    List<String> done = new ArrayList<>();
    Call call =
        new Call() {
          @Override
          public void run() {
            done.add("run");
          }

          @Override
          public void close() {
            done.add("close");
          }
        };

    assertThatThrownBy(() -> measure(List.of(cell(call), cell(null)))).hasMessageContaining("x");
    assertThat(done).containsExactly("close");
    done.clear();
    measure(List.of(cell(call), cell(call)));

    assertThat(done).startsWith("run", "run").endsWith("close", "close");
    assertThat(done.stream().filter("close"::equals)).hasSize(2);
  }

  private static void measure(List<Cell> group) {
    try (DrainProcess drain = DrainProcess.start()) {
      Measurement.of(group, drain.port(), SMOKE, line -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A cell of that call; of none, one that cannot be measured. */
  private static Cell cell(Call call) {
    return new Cell() {
      @Override
      public String row() {
        return "x";
      }

      @Override
      public String scenario() {
        return "y";
      }

      @Override
      public String key() {
        throw new AssertionError("measured here");
      }

      @Override
      public Call call(Outlet socket) {
        if (call == null) {
          throw new IllegalStateException("none");
        }
        return call;
      }
    };
  }

  @Test
  void cellsAreMeasuredInAnotherJvmAlike() throws Exception {
    List<ParameterizedCell> group =
        List.of(
            new ParameterizedCell(Sender.PLAIN, Way.SEND, 0),
            new ParameterizedCell(Sender.OTHER, Way.SERIALIZE, 1000));
    try (DrainProcess drain = DrainProcess.start()) {
      List<BenchRow> rows = Measurement.of(group, drain.port(), new Timing(1, 1, 2, 5), line -> {});

      assertThat(rows)
          .extracting(BenchRow::scenario)
          .containsExactly("send request with 0 bytes", "serialize request with 1000 bytes");
      assertThat(rows).allSatisfy(row -> assertThat(row.value()).isPositive());
    }
  }

  @Test
  void aCellThatFailsInAnotherJvmSaysWhy() throws Exception {
    List<ReceiveCell> group = List.of(new ReceiveCell(ReceiveCell.Reader.PLAIN, "nonsense[1", 0));
    try (DrainProcess drain = DrainProcess.start()) {
      assertThatThrownBy(
              () -> Measurement.of(group, drain.port(), new Timing(1, 1, 1, 5), line -> {}))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("read nonsense[1, 0 % changed")
          .hasMessageContaining("Exception");
    }
  }

  @Test
  void whatIsAllocatedIsARow() {
    Timing timing = new Timing(0, 1, 1, 20);

    BenchRow match = Allocation.ofContentMatch(NumberKind.INT, 10, timing);
    BenchRow overlay = Allocation.ofOverlay(1000, timing);

    assertThat(match.scenario()).isEqualTo("allocate int[10]");
    assertThat(overlay.scenario()).isEqualTo("allocate double[1000]");
    assertThat(List.of(match, overlay)).allMatch(row -> row.unit().equals("B"));
    assertThat(match.value()).isNotNegative();
    assertThat(overlay.value()).isPositive();
  }

  @Test
  void aPreparedCallIsPreparedOnceBeforeEachRun() throws Exception {
    List<String> done = new ArrayList<>();
    Call call =
        new Call() {
          @Override
          public boolean isPrepared() {
            return true;
          }

          @Override
          public void prepare() {
            done.add("prepare");
          }

          @Override
          public void run() {
            done.add("run");
          }
        };

    Rounds rounds = new Rounds(call);
    Rounds.play(List.of(rounds), new Timing(0, 1, 2, 0));

    assertThat(rounds.micros().getN()).isEqualTo(2);
    assertThat(done).containsExactly("prepare", "run", "prepare", "run", "prepare", "run");
  }

  @Test
  void everyCallHasItsRoundBeforeAnyHasTheNext() throws Exception {
    StringBuilder done = new StringBuilder();
    List<Rounds> all =
        List.of(new Rounds(() -> done.append('a')), new Rounds(() -> done.append('b')));
    Rounds.play(all, new Timing(0, 1, 2, 0)); // each as many calls as fit

    assertThat(done.toString()).matches("(a+b+){3}");
  }

  @Test
  void theEnvironmentNamesWhatWasMeasured() throws Exception {
    Map<String, Object> environment = Environment.describe("castile bench x");

    assertThat(environment)
        .containsKeys("cpu", "processors", "jdk", "os", "versions", "commit")
        .containsEntry("command", "castile bench x");
    assertThat(environment.get("versions").toString()).contains("Axis2=").doesNotContain("${");
  }

  @Test
  void theReportIsOneJsonObject() {
    BenchRow row = new BenchRow("a \"b\"", "write x", 1.5, "µs", Double.NaN);
    BenchReport report = new BenchReport("codegen", Map.of("cpu", "c\\d"), List.of(row), List.of());

    assertThat(report.json())
        .isEqualTo(
            """
            {
              "suite": "codegen",
              "environment": {
                "cpu": "c\\\\d"
              },
              "rows": [
                {
                  "row": "a \\"b\\"",
                  "case": "write x",
                  "value": 1.5,
                  "unit": "µs",
                  "error": null
                }
              ],
              "notes": [
              ]
            }
            """);
  }

  @Test
  void anUnknownSuiteIsRefusedByName() {
    assertThatThrownBy(() -> Suites.run("nonsense", true, List.of(), null, line -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nonsense")
        .hasMessageContaining("codegen");
  }

  @Test
  void aWrongAnswerIsNotTimed() throws Exception {
    Message tuple = Message.named("tuple");
    byte[] document = ReferenceAnswers.document(tuple);
    byte[] other = ReferenceAnswers.document(Message.named("simple"));

    ReferenceAnswers.same("x", tuple, "writes", document, document);
    assertThatThrownBy(() -> ReferenceAnswers.same("x", tuple, "writes", document, other))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("tuple");
  }
}
