package io.castile.cli;

import io.castile.demo.Demo;
import io.castile.demo.Hit;
import io.castile.demo.LinkSaving;
import io.castile.demo.Result;
import io.castile.demo.Row;
import io.castile.demo.Saving;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code castile demo engine}. */
@Command(
    name = "engine",
    description = {
      "Serves the stock and search portal on Castile and on Apache CXF, calls both with clients of"
          + " Castile, Apache CXF and Metro, checks that all agree on every answer, and prints who"
          + " calls whom how fast; then what the response cache does for clients of the three stacks"
          + " that ask again, and what message templates do for a client of Castile that"
          + " calls again and again.",
      "Then it goes on serving until it is stopped, unless --once is given."
    })
final class DemoEngineCommand implements Callable<Integer> {
  /** Pairs of a client and a server, the asking again, and the polling. */
  private static final int STEPS = 9;

  @Spec private CommandSpec spec;

  @Option(
      names = "--once",
      description = "Measure for about 30 s and exit: 0 only if every pair agreed on every answer.")
  private boolean once;

  @Mixin private JsonOption json;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "The port of Castile's server; 0, the default, is any free one.")
  private int port;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "15",
      description = "How long to measure; ${DEFAULT-VALUE} unless given.")
  private int seconds;

  @Override
  public Integer call() throws Exception {
    checkArguments();
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter forPeople = json.isGiven() ? spec.commandLine().getErr() : out;
    try (Demo demo = new Demo(port)) {
      demo.addresses()
          .forEach(address -> forPeople.println("The portal is on " + address + "?wsdl"));
      forPeople.flush();
      AtomicInteger step = new AtomicInteger();
      Result result;
      try (Progress progress = Progress.onTerminal()) {
        result =
            demo.run(
                Duration.ofSeconds(seconds),
                what -> progress.step(step.incrementAndGet(), STEPS, what));
      }
      if (json.isGiven()) {
        JsonOption.print(result, out);
      } else {
        print(result, out);
      }
      if (!once) {
        forPeople.println();
        forPeople.println("Serving until stopped (Ctrl-C).");
        forPeople.flush();
        new CountDownLatch(1).await();
      }
      return result.disagreements().isEmpty() ? 0 : 1;
    }
  }

  private void checkArguments() {
    if (port < 0 || port > 65_535) {
      throw new ParameterException(
          spec.commandLine(), "castile: expected a port from 0 to 65535, found " + port);
    }
    if (seconds <= 0) {
      throw new ParameterException(
          spec.commandLine(), "castile: expected one second or more, found " + seconds);
    }
  }

  private static void print(Result result, PrintWriter out) {
    Map<String, List<Row>> pairs = new LinkedHashMap<>();
    Map<String, List<Row>> operations = new LinkedHashMap<>();
    for (Row row : result.rows()) {
      String pair = row.client() + " > " + row.server();
      pairs.computeIfAbsent(pair, p -> new ArrayList<>()).add(row);
      operations.computeIfAbsent(row.operation(), o -> new ArrayList<>()).add(row);
    }
    out.println();
    out.println("One thread, one call after the other. Calls a second:");
    out.println();
    matrix(
        pairs, operations, out, row -> String.format(Locale.ROOT, "%,.0f", row.callsPerSecond()));
    out.println();
    out.println("Median time of a call / the time that 1 % exceed, µs:");
    out.println();
    matrix(
        pairs,
        operations,
        out,
        row -> String.format(Locale.ROOT, "%,.0f/%,.0f", row.p50Micros(), row.p99Micros()));
    out.println();
    out.println("Bytes of the answer:");
    out.println();
    Table bytes = new Table(1, "operation", "from Castile", "from CXF");
    operations.forEach(
        (operation, rows) ->
            bytes.add(operation, bytesFrom("Castile", rows), bytesFrom("CXF", rows)));
    bytes.print(out);
    out.println();
    out.println("The same again, with a response cache before the client (policy: an hour):");
    out.println();
    hits(result.hits(), out);
    out.println();
    out.println("Message templates, Castile calling Castile (µs saved in writing a message):");
    out.println();
    savings(result.savings(), out);
    out.println();
    out.println(
        "The differential link, Castile calling Castile (ms saved on a link of 1 Mbit/s: computed):");
    out.println();
    linkSavings(result.linkSavings(), out);
    out.println();
    for (String disagreement : result.disagreements()) {
      out.println("DISAGREEMENT: " + disagreement);
    }
    if (result.disagreements().isEmpty()) {
      out.printf(
          "All %d pairs agreed on every answer of %d operations.%n",
          pairs.size(), operations.size());
    }
    out.flush();
  }

  private static void hits(List<Hit> hits, PrintWriter out) {
    Table table =
        new Table(
            2, "client", "operation", "uncached, µs", "hit, µs", "hits", "misses", "bytes kept");
    for (Hit hit : hits) {
      table.add(
          hit.client(),
          hit.operation(),
          String.format(Locale.ROOT, "%,.0f", hit.uncachedMicros()),
          String.format(Locale.ROOT, "%,.1f", hit.hitMicros()),
          number(hit.hits()),
          number(hit.misses()),
          number(hit.bytes()));
    }
    table.print(out);
  }

  private static void savings(List<Saving> savings, PrintWriter out) {
    Table table =
        new Table(
            2,
            "between two calls",
            "message",
            "calls",
            "content",
            "perfect",
            "partial",
            "first",
            "abandoned",
            "plain",
            "fields written",
            "bytes sent",
            "µs saved");
    for (Saving saving : savings) {
      table.add(
          saving.scenario(),
          saving.direction(),
          number(saving.calls()),
          number(saving.content()),
          number(saving.perfectStructural()),
          number(saving.partialStructural()),
          number(saving.firstTime()),
          number(saving.abandoned()),
          number(saving.plain()),
          String.format(Locale.ROOT, "%,.1f", saving.changedFields()),
          number(saving.bytes()),
          String.format(Locale.ROOT, "%,.1f", saving.savedMicros()));
    }
    table.print(out);
  }

  private static void linkSavings(List<LinkSaving> savings, PrintWriter out) {
    Table table =
        new Table(
            1,
            "between two calls",
            "calls",
            "deltas",
            "bytes of an answer",
            "bytes sent",
            "µs without",
            "µs with",
            "ms saved");
    for (LinkSaving saving : savings) {
      table.add(
          saving.scenario(),
          number(saving.calls()),
          number(saving.deltas()),
          number(saving.messageBytes()),
          number(saving.wireBytes()),
          String.format(Locale.ROOT, "%,.0f", saving.plainMicros()),
          String.format(Locale.ROOT, "%,.0f", saving.linkMicros()),
          String.format(Locale.ROOT, "%,.0f", saving.savedMillisAtOneMegabit()));
    }
    table.print(out);
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static void matrix(
      Map<String, List<Row>> pairs,
      Map<String, List<Row>> operations,
      PrintWriter out,
      java.util.function.Function<Row, String> cell) {
    List<String> header = new ArrayList<>(List.of("operation"));
    header.addAll(pairs.keySet());
    Table table = new Table(1, header.toArray(String[]::new));
    operations.forEach(
        (operation, rows) -> {
          List<String> cells = new ArrayList<>(List.of(operation));
          rows.forEach(row -> cells.add(cell.apply(row)));
          table.add(cells.toArray(String[]::new));
        });
    table.print(out);
  }

  private static String bytesFrom(String server, List<Row> rows) {
    return rows.stream()
        .filter(row -> row.server().equals(server))
        .findFirst()
        .map(row -> String.format(Locale.ROOT, "%,d", row.bytes()))
        .orElse("");
  }
}
