package io.castile.delta.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Many numbers at once, beside the same numbers one after the other. */
class BitsTest {
  @Property
  void doublesAreThoseThatAreWrittenOneByOne(
      @ForAll @IntRange(max = 40) int before, @ForAll long[] values) throws Exception {
    double[] numbers = new double[2 * values.length];
    int[] places = new int[values.length];
    BitOutput oneByOne = begun(before);
    for (int i = 0; i < values.length; i++) {
      places[i] = 2 * i;
      numbers[places[i]] = Double.longBitsToDouble(values[i]);
      oneByOne.bits(Double.doubleToLongBits(numbers[places[i]]), Long.SIZE);
    }
    BitOutput atOnce = begun(before);
    atOnce.doubles(numbers, places);

    byte[] written = finished(atOnce);
    assertThat(written).isEqualTo(finished(oneByOne));
    BitInput in = new BitInput(written, 0);
    in.bits(before);
    double[] read = new double[numbers.length];
    in.doubles(read, places);
    assertThat(read).isEqualTo(numbers);
    assertThat(in.bits(3)).isEqualTo(5);
  }

  @Test
  void whatIsNoNumberIsReadInOneForm() throws Exception {
    BitOutput out = new BitOutput();
    out.bits(0xfff8_0000_0000_0001L, Long.SIZE);
    out.align();
    double[] read = new double[1];
    new BitInput(out.toByteArray(), 0).doubles(read, new int[1]);

    assertThat(Double.doubleToRawLongBits(read[0]))
        .isEqualTo(Double.doubleToRawLongBits(Double.NaN));
  }

  @Property
  void truncatedNumbersAreThoseThatAreWrittenOneByOne(
      @ForAll @IntRange(max = 40) int before,
      @ForAll @IntRange(min = 1, max = 62) int width,
      @ForAll long seed)
      throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    long span = width == 1 ? 1 : random.nextLong(1L << width - 1, 1L << width);
    long least = random.nextLong();
    long shorter = (1L << width) - span - 1;
    long[] values = new long[random.nextInt(40)];
    BitOutput oneByOne = begun(before);
    for (int i = 0; i < values.length; i++) {
      long value = random.nextLong(span + 1);
      values[i] = least + value;
      boolean isShort = value < shorter;
      oneByOne.bits(isShort ? value : value + shorter, isShort ? width - 1 : width);
    }
    BitOutput atOnce = begun(before);
    atOnce.truncated(values, values.length, least, width, shorter);

    byte[] written = finished(atOnce);
    assertThat(written).isEqualTo(finished(oneByOne));
    BitInput in = new BitInput(written, 0);
    in.bits(before);
    long[] read = new long[values.length];
    in.truncated(read, least, width, shorter);
    assertThat(read).isEqualTo(values);
    assertThat(in.bits(3)).isEqualTo(5);
  }

  @Property
  void riceCodesAreThoseThatAreWrittenOneByOne(
      @ForAll @IntRange(max = 40) int before,
      @ForAll @IntRange(max = 61) int order,
      @ForAll @IntRange(min = 1, max = 31) int escape,
      @ForAll long seed)
      throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    long[] values = new long[random.nextInt(40)];
    BitOutput oneByOne = begun(before);
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextLong() >>> random.nextInt(Math.max(1, 60 - order), Long.SIZE);
      long ones = values[i] >>> order;
      if (ones >= escape) {
        oneByOne.bits((1L << escape) - 1, escape);
        oneByOne.bits(values[i], Long.SIZE);
      } else {
        oneByOne.unary((int) ones);
        oneByOne.bits(values[i], order);
      }
    }
    BitOutput atOnce = begun(before);
    atOnce.rice(values, values.length, order, escape);

    byte[] written = finished(atOnce);
    assertThat(written).isEqualTo(finished(oneByOne));
    BitInput in = new BitInput(written, 0);
    in.bits(before);
    long[] read = new long[values.length];
    in.rice(read, order, escape);
    assertThat(read).isEqualTo(values);
    assertThat(in.bits(3)).isEqualTo(5);
  }

  @Property
  void missingBitsAreTold(@ForAll @IntRange(max = 7) int before, @ForAll byte[] bytes)
      throws Exception {
    int doubles = bytes.length / Long.BYTES + 1;
    int[] places = new int[doubles];
    assertThatThrownBy(() -> new BitInput(bytes, 0).doubles(new double[1], places))
        .isInstanceOf(DeltaException.class)
        .hasMessageContaining("expected " + doubles + " more doubles");
    if (bytes.length == 0) {
      return;
    }
    BitInput in = new BitInput(bytes, 0);
    in.bits(before);
    long[] numbers = new long[8 * bytes.length / 9 + 1];
    assertThatThrownBy(() -> in.truncated(numbers, 0, 9, 0))
        .isInstanceOf(DeltaException.class)
        .hasMessageContaining("more bits");
  }

  private static BitOutput begun(int bits) {
    BitOutput out = new BitOutput();
    out.bits(0x5555_5555_5555L, bits);
    return out;
  }

  private static byte[] finished(BitOutput out) {
    out.bits(5, 3);
    out.align();
    return out.toByteArray();
  }
}
