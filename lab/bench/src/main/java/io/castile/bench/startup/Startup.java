package io.castile.bench.startup;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.bench.calls.CallOperation;
import io.castile.bench.calls.LoopbackRow;
import io.castile.bench.calls.PortalEnd;
import io.castile.bench.calls.ReadyPortal;
import io.castile.bench.data.FixedAnswer;
import io.castile.bench.harness.ChildJvm;
import io.castile.bench.harness.ClassPath;
import io.castile.bench.harness.Jdk;
import io.castile.bench.harness.Prepared;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Environment;
import io.castile.bench.stack.BuiltCodecs;
import io.castile.demo.portal.Portal;
import io.castile.demo.portal.PortalData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The suite {@code startup}: from the start of a JVM to the first answer, and the memory that it
 * needs; and the first port of a service of NetSuite's size. A JVM has the libraries of its own
 * stack only, all of them in files.
 *
 * @param rows the clients that call the small service
 * @param jdks the JDKs that they run on
 */
public record Startup(List<StartupRow> rows, List<Jdk> jdks) {
  public static final String SUITE = "startup";

  /** Calls of the small service before it is measured, so that it is no part of what is. */
  private static final int WARM = 5_000;

  /** A JVM may fail to write an archive: one of JDK 25 does now and then, if threads still run. */
  private static final int ARCHIVE_ATTEMPTS = 3;

  /**
   * The suite on this JDK, and on another one if the environment names it.
   *
   * @param notes is told if it does not
   * @throws IOException if it names none
   */
  static Startup of(boolean quick, List<String> notes) throws IOException {
    List<Jdk> jdks = new ArrayList<>();
    jdks.add(Jdk.running());
    String other = System.getenv(Jdk.OTHER);
    if (other == null || other.isEmpty()) {
      notes.add("Measured on one JDK only; the variable " + Jdk.OTHER + " names another one.");
    } else if (!quick) {
      jdks.add(Jdk.of(Path.of(other)));
    }
    return new Startup(StartupRow.ofPortal(), jdks);
  }

  /** Runs the suite, on the small service and, if the corpus is there, the large one. */
  public static BenchReport run(
      boolean quick, String command, Timing timing, Consumer<String> progress) throws IOException {
    List<String> notes = new ArrayList<>();
    Startup suite = of(quick, notes);
    Path work = Files.createTempDirectory("castile-startup");
    try {
      ClassPath libraries = ClassPath.ofThisJvm(work);
      StartupResults results = new StartupResults();
      suite.measurePortal(libraries, work, timing, results, progress);
      Optional<LargeService> large = LargeService.find(work);
      if (large.isPresent()) {
        suite.measureLarge(large.get(), libraries, timing, results, progress);
      } else {
        notes.add(LargeService.ABSENT);
      }
      return results.report(Environment.describe(command)).saying(rows -> notes);
    } finally {
      delete(work);
    }
  }

