package io.castile.bench.send;

import io.castile.bench.data.NumberKind;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchRow;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Asks JMH's {@code -prof gc} what is allocated, by all threads. */
final class Allocation {
  private static final String BYTES_PER_CALL = "gc.alloc.rate.norm";

  private Allocation() {}

  /** The bytes that each content match allocates; what JMH itself does is among them. */
  static BenchRow ofContentMatch(NumberKind kind, int size, Timing timing) {
    return measure("match", Sender.SAME.label(), kind, size, timing);
  }

  /** The bytes that are allocated to send an array of doubles by an overlaid chunk. */
  static BenchRow ofOverlay(int size, Timing timing) {
    return measure("overlay", SendRow.OVERLAY.label(), NumberKind.DOUBLE, size, timing);
  }

  private static BenchRow measure(
      String method, String row, NumberKind kind, int size, Timing timing) {
    TimeValue round = TimeValue.milliseconds(timing.roundMillis());
    Options options =
        new OptionsBuilder()
            .include(
                "^"
                    + AllocationBenchmark.class.getName().replace(".", "\\.")
                    + "\\."
                    + method
                    + "$")
            .param("kind", kind.name())
            .param("size", Integer.toString(size))
            .addProfiler(GCProfiler.class)
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
      Map<String, Result> profiled = new Runner(options).runSingle().getSecondaryResults();
      Result<?> bytes = profiled.get(BYTES_PER_CALL);
      return new BenchRow(
          row, "allocate " + kind + "[" + size + "]", bytes.getScore(), "B", bytes.getScoreError());
    } catch (RunnerException e) {
      throw new IllegalStateException("cannot measure what '" + method + "' allocates", e);
    }
  }
}
