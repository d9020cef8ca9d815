package io.castile.xml.datatype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.xml.Tries;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading doubles and floats from texts in any form; oracle: {@link Double#parseDouble}. */
class XsdDoubleParserTest {
  private static final int TRIES = 200_000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "+0",
        "1",
        "+1",
        "-1",
        "007",
        "1.",
        ".5",
        "-.5",
        "+.5e1",
        "1e5",
        "1E5",
        "1e+5",
        "1e-5",
        "1.e5",
        "00.100",
        "123456789012345678",
        "1234567890123456789",
        "12345678901234567890",
        "0.00000000000000000000000000001",
        "1e400",
        "-1e400",
        "1e-400",
        "1e99999999999999999999",
        "1e-99999999999999999999",
        "0e99999999999999999999",
        "0.000000e0",
        "1e0000000000000000000005",
        "1e23",
        "8.5e22",
        "9007199254740993",
        "9007199254740992.5",
        "9007199254740993.0000000000000000000001",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2.2250738585072011e-308",
        "2.2250738585072012e-308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "1.797693134862315807e308",
        "3.4028235677973366e38",
        "3.4028235677973362e38",
        "7.0064923216240853e-46",
        "7.0064923216240854e-46",
        "1.1754942807573643e-38",
        "16777217",
        "16777219",
        "33554435",
      })
  void decimalsHaveTheValueThatTheJdkReads(String text) {
    check(text);
  }

  @ParameterizedTest
  @CsvSource({"INF, Infinity", "+INF, Infinity", "-INF, -Infinity", "NaN, NaN"})
  void namesOfSchema(String text, double value) {
    byte[] b = Tries.inDocument(text);

    assertThat(XsdDoubleParser.parseDouble(b, Tries.start(), Tries.end(b)))
        .isEqualTo(Double.valueOf(value));
    assertThat(XsdDoubleParser.parseFloat(b, Tries.start(), Tries.end(b)))
        .isEqualTo(Float.valueOf((float) value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "+",
        "-",
        ".",
        "+.",
        "e5",
        ".e5",
        "1e",
        "1e+",
        "1e-",
        "1e5.",
        "1.2.3",
        "--1",
        "+-1",
        "1 2",
        " 1",
        "1 ",
        "1d",
        "1f",
        "1D",
        "1F",
        "0x1p3",
        "0x10",
        "Infinity",
        "-Infinity",
        "infinity",
        "inf",
        "nan",
        "NAN",
        "+NaN",
        "-NaN",
        "INFINITY",
        "INFx",
        "1_000",
        "1,5",
        "½",
        "١",
        "1e5e5",
        "1.5.",
        "ee",
        "1\u0000",
        "12345678a",
        "1.12345678a",
        "1.1234567890123456789x",
      })
  void whatIsNotADecimalIsRefused(String text) {
    for (byte[] b : new byte[][] {Tries.alone(text), Tries.inDocument(text)}) {
      boolean alone = b.length == Tries.alone(text).length;
      int start = alone ? 0 : Tries.start();
      int end = alone ? b.length : Tries.end(b);

      assertThatThrownBy(() -> XsdDoubleParser.parseDouble(b, start, end))
          .isInstanceOf(NumberFormatException.class)
          .hasMessageNotContaining("null");
      assertThatThrownBy(() -> XsdDoubleParser.parseFloat(b, start, end))
          .isInstanceOf(NumberFormatException.class);
    }
  }

  @Test
  void randomDigits() {
    SplittableRandom random = Tries.random();
    for (int i = 0; i < Tries.count(TRIES); i++) {
      StringBuilder text = new StringBuilder();
      digits(text, random, random.nextInt(20));
      text.append('.');
      digits(text, random, 1 + random.nextInt(20));
      if (random.nextBoolean()) {
        text.append('E').append(random.nextInt(700) - 350);
      }

      check(text.toString());
    }
  }

  @Test
  void aDigitThePointAndSomeMore() {
    SplittableRandom random = Tries.random();
    for (int i = 0; i < Tries.count(TRIES); i++) {
      StringBuilder text = new StringBuilder(random.nextInt(3) == 0 ? "-" : "");
      digits(text, random, 1);
      text.append('.').append("0".repeat(random.nextInt(4) == 0 ? random.nextInt(18) : 0));
      digits(text, random, 1 + random.nextInt(20));

      check(text.toString());
    }
  }

  @Test
  void whereACharacterIsNoDigitTheDecimalIsRefused() {
    String decimal = "-1.2345678901234567";
    for (int i = 1; i < decimal.length(); i++) {
      for (int c = 0; c < 0x80; c++) {
        if (c >= '0' && c <= '9' || i == 2 && c == '.') {
          continue;
        }
        for (int length = Math.max(i + 1, 4); length <= decimal.length(); length++) {
          String text = decimal.substring(0, i) + (char) c + decimal.substring(i + 1, length);
          boolean exponent = i >= 2 && i < length - 1 && (c == 'e' || c == 'E');
          if (!exponent) {
            byte[] b = Tries.inDocument(text);
            assertThatThrownBy(() -> XsdDoubleParser.parseDouble(b, Tries.start(), Tries.end(b)))
                .as(text)
                .isInstanceOf(NumberFormatException.class);
          }
        }
      }
    }
  }

  @Test
  void manyDigits() {
    SplittableRandom random = Tries.random();
    for (int i = 0; i < Tries.count(TRIES) / 100; i++) {
      StringBuilder text = new StringBuilder();
      digits(text, random, random.nextInt(60));
      text.append('.');
      digits(text, random, 1 + random.nextInt(900));
      text.append('e').append(random.nextInt(700) - 350);

      check(text.toString());
    }
  }

  @Test
  void halfwayBetweenDoublesAndJustBesides() {
    SplittableRandom random = Tries.random();
    for (int i = 0; i < Tries.count(TRIES) / 50; i++) {
      double value = Double.longBitsToDouble(random.nextLong() & Long.MAX_VALUE);
      if (Double.isNaN(value) || value >= Double.MAX_VALUE) {
        continue;
      }
      BigDecimal half =
          new BigDecimal(value)
              .add(new BigDecimal(Math.nextUp(value)))
              .divide(BigDecimal.valueOf(2));

      check(half.toString());
      check(half.toString().replaceFirst("(E|$)", "00000000001$1"));
      check(
          half.subtract(BigDecimal.ONE.scaleByPowerOfTen(-half.scale() - 5 - half.precision()))
              .toString());
    }
  }

  @Test
  void halfwayBetweenFloats() {
    SplittableRandom random = Tries.random();
    for (int i = 0; i < Tries.count(TRIES) / 10; i++) {
      float value = Float.intBitsToFloat(random.nextInt() & Integer.MAX_VALUE);
      if (Float.isNaN(value) || value >= Float.MAX_VALUE) {
        continue;
      }
      double half = value / 2.0 + Math.nextUp(value) / 2.0;

      check(new BigDecimal(half).toString());
      check(Double.toString(half));
    }
  }

  @Test
  void halfwayIntegersRoundToEven() {
    SplittableRandom random = Tries.random();
    for (int i = 0; i < Tries.count(TRIES) / 10; i++) {
      // 54 to 63 bits, of which the last that counts for the double is followed by exactly a half
      int cut = 1 + random.nextInt(10);
      long value = (((random.nextLong() >>> 11) | (1L << 52)) << cut) | (1L << (cut - 1));

      check(Long.toString(value));
      check(value + "e" + (random.nextInt(30) - 10));
    }
  }

  @Test
  void timeIsLinearInTheLengthOfHostileTexts() {
    String zeros = "0".repeat(3_000_000);
    String nines = "9".repeat(3_000_000);

    Assertions.assertTimeout(
        Duration.ofSeconds(5),
        () -> {
          assertThat(parse(zeros + "1")).isEqualTo(1);
          assertThat(parse("0." + zeros + "1")).isEqualTo(0);
          assertThat(parse("0." + zeros + "1e3000001")).isEqualTo(1);
          assertThat(parse("1" + zeros)).isEqualTo(Double.POSITIVE_INFINITY);
          assertThat(parse("1" + zeros + "e-3000000")).isEqualTo(1);
          assertThat(parse("0." + nines)).isEqualTo(1);
          assertThat(parse("9007199254740993." + zeros)).isEqualTo(9007199254740992d);
          assertThat(parse("9007199254740993." + zeros + "1")).isEqualTo(9007199254740994d);
          assertThat(parse("1e" + zeros + "1")).isEqualTo(10);
          assertThat(parse("1e" + nines)).isEqualTo(Double.POSITIVE_INFINITY);
        });
  }

  private static double parse(String text) {
    byte[] b = Tries.alone(text);
    return XsdDoubleParser.parseDouble(b, 0, b.length);
  }

  private static void check(String text) {
    byte[] alone = Tries.alone(text);
    byte[] inside = Tries.inDocument(text);
    checkDouble(Double.parseDouble(text), alone, 0, alone.length, text);
    checkDouble(Double.parseDouble(text), inside, Tries.start(), Tries.end(inside), text);
    checkFloat(Float.parseFloat(text), alone, 0, alone.length, text);
    checkFloat(Float.parseFloat(text), inside, Tries.start(), Tries.end(inside), text);
  }

  private static void checkDouble(double expected, byte[] b, int start, int end, String text) {
    double value = XsdDoubleParser.parseDouble(b, start, end);
    if (Double.doubleToLongBits(value) != Double.doubleToLongBits(expected)) {
      assertThat(value).as(text).isEqualTo(expected);
    }
  }

  private static void checkFloat(float expected, byte[] b, int start, int end, String text) {
    float value = XsdDoubleParser.parseFloat(b, start, end);
    if (Float.floatToIntBits(value) != Float.floatToIntBits(expected)) {
      assertThat(value).as(text).isEqualTo(expected);
    }
  }

  private static void digits(StringBuilder text, SplittableRandom random, int count) {
    for (int i = 0; i < count; i++) {
      text.append((char) ('0' + random.nextInt(10)));
    }
  }
}
