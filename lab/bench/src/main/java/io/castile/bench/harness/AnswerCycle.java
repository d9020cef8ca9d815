package io.castile.bench.harness;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * States of a list that follow one another for ever. Each item has two values; from one state to
 * the next, and from the last to the first, the same number of items change from one to the other.
 */
public final class AnswerCycle {
  /** How many sets of items change in turn, each of them twice, so that all is as it was. */
  private static final int SETS = 4;

  /** How many states there are. */
  public static final int LENGTH = 2 * SETS;

  private AnswerCycle() {}

  /**
   * The states, the same every time.
   *
   * @param items how many items there are
   * @param percent of them change at each step
   * @return for each state the items that have their second value
   */
  public static List<BitSet> states(int items, int percent) {
    return statesByCount(items, Math.round(items * (percent / 100f)));
  }

  /** The states where a number of items changes at each step. */
  public static List<BitSet> statesByCount(int items, int changed) {
    Random random = new Random(3);
    List<Integer> order = new ArrayList<>(IntStream.range(0, items).boxed().toList());
    List<BitSet> sets = new ArrayList<>();
    for (int i = 0; i < SETS; i++) {
      Collections.shuffle(order, random);
      BitSet set = new BitSet(items);
      order.subList(0, changed).forEach(set::set);
      sets.add(set);
    }
    List<BitSet> states = new ArrayList<>();
    BitSet state = new BitSet(items);
    for (int i = 0; i < LENGTH; i++) {
      states.add((BitSet) state.clone());
      state.xor(sets.get(i % SETS));
    }
    return states;
  }
}
