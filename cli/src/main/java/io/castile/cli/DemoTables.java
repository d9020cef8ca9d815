package io.castile.cli;

import io.castile.demo.gateway.GatewayResult;
import io.castile.demo.gateway.OperationRow;
import io.castile.demo.gateway.Phase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;

/** What {@code castile demo} prints. */
final class DemoTables {
  private DemoTables() {}

  /** What was seen so far. */
  static String live(String what, Phase soFar) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    out.printf(Locale.ROOT, "%s, %.0f s%n", what, soFar.seconds());
    print(soFar, out);
    out.flush();
    return text.toString();
  }

  static void print(GatewayResult result, PrintWriter out) {
    out.println();
    out.println("Observed, while the gateway passed every call:");
    out.println();
    print(result.observed(), out);
    out.println();
    out.println("What the gateway advises:");
    out.println();
    out.print(result.advice().yaml());
    out.println();
    out.println("The same load under this policy:");
    out.println();
    print(result.applied(), out);
    out.println();
    out.println("The difference:");
    out.println();
    difference(result, out);
    out.println();
    result.disagreements().forEach(each -> out.println("DISAGREEMENT: " + each));
    if (result.disagreements().isEmpty()) {
      agreement(result, out);
    }
    if (result.applied().all().hits() == 0) {
      out.println("NO HITS: the gateway answered nothing itself.");
    }
    out.flush();
  }

  private static void agreement(GatewayResult result, PrintWriter out) {
    OperationRow before = result.observed().all();
    OperationRow after = result.applied().all();
    out.printf(
        Locale.ROOT,
        "All %,d answers agree with the service itself.",
        before.calls() + after.calls());
    if (after.stale() > 0) {
      out.printf(
          Locale.ROOT,
          " Of those under the policy, %,d had been right up to %.1f s before, within their"
              + " lifetime.",
          after.stale(),
          after.oldestStaleMillis() / 1e3);
    }
    out.println();
  }

  private static void print(Phase phase, PrintWriter out) {
    TextTable table =
        new TextTable(
            1,
            "operation",
            "calls",
            "p50, ms",
            "p99, ms",
            "from the cache",
            "origin calls",
            "stale");
    phase.rows().forEach(row -> add(row, table));
    add(phase.all(), table);
    table.print(out);
  }

  private static void add(OperationRow row, TextTable table) {
    table.add(
        row.operation(),
        number(row.calls()),
        decimal(row.p50Millis()),
        decimal(row.p99Millis()),
        row.calls() == 0
            ? ""
            : String.format(Locale.ROOT, "%.0f %%", 100.0 * row.hits() / row.calls()),
        number(row.originCalls()),
        number(row.stale()));
  }

  private static void difference(GatewayResult result, PrintWriter out) {
    Phase before = result.observed();
    Phase after = result.applied();
    TextTable table = new TextTable(1, "", "before", "after");
    table.add("p50, ms", decimal(before.all().p50Millis()), decimal(after.all().p50Millis()));
    table.add("p99, ms", decimal(before.all().p99Millis()), decimal(after.all().p99Millis()));
    table.add("calls/s", decimal(before.callsPerSecond()), decimal(after.callsPerSecond()));
    table.add("origin calls/s", originCalls(before), originCalls(after));
    table.add("origin time of a call, ms", originTime(before), originTime(after));
    table.print(out);
    out.println();
    out.printf(
        Locale.ROOT,
        "The gateway answered %,d of %,d calls itself, which saved the origin %,.1f s and %,d bytes"
            + " (by what it observed).%n",
        after.all().hits(),
        after.all().calls(),
        savedSeconds(result),
        result.savedBytes());
  }

  /** What the service would have worked for the hits, if these took what calls took before. */
  private static double savedSeconds(GatewayResult result) {
    OperationRow before = result.observed().all();
    double each = before.originMillis() / Math.max(1, before.originCalls());
    return result.applied().all().hits() * each / 1e3;
  }

  private static String originCalls(Phase phase) {
    return decimal(phase.all().originCalls() / phase.seconds());
  }

  private static String originTime(Phase phase) {
    return decimal(phase.all().originMillis() / Math.max(1, phase.all().calls()));
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%,.1f", value);
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
