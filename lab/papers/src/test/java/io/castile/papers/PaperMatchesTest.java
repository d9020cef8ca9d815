package io.castile.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PaperMatchesTest {
  @Property(tries = 1000)
  void changesMakeTheNewListOfTheCachedOne(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] cached = random.longs(random.nextInt(20), 0, 8).toArray();
    long[] list = random.longs(random.nextInt(20), 0, 8).toArray();
    int[] matches = PaperMatches.of(cached, list, (c, e) -> cached[c] == list[e]);

    List<Long> made = new ArrayList<>();
    List<Integer> told = new ArrayList<>();
    PaperMatches.tell(
        matches,
        cached.length,
        new PaperMatches.Changes() {
          @Override
          public void matched(int index, int element) {
            made.add(cached[index]);
            told.add(index);
          }

          @Override
          public void changed(int index, int element) {
            made.add(list[element]);
            told.add(index);
          }

          @Override
          public void removed(int index) {
            told.add(index);
          }

          @Override
          public void inserted(int index, int element) {
            assertThat(index).isEqualTo(told.size());
            made.add(list[element]);
          }
        });

    assertThat(made).isEqualTo(Arrays.stream(list).boxed().toList());
    assertThat(told).isSorted().doesNotHaveDuplicates().hasSize(cached.length);
  }

  @Property(tries = 1000)
  void noLongerSubsequenceAscends(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] matches = random.ints(random.nextInt(12), -1, 10).toArray();
    int[] kept = matches.clone();
    PaperMatches.keepAscending(kept);

    List<Integer> ascending = Arrays.stream(kept).filter(match -> match >= 0).boxed().toList();
    assertThat(ascending).isSorted().doesNotHaveDuplicates().hasSize(longest(matches));
    for (int i = 0; i < kept.length; i++) {
      assertThat(kept[i]).isIn(matches[i], PaperMatches.NONE);
    }
  }

  /** By trying all. */
  private static int longest(int[] values) {
    int longest = 0;
    for (int set = 0; set < 1 << values.length; set++) {
      int last = -1;
      boolean ascends = true;
      for (int i = 0; i < values.length && ascends; i++) {
        if ((set >>> i & 1) != 0) {
          ascends = values[i] > last;
          last = values[i];
        }
      }
      longest = ascends ? Math.max(longest, Integer.bitCount(set)) : longest;
    }
    return longest;
  }

  @Test
  void whatIsInsertedAndRemovedMovesNothingElse() {
    long[] cached = {1, 2, 3, 4, 5};
    long[] list = {9, 1, 2, 4, 5};

    assertThat(PaperMatches.of(cached, list, (c, e) -> cached[c] == list[e]))
        .containsExactly(-1, 0, 1, 3, 4);
  }
}
