package io.castile.interop.peers;

import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/**
 * The batches that are exchanged one after the other. Each relates to the one before in another
 * way, so that between them they take a template through everything that it does.
 */
final class Batches {
  /** What is in the batch of each step, and what that means for the message before. */
  private enum Step {
    FIRST,
    /** The same: a content match. */
    SAME,
    /** Other values, each of the length of the old one: a perfect structural match. */
    SAME_LENGTHS,
    /** All numbers have become longer: they shift what follows. */
    LONGER,
    /** All numbers have become shorter, which leaves room. */
    SHORTER,
    /** Every other number is longer than ever, and steals the room of its neighbour. */
    EVERY_OTHER_LONGER,
    /** Lists have more items, some of them in the middle; other values are nil. */
    MORE_ITEMS,
    /** Lists have fewer items. */
    FEWER_ITEMS,
    /** The first and last values of each type, and what is no number. */
    EXTREMES,
    /** Nothing but what must be there. */
    EMPTY,
    /** Everything again. */
    FULL_AGAIN,
    /** A quarter of the numbers have changed. */
    A_QUARTER
  }

  static final int STEPS = Step.values().length;

  private static final double[] DOUBLES = {
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    -0.0,
    0.0,
    Double.MIN_VALUE,
    -Double.MIN_NORMAL,
    Double.MAX_VALUE,
    -2.2250738585072011E-308,
    0.1,
    1e23,
    9007199254740993.0
  };
  private static final float[] FLOATS = {
    Float.NaN, Float.MIN_VALUE, -Float.MIN_NORMAL, -Float.MAX_VALUE, -0.0f, 0.1f, 16777217f
  };
  private static final int[] INTS = {Integer.MIN_VALUE, Integer.MAX_VALUE, 0, -1};
  private static final long[] LONGS = {-(1L << 53), 1L << 53, 0, -1};

  /** Texts whose white space is theirs, that are escaped, and that have characters of all sizes. */
  private static final List<String> TEXTS =
      List.of(
          "plain",
          "  spaces around  ",
          "",
          "a  b\tc\nd",
          "<&>\"'",
          "]]>",
          "\u00e9\u20ac\ud83d\ude00",
          " ",
          "12 ",
          "</doubles> <doubles>");

  private static final int ITEMS = 20;

  private Batches() {}

  /** The batch of a step, from 0 to {@link #STEPS} - 1; a new object, equal each time. */
  static Batch at(int step) {
    return switch (Step.values()[step]) {
      case FIRST, SAME -> full(1, 900, i -> 4);
      case SAME_LENGTHS -> sameLengths(full(1, 900, i -> 4));
      case LONGER -> full(3, 900, i -> 8);
      case SHORTER -> full(4, 900, i -> 2);
      case EVERY_OTHER_LONGER -> full(5, 900, i -> i % 2 == 0 ? 9 : 2);
      case MORE_ITEMS -> more(full(6, 1000, i -> 5));
      case FEWER_ITEMS -> fewer(full(7, 810, i -> 5));
      case EXTREMES -> extremes(full(8, 810, i -> 3));
      case EMPTY -> new Batch();
      case FULL_AGAIN -> full(10, 900, i -> 7);
      case A_QUARTER -> aQuarter(full(10, 900, i -> 7));
    };
  }

  /**
   * A batch with something everywhere.
   *
   * @param length of the arrays
   * @param digits how many digits the integer part of the number at an index has, from 1 to 9
   */
  private static Batch full(int seed, int length, IntUnaryOperator digits) {
    Random random = new Random(seed);
    Batch batch = new Batch();
    batch.number = 7;
    batch.doubles = new double[length];
    batch.ints = new int[length];
    batch.floats = new float[length];
    batch.longs = new long[length];
    for (int i = 0; i < length; i++) {
      int count = digits.applyAsInt(i);
      batch.doubles[i] = number(random, count) + 0.5;
      batch.ints[i] = number(random, count);
      batch.floats[i] = number(random, Math.min(count, 5)) + 0.5f;
      batch.longs[i] = 1_000_000L * number(random, count);
    }
    for (int i = 0; i < 2 * ITEMS; i++) {
      batch.mios.add(mio(i, number(random, digits.applyAsInt(i))));
    }
    for (int i = 0; i < ITEMS; i++) {
      batch.names.add(TEXTS.get((seed + i) % TEXTS.size()));
      batch.flags.add(random.nextBoolean());
      batch.gaps.add(number(random, digits.applyAsInt(i)));
    }
    batch.level = number(random, digits.applyAsInt(0));
    batch.ratio = number(random, digits.applyAsInt(0)) + 0.25;
    batch.remark = "batch " + seed;
    return batch;
  }

  private static int number(Random random, int digits) {
    int least = (int) Math.pow(10, digits - 1);
    return random.nextInt(least, 10 * least);
  }

  private static Mio mio(int number, int value) {
    Mio mio = new Mio();
    mio.number = number;
    mio.x = value;
    mio.y = -value;
    mio.value = value / 8.0;
    return mio;
  }

  /** Changes the last digit of each integer, and the digit before the point of the others. */
  private static Batch sameLengths(Batch batch) {
    for (int i = 0; i < batch.doubles.length; i++) {
      batch.doubles[i] = ((int) batch.doubles[i] ^ 1) + 0.5;
      batch.ints[i] ^= 1;
      batch.floats[i] = ((int) batch.floats[i] ^ 1) + 0.5f;
      batch.longs[i] ^= 1;
    }
    for (Mio mio : batch.mios) {
      mio.x ^= 1;
    }
    batch.gaps.replaceAll(gap -> gap ^ 1);
    batch.level ^= 1;
    return batch;
  }

  private static Batch more(Batch batch) {
    for (int i = 0; i < 5; i++) {
      batch.mios.add(ITEMS, mio(1000 + i, i));
      batch.names.add(3, "one more " + i);
      batch.flags.add(0, i % 2 == 0);
      batch.gaps.add(2 * i, null);
    }
    batch.level = null;
    batch.ratio = null;
    return batch;
  }

  private static Batch fewer(Batch batch) {
    batch.mios.subList(5, 30).clear();
    batch.names.subList(0, 10).clear();
    batch.flags.subList(1, ITEMS).clear();
    batch.gaps.subList(2, 15).clear();
    batch.gaps.set(1, null);
    batch.remark = null;
    return batch;
  }

  private static Batch extremes(Batch batch) {
    for (int i = 0; i < batch.doubles.length; i += 5) {
      batch.doubles[i] = DOUBLES[i / 5 % DOUBLES.length];
      batch.ints[i] = INTS[i / 5 % INTS.length];
      batch.floats[i] = FLOATS[i / 5 % FLOATS.length];
      batch.longs[i] = LONGS[i / 5 % LONGS.length];
    }
    for (int i = 0; i < batch.mios.size(); i++) {
      Mio mio = batch.mios.get(i);
      mio.x = INTS[i % INTS.length];
      mio.value = DOUBLES[i % DOUBLES.length];
    }
    batch.level = Integer.MIN_VALUE;
    batch.ratio = -Double.MAX_VALUE;
    batch.remark = "";
    return batch;
  }

  private static Batch aQuarter(Batch batch) {
    for (int i = 0; i < batch.doubles.length; i += 4) {
      batch.doubles[i] += 1e9;
      batch.ints[i] /= 1000;
      batch.longs[i] = -batch.longs[i];
    }
    for (int i = 0; i < batch.mios.size(); i += 4) {
      batch.mios.get(i).value *= 3;
    }
    return batch;
  }
}
