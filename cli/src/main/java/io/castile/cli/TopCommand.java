package io.castile.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code castile top}. */
@Command(
    name = "top",
    description = {
      "Shows the calls of a running Java process that uses Castile: operations by calls, with"
          + " latency, what the response cache answered, templates and the differential link. The"
          + " process needs no preparation; it records events of JDK Flight Recorder meanwhile.",
      "On a terminal the table is renewed until --seconds have passed, or it is interrupted."
          + " Without PID, lists the Java processes of this user."
    })
final class TopCommand implements Callable<Integer> {
  private static final int ROWS = 20;
  private static final int SECONDS_OF_PIPES = 5;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "PID", arity = "0..1", description = "The number of the process.")
  private @Nullable Long pid;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description =
          "How long to watch; without it, until it is interrupted, or 5 s where output is no"
              + " terminal or --json is given.")
  private @Nullable Integer seconds;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    if (pid == null) {
      processes(out);
      return 0;
    }
    if (seconds != null && seconds < 1) {
      throw new ParameterException(
          spec.commandLine(), "castile: expected --seconds of 1 or more, found " + seconds);
    }
    FlightReport report = watch(pid);
    if (json.isGiven()) {
      JsonOption.print(report, out);
    } else {
      out.print(report.text(ROWS));
      out.flush();
    }
    return 0;
  }

  private void processes(PrintWriter out) throws IOException {
    Map<String, String> processes = RemoteFlight.processes();
    if (json.isGiven()) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("processes", processes);
      JsonOption.print(all, out);
      return;
    }
    TextTable table = new TextTable(2, "pid", "program");
    processes.forEach(table::add);
    table.print(out);
    out.flush();
  }

  private FlightReport watch(long process) throws IOException, InterruptedException {
    FlightTotals totals = new FlightTotals();
    boolean isLive = Progress.isTerminal() && !json.isGiven();
    int most = seconds != null ? seconds : isLive ? Integer.MAX_VALUE : SECONDS_OF_PIPES;
    try (RemoteFlight flight = RemoteFlight.start(process, totals);
        LiveTable table = LiveTable.onTerminal()) {
      for (int second = 0; second < most && flight.isAlive(); second++) {
        Thread.sleep(Duration.ofSeconds(1).toMillis());
        if (isLive) {
          table.show(totals.report(flight.seconds()).text(ROWS));
        }
      }
      return totals.report(flight.seconds());
    }
  }
}
