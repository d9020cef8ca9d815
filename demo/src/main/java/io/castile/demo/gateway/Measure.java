package io.castile.demo.gateway;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Times and checks of calls, by operation. Thread-safe. */
final class Measure {
  private static final int MAX_WRONG = 20;

  private final Map<String, Series> series = new TreeMap<>(); // guarded by this
  private final List<String> wrong = new ArrayList<>(); // guarded by this

  private static final class Series {
    long[] nanos = new long[64];
    int count;
    long stale;
    long oldest;
  }

  /** Counts a call. */
  synchronized void add(String operation, long nanos, long age) {
    Series of = series.computeIfAbsent(operation, o -> new Series());
    if (of.count == of.nanos.length) {
      of.nanos = Arrays.copyOf(of.nanos, 2 * of.count);
    }
    of.nanos[of.count++] = nanos;
    if (age > 0) {
      of.stale++;
      of.oldest = Math.max(of.oldest, age);
    }
  }

  /** Keeps what was wrong, the first few of it. */
  synchronized void wrong(String what) {
    if (wrong.size() < MAX_WRONG) {
      wrong.add(what);
    }
  }

  synchronized List<String> wrong() {
    return List.copyOf(wrong);
  }

  /** Returns the row of an operation. */
  synchronized OperationRow row(String operation, long hits, SlowPortal.Done done) {
    Series of = series.getOrDefault(operation, new Series());
    return row(operation, Arrays.copyOf(of.nanos, of.count), of.stale, of.oldest, hits, done);
  }

  /** Returns the row of all operations together. */
  synchronized OperationRow all(long hits, SlowPortal.Done done) {
    long stale = series.values().stream().mapToLong(each -> each.stale).sum();
    long oldest = series.values().stream().mapToLong(each -> each.oldest).max().orElse(0);
    long[] nanos =
        series.values().stream()
            .flatMapToLong(each -> Arrays.stream(each.nanos, 0, each.count))
            .toArray();
    return row("all", nanos, stale, oldest, hits, done);
  }

  private static OperationRow row(
      String operation, long[] nanos, long stale, long oldest, long hits, SlowPortal.Done done) {
    Arrays.sort(nanos);
    return new OperationRow(
        operation,
        nanos.length,
        nanos.length == 0 ? 0 : nanos[nanos.length / 2] / 1e6,
        nanos.length == 0 ? 0 : nanos[(int) (nanos.length * 0.99)] / 1e6,
        nanos.length == 0 ? 0 : nanos[nanos.length - 1] / 1e6,
        hits,
        done.calls(),
        done.nanos() / 1e6,
        stale,
        oldest / 1e6);
  }
}
