package io.castile.xml.datatype;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.xml.Tries;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Writing and reading doubles and floats. Oracles: {@link Double#toString} where the JDK has its
 * specification of version 19, otherwise {@link BigDecimal}; and {@link Double#parseDouble}.
 */
class XsdDoublesTest {
  private static final int TRIES = 1_000_000;
  private static final boolean JDK_IS_SHORTEST = Runtime.version().feature() >= 19;

  /** Of how many values one is checked for the shortest text where the JDK is of no help. */
  private static final int SHARE = 16;

  private int checked;

  private final byte[] buffer = new byte[XsdDoubles.ROOM + 16];

  @ParameterizedTest
  @CsvSource({
    "0, 0.0",
    "-0.0, -0.0",
    "1, 1.0",
    "-1, -1.0",
    "0.1, 0.1",
    "100, 100.0",
    "123.456, 123.456",
    "1234567.5, 1234567.5",
    "9999999, 9999999.0",
    "9999999.999999998, 9999999.999999998",
    "10000000, 1.0E7",
    "12345678, 1.2345678E7",
    "1e10, 1.0E10",
    "0.001, 0.001",
    "0.0012345678901234567, 0.0012345678901234567",
    "0.00099, 9.9E-4",
    "1.234E-5, 1.234E-5",
    "2e-44, 2.0E-44",
    "1e23, 1.0E23",
    "2e23, 2.0E23",
    "4.9E-324, 4.9E-324",
    "9.9E-324, 9.9E-324",
    "1.5E-323, 1.5E-323",
    "2.2250738585072014E-308, 2.2250738585072014E-308",
    "2.225073858507201E-308, 2.225073858507201E-308",
    "1.7976931348623157E308, 1.7976931348623157E308",
    "9007199254740992, 9.007199254740992E15",
    "1152921504606846976, 1.152921504606847E18",
    "NaN, NaN",
    "Infinity, INF",
    "-Infinity, -INF",
  })
  void doublesHaveTheTextOfTheJdkButInfinityThatOfSchema(double value, String text) {
    assertThat(write(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.0",
    "-0.0, -0.0",
    "1, 1.0",
    "0.1, 0.1",
    "3.3, 3.3",
    "16777216, 1.6777216E7",
    "9999999, 9999999.0",
    "0.001, 0.001",
    "1.4E-45, 1.4E-45",
    "2.8E-45, 2.8E-45",
    "9.8E-45, 9.8E-45",
    "1.1E-44, 1.1E-44",
    "1.17549435E-38, 1.1754944E-38",
    "3.4028235E38, 3.4028235E38",
    "8.41E21, 8.41E21",
    "2.0E-3, 0.002",
    "NaN, NaN",
    "Infinity, INF",
    "-Infinity, -INF",
  })
  void floatsHaveTheTextOfTheJdkButInfinityThatOfSchema(float value, String text) {
    assertThat(write(value)).isEqualTo(text);
  }

  @Test
  void everyPowerOfTwoAndItsNeighbours() {
    for (int e = Double.MIN_EXPONENT - 52; e <= Double.MAX_EXPONENT; e++) {
      checkNeighbourhood(Math.scalb(1.0, e));
    }
  }

  @Test
  void everyPowerOfTenAndItsNeighbours() {
    for (int e = -324; e <= 308; e++) {
      checkNeighbourhood(Double.parseDouble("1e" + e));
      checkNeighbourhood(Double.parseDouble("5e" + e));
    }
  }

  private void checkNeighbourhood(double centre) {
    double below = centre;
    double above = centre;
    for (int i = 0; i < 20; i++) {
      check(below);
      check(-above);
      below = Math.nextDown(below);
      above = Math.nextUp(above);
    }
  }

  @Test
  void smallestAndGreatestDoubles() {
    for (long bits = 0; bits < 20_000; bits++) {
      check(Double.longBitsToDouble(bits));
      check(Double.longBitsToDouble(Double.doubleToLongBits(Double.MIN_NORMAL) - 10_000 + bits));
      check(Double.longBitsToDouble(Double.doubleToLongBits(Double.MAX_VALUE) - bits));
    }
  }

  @Test
  void randomBitsOfDoubles() {
    SplittableRandom random = Tries.random();
    for (int i = 0; i < Tries.count(TRIES); i++) {
      check(Double.longBitsToDouble(random.nextLong()));
    }
  }

  @Test
  void doublesOfEverydayMagnitude() {
    SplittableRandom random = Tries.random();
    for (int i = 0; i < Tries.count(TRIES) / 4; i++) {
      check(random.nextDouble());
      check(random.nextDouble() * 1e9);
      check(random.nextInt(10_000_000) / 100.0);
      check((double) (random.nextLong() >> random.nextInt(64)));
    }
  }

  @Test
  void subnormalDoubles() {
    SplittableRandom random = Tries.random();
    for (int i = 0; i < Tries.count(TRIES) / 10; i++) {
      check(Double.longBitsToDouble(random.nextLong() >>> (12 + random.nextInt(52))));
    }
  }

  @Test
  void everyExponentOfFloatsWithEdgesAndSomeOfItsFractions() {
    SplittableRandom random = Tries.random();
    for (int exponent = 0; exponent < 0x100; exponent++) {
      for (int i = 0; i < 100; i++) {
        check(Float.intBitsToFloat((exponent << 23) | i));
        check(Float.intBitsToFloat((exponent << 23) | (0x7FFFFF - i)));
      }
      for (int i = 0; i < Tries.count(TRIES) / 0x100; i++) {
        check(Float.intBitsToFloat((exponent << 23) | random.nextInt(1 << 23)));
        check(Float.intBitsToFloat(((0x100 + exponent) << 23) | random.nextInt(1 << 23)));
      }
    }
  }

  @Test
  void theShortWayDecidesAsTheExactMethod() {
    SplittableRandom random = Tries.random();
    for (int i = 0; i < Tries.count(TRIES); i++) {
      long c = random.nextLong(1L << 52, 1L << 53);
      int q = random.nextInt(-1074, 972);

      if (ShortestDecimal.digitsOfRegular(c, q) != ShortestDecimal.digits(c, q, true)) {
        assertThat(ShortestDecimal.digitsOfRegular(c, q))
            .as("%d * 2^%d", c, q)
            .isEqualTo(ShortestDecimal.digits(c, q, true));
      }
    }
  }

  private void check(double value) {
    int end = XsdDoubles.write(buffer, 8, value);
    double read = XsdDoubleParser.parseDouble(buffer, 8, end);
    if (Double.doubleToLongBits(read) != Double.doubleToLongBits(value)) {
      assertThat(read).as(text(8, end)).isEqualTo(value);
    }
    if (value == 0) {
      assertThat(text(8, end)).isEqualTo(1 / value < 0 ? "-0.0" : "0.0");
    } else if (JDK_IS_SHORTEST && !Double.isInfinite(value)) {
      String expected = Double.toString(value);
      if (!isText(expected, 8, end)) {
        assertThat(text(8, end)).isEqualTo(expected);
      }
    } else if (!Double.isInfinite(value) && !Double.isNaN(value) && checked++ % SHARE == 0) {
      checkShortest(text(8, end), new BigDecimal(value), d -> d.doubleValue() == value);
    }
  }

  private void check(float value) {
    int end = XsdDoubles.write(buffer, 8, value);
    float read = XsdDoubleParser.parseFloat(buffer, 8, end);
    if (Float.floatToIntBits(read) != Float.floatToIntBits(value)) {
      assertThat(read).as(text(8, end)).isEqualTo(value);
    }
    if (value == 0) {
      assertThat(text(8, end)).isEqualTo(1 / value < 0 ? "-0.0" : "0.0");
    } else if (JDK_IS_SHORTEST && !Float.isInfinite(value)) {
      String expected = Float.toString(value);
      if (!isText(expected, 8, end)) {
        assertThat(text(8, end)).isEqualTo(expected);
      }
    } else if (!Float.isInfinite(value) && !Float.isNaN(value) && checked++ % SHARE == 0) {
      checkShortest(text(8, end), new BigDecimal(value), d -> d.floatValue() == value);
    }
  }

  /**
   * Checks a text without the JDK's: no decimal of fewer digits reads as the value, and none of as
   * many that reads as the value is nearer to it.
   */
  private static void checkShortest(String text, BigDecimal value, Predicate<BigDecimal> reads) {
    BigDecimal written = new BigDecimal(text);
    BigDecimal distance = written.subtract(value).abs();
    int digits = Math.max(2, written.stripTrailingZeros().precision());
    for (RoundingMode mode : new RoundingMode[] {RoundingMode.DOWN, RoundingMode.UP}) {
      BigDecimal same = value.round(new MathContext(digits, mode));
      BigDecimal shorter = value.round(new MathContext(digits - 1, mode));
      boolean isNearer = same.subtract(value).abs().compareTo(distance) < 0;
      assertThat(isNearer && reads.test(same)).as("%s, rather %s", text, same).isFalse();
      assertThat(digits > 2 && reads.test(shorter)).as("%s, rather %s", text, shorter).isFalse();
    }
  }

  private boolean isText(String expected, int start, int end) {
    if (expected.length() != end - start) {
      return false;
    }
    for (int i = 0; i < expected.length(); i++) {
      if (expected.charAt(i) != buffer[start + i]) {
        return false;
      }
    }
    return true;
  }

  private String write(double value) {
    return text(0, XsdDoubles.write(buffer, 0, value));
  }

  private String write(float value) {
    return text(0, XsdDoubles.write(buffer, 0, value));
  }

  private String text(int start, int end) {
    return Tries.string(buffer, start, end);
  }
}
