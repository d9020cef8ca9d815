package io.castile.delta.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Many numbers at once, beside the same numbers one after the other. */
class BitsTest {
  @Property
  void longsAreThoseThatAreWrittenOneByOne(
      @ForAll @IntRange(max = 40) int before, @ForAll long[] values) throws Exception {
    BitOutput atOnce = begun(before);
    atOnce.longs(values, values.length);
    BitOutput oneByOne = begun(before);
    for (long value : values) {
      oneByOne.bits(value, Long.SIZE);
    }

    byte[] written = finished(atOnce);
    assertThat(written).isEqualTo(finished(oneByOne));
    BitInput in = new BitInput(written, 0);
    in.bits(before);
    assertThat(in.longs(values.length)).isEqualTo(values);
    assertThat(in.bits(3)).isEqualTo(5);
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
  void missingBitsAreTold(@ForAll @IntRange(max = 7) int before, @ForAll byte[] bytes)
      throws Exception {
    int longs = bytes.length / Long.BYTES + 1;
    assertThatThrownBy(() -> new BitInput(bytes, 0).longs(longs))
        .isInstanceOf(DeltaException.class)
        .hasMessageContaining("expected " + longs + " more numbers");
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
