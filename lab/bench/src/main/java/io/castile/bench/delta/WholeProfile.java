package io.castile.bench.delta;

import io.castile.bench.data.StockAnswers;
import io.castile.bench.data.WholeLoad;
import io.castile.bench.delta.WholeCell.Carrier;
import io.castile.bench.delta.WholeCell.Cost;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Where the time of a linked call goes: samples that JFR takes of the threads of both ends, by what
 * they do.
 */
final class WholeProfile {
  private static final String SAMPLE = "jdk.ExecutionSample";
  private static final Duration PERIOD = Duration.ofMillis(10);
  private static final WholeLoad LOAD = WholeLoad.RATINGS;
  private static final int CHANGED = 10;
  private static final String SCENARIO =
      WholeCell.scenario(Carrier.MEMORY, LOAD, CHANGED, Cost.TIME);

  /** What is said of it. */
  static final String NOTE =
      "Shares of a linked call are of the samples that JFR takes each "
          + PERIOD.toMillis()
          + " ms of threads that run Java code, both ends in one JVM: each counts for the innermost"
          + " of its frames that tells an activity. Neither garbage collector nor compiler is in"
          + " them, and those within the JVM's own routines, as the ones that copy arrays, are lost.";

  private WholeProfile() {}

  /**
   * How long it takes.
   *
   * @param warmup before samples are taken
   * @param sampled while they are taken
   */
  record Length(Duration warmup, Duration sampled) {}

  /** Takes samples; gives for each activity its share of them. */
  static List<BenchRow> rows(Length length) {
    try {
      Map<CallActivity, Long> samples = samples(length);
      double all = samples.values().stream().mapToLong(Long::longValue).sum();
      if (all == 0) {
        throw new IllegalStateException("JFR has taken no sample of a linked call");
      }
      return Arrays.stream(CallActivity.values())
          .map(each -> row(each, 100 * samples.getOrDefault(each, 0L) / all))
          .toList();
    } catch (Exception e) {
      throw new IllegalStateException("cannot look into a linked call: " + e.getMessage(), e);
    }
  }

  static Figure figure() {
    return Figure.ofNames(
        "Activities of a linked call",
        List.of(Figure.Point.named(SCENARIO, SCENARIO)),
        Arrays.stream(CallActivity.values()).map(WholeProfile::label).toList());
  }

  private static BenchRow row(CallActivity activity, double percent) {
    return new BenchRow(label(activity), SCENARIO, percent, "%", Double.NaN);
  }

  private static String label(CallActivity activity) {
    return WholeRow.LINK.label() + ", share of " + activity.label();
  }

  private static Map<CallActivity, Long> samples(Length length) throws Exception {
    StockAnswers service = LOAD.answers(CHANGED);
    WholeRow.Pair pair = WholeRow.LINK.openInMemory(service);
    Path file = Files.createTempFile("castile-bench", ".jfr");
    try (RepeatedCall call = RepeatedCall.checked(pair, LOAD, service, SCENARIO);
        Recording recording = new Recording()) {
      recording.enable(SAMPLE).withPeriod(PERIOD);
      run(call, length.warmup());
      recording.start();
      run(call, length.sampled());
      recording.stop();
      recording.dump(file);
      return counted(file);
    } finally {
      Files.delete(file);
    }
  }

  private static void run(RepeatedCall call, Duration length) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < length.toNanos()) {
      call.run();
    }
  }

  private static Map<CallActivity, Long> counted(Path file) throws IOException {
    Map<CallActivity, Long> samples = new EnumMap<>(CallActivity.class);
    try (RecordingFile events = new RecordingFile(file)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        if (event.getEventType().getName().equals(SAMPLE) && event.getStackTrace() != null) {
          samples.merge(activity(event.getStackTrace().getFrames()), 1L, Long::sum);
        }
      }
    }
    return samples;
  }

  private static CallActivity activity(List<RecordedFrame> innermostFirst) {
    return innermostFirst.stream()
        .filter(RecordedFrame::isJavaFrame)
        .map(RecordedFrame::getMethod)
        .map(method -> CallActivity.of(method.getType().getName(), method.getName()))
        .flatMap(Optional::stream)
        .findFirst()
        .orElse(CallActivity.REST);
  }
}
