package io.castile.cli;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** How long calls took: the first one, which also connects and loads code, and those behind it. */
final class CallTimes {
  private final long[] nanos;
  private int count;

  /**
   * @param calls positive
   */
  CallTimes(int calls) {
    this.nanos = new long[calls];
  }

  /** Notes the time of the next call. */
  void add(long time) {
    nanos[count++] = time;
  }

  /** Returns milliseconds by name; of one call only the first. */
  Map<String, Object> all() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("first", milliseconds(nanos[0]));
    long[] others = Arrays.copyOfRange(nanos, Math.min(1, count), count);
    if (others.length > 0) {
      Arrays.sort(others);
      all.put("min", milliseconds(others[0]));
      all.put("median", milliseconds(at(others, 0.5)));
      all.put("p90", milliseconds(at(others, 0.9)));
      all.put("max", milliseconds(others[others.length - 1]));
    }
    return all;
  }

  /** The smallest value that so many of the values do not exceed. */
  private static long at(long[] sorted, double part) {
    return sorted[(int) Math.ceil(part * sorted.length) - 1];
  }

  private static double milliseconds(long time) {
    return Math.round(time / 1e3) / 1e3;
  }

  /** Prints a table. */
  void print(PrintWriter out) {
    Map<String, Object> all = all();
    String[] names = all.keySet().toArray(new String[0]);
    names[0] = "first call";
    TextTable table = new TextTable(0, names);
    table.add(
        all.values().stream()
            .map(each -> String.format(Locale.ROOT, "%.3f ms", (double) each))
            .toArray(String[]::new));
    table.print(out);
    out.flush();
  }
}
