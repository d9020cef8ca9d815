package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The completions, as a real shell makes them. */
final class CompletionTest {
  @TempDir Path folder;

  private final Cli cli = new Cli();

  @ParameterizedTest
  @CsvSource({
    "pol, policy",
    "comp, completion",
    "policy ch, check",
    "policy pu, publish",
    "policy publish --store-, --store-key-file",
    "policy explain --op, --operation",
    "explain --cl, --class-path",
    "bench --js, --json",
    "advise --sta, --stale-risk"
  })
  void aShellCompletesCommandsAndOptions(String typed, String completed) throws Exception {
    Path bash = Path.of("/bin/bash");
    assumeTrue(Files.isExecutable(bash), "needs bash");
    assertThat(cli.run("completion")).isZero();
    Path script = Files.writeString(folder.resolve("completion"), cli.out());
    String ask =
        "compopt() { :; }; " // which is for a shell that completes for somebody only
            + "source '"
            + script
            + "'; COMP_WORDS=(castile "
            + typed
            + "); "
            + "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE=\"${COMP_WORDS[*]}\"; "
            + "COMP_POINT=${#COMP_LINE}; _castile_operations; "
            + "printf '%s\\n' \"${COMPREPLY[@]}\"";
    Process shell = new ProcessBuilder(bash.toString(), "-c", ask).start();

    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String wrong = new String(shell.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(shell.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(wrong).isEmpty();
    assertThat(said.lines()).containsExactly(completed);
  }

  @ParameterizedTest
  @CsvSource({"'', addAll plus", "ad, addAll"})
  void aShellAsksForTheOperationsOfADescription(String typed, String completed) throws Exception {
    Path bash = Path.of("/bin/bash");
    assumeTrue(Files.isExecutable(bash), "needs bash");
    assertThat(cli.run("completion")).isZero();
    Path script = Files.writeString(folder.resolve("completion"), cli.out());
    String line = "castile call http://localhost:8080/add?wsdl " + typed;
    String ask =
        "compopt() { :; }; castile() { [[ \"$*\" == 'wsdl --operations http://localhost:8080/add?wsdl' ]]"
            + " && printf 'plus\\naddAll\\n'; }; source '"
            + script
            + "'; COMP_LINE='"
            + line
            + "'; COMP_POINT=${#COMP_LINE}; COMP_WORDS=(castile call http : //localhost : 8080/add?wsdl '"
            + typed
            + "'); COMP_CWORD=7; _castile_operations; printf '%s\\n' \"${COMPREPLY[@]}\" | sort | xargs";
    Process shell = new ProcessBuilder(bash.toString(), "-c", ask).start();

    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String wrong = new String(shell.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(shell.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(wrong).isEmpty();
    assertThat(said.strip()).isEqualTo(completed);
  }

  @Test
  void itsHelpSaysHowAShellLearnsThem() {
    assertThat(cli.run("completion", "--help")).isZero();

    assertThat(cli.out()).contains("source <(castile completion)");
  }
}
