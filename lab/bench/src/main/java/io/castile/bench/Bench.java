package io.castile.bench;

import io.castile.bench.report.BenchReport;
import io.castile.bench.report.Json;
import io.castile.cli.BenchCommand;
import io.castile.cli.Main;
import io.castile.cli.Progress;
import java.io.IOException;
import java.io.PrintWriter;

/** {@code castile bench}, and the command {@code castile} with it. */
public final class Bench extends BenchCommand {
  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    Main.main(new Bench(), arguments);
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = out();
    if (isJson() && markdown) {
      throw wrong("expected --json or --markdown, found both");
    }
    if (list) {
      list(out);
      return 0;
    }
    if (Verification.NAME.equals(suite)) {
      return verify(out);
    }
    if (forks != null && !Suites.takesForks(suite)) {
      throw wrong("only bench verify, gateway and operated take --forks, found it with " + suite);
    }
    if (suite == null || !Suites.list().containsKey(suite)) {
      throw wrong("expected a suite, one of " + Suites.list().keySet() + ", found " + suite);
    }
    for (String client : clients) {
      if (!suite.equals("portal") || !Suites.portalClients().contains(client)) {
        throw wrong(
            "expected clients of the suite portal, of "
                + Suites.portalClients()
                + ", found "
                + client);
      }
    }
    checkCollectors();
    if (html != null) {
      checkWritable(html);
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
        throw wrong(
            "expected collectors of the suites gateway and operated, of "
                + Suites.collectors()
                + ", found "
                + collector);
      }
    }
  }

  private int forks() {
    if (forks < 1 || forks > 9) {
      throw wrong("expected --forks=1 to 9, found " + forks);
    }
    return forks;
  }

  private int verify(PrintWriter out) throws IOException {
    if (quick || markdown || html != null || !clients.isEmpty() || !collectors.isEmpty()) {
      throw wrong("bench verify takes no option but --json and --forks");
    }
    int each = forks == null ? 1 : forks();
    try (Progress progress = Progress.onTerminal()) {
      Verification verification = Verification.run(each, progress::show);
      progress.close();
      out.print(isJson() ? verification.json() : verification.table());
      out.flush();
      return verification.holds() ? 0 : 1;
    }
  }

  private void list(PrintWriter out) {
    if (isJson()) {
      out.print(Json.text(Suites.list()));
    } else {
      Suites.list().forEach((name, what) -> out.printf("%-15s %s%n", name, what));
    }
    out.flush();
  }

  private void print(BenchReport report, PrintWriter out) {
    if (isJson()) {
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