  /** A run with some rows, on the small service, this JDK, and without archives. */
  public static List<BenchRow> runPortal(
      List<StartupRow> rows, Timing timing, Consumer<String> progress) throws IOException {
    Path work = Files.createTempDirectory("castile-startup");
    try {
      StartupResults results = new StartupResults();
      new Startup(rows, List.of(Jdk.running()))
          .measurePortal(ClassPath.ofThisJvm(work), work, timing, results, progress);
      return results.rows();
    } finally {
      delete(work);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** One program that is started again and again. */
  private record Program(StartupResults.Cell cell, List<String> command, String answer) {}

  /** Measures the small service, without and with what a JDK may keep of a run. */
  void measurePortal(
      ClassPath libraries,
      Path work,
      Timing timing,
      StartupResults results,
      Consumer<String> progress)
      throws IOException {
    String expected = String.valueOf(PortalData.standard().simple());
    try (SoapServer server = serve()) {
      StartupTarget target = StartupTarget.portal(server.url(LoopbackRow.PATH));
      Path codecs = BuiltCodecs.of(Portal.class, work.resolve("portal-codecs"));
      List<Program> programs = new ArrayList<>();
      for (Jdk jdk : jdks) {
        for (StartupRow row : rows) {
          String text = row == StartupRow.JVM ? "" : row == StartupRow.URL ? null : expected;
          List<String> path = List.of("-cp", path(libraries, row, codecs).text());
          StartupResults.Cell plain = new StartupResults.Cell(row, jdk, "", false);
          programs.add(new Program(plain, command(jdk, row, List.of(), path, target), text));
          for (Prepared prepared : Prepared.of(jdk)) {
            progress.accept("preparing " + plain.label() + prepared.label);
            Path file = prepared.file(work, jdk.label() + "-" + row);
            List<String> dump = new ArrayList<>(prepared.dump(file));
            dump.add("-XX:ErrorFile=" + work.resolve("error.log"));
            for (int i = 0; i < ARCHIVE_ATTEMPTS && !Files.exists(file); i++) {
              start(new Program(plain, command(jdk, row, dump, path, target), text));
            }
            if (Files.exists(file)) {
              programs.add(
                  new Program(
                      new StartupResults.Cell(row, jdk, prepared.label, false),
                      command(jdk, row, prepared.use(file), path, target),
                      text));
            } else {
              results.note("Of " + plain.label() + ", " + prepared.absent + " could be made.");
            }
          }
        }
      }
      play(programs, timing, results, progress);
    }
  }

  private static ClassPath path(ClassPath libraries, StartupRow row, Path codecs) {
    ClassPath own = libraries.only(row::needs);
    return row == StartupRow.CASTILE_BUILT ? own.and(codecs) : own;
  }

  private static SoapServer serve() throws IOException {
    SoapServer server = Castile.server().publish(LoopbackRow.PATH, new ReadyPortal()).start();
    Portal portal = Castile.client(Portal.class).endpoint(server.url(LoopbackRow.PATH)).build();
    try (PortalEnd end = new PortalEnd(portal, (AutoCloseable) portal)) {
      for (int i = 0; i < WARM; i++) {
        end.call(CallOperation.SIMPLE, i);
      }
      return server;
    } catch (Exception e) {
      server.close();
      throw new IOException("the service cannot be called: " + e.getMessage(), e);
    }
  }

  /** Measures the large service. */
  void measureLarge(
      LargeService large,
      ClassPath libraries,
      Timing timing,
      StartupResults results,
      Consumer<String> progress)
      throws IOException {
    List<Jdk> usable = new ArrayList<>();
    for (Jdk jdk : jdks) {
      if (jdk.feature() >= large.feature()) {
        usable.add(jdk);
      } else {
        results.note(
            "The classes of the large service are too new for " + jdk.label() + ": not measured.");
      }
    }
    if (usable.isEmpty()) {
      return;
    }
    progress.accept("compiling the codecs of the large service");
    Path codecs = large.codecs();
    try (FixedAnswer stub = FixedAnswer.of(LargeService.ANSWER)) {
      List<Program> programs = new ArrayList<>();
      for (Jdk jdk : usable) {
        for (StartupRow row : StartupRow.ofLarge()) {
          String path = path(libraries, row, codecs).and(large.classes()).text();
          StartupResults.Cell cell = new StartupResults.Cell(row, jdk, "", true);
          List<String> command =
              command(jdk, row, List.of(), List.of("-cp", path), large.target(stub.url()));
          programs.add(new Program(cell, command, LargeService.TIME));
        }
      }
      play(programs, timing, results, progress);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the stub does not stop: " + e.getMessage(), e);
    }
  }

  private static List<String> command(
      Jdk jdk, StartupRow row, List<String> options, List<String> path, StartupTarget target) {
    List<String> command = new ArrayList<>();
    command.add(jdk.java().toString());
    command.addAll(ChildJvm.sharedOptions());
    command.addAll(options);
    command.addAll(row.options());
    command.addAll(path);
    command.add(StartupProbe.class.getName());
    command.add(row.name());
    command.addAll(target.arguments());
    return command;
  }

  /** Every program is started once before any is started again. */
  private static void play(
      List<Program> programs, Timing timing, StartupResults results, Consumer<String> progress)
      throws IOException {
    for (int round = -timing.warmups(); round < timing.rounds(); round++) {
      for (Program program : programs) {
        progress.accept(program.cell().label());
        StartupResults.Times times = start(program);
        if (round >= 0) {
          results.add(program.cell(), times);
        }
      }
    }
  }

  /**
   * Starts a program and waits for its answer.
   *
   * @throws IllegalStateException if it is wrong, or there is none
   */
  private static StartupResults.Times start(Program program) throws IOException {
    String who = program.cell().label();
    boolean hasPort =
        program.cell().row() != StartupRow.JVM && program.cell().row() != StartupRow.URL;
    long start = System.nanoTime();
    try (ChildJvm jvm = ChildJvm.start(program.command())) {
      double port = Double.NaN;
      double portMemory = Double.NaN;
      if (hasPort) {
        jvm.hear(StartupProbe.PORT, "port of " + who);
        port = (System.nanoTime() - start) / 1e6;
        portMemory = megabytes(jvm.hear(StartupProbe.MEMORY, "memory of " + who));
      }
      jvm.hear(StartupProbe.ANSWER, "answer of " + who);
      double answer = (System.nanoTime() - start) / 1e6;
      double memory = megabytes(jvm.hear(StartupProbe.MEMORY, "memory of " + who));
      String text = jvm.hear(StartupProbe.TEXT, "text of " + who);
      if (program.answer() != null && !program.answer().equals(text)) {
        throw new IllegalStateException(who + " gives a wrong answer: " + text);
      }
      while (jvm.hear() != null) {
        // It may have an archive to write before it ends.
      }
      return new StartupResults.Times(port, portMemory, answer, memory);
    }
  }

  private static double megabytes(String kilobytes) {
    long count = Long.parseLong(kilobytes);
    return count < 0 ? Double.NaN : count / 1024.0;
  }
}
