package io.castile.wsdl.value;

import io.castile.wsdl.model.ValueException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The order of elements of which only the number is known, where a type allows one order only. Used
 * by one thread, for one value.
 */
final class Arrangement {
  /** Steps before a search is given up; the order is then held for unknown. */
  private static final int MAX_STEPS = 50_000;

  /** More of them for each element. */
  private static final int STEPS_OF_ELEMENT = 20;

  private final ContentModel model;
  private final ContentModel.Effort effort;
  private final Object[] letters;
  private final int[] left;
  private final int total;
  private final Set<Config> dead = new HashSet<>();
  private @Nullable List<Object> found; // null until there is an order
  private boolean isAmbiguous;
  private int shared; // how many elements of the order that was found are still in the search

  /** A place in the search. */
  private record Config(ContentModel.State state, List<Integer> left) {}

  /**
   * @param counts how often each element comes
   * @param mayBeAmbiguous whether a second order is looked for
   * @param effort of the message
   */
  Arrangement(
      ContentModel model,
      Map<Object, Integer> counts,
      boolean mayBeAmbiguous,
      ContentModel.Effort effort) {
    this.model = model;
    this.effort = effort;
    this.letters = counts.keySet().toArray();
    this.left = counts.values().stream().mapToInt(Integer::intValue).toArray();
    int sum = 0;
    for (int each : left) {
      sum += each;
    }
    this.total = sum;
    try {
      search(mayBeAmbiguous);
    } catch (ValueException e) { // of too much effort
      isAmbiguous = true; // perhaps
    }
  }

  /** Returns an order; null if the type allows none of these numbers. */
  @Nullable List<Object> order() {
    return found;
  }

  /** Whether there are several orders. */
  boolean isAmbiguous() {
    return isAmbiguous;
  }

  private void search(boolean mayBeAmbiguous) {
    List<ContentModel.State> states = new ArrayList<>();
    List<Integer> word = new ArrayList<>();
    states.add(model.start());
    int from = 0; // the letter that is tried next
    int steps = 0;
    int most = MAX_STEPS + STEPS_OF_ELEMENT * total;
    while (true) {
      ContentModel.State state = states.get(states.size() - 1);
      if (word.size() == total && from == 0 && state.isEnd() && isFound(word, mayBeAmbiguous)) {
        return;
      }
      int letter = from;
      ContentModel.@Nullable State next = null;
      while (letter < letters.length && next == null) {
        next = left[letter] == 0 ? null : entered(state, letter, mayBeAmbiguous);
        letter += next == null ? 1 : 0;
      }
      if (next != null) {
        if (++steps > most) {
          isAmbiguous = true; // perhaps
          return;
        }
        if (steps > 2 * total) { // which a search takes that goes back once
          effort.spend(20 + letters.length / 2);
        }
        left[letter]--;
        word.add(letter);
        states.add(next);
        from = 0;
      } else if (word.isEmpty()) {
        return;
      } else {
        if (found == null || word.size() > shared) {
          dead.add(new Config(state, counts()));
        } else {
          shared = word.size() - 1;
        }
        states.remove(states.size() - 1);
        int last = word.remove(word.size() - 1);
        left[last]++;
        from = last + 1;
      }
    }
  }

  private ContentModel.@Nullable State entered(
      ContentModel.State state, int letter, boolean mayBeAmbiguous) {
    ContentModel.State next = model.next(state, letters[letter], effort);
    if (next == null || dead.isEmpty()) {
      return next;
    }
    left[letter]--;
    boolean isDead = dead.contains(new Config(next, counts()));
    left[letter]++;
    return isDead ? null : next;
  }

  private List<Integer> counts() {
    List<Integer> counts = new ArrayList<>(left.length);
    for (int each : left) {
      counts.add(each);
    }
    return counts;
  }

  /** Notes an order; returns whether no other has to be looked for. */
  private boolean isFound(List<Integer> word, boolean mayBeAmbiguous) {
    if (found != null) {
      isAmbiguous = true;
      return true;
    }
    List<Object> order = new ArrayList<>(total);
    word.forEach(each -> order.add(letters[each]));
    found = order;
    shared = total;
    return !mayBeAmbiguous;
  }
}
