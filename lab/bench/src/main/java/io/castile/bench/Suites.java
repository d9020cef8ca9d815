package io.castile.bench;

import io.castile.bench.cache.Hits;
import io.castile.bench.cache.Representations;
import io.castile.bench.cache.SerializedCell;
import io.castile.bench.calls.Calls;
import io.castile.bench.data.Message;
import io.castile.bench.delta.Differential;
import io.castile.bench.delta.LinkCell;
import io.castile.bench.delta.WholeCalls;
import io.castile.bench.dynamic.DynamicSuite;
import io.castile.bench.encoded.Encoded;
import io.castile.bench.fleet.FleetSuite;
import io.castile.bench.floor.Floor;
import io.castile.bench.gateway.GatewaySuite;
import io.castile.bench.gateway.JsonSuite;
import io.castile.bench.gateway.OperatedSuite;
import io.castile.bench.gateway.Steady;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Timing;
import io.castile.bench.observability.Observability;
import io.castile.bench.parameterized.Parameterized;
import io.castile.bench.parameterized.ParameterizedCell;
import io.castile.bench.portal.PortalClient;
import io.castile.bench.portal.PortalSuite;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Environment;
import io.castile.bench.send.ReceiveCell;
import io.castile.bench.send.ReceiveTime;
import io.castile.bench.send.SendCell;
import io.castile.bench.send.SendTime;
import io.castile.bench.stack.CellSuite;
import io.castile.bench.stack.GsoapPeer;
import io.castile.bench.stack.MessageBenchmark;
import io.castile.bench.stack.Stack;
import io.castile.bench.startup.Startup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * The suites of measurements: what {@code castile bench} runs.
 *
 * <pre>{@code
 * BenchReport report = Suites.run("codegen", true, List.of(), null, System.err::println);
 * System.out.print(report.table());
 * }</pre>
 */
public final class Suites {
  private static final String WRITE = "write";
  private static final String READ = "read";

  private Suites() {}

  /** Returns the names of the suites and, for each, what it measures. */
  public static Map<String, String> list() {
    Map<String, String> suites = new LinkedHashMap<>();
    suites.put(
        "codegen",
        "the services of LYE's Table 1, a search reply and 195 stock ratings, written and read; the"
            + " serializers together with a cache");
    suites.put("numbers", "arrays of double, int and mesh objects, 1 to 100 000, written and read");
    suites.put(
        SendCell.SUITE,
        "the figures of bSOAP: arrays sent again, the same or changed, by templates");
    suites.put(ReceiveCell.SUITE, "messages read again, the same or changed in part");
    suites.put(
        ParameterizedCell.SUITE,
        "parameterized caching: requests and responses of 0 to 20 KB; whole calls, beside Java RMI");
    suites.put(
        Representations.SUITE,
        "the tables of the response caching paper: every key and representation, times and bytes");
    suites.put(
        Hits.SUITE, "answers from the cache through the port, beside Spring's through its proxy");
    suites.put(
        PortalSuite.SUITE,
        "the figures of the response caching paper: a web portal under load, by share of hits");
    suites.put(
        LinkCell.SUITE,
        "the figures of mSOAP: messages sent as their difference to the last, bytes, times and"
            + " delays, beside gzip and dcz; whole calls, beside Java RMI and gRPC");
    suites.put(
        WholeCalls.SUITE,
        "linked calls as XML and as values: processor time and allocated bytes of both ends, beside"
            + " Java RMI and gRPC");
    suites.put(
        Calls.SUITE,
        "whole calls over loopback beside Apache CXF, Metro, Java RMI and gRPC; client transports");
    suites.put(
        Encoded.SUITE,
        "messages of rpc/encoded, written and read in memory, beside Axis 1.4 and gSOAP");
    suites.put(
        DynamicSuite.SUITE,
        "calls of clients that know a WSDL alone, beside zeep, node-soap and Apache CXF; NetSuite's");
    suites.put(
        GatewaySuite.SUITE,
        "what a request costs that passes a gateway, or is answered by it, beside nginx and Varnish");
    suites.put(
        OperatedSuite.SUITE,
        "a gateway from its start until its cache is full, beside nginx and Varnish");
    suites.put(
        Steady.SUITE,
        "hits of a gateway that logs, observes, shows its console or reads its configuration again");
    suites.put(
        JsonSuite.SUITE,
        "calls by JSON through a gateway beside calls of SOAP, validated ones, and programs by hand");
    suites.put(
        FleetSuite.SUITE,
        "what fleets of 1 to 100 gateways do, by what they share and where they are; simulated");
    suites.put(
        Observability.SUITE, "what it costs to record, measure or trace simple calls at both ends");
    suites.put(
        Startup.SUITE,
        "from the start of a JVM to the first answer, and the first port of a large service");
    suites.put(
        Floor.SUITE,
        "first answers of a JVM, simple and large, with their processor time; its first ten seconds");
    return suites;
  }

