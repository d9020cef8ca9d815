package io.castile.delta.typed;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ColumnCoderTest {
  private static final List<Class<?>> TYPES =
      List.of(
          double.class,
          float.class,
          int.class,
          long.class,
          short.class,
          byte.class,
          char.class,
          boolean.class,
          String.class);

  /** Rows that differ are found at once as they are one by one; columns may be longer than it. */
  @Property
  void theRowsThatDifferAreFound(
      @ForAll @IntRange(max = 8) int type,
      @ForAll @IntRange(max = 200) int count,
      @ForAll @IntRange(min = 1, max = 60) int every,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Object base = Array.newInstance(TYPES.get(type), count + random.nextInt(3));
    Object now = Array.newInstance(TYPES.get(type), count + random.nextInt(3));
    List<Integer> expected = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      boolean differs = random.nextInt(every) == 0;
      Array.set(base, row, value(type, false));
      Array.set(now, row, value(type, differs));
      if (differs) {
        expected.add(row);
      }
    }

    List<Integer> found = new ArrayList<>();
    int row = ColumnCoder.mismatch(base, now, 0, count);
    while (row < count) {
      found.add(row);
      row = ColumnCoder.mismatch(base, now, row + 1, count);
    }
    assertThat(found).isEqualTo(expected);
  }

  private static Object value(int type, boolean other) {
    return switch (type) {
      case 0 -> other ? -0.0 : 0.0;
      case 1 -> other ? -0f : 0f;
      case 2 -> other ? 1 << 31 : 7;
      case 3 -> other ? 1L << 63 : 7L;
      case 4 -> (short) (other ? 8 : 7);
      case 5 -> (byte) (other ? 8 : 7);
      case 6 -> other ? 'b' : 'a';
      case 7 -> other;
      default -> other ? "other" : new String("one");
    };
  }

  /** There is one text for it in XML. */
  @Test
  void whatIsNoNumberIsOneValue() {
    double[] base = new double[20];
    double[] now = new double[20];
    for (int row : new int[] {1, 15}) { // near, and far
      base[row] = Double.NaN;
      now[row] = Double.longBitsToDouble(0x7ff8_0000_0000_0001L);
    }

    assertThat(ColumnCoder.mismatch(base, now, 0, 20)).isEqualTo(20);
  }
}
