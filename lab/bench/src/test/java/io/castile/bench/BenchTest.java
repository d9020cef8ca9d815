package io.castile.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code castile bench} as a command. */
final class BenchTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String line) {
    return Main.commandLine(new Bench())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(line.split(" "));
  }

  @Test
  void benchListsItsSuites() {
    assertThat(run("bench --list")).isZero();

    assertThat(out.toString())
        .contains(
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
            "startup",
            "floor");
  }

  @Test
  void ofTheListOfSuites() throws Exception {
    assertThat(run("bench --list --json")).isZero();

    JsonNode found = new ObjectMapper().readTree(out.toString());
    assertThat(found.get("calls").asText()).contains("loopback");
  }

  @Test
  void ofAReport() throws Exception {
    BenchRow row = new BenchRow("Castile", "write tuple", 1.5, "µs", 0.1);
    BenchReport report = new BenchReport("codegen", Map.of(), List.of(row), List.of("a note"));

    Bench.printJson(report, new PrintWriter(out));

    JsonNode found = new ObjectMapper().readTree(out.toString());
    assertThat(found.get("rows").get(0).get("value").asDouble()).isEqualTo(1.5);
    assertThat(out.toString()).endsWith("}" + System.lineSeparator());
  }

  @Test
  void helpListsItsOptions() {
    assertThat(run("bench --help")).isZero();

    assertThat(out.toString()).contains("Usage: castile bench", "--quick", "--json", "--forks");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bench",
        "bench nonsense",
        "bench --json nonsense",
        "bench codegen --html no/such/folder/file.html",
        "bench codegen --json --markdown",
        "bench portal --clients cxf,nonsense",
        "bench codegen --clients cxf",
        "bench codegen --forks 3",
        "bench gateway --forks 10",
        "bench gateway --collectors serial,nonsense",
        "bench codegen --collectors serial",
        "bench verify --collectors serial",
        "bench verify --forks 0"
      })
  void wrongUsageIsExitCode2AndSaysWhatIsWrongAndWhereToReadMore(String line) {
    assertThat(run(line)).isEqualTo(2);

    assertThat(out.toString()).isEmpty();
    List<String> said = err.toString().lines().toList();
    assertThat(said).hasSize(2);
    assertThat(said.get(0)).isEqualTo("Usage: castile bench [OPTIONS] [SUITE]; --help says more");
    assertThat(said.get(1)).startsWith("castile: ");
  }
}
