package io.castile.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What was seen of a process.
 *
 * @param seconds for how long it was watched
 * @param operations those with most calls first
 * @param templates messages that were written with templates, by how they related to the ones
 *     before
 */
record FlightReport(double seconds, List<Row> operations, Map<String, Long> templates, Link link) {
  /**
   * An operation.
   *
   * @param side client or server
   * @param cache calls by what the response cache did
   * @param faults calls that were answered by a fault
   * @param failures calls without an answer
   */
  record Row(
      String side,
      String service,
      String operation,
      long calls,
      double perSecond,
      double p50Millis,
      double p99Millis,
      Map<String, Long> cache,
      long faults,
      long failures) {
    /** The share of calls that the response cache answered. */
    double answeredByCache() {
      long kept = 0;
      for (String status : List.of("hit", "stale", "collapsed")) {
        kept += cache.getOrDefault(status, 0L);
      }
      return (double) kept / calls;
    }
  }

  /**
   * What the differential link did.
   *
   * @param messages those that passed it
   * @param deltas those of them that were sent as a difference
   * @param messageBytes their size
   * @param wireBytes what was sent for them
   */
  record Link(long messages, long deltas, long messageBytes, long wireBytes) {}

  /**
   * Returns the report as people read it, in whole lines.
   *
   * @param maxRows how many operations to show
   */
  String text(int maxRows) {
    StringWriter lines = new StringWriter();
    PrintWriter out = new PrintWriter(lines);
    if (operations.isEmpty()) {
      out.println("No calls yet.");
    } else {
      table(maxRows).print(out);
    }
    if (operations.size() > maxRows) {
      out.println("and " + (operations.size() - maxRows) + " operations more");
    }
    long written = templates.values().stream().mapToLong(Long::longValue).sum();
    if (written > 0) {
      out.print("templates: " + written + " messages");
      templates.forEach((match, count) -> out.print(", " + match + " " + percent(count, written)));
      out.println();
    }
    if (link.messages > 0) {
      out.println(
          "differential link: "
              + link.messages
              + " messages, "
              + percent(link.deltas, link.messages)
              + " as differences, "
              + percent(link.wireBytes, link.messageBytes)
              + " of the bytes");
    }
    out.flush();
    return lines.toString();
  }

  private TextTable table(int maxRows) {
    TextTable table =
        new TextTable(
            3,
            "side",
            "service",
            "operation",
            "calls",
            "calls/s",
            "p50 ms",
            "p99 ms",
            "cached",
            "faults",
            "failed");
    for (Row row : operations.subList(0, Math.min(maxRows, operations.size()))) {
      table.add(
          row.side,
          row.service,
          row.operation,
          Long.toString(row.calls),
          number("%.1f", row.perSecond),
          number("%.3f", row.p50Millis),
          number("%.3f", row.p99Millis),
          number("%.0f %%", 100 * row.answeredByCache()),
          Long.toString(row.faults),
          Long.toString(row.failures));
    }
    return table;
  }

  private static String percent(long part, long of) {
    return number("%.0f %%", 100.0 * part / of);
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
