package io.castile.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The arguments of {@code castile bench}, for help and completions. The benchmarks are a subclass
 * in {@code lab/bench}; without it the command says where they are. For one thread.
 */
@Command(
    name = "bench",
    description = "Measures Castile beside its peers, in one run, and prints a table.")
public class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  /** The suite to run; null if not given. */
  @Parameters(
      paramLabel = "SUITE",
      arity = "0..1",
      description = {
        "Which suite to run; --list names them.",
        "'verify' holds the claims of docs/benchmarks.md against this machine, in some minutes; exit code 1"
            + " if one does not hold."
      })
  protected @Nullable String suite;

  /** Whether to list the suites. */
  @Option(names = "--list", description = "List the suites and what they measure.")
  protected boolean list;

  /** Whether to measure fewer sizes in shorter rounds. */
  @Option(names = "--quick", description = "One or two minutes: fewer sizes, shorter rounds.")
  protected boolean quick;

  /** How many JVMs each row has; null if not given. */
  @Option(
      names = "--forks",
      paramLabel = "N",
      description =
          "With verify: how many JVMs each row has, one after the other, whose median counts, 1 to 9;"
              + " one if not given. The claims are medians of three. With gateway and operated: how often all"
              + " programs are started anew.")
  protected @Nullable Integer forks;

  /** The clients of the suite {@code portal}; empty for all. */
  @Option(
      names = "--clients",
      paramLabel = "NAME",
      split = ",",
      description = "Run the suite portal with these clients only; a wrong name lists them.")
  protected List<String> clients = List.of();

  /** The garbage collectors of the gateway's JVMs; empty for the launcher's choice. */
  @Option(
      names = "--collectors",
      paramLabel = "NAME",
      split = ",",
      description =
          "Have the JVMs of Castile's gateway in the suites gateway and operated use these collectors, each in rows of"
              + " its own, of serial, g1 and zgc; what the launcher has the JVM choose if not given.")
  protected List<String> collectors = List.of();

  @Mixin private JsonOption json;

  /** The file of the report as a page; null for none. */
  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write the report to FILE as a page with tables and figures.")
  protected @Nullable Path html;

  /** Whether tables are to be in Markdown. */
  @Option(names = "--markdown", description = "Print tables in Markdown, for documents.")
  protected boolean markdown;

  /**
   * Says that the benchmarks are not there.
   *
   * @return the exit code
   * @throws Exception if a measurement fails
   */
  @Override
  public Integer call() throws Exception {
    PrintWriter err = spec.commandLine().getErr();
    err.println(
        "castile: the benchmarks are not part of this installation; run ./castile bench in a"
            + " checkout of Castile");
    err.flush();
    return ExitCode.USAGE;
  }

  /** Whether standard output is for machines. */
  protected final boolean isJson() {
    return json.isGiven();
  }

  /** Standard output. */
  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /**
   * The error of wrong arguments, which ends the command with exit code 2.
   *
   * @param message what was expected and found
   */
  protected final ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), "castile: " + message);
  }

  /**
   * Checks before long work that its result can be written.
   *
   * @throws ParameterException if the file cannot be written, saying why
   */
  protected final void checkWritable(Path file) {
    Failures.checkWritable(spec.commandLine(), file);
  }
}
