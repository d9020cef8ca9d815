package io.castile.bench.dynamic;

import io.castile.bench.data.FixedAnswer;
import io.castile.bench.harness.ChildJvm;
import io.castile.bench.harness.ClassPath;
import io.castile.bench.harness.Jdk;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import io.castile.bench.report.SpeedGoals;
import io.castile.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.openjdk.jmh.util.ListStatistics;

/**
 * From the start of a process to the first answer of a service whose WSDL has megabytes: that of
 * NetSuite, which is in the corpus beside the checkout and is read from there. A local server gives
 * the answer.
 */
final class LargeWsdl {
  /** What is called. */
  static final String OPERATION = "getServerTime";

  /** What stands before the answer. */
  static final String ANSWER = "answer ";

  private static final String WSDL = "netsuite/netsuite.wsdl";

  private static final String ABSENT =
      "The WSDL of NetSuite is absent (shared/corpus/" + WSDL + "): nothing was measured of it.";

  private static final String NOTE =
      "NetSuite: times are from the start of the process, as its parent sees them, until it has"
          + " said what the answer to getServerTime has; each reads the WSDL and its schemas from"
          + " files, and nothing is kept from one process to the next. A local server answers with"
          + " a fixed message. CXF makes and compiles classes of all schemas: it has fewer rounds.";

  private static final double CONFIDENCE = 0.999;
  private static final double LEAST = 3;

  private static final String MESSAGE =
      "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body>"
          + "<getServerTimeResponse xmlns=\"urn:messages_2023_2.platform.webservices.netsuite.com\">"
          + "<c:getServerTimeResult xmlns:c=\"urn:core_2023_2.platform.webservices.netsuite.com\">"
          + "<c:status isSuccess=\"true\"/><c:serverTime>2026-01-31T12:00:00.000-08:00</c:serverTime>"
          + "</c:getServerTimeResult></getServerTimeResponse></soapenv:Body></soapenv:Envelope>";

  private static final String SCENARIO = "first answer of NetSuite";

  /** A program that is started again and again. */
  private record Program(LargeRow row, List<String> command) {}

  private LargeWsdl() {}

  /** Measures those of the rows whose clients are installed here. */
  static BenchReport measure(List<LargeRow> rows, Timing timing, Consumer<String> progress)
      throws IOException {
    Optional<Path> wsdl = Checkout.corpus(WSDL);
    if (wsdl.isEmpty()) {
      return new BenchReport(DynamicSuite.SUITE, Map.of(), List.of(), List.of(ABSENT));
    }
    Path work = Files.createTempDirectory("castile-large");
    try (FixedAnswer server = FixedAnswer.of(MESSAGE)) {
      List<Program> programs = programs(rows, wsdl.get(), server.url(), work);
      return report(play(programs, timing, progress));
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the local server cannot be run: " + e.getMessage(), e);
    } finally {
      WorkFolder.delete(work);
    }
  }

  private static List<Program> programs(List<LargeRow> rows, Path wsdl, String url, Path work)
      throws IOException {
    ClassPath libraries = ClassPath.ofThisJvm(work);
    String file = wsdl.toString();
    List<Program> programs = new ArrayList<>();
    for (LargeRow row : rows) {
      String path = libraries.only(row::needs).text();
      switch (row) {
        case CASTILE, CXF -> {
          String program = LargeProgram.class.getName();
          programs.add(new Program(row, java(path, program, row.name(), file, url)));
        }
        case COMMAND -> {
          List<String> command = java(path, Main.class.getName(), "call", file, OPERATION);
          command.addAll(List.of("--endpoint", url));
          programs.add(new Program(row, command));
        }
        case ZEEP -> addScript(programs, row, ScriptPeer.ZEEP, work, file, url);
        case NODE_SOAP -> addScript(programs, row, ScriptPeer.NODE_SOAP, work, file, url);
      }
    }
    return programs;
  }

  private static List<String> java(String classPath, String... program) {
    List<String> command = new ArrayList<>();
    command.add(Jdk.running().java().toString());
    command.addAll(ChildJvm.sharedOptions());
    command.add("-cp");
    command.add(classPath);
    command.addAll(List.of(program));
    return command;
  }

  private static void addScript(
      List<Program> programs, LargeRow row, ScriptPeer peer, Path work, String file, String url)
      throws IOException {
    if (peer.isPresent()) {
      programs.add(new Program(row, peer.command(work, "first", file, url)));
    }
  }

  /** Every program is started once before any is started again. */
  private static Map<LargeRow, ListStatistics> play(
      List<Program> programs, Timing timing, Consumer<String> progress) throws IOException {
    Map<LargeRow, ListStatistics> times = new LinkedHashMap<>();
    for (int round = -timing.warmups(); round < timing.rounds(); round++) {
      for (Program program : programs) {
        if (round >= program.row().rounds()) {
          continue;
        }
        progress.accept(SCENARIO + ": " + program.row().label());
        double millis = start(program);
        if (round >= 0) {
          times.computeIfAbsent(program.row(), row -> new ListStatistics()).addValue(millis);
        }
      }
    }
    return times;
  }

  /**
   * Starts a program and waits for its answer.
   *
   * @return milliseconds from its start
   * @throws IllegalStateException if it is wrong, or there is none
   */
  private static double start(Program program) throws IOException {
    String who = program.row().label();
    long start = System.nanoTime();
    try (ChildJvm process = ChildJvm.start(program.command())) {
      String beginning = program.row() == LargeRow.COMMAND ? "" : ANSWER;
      String answer = process.hear(beginning, "answer of " + who);
      double millis = (System.nanoTime() - start) / 1e6;
      if (!isRight(program, answer, process)) {
        throw new IllegalStateException(who + " gives a wrong answer: " + answer);
      }
      return millis;
    }
  }

  private static boolean isRight(Program program, String answer, ChildJvm process)
      throws IOException {
    if (program.row() != LargeRow.COMMAND) {
      return Boolean.parseBoolean(answer);
    }
    StringBuilder text = new StringBuilder(answer);
    for (String line = process.hear(); line != null; line = process.hear()) {
      text.append(line);
    }
    return text.toString().contains("isSuccess");
  }

  private static BenchReport report(Map<LargeRow, ListStatistics> times) {
    List<BenchRow> rows = new ArrayList<>();
    times.forEach(
        (row, millis) ->
            rows.add(
                new BenchRow(
                    row.label(),
                    SCENARIO,
                    millis.getPercentile(50),
                    "ms",
                    millis.getMeanErrorAt(CONFIDENCE))));
    List<SpeedGoals.Goal> goals = new ArrayList<>();
    for (LargeRow own : List.of(LargeRow.CASTILE, LargeRow.COMMAND)) {
      for (LargeRow other : List.of(LargeRow.ZEEP, LargeRow.CXF)) {
        goals.add(new SpeedGoals.Goal(own.label(), other.label(), LEAST));
      }
    }
    List<String> notes = new ArrayList<>(List.of(NOTE));
    notes.addAll(SpeedGoals.judged(goals, SCENARIO, rows));
    Figure figure =
        Figure.ofNames(
            "from the start of a process to the first answer of NetSuite",
            List.of(Figure.Point.named("from its WSDL on disk", SCENARIO)),
            Arrays.stream(LargeRow.values()).map(LargeRow::label).toList());
    return new BenchReport(DynamicSuite.SUITE, Map.of(), rows, notes, List.of(figure));
  }
}
