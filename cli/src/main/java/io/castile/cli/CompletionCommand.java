package io.castile.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code castile completion}. */
@Command(
    name = "completion",
    description = {
      "Prints completions for bash and zsh: of commands and options; in bash of the operations of a"
          + " WSDL, too. The running shell learns them by",
      "  source <(castile completion)"
    })
final class CompletionCommand implements Callable<Integer> {
  /**
   * Asks the command itself for the operations of a WSDL; of bash only, as zsh counts and reads
   * words otherwise. The words are those of the line, as bash takes a URL apart at its colons.
   */
  private static final String OPERATIONS =
      """

      # Completes the operation of castile call WSDL OPERATION; else what the function above does.
      _castile_operations() {
        local words word="${COMP_WORDS[COMP_CWORD]}"
        read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
        [[ "${COMP_LINE:0:COMP_POINT}" == *' ' ]] && words+=('')
        if [[ "${words[1]}" == call && ${#words[@]} -eq 4 && "${words[2]}" != -* && "${words[3]}" != -* ]]; then
          COMPREPLY=($(compgen -W "$("${words[0]}" wsdl --operations "${words[2]}" 2>/dev/null)" -- "$word"))
        else
          _complete_castile
        fi
      }
      if [[ -n "$BASH_VERSION" ]]; then
        complete -F _castile_operations -o default castile castile.sh castile.bash
      fi
      """;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    out.print(AutoComplete.bash(spec.root().name(), spec.root().commandLine()));
    out.print(OPERATIONS);
    out.flush();
    return 0;
  }
}