  /** Returns the names of the clients of which the suite {@code portal} may be run with some. */
  public static List<String> portalClients() {
    return PortalClient.words();
  }

  /**
   * Runs a suite. Takes many minutes; with {@code quick}, one or two.
   *
   * @param suite its name
   * @param quick whether shorter rounds and fewer messages will do; the errors tell what that costs
   * @param clients of {@link #portalClients}, with which the suite {@code portal} is run; empty for
   *     all, as it must be for other suites
   * @param html where to write the report as an HTML page with its figures; null for nowhere
   * @param progress told what is about to be measured, one line at a time
   * @throws IllegalArgumentException if there is no such suite or client
   * @throws IllegalStateException if a stack gives a wrong answer, or cannot be measured
   * @throws IOException if the report cannot be written, or no draining server started
   */
  public static BenchReport run(
      String suite, boolean quick, List<String> clients, Path html, Consumer<String> progress)
      throws IOException {
    return run(suite, quick, 0, List.of(), clients, html, progress);
  }

  /** Whether the number of forks of a suite may be chosen. */
  public static boolean takesForks(String suite) {
    return GatewaySuite.SUITE.equals(suite) || OperatedSuite.SUITE.equals(suite);
  }

  /** Whether the collectors of a suite's JVMs may be chosen. */
  public static boolean takesCollectors(String suite) {
    return GatewaySuite.SUITE.equals(suite) || OperatedSuite.SUITE.equals(suite);
  }

  /** Returns the collectors that may be chosen. */
  public static List<String> collectors() {
    return GatewaySuite.collectors();
  }

  /**
   * Runs a suite with the number of forks and the collectors that are chosen.
   *
   * @param forks the number of starts of all programs, of a suite that {@link #takesForks}; 0 for
   *     as often as the suite has it
   * @param collectors of {@link #collectors}, of a suite that {@link #takesCollectors}; empty for
   *     the JVM's own choice
   */
  public static BenchReport run(
      String suite,
      boolean quick,
      int forks,
      List<String> collectors,
      List<String> clients,
      Path html,
      Consumer<String> progress)
      throws IOException {
    Objects.requireNonNull(progress, "progress");
    if (forks != 0 && !takesForks(suite)) {
      throw new IllegalArgumentException("the suite " + suite + " has no forks to choose");
    }
    if (!collectors.isEmpty() && !takesCollectors(suite)) {
      throw new IllegalArgumentException("the suite " + suite + " has no collectors to choose");
    }
    if (!clients.isEmpty() && !suite.equals(PortalSuite.SUITE)) {
      throw new IllegalArgumentException("only the suite portal has clients to choose from");
    }
    String chosen = clients.isEmpty() ? "" : " --clients " + String.join(",", clients);
    String often = forks == 0 ? "" : " --forks=" + forks;
    String by = collectors.isEmpty() ? "" : " --collectors=" + String.join(",", collectors);
    String command = "castile bench " + suite + (quick ? " --quick" : "") + often + by + chosen;
    Timing timing = quick ? Timing.QUICK : Timing.FULL;
    Timing cells = quick ? Timing.QUICK_CELLS : Timing.FULL_CELLS;
    Timing manyCells = quick ? Timing.QUICK_CELLS : Timing.FULL_MANY_CELLS;
    Timing nanos = quick ? Timing.QUICK_NANOS : Timing.FULL_CELLS;
    BenchReport report =
        switch (suite) {
          case "codegen" -> {
            List<String> messages = quick ? Message.codegenQuick() : Message.codegen();
            BenchReport whole = run(suite, command, messages, Stack.all(), timing, progress);
            List<List<? extends Cell>> kept = new ArrayList<>(SerializedCell.groups(quick));
            yield whole.and(
                new CellSuite(
                        kept,
                        List.of(),
                        SerializedCell.figures(quick),
                        List.of(SerializedCell.NOTE))
                    .run(suite, command, manyCells, progress));
          }
          case "numbers" -> {
            List<Integer> sizes = quick ? List.of(10_000) : List.of(1, 100, 10_000, 100_000);
            yield run(suite, command, Message.numbers(sizes), Stack.all(), timing, progress);
          }
          case SendCell.SUITE ->
              SendTime.suite(quick)
                  .run(suite, command, manyCells, progress)
                  .and(SendTime.allocation(quick, timing, progress));
          case ReceiveCell.SUITE -> ReceiveTime.suite(quick).run(suite, command, cells, progress);
          case ParameterizedCell.SUITE ->
              Parameterized.run(
                  quick,
                  command,
                  cells,
                  quick ? Timing.QUICK_TURNS : Timing.FULL_CALL_TURNS,
                  progress);
          case Representations.SUITE -> Representations.run(command, nanos, progress);
          case Hits.SUITE ->
              Hits.run(quick, command, quick ? Timing.QUICK_TURNS : Timing.FULL_TURNS, progress);
          case PortalSuite.SUITE ->
              PortalSuite.of(quick, clients.stream().map(PortalClient::of).toList())
                  .run(command, quick ? Timing.QUICK_PORTAL : Timing.FULL_PORTAL, progress);
          case LinkCell.SUITE ->
              Differential.run(
                  quick, command, quick ? Timing.QUICK_CODINGS : Timing.FULL_CELLS, progress);
          case WholeCalls.SUITE -> WholeCalls.costs(quick, command, progress);
          case Calls.SUITE -> Calls.run(quick, command, progress);
          case Encoded.SUITE -> Encoded.run(quick, command, cells, progress);
          case DynamicSuite.SUITE -> DynamicSuite.run(quick, command, progress);
          case GatewaySuite.SUITE -> GatewaySuite.run(quick, forks, collectors, command, progress);
          case OperatedSuite.SUITE ->
              OperatedSuite.run(quick, forks, collectors, command, progress);
          case Steady.SUITE -> Steady.run(quick, command, progress);
          case JsonSuite.SUITE -> JsonSuite.run(quick, command, progress);
          case FleetSuite.SUITE -> FleetSuite.run(quick, command, progress);
          case Observability.SUITE -> Observability.run(quick, command, progress);
          case Startup.SUITE ->
              Startup.run(
                  quick, command, quick ? Timing.QUICK_STARTUP : Timing.FULL_STARTUP, progress);
          case Floor.SUITE -> Floor.run(quick, command, progress);
          default ->
              throw new IllegalArgumentException(
                  "no suite is named '" + suite + "'; there are " + list().keySet());
        };
    if (html != null) {
      Files.writeString(html, report.html());
    }
    return report;
  }

