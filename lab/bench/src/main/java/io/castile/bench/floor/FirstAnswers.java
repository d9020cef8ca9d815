package io.castile.bench.floor;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.bench.calls.CallOperation;
import io.castile.bench.calls.LoopbackRow;
import io.castile.bench.calls.ReadyPortal;
import io.castile.bench.harness.ChildJvm;
import io.castile.bench.harness.ClassPath;
import io.castile.bench.harness.Jdk;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.bench.stack.BuiltCodecs;
import io.castile.demo.portal.Portal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * From the start of a JVM to its first answer, and the processor time until then: a simple one, a
 * search reply and 195 ratings. A JVM has the libraries of its own stack only, all of them in
 * files. Where the JDK has them, once more with an ahead-of-time cache.
 */
final class FirstAnswers implements FloorSection {
  static final List<CallOperation> OPERATIONS =
      List.of(CallOperation.SIMPLE, CallOperation.SEARCH, CallOperation.RATINGS);

  /** The kind of a cell with the JDK's cache. */
  static final String AOT = ", AOT cache";

  /** The first JDK with {@code -XX:AOTCacheOutput}. */
  private static final int FIRST_WITH_AOT = 25;

  /** Calls of each operation before anything is measured, so that the server is no part of it. */
  private static final int WARM = 3_000;

  /** One program that is started again and again. */
  private record Program(FirstAnswerResults.Cell cell, List<String> command, String digest) {}

  @Override
  public BenchReport measure(boolean quick, Consumer<String> progress) throws IOException {
    Timing timing = quick ? Timing.QUICK_STARTUP : Timing.FULL_STARTUP;
    List<Jdk> jdks = new ArrayList<>(List.of(Jdk.running()));
    String other = System.getenv(Jdk.OTHER);
    if (!quick && other != null && !other.isEmpty()) {
      jdks.add(Jdk.of(Path.of(other)));
    }
    return measure(List.of(FirstAnswerRow.values()), jdks, timing, progress).report();
  }

  /** Measures some rows. */
  FirstAnswerResults measure(
      List<FirstAnswerRow> rows, List<Jdk> jdks, Timing timing, Consumer<String> progress)
      throws IOException {
    Path work = Files.createTempDirectory("castile-floor");
    FirstAnswerResults results = new FirstAnswerResults();
    try (SoapServer server =
        Castile.server().publish(LoopbackRow.PATH, new ReadyPortal()).start()) {
      String url = server.url(LoopbackRow.PATH);
      Map<CallOperation, String> digests = warm(url);
      play(programs(rows, jdks, url, digests, work, progress), timing, results, progress);
    } finally {
      delete(work);
    }
    return results;
  }

  private static List<Program> programs(
      List<FirstAnswerRow> rows,
      List<Jdk> jdks,
      String url,
      Map<CallOperation, String> digests,
      Path work,
      Consumer<String> progress)
      throws IOException {
    ClassPath libraries = ClassPath.ofThisJvm(work);
    Path codecs = BuiltCodecs.of(Portal.class, work.resolve("portal-codecs"));
    List<Program> programs = new ArrayList<>();
    for (Jdk jdk : jdks) {
      for (CallOperation operation : OPERATIONS) {
        for (FirstAnswerRow row : rows) {
          ClassPath own = libraries.only(row::needs);
          String path = (row == FirstAnswerRow.BUILT ? own.and(codecs) : own).text();
          List<String> call =
              List.of(
                  "-cp", path, FirstAnswerProbe.class.getName(), row.name(), operation.name(), url);
          FirstAnswerResults.Cell plain = new FirstAnswerResults.Cell(row, operation, jdk, "");
          programs.add(new Program(plain, command(jdk, List.of(), call), digests.get(operation)));
          if (jdk.feature() >= FIRST_WITH_AOT) {
            progress.accept("filling the cache of " + plain.label());
            Path cache = work.resolve(jdk.label() + "-" + row + "-" + operation + ".aot");
            List<String> fill = List.of("-XX:AOTCacheOutput=" + cache, "-Xlog:aot=off");
            start(new Program(plain, command(jdk, fill, call), digests.get(operation)));
            if (!Files.exists(cache)) {
              throw new IOException(jdk.label() + " has made no cache of " + plain.label());
            }
            programs.add(
                new Program(
                    new FirstAnswerResults.Cell(row, operation, jdk, AOT),
                    command(jdk, List.of("-XX:AOTCache=" + cache), call),
                    digests.get(operation)));
          }
        }
      }
    }
    return programs;
  }

  private static List<String> command(Jdk jdk, List<String> options, List<String> call) {
    List<String> command = new ArrayList<>();
    command.add(jdk.java().toString());
    command.addAll(ChildJvm.sharedOptions());
    command.addAll(options);
    command.addAll(call);
    return command;
  }

  /** Calls until the server is warm; returns what the answers are. */
  private static Map<CallOperation, String> warm(String url) throws IOException {
    Map<CallOperation, String> digests = new EnumMap<>(CallOperation.class);
    Portal portal = Castile.client(Portal.class).endpoint(url).build();
    try (AutoCloseable closing = (AutoCloseable) portal) {
      for (CallOperation operation : OPERATIONS) {
        for (int i = 1; i < WARM; i++) {
          FirstAnswerProbe.call(portal, operation);
        }
        Object last = FirstAnswerProbe.call(portal, operation);
        digests.put(operation, FirstAnswerProbe.digest(last));
      }
    } catch (Exception e) {
      throw new IOException("the service cannot be called: " + e.getMessage(), e);
    }
    return digests;
  }

  /** Every program is started once before any is started again. */
  private static void play(
      List<Program> programs, Timing timing, FirstAnswerResults results, Consumer<String> progress)
      throws IOException {
    for (int round = -timing.warmups(); round < timing.rounds(); round++) {
      for (Program program : programs) {
        progress.accept(program.cell().label());
        FirstAnswerResults.Times times = start(program);
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
  private static FirstAnswerResults.Times start(Program program) throws IOException {
    String who = program.cell().label();
    long start = System.nanoTime();
    try (ChildJvm jvm = ChildJvm.start(program.command())) {
      jvm.hear(FirstAnswerProbe.ANSWER, "answer of " + who);
      double answer = (System.nanoTime() - start) / 1e6;
      double processor = jvm.cpu().toNanos() / 1e6;
      String digest = jvm.hear(FirstAnswerProbe.DIGEST, "digest of " + who);
      if (!program.digest().equals(digest)) {
        throw new IllegalStateException(who + " gives a wrong answer: " + digest);
      }
      while (jvm.hear() != null) {
        // It may have a cache to fill before it ends.
      }
      return new FirstAnswerResults.Times(answer, processor);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
