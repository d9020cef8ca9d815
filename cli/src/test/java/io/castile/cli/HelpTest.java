package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the command says of itself. */
final class HelpTest {
  private final Cli cli = new Cli();

  /** All commands, with those below commands, as they are called. */
  static Stream<String> commands() {
    List<String> all = new ArrayList<>();
    collect(Main.commandLine(), "", all);
    return all.stream();
  }

  private static void collect(CommandLine parent, String path, List<String> into) {
    parent
        .getSubcommands()
        .forEach(
            (name, command) -> {
              into.add(path + name);
              collect(command, path + name + " ", into);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"help", "--help"})
  void helpListsEveryCommandAndThoseBelow(String word) {
    assertThat(cli.run(word)).isZero();

    assertThat(commands()).contains("policy check", "completion").hasSizeGreaterThan(7);
    assertThat(commands()).allSatisfy(command -> assertThat(cli.out()).contains("\n  " + command));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasHelp(String command) {
    assertThat(cli.run((command + " --help").split(" "))).isZero();

    assertThat(cli.out()).contains("Usage: castile " + command);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void helpOfACommandIsTheSame(String command) {
    Cli other = new Cli();

    assertThat(cli.run(("help " + command).split(" "))).isZero();

    other.run((command + " --help").split(" "));
    assertThat(cli.out()).isEqualTo(other.out());
  }

  @Test
  void helpOfAnUnknownCommandNamesThoseThereAre() {
    assertThat(cli.run("help", "nonsense")).isEqualTo(2);

    assertThat(cli.err()).contains("one of [help, ", "policy", "found 'nonsense'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "-V", "explain --version", "policy check --version"})
  void versionIsThatOfTheBuild(String line) {
    assertThat(cli.run(line.split(" "))).isZero();

    assertThat(cli.out()).matches("castile \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "demo --nonsense",
        "demo --port 65536",
        "demo --port -1",
        "demo --seconds 0",
        "explain",
        "explain no.such.Type",
        "codecs",
        "codecs --output out",
        "codecs --output out no.such.Type",
        "policy"
      })
  void wrongUsageIsExitCode2AndSaysWhatIsWrongAndWhereToReadMore(String line) {
    assertThat(cli.run(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);

    assertThat(cli.out()).isEmpty();
    List<String> said = cli.err().lines().toList();
    assertThat(said).hasSize(2);
    assertThat(said.get(0)).matches("Usage: castile.*; --help says more|Did you mean: .*");
    assertThat(said.get(1)).startsWith("castile: ");
  }

  @Test
  void aMisspeltOptionIsAnsweredByTheOneThatIsThere() {
    assertThat(cli.run("demo", "--sceonds", "1")).isEqualTo(2);

    assertThat(cli.err().lines())
        .containsExactly(
            "Possible solutions: --seconds", "castile: Unknown options: '--sceonds', '1'");
  }
}
