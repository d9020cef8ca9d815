package io.castile.delta.format;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A column of whole numbers in the shortest of a few forms: one value for all; Rice codes, for
 * numbers of which small ones are frequent; a range, all of which is used alike; and one of these
 * for the numbers divided by what divides all of them.
 *
 * <p>Numbers are unsigned here; {@link #zigzag} makes them of signed ones. How many there are is
 * known to the reader from elsewhere.
 */
public final class LongColumn {
  private static final int FORM_BITS = 2;
  private static final int ALL_EQUAL = 0;
  private static final int RICE = 1;
  private static final int RANGE = 2;
  private static final int DIVIDED = 3;

  private static final int WIDTH_BITS = 7;
  private static final int ORDER_BITS = 6;

  /** So many ones, and no zero after them, stand before a number that is written in full. */
  private static final int ESCAPE = 20;

  /** A range of this many bits is written in whole bits. */
  private static final int WIDE_RANGE = 62;

  private LongColumn() {}

  /** Small numbers of either sign as small unsigned ones: 0, -1, 1, -2, … */
  public static long zigzag(long value) {
    return value << 1 ^ value >> 63;
  }

  /** The reverse of {@link #zigzag}. */
  public static long signed(long zigzag) {
    return zigzag >>> 1 ^ -(zigzag & 1);
  }

  // ---- writing ----

  /** Appends the first {@code count} numbers. */
  public static void write(BitOutput out, long[] values, int count) {
    if (count > 0) {
      write(out, Plan.of(values, count), values, count);
    }
  }

  /** Appends the numbers for which a plan was made. */
  static void write(BitOutput out, Plan plan, long[] values, int count) {
    out.reserve(plan.cost);
    out.bits(plan.form, FORM_BITS);
    switch (plan.form) {
      case ALL_EQUAL -> number(out, values[0]);
      case RICE -> {
        out.bits(plan.order, ORDER_BITS);
        out.rice(values, count, plan.order, ESCAPE);
      }
      case RANGE -> {
        number(out, plan.least);
        number(out, plan.span);
        inRange(out, values, count, plan.least, plan.span);
      }
      default -> {
        number(out, plan.divisor);
        write(
            out,
            Objects.requireNonNull(plan.quotients),
            divided(values, count, plan.divisor),
            count);
      }
    }
  }

  private static void number(BitOutput out, long value) {
    int width = width(value);
    out.bits(width, WIDTH_BITS);
    out.bits(value, width);
  }

  /**
   * Numbers from 0 to {@code span} above {@code least} in truncated binary: with n numbers and 2^k
   * at most n, the first 2^(k+1) - n take k bits, the others k + 1.
   */
  private static void inRange(BitOutput out, long[] values, int count, long least, long span) {
    int width = width(span);
    if (width > WIDE_RANGE) {
      for (int i = 0; i < count; i++) {
        out.bits(values[i] - least, width);
      }
      return;
    }
    out.truncated(values, count, least, width, (1L << width) - span - 1);
  }

  private static int width(long value) {
    return Long.SIZE - Long.numberOfLeadingZeros(value);
  }

  private static long[] divided(long[] values, int count, long divisor) {
    long[] quotients = new long[count];
    for (int i = 0; i < count; i++) {
      quotients[i] = Long.divideUnsigned(values[i], divisor);
    }
    return quotients;
  }

  /**
   * How a column is written.
   *
   * @param cost how many bits that takes
   */
  record Plan(
      int form,
      long cost,
      int order,
      long least,
      long span,
      long divisor,
      @Nullable Plan quotients) {

    /** Returns the shortest plan for the first {@code count} numbers, at least one. */
    static Plan of(long[] values, int count) {
      long least = values[0];
      long greatest = values[0];
      long divisor = 0;
      for (int i = 0; i < count; i++) {
        long value = values[i];
        least = Long.compareUnsigned(value, least) < 0 ? value : least;
        greatest = Long.compareUnsigned(value, greatest) > 0 ? value : greatest;
        divisor = divisor == 1 ? 1 : common(value, divisor);
      }
      Plan plain = undivided(values, count, least, greatest);
      if (divisor == 1 || divisor == 0 || plain.form == ALL_EQUAL) {
        return plain;
      }
      Plan quotients =
          undivided(
              divided(values, count, divisor),
              count,
              Long.divideUnsigned(least, divisor),
              Long.divideUnsigned(greatest, divisor));
      long cost = FORM_BITS + WIDTH_BITS + width(divisor) + quotients.cost;
      return cost < plain.cost ? new Plan(DIVIDED, cost, 0, 0, 0, divisor, quotients) : plain;
    }

    private static Plan undivided(long[] values, int count, long least, long greatest) {
      if (least == greatest) {
        return new Plan(ALL_EQUAL, FORM_BITS + WIDTH_BITS + width(least), 0, 0, 0, 1, null);
      }
      long span = greatest - least;
      long cost =
          FORM_BITS
              + 2 * WIDTH_BITS
              + width(least)
              + width(span)
              + range(values, count, least, span);
      Plan best = new Plan(RANGE, cost, 0, least, span, 1, null);
      int guess = order(values, count, greatest);
      for (int order = Math.max(0, guess - 1); order <= guess + 1; order++) {
        cost = FORM_BITS + ORDER_BITS;
        if (cost + (1L + order) * count >= best.cost) { // each takes so many bits at least
          continue;
        }
        for (int i = 0; i < count; i++) {
          cost += riceCost(values[i], order);
        }
        best = cost < best.cost ? new Plan(RICE, cost, order, 0, 0, 1, null) : best;
      }
      return best;
    }

    /** About the order of the shortest Rice codes: 2^order is near ln 2 times the mean. */
    private static int order(long[] values, int count, long greatest) {
      double sum = 0;
      if (greatest >>> Integer.SIZE == 0) {
        long exact = 0;
        for (int i = 0; i < count; i++) {
          exact += values[i] >>> 1;
        }
        sum = exact;
      } else {
        for (int i = 0; i < count; i++) {
          sum += values[i] >>> 1;
        }
      }
      double scale = Math.max(1, 2 * Math.log(2) * sum / count);
      return Math.min(Math.getExponent(scale), ORDER_LIMIT - 2);
    }

    /** How many bits numbers take in truncated binary. */
    private static long range(long[] values, int count, long least, long span) {
      int width = width(span);
      if (width > WIDE_RANGE) {
        return (long) width * count;
      }
      long shorter = (1L << width) - span - 1;
      long longer = 0;
      for (int i = 0; i < count; i++) {
        longer += values[i] - least >= shorter ? 1 : 0;
      }
      return (width - 1L) * count + longer;
    }

    private static long riceCost(long value, int order) {
      long quotient = value >>> order;
      return quotient < 0 || quotient >= ESCAPE ? ESCAPE + Long.SIZE : quotient + 1 + order;
    }

    /** The greatest common divisor of unsigned numbers; 0 is divided by all. */
    private static long common(long a, long b) {
      long x = a;
      long y = b;
      while (y != 0) {
        long rest = Long.remainderUnsigned(x, y);
        x = y;
        y = rest;
      }
      return x;
    }
  }

  // ---- reading ----

  private static final int ORDER_LIMIT = 1 << ORDER_BITS;

  /**
   * Reads {@code count} numbers; the caller has bounded it.
   *
   * @throws DeltaException if there is no such column
   */
  public static long[] read(BitInput in, int count) throws DeltaException {
    return count == 0 ? new long[0] : read(in, count, true);
  }

  private static long[] read(BitInput in, int count, boolean mayBeDivided) throws DeltaException {
    long[] values = new long[count];
    switch ((int) in.bits(FORM_BITS)) {
      case ALL_EQUAL -> Arrays.fill(values, number(in));
      case RICE -> {
        int order = (int) in.bits(ORDER_BITS);
        in.rice(values, order, ESCAPE);
      }
      case RANGE -> {
        long least = number(in);
        long span = number(in);
        inRange(in, values, least, span);
      }
      default -> {
        if (!mayBeDivided) {
          throw new DeltaException("expected no divisor of quotients");
        }
        long divisor = number(in);
        long[] quotients = read(in, count, false);
        for (int i = 0; i < count; i++) {
          values[i] = quotients[i] * divisor;
        }
      }
    }
    return values;
  }

  private static long number(BitInput in) throws DeltaException {
    int width = (int) in.bits(WIDTH_BITS);
    if (width > Long.SIZE) {
      throw new DeltaException("expected a number of at most 64 bits, found one of " + width);
    }
    return in.bits(width);
  }

  private static void inRange(BitInput in, long[] values, long least, long span)
      throws DeltaException {
    int width = width(span);
    if (width == 0) {
      Arrays.fill(values, least);
    } else if (width <= WIDE_RANGE) {
      in.truncated(values, least, width, (1L << width) - span - 1);
    } else {
      for (int i = 0; i < values.length; i++) {
        values[i] = least + in.bits(width);
      }
    }
  }
}
