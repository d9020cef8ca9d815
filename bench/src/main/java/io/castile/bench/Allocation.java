package io.castile.bench;

import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Asks JMH's {@code -prof gc} what a content match allocates. */
final class Allocation {
  private static final String BYTES_PER_CALL = "gc.alloc.rate.norm";

  private Allocation() {}

  /** The bytes that the thread allocates in each call; less than one where there is none. */
  static BenchRow ofContentMatch(NumberKind kind, int size, Timing timing) {
    TimeValue round = TimeValue.milliseconds(timing.roundMillis());
    Options options =
        new OptionsBuilder()
            .include("^" + ContentMatchBenchmark.class.getName().replace(".", "\\.") + "\\.match$")
            .param("kind", kind.name())
            .param("size", Integer.toString(size))
            .addProfiler(GCProfiler.class)
            .forks(timing.forks())
            .warmupIterations(timing.warmups())
            .warmupTime(round)
            .measurementIterations(timing.rounds())
            .measurementTime(round)
            .jvmArgsAppend(Suites.jvmArguments())
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .build();
    try {
      Map<String, Result> profiled = new Runner(options).runSingle().getSecondaryResults();
      Result<?> bytes = profiled.get(BYTES_PER_CALL);
      return new BenchRow(
          Sender.SAME.label(),
          "allocate " + kind + "[" + size + "]",
          bytes.getScore(),
          "B",
          bytes.getScoreError());
    } catch (RunnerException e) {
      throw new IllegalStateException("cannot measure what a content match allocates", e);
    }
  }
}
