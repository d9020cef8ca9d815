package io.castile.cli;

import io.castile.cli.prepare.PrepareCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The {@code castile} command: exit code 0 if all went well, 1 if something failed, 2 for usage.
 */
@Command(
    name = "castile",
    description = "A SOAP engine in which a call costs what changed, not what it weighs.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Version.class)
public final class Main implements Runnable {
  /** Commands whose logs are for operators of servers. */
  private static final Set<String> SERVERS = Set.of("demo", "gateway", "bench");

  private static final String TUNNELS = "jdk.http.auth.tunneling.disabledSchemes";

  @Spec private CommandSpec spec;

  private Main() {}

  /** Runs the command without benchmarks and ends the process with its exit code. */
  public static void main(String[] arguments) {
    main(new BenchCommand(), arguments);
  }

  /**
   * Runs the command and ends the process with its exit code.
   *
   * @param bench runs {@code castile bench}
   */
  public static void main(BenchCommand bench, String[] arguments) {
    if (arguments.length > 0 && !SERVERS.contains(arguments[0])) {
      logPlainly();
    }
    if (System.getProperty(TUNNELS) == null) { // which else sends no user to a proxy for TLS
      System.setProperty(TUNNELS, "");
    }
    System.exit(commandLine(bench).execute(arguments));
  }

  /** Has warnings read as errors of the command do, without names of threads and loggers. */
  private static void logPlainly() {
    String logger = "org.slf4j.simpleLogger.";
    System.setProperty(logger + "showThreadName", "false");
    System.setProperty(logger + "showLogName", "false");
    System.setProperty(logger + "warnLevelString", "castile: warning:");
    System.setProperty(logger + "errorLevelString", "castile: error:");
  }

  /** The command without benchmarks. */
  static CommandLine commandLine() {
    return commandLine(new BenchCommand());
  }

  /**
   * The command.
   *
   * @param bench runs {@code castile bench}
   */
  public static CommandLine commandLine(BenchCommand bench) {
    CommandLine commandLine = new CommandLine(new Main());
    commands(bench).forEach(commandLine::addSubcommand);
    // A distribution for servers has neither demo nor benchmarks.
    commandLine.getSubcommands().get("bench").getCommandSpec().usageMessage().hidden(!hasDemo());
    commandLine
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new CommandList());
    commandLine.setParameterExceptionHandler((wrong, arguments) -> Failures.usage(wrong));
    return commandLine.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          command.getErr().println("castile: " + Failures.message(failure));
          command.getErr().flush();
          return command.getCommandSpec().exitCodeOnExecutionException();
        });
  }

  /** The commands in the order in which help lists them; those whose room is there. */
  private static List<Object> commands(BenchCommand bench) {
    List<Object> commands = new ArrayList<>();
    commands.add(HelpCommand.class);
    if (hasDemo()) {
      commands.add(DemoCommand.class);
    }
    commands.addAll(
        List.of(
            WsdlCommand.class,
            CallCommand.class,
            OpenApiCommand.class,
            GenerateCommand.class,
            ExplainCommand.class,
            CodecsCommand.class,
            GatewayCommand.class,
            PolicyCommand.class,
            AdviseCommand.class,
            TopCommand.class));
    commands.add(bench);
    commands.add(new PrepareCommand(Main::commandLine));
    commands.add(CompletionCommand.class);
    return commands;
  }

  private static boolean hasDemo() {
    try {
      Class.forName("io.castile.demo.gateway.GatewayDemo", false, Main.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "castile: a command is missing");
  }
}
