package io.castile.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code castile help}, for commands below commands too. */
@Command(name = "help", description = "Says how a command is used, or lists all commands.")
final class HelpCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  private boolean help;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "The command, as in 'castile help policy check'; none for all.")
  private List<String> path = List.of();

  @Override
  public void run() {
    CommandLine command = spec.parent().commandLine();
    for (String name : path) {
      CommandLine below = command.getSubcommands().get(name);
      if (below == null) {
        throw new ParameterException(
            spec.commandLine(),
            "castile: expected a command, one of "
                + command.getSubcommands().keySet()
                + ", found '"
                + name
                + "'");
      }
      command = below;
    }
    command.usage(spec.commandLine().getOut());
  }
}
