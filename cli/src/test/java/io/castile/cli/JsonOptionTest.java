package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.demo.portal.GoogleSearchResult;
import io.castile.demo.portal.Portal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** {@code --json}: one object on standard output, whatever the command, and nothing else there. */
final class JsonOptionTest {
  @TempDir Path folder;

  private final Cli cli = new Cli();

  static Stream<CommandLine> commandsThatHaveIt() {
    CommandLine root = Main.commandLine();
    return Stream.concat(
            root.getSubcommands().values().stream(),
            root.getSubcommands().get("policy").getSubcommands().values().stream())
        .filter(command -> command.getCommandSpec().findOption("--json") != null);
  }

  @Test
  void itIsThereWhereResultsAre() {
    assertThat(commandsThatHaveIt().map(CommandLine::getCommandName))
        .containsExactlyInAnyOrder(
            "demo",
            "wsdl",
            "call",
            "generate",
            "explain",
            "codecs",
            "advise",
            "top",
            "bench",
            "check",
            "explain",
            "suggest",
            "publish");
  }

  @ParameterizedTest
  @MethodSource("commandsThatHaveIt")
  void itTakesNoFileAndIsDescribedAlike(CommandLine command) {
    OptionSpec option = command.getCommandSpec().findOption("--json");

    assertThat(option.arity().max()).isZero();
    assertThat(option.description())
        .containsExactly("Print one JSON object on standard output, and nothing else there.");
  }

  @Test
  void ofAClass() throws Exception {
    assertThat(cli.run("explain", "--json", GoogleSearchResult.class.getName())).isZero();

    JsonNode classes = cli.json().get("classes");
    assertThat(classes.get(0).get("class").asText()).isEqualTo(GoogleSearchResult.class.getName());
    assertThat(classes.get(0).get("planned").asBoolean()).isTrue();
  }

  @Test
  void ofAServiceItHasTheOperations() throws Exception {
    assertThat(cli.run("explain", "--json", Portal.class.getName())).isZero();

    assertThat(cli.json().get("operations")).hasSize(16);
    assertThat(cli.json().get("classes").findValuesAsText("class"))
        .contains(GoogleSearchResult.class.getName());
  }

  @Test
  void ofCodecs() throws Exception {
    String output = folder.resolve("classes").toString();

    assertThat(cli.run("codecs", "--json", "--output", output, Portal.class.getName())).isZero();

    assertThat(cli.json().get("generated").toString()).contains("ResultElementCastileCodec");
    assertThat(cli.json().get("skipped")).isEmpty();
  }

  @Test
  void ofThePolicyThatCannotBeExplainedItHasTheErrors() throws Exception {
    Path bad = Files.writeString(folder.resolve("bad.yaml"), "rules:\n  - cahce: true\n");

    assertThat(cli.run("policy", "explain", bad.toString(), "--operation", "a", "--json"))
        .isEqualTo(1);

    assertThat(cli.json().get("valid").asBoolean()).isFalse();
    assertThat(cli.json().get("errors").get(0).get("line").asInt()).isEqualTo(2);
    assertThat(cli.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "explain --json no.such.Type",
        "codecs --json --output out no.such.Type",
        "policy check --json no-such-file.yaml",
        "advise --json no-such-file.rec",
        "demo --json --port 99999"
      })
  void whatIsWrongStandsOnStandardError(String line) {
    assertThat(cli.run(line.split(" "))).isEqualTo(2);

    assertThat(cli.out()).isEmpty();
    assertThat(cli.message()).startsWith("castile: ");
  }
}
