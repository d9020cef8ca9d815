package io.castile.delta.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class LongColumnTest {
  @Property
  void columnsAreReadAsTheyWereWritten(@ForAll long[] values) throws Exception {
    check(values);
  }

  @Property
  void columnsOfOneMagnitudeAreReadAsTheyWereWritten(@ForAll long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    long[] values = new long[random.nextInt(1, 300)];
    int width = random.nextInt(64);
    long factor = random.nextBoolean() ? 1 : random.nextInt(1, 1000);
    for (int i = 0; i < values.length; i++) {
      values[i] = (random.nextLong() >>> width) * factor;
    }
    check(values);
  }

  private static void check(long[] values) throws Exception {
    BitOutput out = new BitOutput();
    out.bits(5, 3);
    LongColumn.write(out, values, values.length);
    long cost = values.length == 0 ? 0 : LongColumn.Plan.of(values, values.length).cost();
    assertThat(out.bitCount() - 3).isEqualTo(cost);
    out.bits(2, 2);
    out.align();
    BitInput in = new BitInput(out.toByteArray(), 0);
    assertThat(in.bits(3)).isEqualTo(5);
    assertThat(LongColumn.read(in, values.length)).isEqualTo(values);
    assertThat(in.bits(2)).isEqualTo(2);
  }

  @Property
  void zigzagIsReversed(@ForAll long value) {
    assertThat(LongColumn.signed(LongColumn.zigzag(value))).isEqualTo(value);
  }

  @Property
  void golombIsReversed(@ForAll long value, @ForAll byte order) throws Exception {
    long number = value >>> 2;
    BitOutput out = new BitOutput();
    out.golomb(number, order & 15);
    out.align();
    assertThat(new BitInput(out.toByteArray(), 0).golomb(order & 15)).isEqualTo(number);
  }
}
