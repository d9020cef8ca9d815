package io.castile.cli;

import io.castile.cli.prepare.PrepareCommand;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
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
            RestCommand.class,
            MockCommand.class,
            McpCommand.class,
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
    throw new ParameterException(
        spec.commandLine(), "castile: Cannot run without a command. Name one.");
  }

  /** The commands in a usage message, with those below them: all that can be called. */
  private static final class CommandList implements IHelpSectionRenderer {
    private static final int NAME_COLUMNS = 18;

    @Override
    public String render(Help help) {
      if (help.subcommands().isEmpty()) {
        return "";
      }
      UsageMessageSpec usage = help.commandSpec().usageMessage();
      TextTable table =
          TextTable.forColumns(
              help.colorScheme(),
              new Column(NAME_COLUMNS, 2, Overflow.SPAN),
              new Column(usage.width() - NAME_COLUMNS, 2, Overflow.WRAP));
      add(help, "", table);
      return table.toString();
    }

    private static void add(Help parent, String path, TextTable table) {
      parent
          .subcommands()
          .forEach(
              (name, command) -> {
                Text shown = parent.colorScheme().commandText(path + name);
                table.addRowValues(shown, parent.colorScheme().text(firstSentence(command)));
                add(command, path + name + " ", table);
              });
    }

    private static String firstSentence(Help command) {
      String[] description = command.commandSpec().usageMessage().description();
      String all = description.length == 0 ? "" : String.format(description[0]);
      int end = all.indexOf(". ");
      return end < 0 ? all : all.substring(0, end + 1);
    }
  }

  /** {@code castile completion}. */
  @Command(
      name = "completion",
      description = {
        "Prints completions for bash and zsh: of commands and options; in bash of the operations of"
            + " a WSDL, too. The running shell learns them by",
        "  source <(castile completion)"
      })
  private static final class CompletionCommand implements Callable<Integer> {
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

  /** {@code castile help}, for commands below commands too. */
  @Command(name = "help", description = "Says how a command is used, or lists all commands.")
  private static final class HelpCommand implements Runnable {
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
}
