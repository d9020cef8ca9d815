package io.castile.cache.observe;

import io.castile.cache.observe.Recording.RecordedOperation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Whether the answers of one operation change after calls of another one: more of the changes have
 * such a call between the last answer before and the first one after them than would by chance, if
 * changes came at the same rate at all times. Immutable.
 */
final class ChangingCalls {
  private static final int MIN_CHANGES = 5;

  /** The last ones of more are enough. */
  private static final int MAX_SPANS = 50_000;

  private final List<Span> spans;
  private final double changesPerMicro;

  /** The time between two askings of one request, one after the other. */
  private record Span(long from, long to, boolean isChanged) {}

  /**
   * The observations of one pair of operations.
   *
   * @param changes of the answers
   * @param after how many of them have a call between
   * @param byChance how many would have, if the calls had nothing to do with them
   */
  record Seen(int changes, int after, double byChance) {
    /** Whether the calls seem to bring the changes. */
    boolean isCause() {
      return after >= MIN_CHANGES
          && after >= 2 * byChance
          && after - byChance >= 3 * Math.sqrt(byChance);
    }
  }

  /**
   * @param view of the operation whose answers change, in which what is asked is told apart
   */
  ChangingCalls(CallView view) {
    List<Span> all = new ArrayList<>();
    view.forEachPair(
        (first, second) ->
            all.add(
                new Span(
                    view.rows().get(first).arrivalMicros,
                    view.rows().get(second).arrivalMicros,
                    !view.answers().get(first).equals(view.answers().get(second)))));
    spans = all.subList(Math.max(0, all.size() - MAX_SPANS), all.size());
    double watched = spans.stream().mapToDouble(span -> span.to - span.from).sum();
    changesPerMicro = watched == 0 ? 0 : changes(spans) / watched;
  }

  private static int changes(List<Span> spans) {
    return (int) spans.stream().filter(Span::isChanged).count();
  }

  boolean hasChanges() {
    return changes(spans) >= MIN_CHANGES;
  }

  /** Looks at the calls of another operation that had no fault. */
  Seen after(RecordedOperation other) {
    long[] times =
        other.rows().stream()
            .filter(row -> !row.fault)
            .mapToLong(row -> row.arrivalMicros)
            .toArray();
    int after = 0;
    double byChance = 0;
    for (Span span : spans) {
      int at = Arrays.binarySearch(times, span.from);
      int next = at < 0 ? -at - 1 : at;
      if (next < times.length && times[next] <= span.to) {
        after += span.isChanged ? 1 : 0;
        byChance += changesPerMicro * (span.to - span.from);
      }
    }
    return new Seen(changes(spans), after, byChance);
  }
}
