package io.castile.xml.datatype;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class PowersOfTenTest {
  private static final BigDecimal TWO = BigDecimal.valueOf(2);

  @Test
  void logarithmsAreFloors() {
    for (int e = -350; e <= 350; e++) {
      int floor = PowersOfTen.floorLog2(e);

      assertThat(powerOfTwo(floor)).isLessThanOrEqualTo(BigDecimal.ONE.scaleByPowerOfTen(e));
      assertThat(powerOfTwo(floor + 1)).isGreaterThan(BigDecimal.ONE.scaleByPowerOfTen(e));
    }
    for (int e = -1_100; e <= 1_100; e++) {
      assertFloorLog10(PowersOfTen.floorLog10(e), powerOfTwo(e));
      assertFloorLog10(
          PowersOfTen.floorLog10OfThreeQuarters(e),
          powerOfTwo(e).multiply(BigDecimal.valueOf(0.75)));
    }
  }

  private static void assertFloorLog10(int floor, BigDecimal value) {
    assertThat(BigDecimal.ONE.scaleByPowerOfTen(floor)).isLessThanOrEqualTo(value);
    assertThat(BigDecimal.ONE.scaleByPowerOfTen(floor + 1)).isGreaterThan(value);
  }

  private static BigDecimal powerOfTwo(int e) {
    return e >= 0 ? TWO.pow(e) : BigDecimal.ONE.divide(TWO.pow(-e));
  }

  @Test
  void powersForWritingAreFloorsPlusOne() {
    for (int e = PowersOfTen.Upper.MIN; e <= PowersOfTen.Upper.MAX; e++) {
      int index = 2 * (e - PowersOfTen.Upper.MIN);
      BigInteger g =
          BigInteger.valueOf(PowersOfTen.Upper.TABLE[index])
              .shiftLeft(63)
              .add(BigInteger.valueOf(PowersOfTen.Upper.TABLE[index + 1]));

      assertThat(g.bitLength()).isEqualTo(126);
      assertThat(g).isEqualTo(floorOfScaled(e, 125).add(BigInteger.ONE));
    }
  }

  @Test
  void powersForReadingAreFloorsButRoundedUpWhereLemireDoes() {
    for (int e = PowersOfTen.Lower.MIN; e <= PowersOfTen.Lower.MAX; e++) {
      int index = 2 * (e - PowersOfTen.Lower.MIN);
      BigInteger bits =
          new BigInteger(Long.toHexString(PowersOfTen.Lower.TABLE[index]), 16)
              .shiftLeft(64)
              .add(new BigInteger(Long.toHexString(PowersOfTen.Lower.TABLE[index + 1]), 16));

      assertThat(bits.bitLength()).isEqualTo(128);
      assertThat(bits)
          .isEqualTo(
              floorOfScaled(e, 127).add(e < 0 && e >= -27 ? BigInteger.ONE : BigInteger.ZERO));
    }
  }

  /** The floor of 10^e * 2^(bit - floorLog2(10^e)), by decimals. */
  private static BigInteger floorOfScaled(int e, int bit) {
    return BigDecimal.ONE
        .scaleByPowerOfTen(e)
        .multiply(powerOfTwo(bit - PowersOfTen.floorLog2(e)))
        .toBigInteger();
  }
}
