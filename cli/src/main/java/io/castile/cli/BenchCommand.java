package io.castile.cli;

import io.castile.bench.Suites;
import io.castile.bench.Verification;
import io.castile.bench.report.BenchReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code castile bench}. */
@Command(
    name = "bench",
    description = "Measures Castile beside its peers, in one run, and prints a table.")
final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SUITE",
      arity = "0..1",
      description = {
        "Which suite to run; --list names them.",
        "'verify' holds the claims of docs/benchmarks.md against this machine, in some minutes; exit code 1"
            + " if one does not hold."
      })
  private String suite;

  @Option(names = "--list", description = "List the suites and what they measure.")
  private boolean list;

  @Option(names = "--quick", description = "One or two minutes: fewer sizes, shorter rounds.")
  private boolean quick;

  @Option(
      names = "--forks",
      paramLabel = "N",
      description =
          "With verify: how many JVMs each row has, one after the other, whose median counts, 1 to 9;"
              + " one if not given. The claims are medians of three. With gateway and operated: how often all"
              + " programs are started anew.")
  private Integer forks;

  @Option(
      names = "--clients",
      paramLabel = "NAME",
      split = ",",
      description = "Run the suite portal with these clients only; a wrong name lists them.")
  private List<String> clients = List.of();

  @Option(
      names = "--collectors",
      paramLabel = "NAME",
      split = ",",
      description =
          "Have the JVMs of Castile's gateway in the suites gateway and operated use these collectors, each in rows of"
              + " its own, of serial, g1 and zgc; what the launcher has the JVM choose if not given.")
  private List<String> collectors = List.of();

  @Mixin private JsonOption json;

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
    if (json.isGiven() && markdown) {
      throw new ParameterException(
          spec.commandLine(), "castile: expected --json or --markdown, found both");
    }
    if (list) {
      list(out);
      return 0;
    }
    if (Verification.NAME.equals(suite)) {
      return verify(out);
    }
    if (forks != null && !Suites.takesForks(suite)) {
      throw new ParameterException(
          spec.commandLine(),
          "castile: only bench verify, gateway and operated take --forks, found it with " + suite);
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
    checkCollectors();
    if (html != null) {
      Failures.checkWritable(spec.commandLine(), html);
    }
    try (Progress progress = Progress.onTerminal()) {
      BenchReport report =
          Suites.run(
              suite, quick, forks == null ? 0 : forks(), collectors, clients, html, progress::show);
      progress.close();
      print(report, out);
    }
    return 0;
  }

  private void checkCollectors() {
    for (String collector : collectors) {
      if (!Suites.takesCollectors(suite) || !Suites.collectors().contains(collector)) {
        throw new ParameterException(
            spec.commandLine(),
            "castile: expected collectors of the suites gateway and operated, of "
                + Suites.collectors()
                + ", found "
                + collector);
      }
    }
  }

  private int forks() {
    if (forks < 1 || forks > 9) {
      throw new ParameterException(
          spec.commandLine(), "castile: expected --forks=1 to 9, found " + forks);
    }
    return forks;
  }

  private int verify(PrintWriter out) throws IOException {
    if (quick || markdown || html != null || !clients.isEmpty() || !collectors.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "castile: bench verify takes no option but --json and --forks");
    }
    int each = forks == null ? 1 : forks();
    try (Progress progress = Progress.onTerminal()) {
      Verification verification = Verification.run(each, progress::show);
      progress.close();
      out.print(json.isGiven() ? verification.json() : verification.table());
      out.flush();
      return verification.holds() ? 0 : 1;
    }
  }

  private void list(PrintWriter out) throws IOException {
    if (json.isGiven()) {
      JsonOption.print(Suites.list(), out);
    } else {
      Suites.list().forEach((name, what) -> out.printf("%-15s %s%n", name, what));
      out.flush();
    }
  }

  private void print(BenchReport report, PrintWriter out) {
    if (json.isGiven()) {
      printJson(report, out);
    } else {
      out.print(markdown ? report.markdown() : report.table());
      out.flush();
    }
  }

  static void printJson(BenchReport report, PrintWriter out) {
    out.println(report.json().stripTrailing());
    out.flush();
  }
}
