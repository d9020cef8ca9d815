package io.castile.cache.observe;

import io.castile.cache.observe.ObservedCall.SeenIdentity;
import io.castile.cache.observe.Recording.RecordedOperation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the header fields of HTTP by which answers differ, among those that are no credentials: the
 * answers of two calls that ask the same, one after the other, differ where the field does, and
 * much more seldom where it does not. A field that a few calls in a thousand have is found, too.
 */
final class DecidingFields {
  private static final int MOST = 4;
  private static final int MIN_DIFFERED = 2;
  private static final double MIN_SHARE = 0.1;

  /** So many calls, one after the other, have the same value; else the field may be of the call. */
  private static final int MIN_SAME = 10;

  private static final double MIN_SAME_SHARE = 0.02;

  private final RecordedOperation operation;

  private DecidingFields(RecordedOperation operation) {
    this.operation = operation;
  }

  /**
   * The observations of a field.
   *
   * @param explained so many differences more than by chance
   */
  private record Candidate(int index, String name, int values, double explained) {
    boolean isNegotiated() {
      return name.startsWith(SeenIdentity.FIELD + "accept");
    }
  }

  /** The fields among the indexes of identities. */
  static Set<Integer> fields(RecordedOperation operation, Set<Integer> identities) {
    Set<Integer> found = new TreeSet<>();
    for (int each : identities) {
      if (operation.identities().get(each).startsWith(SeenIdentity.FIELD)) {
        found.add(each);
      }
    }
    return found;
  }

  /** The fields that have no more than a number of values. */
  static Set<Integer> withFewValues(RecordedOperation operation, Set<Integer> fields, int most) {
    Set<Integer> found = new TreeSet<>();
    for (int each : fields) {
      if (values(operation, each) <= most) {
        found.add(each);
      }
    }
    return found;
  }

  private static int values(RecordedOperation operation, int field) {
    Set<Long> values = new HashSet<>();
    operation.rows().forEach(row -> values.add(CallRow.at(row.identities, field)));
    return values.size();
  }

  /**
   * Returns the indexes of the fields that decide answers; none if no answer differs by one.
   *
   * @param view where callers that differ in what a rule varies by ask different things
   * @param fields indexes of what may decide
   */
  static Set<Integer> of(RecordedOperation operation, CallView view, Set<Integer> fields) {
    DecidingFields search = new DecidingFields(operation);
    Set<Integer> found = new TreeSet<>();
    CallView rest = view;
    while (found.size() < MOST) {
      List<Candidate> candidates = search.candidates(rest, fields);
      if (candidates.isEmpty()) {
        break;
      }
      found.add(candidates.get(0).index());
      rest = view.byIdentities(found);
    }
    return found;
  }

  private List<Candidate> candidates(CallView view, Set<Integer> fields) {
    List<int[]> pairs = new ArrayList<>();
    view.forEachPair((first, second) -> pairs.add(new int[] {first, second}));
    List<Candidate> found = new ArrayList<>();
    for (int field : fields) {
      int[] same = new int[2];
      int[] other = new int[2];
      for (int[] pair : pairs) {
        boolean isOther = value(view, pair[0], field) != value(view, pair[1], field);
        boolean differs = !view.answers().get(pair[0]).equals(view.answers().get(pair[1]));
        (isOther ? other : same)[differs ? 1 : 0]++;
      }
      int alike = same[0] + same[1];
      if (alike < MIN_SAME || alike < MIN_SAME_SHARE * pairs.size()) {
        continue;
      }
      double byChance = share(same) * (other[0] + other[1]);
      double explained = other[1] - byChance;
      if (other[1] >= MIN_DIFFERED
          && share(other) >= MIN_SHARE
          && share(other) > 2 * share(same)
          && explained >= 1 + 3 * Math.sqrt(byChance)) {
        found.add(
            new Candidate(
                field, operation.identities().get(field), values(operation, field), explained));
      }
    }
    found.sort(
        Comparator.comparingDouble(Candidate::explained)
            .reversed()
            .thenComparing(each -> !each.isNegotiated())
            .thenComparingInt(Candidate::values)
            .thenComparing(Candidate::name));
    return found;
  }

  private static long value(CallView view, int row, int field) {
    return CallRow.at(view.rows().get(row).identities, field);
  }

  private static double share(int[] counts) {
    int all = counts[0] + counts[1];
    return all == 0 ? 0 : (double) counts[1] / all;
  }
}
