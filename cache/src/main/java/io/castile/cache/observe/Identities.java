package io.castile.cache.observe;

import io.castile.cache.observe.Advice.IdentityAdvice;
import io.castile.cache.observe.ObservedCall.SeenIdentity;
import io.castile.cache.observe.Recording.RecordedOperation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Compares the answers to callers that differ in one identity and ask the same with the answers to
 * one caller.
 */
final class Identities {
  private static final int MIN_VALUES = 20;
  private static final double DISTINCT = 0.9;
  private static final int MIN_DIFFERED = 3;
  private static final double MIN_SHARE = 0.1;

  private Identities() {}

  /** The indexes of header blocks that are another one in nearly each call. */
  static Set<Integer> volatileBlocks(RecordedOperation operation) {
    Set<Integer> found = new HashSet<>();
    for (int i = 0; i < operation.identities().size(); i++) {
      if (operation.identities().get(i).startsWith(SeenIdentity.SOAP_HEADER)
          && isVolatile(operation.rows(), i)) {
        found.add(i);
      }
    }
    return found;
  }

  private static boolean isVolatile(List<CallRow> rows, int identity) {
    int present = 0;
    Set<Long> values = new HashSet<>();
    for (CallRow row : rows) {
      long value = CallRow.at(row.identities, identity);
      if (value != 0) {
        present++;
        values.add(value);
      }
    }
    return present >= MIN_VALUES && values.size() >= DISTINCT * present;
  }

  /** The indexes of what calls have at all. */
  static Set<Integer> present(RecordedOperation operation) {
    Set<Integer> found = new HashSet<>();
    for (CallRow row : operation.rows()) {
      for (int i = 0; i < row.identities.length; i++) {
        if (row.identities[i] != 0) {
          found.add(i);
        }
      }
    }
    return found;
  }

  /**
   * Returns the findings on each identity that calls have, in the order of their indexes.
   *
   * @param deciding the indexes of the fields that are looked at; others are left out
   */
  static List<IdentityAdvice> compare(
      RecordedOperation operation, CallView view, Set<Integer> deciding) {
    List<IdentityAdvice> all = new ArrayList<>();
    for (int identity : present(operation).stream().sorted().toList()) {
      boolean isField = operation.identities().get(identity).startsWith(SeenIdentity.FIELD);
      if (!isField || deciding.contains(identity)) {
        all.add(compare(operation, view, identity));
      }
    }
    return all;
  }

  private static IdentityAdvice compare(RecordedOperation operation, CallView view, int identity) {
    int[] same = new int[2];
    int[] other = new int[2];
    view.forEachPair(
        (first, second) -> {
          boolean isOther = value(view, first, identity) != value(view, second, identity);
          boolean differs = !view.answers().get(first).equals(view.answers().get(second));
          (isOther ? other : same)[differs ? 1 : 0]++;
        });
    Set<Long> values = new HashSet<>();
    operation.rows().forEach(row -> values.add(CallRow.at(row.identities, identity)));
    double share = share(other);
    return new IdentityAdvice(
        operation.identities().get(identity),
        values.size(),
        other[0] + other[1],
        other[1],
        other[1] >= MIN_DIFFERED && share >= MIN_SHARE && share > 2 * share(same),
        isVolatile(operation.rows(), identity));
  }

  private static long value(CallView view, int row, int identity) {
    return CallRow.at(view.rows().get(row).identities, identity);
  }

  private static double share(int[] counts) {
    int all = counts[0] + counts[1];
    return all == 0 ? 0 : (double) counts[1] / all;
  }
}
