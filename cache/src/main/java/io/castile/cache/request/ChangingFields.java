package io.castile.cache.request;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds header fields whose value is another one at nearly each call of an operation, so that as
 * parts of keys they keep answers from being found again. It looks at calls that found no answer,
 * by windows of some dozens. Bounded; thread-safe.
 */
public final class ChangingFields {
  private static final int WINDOW = 64;

  /** How many values of a window are different where a field changes. */
  private static final int ENOUGH = 58;

  /** Where so many answers were found meanwhile, the field costs little. */
  private static final int FEW_HITS = WINDOW / 2;

  private static final int MAX_NAMES = 256;
  private static final int MAX_FOUND = 16;

  private final Map<String, Set<Integer>> values = new HashMap<>();
  private final Set<String> found = new HashSet<>();
  private int calls;
  private long hitsBefore;

  /**
   * Adds a call that found no answer.
   *
   * @param fields those that are in its key
   * @param hits how many calls of the operation have found an answer so far
   * @return the fields that were found to change, each once
   */
  public synchronized List<String> add(Map<String, String> fields, long hits) {
    if (calls == 0) {
      hitsBefore = hits;
    }
    fields.forEach(
        (name, value) -> {
          if (values.size() < MAX_NAMES || values.containsKey(name)) {
            values.computeIfAbsent(name, added -> new HashSet<>()).add(value.hashCode());
          }
        });
    if (++calls < WINDOW) {
      return List.of();
    }
    List<String> changing = new ArrayList<>();
    values.forEach(
        (name, different) -> {
          if (different.size() >= ENOUGH
              && hits - hitsBefore <= FEW_HITS
              && found.size() < MAX_FOUND
              && found.add(name)) {
            changing.add(name);
          }
        });
    values.clear();
    calls = 0;
    return changing;
  }
}
