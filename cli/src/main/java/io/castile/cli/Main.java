package io.castile.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The {@code castile} command: exit code 0 if all went well, 1 if something failed, 2 for usage.
 */
@Command(
    name = "castile",
    description = "A SOAP engine in which a call costs what changed, not what it weighs.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = {
      HelpCommand.class,
      DemoCommand.class,
      ExplainCommand.class,
      CodecsCommand.class,
      PolicyCommand.class,
      BenchCommand.class
    })
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  /** Runs the command; returns its exit code. */
  static int run(String... arguments) {
    return commandLine().execute(arguments);
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              command.getErr().println("castile: " + message(failure));
              return command.getCommandSpec().exitCodeOnExecutionException();
            });
  }

  private static String message(Throwable failure) {
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "castile: a command is missing");
  }
}
