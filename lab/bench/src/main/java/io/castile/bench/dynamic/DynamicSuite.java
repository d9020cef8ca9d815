package io.castile.bench.dynamic;

import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.Environment;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The suite {@code dynamic}: calls by clients that know a service by its WSDL alone, and how long
 * it takes until the first of them has an answer of a service whose WSDL has megabytes.
 */
public final class DynamicSuite {
  public static final String SUITE = "dynamic";

  private DynamicSuite() {}

  /**
   * Runs the suite.
   *
   * @param quick whether short rounds will do
   */
  public static BenchReport run(boolean quick, String command, Consumer<String> progress)
      throws IOException {
    BenchReport empty = new BenchReport(SUITE, Environment.describe(command), List.of(), absent());
    return empty
        .and(DynamicCalls.ofAll().measure(quick ? Timing.QUICK_CALLS : Timing.FULL_CALLS, progress))
        .and(
            LargeWsdl.measure(
                List.of(LargeRow.values()),
                quick ? Timing.QUICK_STARTUP : Timing.FULL_STARTUP,
                progress));
  }

  /** What to tell of the clients that are not installed. */
  private static List<String> absent() {
    return Stream.of(ScriptPeer.ZEEP, ScriptPeer.NODE_SOAP)
        .filter(peer -> !peer.isPresent())
        .map(ScriptPeer::absent)
        .toList();
  }
}