  public static BenchReport run(
      String suite,
      String command,
      List<String> messages,
      List<Stack> stacks,
      Timing timing,
      Consumer<String> progress)
      throws IOException {
    Map<String, Object> environment = Environment.describe(command);
    List<BenchRow> rows = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    try (GsoapPeer gsoap = GsoapPeer.build(progress)) {
      notes.addAll(gsoap.notes());
      for (String way : List.of(WRITE, READ)) {
        for (String message : messages) {
          for (Stack stack : stacks) {
            if (way.equals(WRITE) ? stack.writes() : stack.reads()) {
              progress.accept(way + " " + message + ": " + stack.name());
              rows.add(measure(stack, message, way, timing));
            }
          }
          if (gsoap.present()) {
            progress.accept(way + " " + message + ": " + GsoapPeer.NAME);
            rows.add(gsoap.measure(Message.named(message), way, timing));
          }
        }
      }
    }
    return new BenchReport(suite, environment, rows, notes);
  }

  private static BenchRow measure(Stack stack, String message, String way, Timing timing) {
    TimeValue round = TimeValue.milliseconds(timing.roundMillis());
    Options options =
        new OptionsBuilder()
            .include("^" + MessageBenchmark.class.getName().replace(".", "\\.") + "\\." + way + "$")
            .param("stack", stack.name())
            .param("message", message)
            .forks(timing.forks())
            .warmupIterations(timing.warmups())
            .warmupTime(round)
            .measurementIterations(timing.rounds())
            .measurementTime(round)
            .jvmArgsAppend(Timing.jvmArguments())
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .build();
    try {
      RunResult result = new Runner(options).runSingle();
      Statistics nanos = result.getPrimaryResult().getStatistics();
      double error = nanos.getMeanErrorAt(0.999) / 1000;
      double median = nanos.getPercentile(50) / 1000;
      return new BenchRow(stack.name(), way + " " + message, median, "µs", error);
    } catch (RunnerException e) {
      throw new IllegalStateException(
          "cannot measure how " + stack.name() + " can " + way + " '" + message + "'", e);
    }
  }
}
