package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.demo.portal.GoogleSearchResult;
import io.castile.demo.portal.Portal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Main.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @Test
  void helpListsEveryCommand() {
    assertThat(run("help")).isZero();

    for (String command : Main.commandLine().getSubcommands().keySet()) {
      assertThat(out.toString()).contains("  " + command);
    }
  }

  @Test
  void everyCommandHasHelp() {
    for (CommandLine command : Main.commandLine().getSubcommands().values()) {
      assertThat(run(command.getCommandName(), "--help")).isZero();
      assertThat(out.toString()).contains("Usage: castile " + command.getCommandName());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "demo --nonsense",
        "explain",
        "explain no.such.Type",
        "codecs",
        "codecs --output out",
        "codecs --output out no.such.Type",
        "policy",
        "bench",
        "bench nonsense",
        "bench portal --clients cxf,nonsense",
        "bench codegen --clients cxf"
      })
  void wrongUsageIsExitCode2AndSaysWhatIsWrong(String line) {
    assertThat(run(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);
    assertThat(err.toString()).isNotBlank();
  }

  @Test
  void explainSaysHowEachClassIsHandled() {
    assertThat(run("explain", GoogleSearchResult.class.getName())).isZero();

    assertThat(out.toString())
        .contains("io.castile.demo.portal.ResultElement", "0 by the reference implementation");
  }

  @Test
  void explainForMachinesIsOneJsonObject() throws Exception {
    assertThat(run("explain", "--json", GoogleSearchResult.class.getName())).isZero();

    JsonNode classes = Json.MAPPER.readTree(out.toString()).get("classes");
    assertThat(classes.get(0).get("class").asText()).isEqualTo(GoogleSearchResult.class.getName());
    assertThat(classes.get(0).get("planned").asBoolean()).isTrue();
  }

  @Test
  void codecsWritesTheCodeOfAService(@TempDir Path folder) throws Exception {
    Path output = folder.resolve("classes");
    Path sources = folder.resolve("sources");

    int exit =
        run(
            "codecs",
            "--json",
            "--output",
            output.toString(),
            "--sources",
            sources.toString(),
            Portal.class.getName());

    assertThat(exit).isZero();
    JsonNode said = Json.MAPPER.readTree(out.toString());
    assertThat(said.get("skipped").isEmpty()).isTrue();
    String codec = "io.castile.demo.portal.ResultElementCastileCodec";
    assertThat(said.get("generated").toString()).contains(codec);
    assertThat(sources.resolve(codec.replace('.', '/') + ".java"))
        .content()
        .contains("final class ResultElementCastileCodec");
    try (Stream<Path> files = Files.list(output.resolve("META-INF/castile/codecs"))) {
      assertThat(files).hasSize(said.get("generated").size());
    }
  }

  @Test
  void benchListsItsSuites() {
    assertThat(run("bench", "--list")).isZero();

    assertThat(out.toString())
        .contains(
            "codegen",
            "numbers",
            "sendtime",
            "receivetime",
            "parameterized",
            "representations",
            "portal",
            "differential",
            "calls",
            "startup");
  }

  @Test
  void demoOnceAgreesPrintsAndWritesItsTable(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("demo.json");

    assertThat(run("demo", "--once", "--seconds", "1", "--json", file.toString())).isZero();

    assertThat(out.toString())
        .contains(
            "All 6 pairs agreed",
            "Metro > CXF",
            "getStockRatings",
            "with a response cache",
            "fields written",
            "putDoubles(1000), 25 % change");
    assertThat(Json.MAPPER.readTree(file.toFile()).get("rows")).hasSize(2 * 3 * 16);
    assertThat(Json.MAPPER.readTree(file.toFile()).get("hits")).hasSize(3 * 5);
    assertThat(Json.MAPPER.readTree(file.toFile()).get("savings")).hasSize(6);
  }
}
