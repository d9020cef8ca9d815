package io.castile.cli;

import io.castile.bench.BenchReport;
import io.castile.bench.Suites;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code castile bench}. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Measures Castile beside its peers, in one run, and prints a table.")
final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SUITE",
      arity = "0..1",
      description = "Which suite to run; --list names them.")
  private String suite;

  @Option(names = "--list", description = "List the suites and what they measure.")
  private boolean list;

  @Option(names = "--quick", description = "One or two minutes: fewer sizes, shorter rounds.")
  private boolean quick;

  @Option(
      names = "--clients",
      paramLabel = "NAME",
      split = ",",
      description = "Run the suite portal with these clients only; a wrong name lists them.")
  private List<String> clients = List.of();

  @Option(names = "--json", paramLabel = "FILE", description = "Write the report to FILE as JSON.")
  private Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write the report to FILE as a page with tables and figures.")
  private Path html;

  @Option(names = "--markdown", description = "Print tables in Markdown, for documents.")
  private boolean markdown;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    if (list) {
      Suites.list().forEach((name, what) -> out.printf("%-15s %s%n", name, what));
      out.flush();
      return 0;
    }
    if (suite == null || !Suites.list().containsKey(suite)) {
      throw new ParameterException(
          spec.commandLine(),
          "castile: expected a suite, one of " + Suites.list().keySet() + ", found " + suite);
    }
    for (String client : clients) {
      if (!suite.equals("portal") || !Suites.portalClients().contains(client)) {
        throw new ParameterException(
            spec.commandLine(),
            "castile: expected clients of the suite portal, of "
                + Suites.portalClients()
                + ", found "
                + client);
      }
    }
    try (Progress progress = Progress.onTerminal()) {
      BenchReport report = Suites.run(suite, quick, clients, json, html, progress::show);
      progress.close();
      out.print(markdown ? report.markdown() : report.table());
      out.flush();
    }
    return 0;
  }
}
