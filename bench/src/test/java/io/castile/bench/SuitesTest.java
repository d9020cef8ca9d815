package io.castile.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a suite reports; the rounds here are too short for numbers that mean anything. */
final class SuitesTest {
  private static final Timing SMOKE = new Timing(0, 0, 1, 5);

  @Test
  void theSuitesAreCodegenAndNumbers() {
    assertThat(Suites.list()).containsOnlyKeys("codegen", "numbers");
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
            "write tuple: Castile interpreted",
            "write tuple: Castile compiled",
            "read tuple: reference, Woodstox",
            "read tuple: reference, Aalto",
            "read tuple: Axis2/ADB",
            "read tuple: Castile interpreted",
            "read tuple: Castile compiled");
    assertThat(report.rows()).allSatisfy(row -> assertThat(row.value()).isPositive());
    assertThat(progress).contains("read tuple: Axis2/ADB");
    assertThat(report.notes()).hasSize(1);
    assertThat(report.table()).contains("write tuple, µs");
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
    assertThatThrownBy(() -> Suites.run("nonsense", true, null, line -> {}))
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
