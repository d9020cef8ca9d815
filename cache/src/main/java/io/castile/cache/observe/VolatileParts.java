package io.castile.cache.observe;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the parts of messages that are another one in each: of requests, the smallest set of parts
 * without which requests repeat, and get the answers that they got; of answers, those that differ
 * whenever the same request is asked again. Goes by the calls whose messages were sampled. Parts
 * are named by their index in what {@link PartDigests} reads.
 */
final class VolatileParts {
  /** Fewer calls tell nothing of what is the same in all. */
  private static final int MIN_CALLS = 20;

  /** The last ones of more are enough, as each is looked at for each part. */
  private static final int MAX_CALLS = 5_000;

  /** The share of a volatile part's values that are not seen twice. */
  private static final double DISTINCT = 0.9;

  /** The share of requests that have to repeat, for the parts left out to be worth a word. */
  static final double MIN_REPEATS = 0.1;

  /** The share of repeated requests that have to get the same response. */
  private static final double AGREEMENT = 0.8;

  private final List<CallRow> rows;
  private final Set<Integer> identities;

  /**
   * @param all in the order of their arrival
   * @param identities indexes of those by which callers may ask different things
   */
  VolatileParts(List<CallRow> all, Set<Integer> identities) {
    this.identities = Set.copyOf(identities);
    List<CallRow> read =
        all.stream().filter(row -> row.requestParts != null && row.answer != null).toList();
    rows = read.subList(Math.max(0, read.size() - MAX_CALLS), read.size());
  }

  /** The parts of requests; empty for none. */
  Set<Integer> ofRequests() {
    Set<Integer> found = rows.size() < MIN_CALLS ? Set.of() : distinct();
    while (!found.isEmpty() && repeats(found) >= MIN_REPEATS && agreement(found) < AGREEMENT) {
      found = withoutOne(found); // what is asked was left out, too
    }
    if (found.isEmpty() || repeats(found) < MIN_REPEATS) {
      return Set.of();
    }
    return smallest(found);
  }

  private double repeats(Set<Integer> ignored) {
    return CallView.of(rows, ignored, Set.of()).byIdentities(identities).repeats();
  }

  private double agreement(Set<Integer> ignored) {
    Set<Integer> passing = ofAnswers(ignored);
    if (!passing.isEmpty() && !hasMore(passing)) {
      return 0;
    }
    return CallView.of(rows, ignored, passing).byIdentities(identities).agreement();
  }

  private Set<Integer> distinct() {
    Set<Integer> found = new TreeSet<>();
    int width = rows.stream().mapToInt(row -> parts(row).length).max().orElse(0);
    for (int part = 1; part < width; part++) {
      Set<Long> values = new HashSet<>();
      int present = 0;
      for (CallRow row : rows) {
        long value = CallRow.at(parts(row), part);
        if (value != 0) {
          present++;
          values.add(value);
        }
      }
      if (present >= rows.size() / 2 && values.size() >= DISTINCT * present) {
        found.add(part);
      }
    }
    return found;
  }

  private static long[] parts(CallRow row) {
    return row.requestParts == null ? CallRow.NOTHING : row.requestParts;
  }

  /** Without the part whose value tells best which answer there is. */
  private Set<Integer> withoutOne(Set<Integer> parts) {
    Set<Integer> best = Set.of();
    double bestAgreement = -1;
    for (int part : parts) {
      Set<Integer> rest = new TreeSet<>(parts);
      rest.remove(part);
      if (!rest.isEmpty() && repeats(rest) >= MIN_REPEATS && agreement(rest) > bestAgreement) {
        best = rest;
        bestAgreement = agreement(rest);
      }
    }
    return best;
  }

  /** Without the parts that may as well count. */
  private Set<Integer> smallest(Set<Integer> parts) {
    double enough = DISTINCT * repeats(parts);
    Set<Integer> rest = new TreeSet<>(parts);
    for (int part : parts) {
      rest.remove(part);
      if (rest.isEmpty() || repeats(rest) < enough) {
        rest.add(part);
      }
    }
    return rest;
  }

  /** The parts of answers, where some parts of requests do not count; empty for none. */
  Set<Integer> ofAnswers(Set<Integer> ignoredOfRequests) {
    List<CallRow> read = rows.stream().filter(row -> row.answerParts != null).toList();
    CallView view = CallView.of(read, ignoredOfRequests, Set.of()).byIdentities(identities);
    int width = view.rows().stream().mapToInt(row -> answerParts(row).length).max().orElse(0);
    int[] differing = new int[width];
    int[] pairs = new int[1];
    view.forEachPair(
        (first, second) -> {
          pairs[0]++;
          for (int i = 0; i < width; i++) {
            boolean differs =
                CallRow.at(answerParts(view.rows().get(first)), i)
                    != CallRow.at(answerParts(view.rows().get(second)), i);
            differing[i] += differs ? 1 : 0;
          }
        });
    Set<Integer> found = new TreeSet<>();
    for (int i = 1; i < width; i++) {
      if (pairs[0] >= MIN_CALLS / 2 && differing[i] >= DISTINCT * pairs[0]) {
        found.add(i);
      }
    }
    return found;
  }

  private static long[] answerParts(CallRow row) {
    return row.answerParts == null ? CallRow.NOTHING : row.answerParts;
  }

  /** Whether answers have anything beside some of their parts. */
  boolean hasMore(Set<Integer> partsOfAnswers) {
    for (CallRow row : rows) {
      long[] parts = answerParts(row);
      for (int i = 1; i < parts.length; i++) {
        if (parts[i] != 0 && !partsOfAnswers.contains(i)) {
          return true;
        }
      }
    }
    return false;
  }
}
