package io.castile.xml.datatype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.xml.Tries;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class XsdIntegersTest {
  private static final int MAX_DIGITS = 10_000;

  private static final int TRIES = 2_000_000;

  private final byte[] buffer = new byte[16 + XsdIntegers.ROOM];

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "+0, 0",
    "-0, 0",
    "+7, 7",
    "-7, -7",
    "0000000000000000000000000000012, 12",
    "-0000000000000000000000000000012, -12",
    "99999999, 99999999",
    "100000000, 100000000",
    "2147483647, 2147483647",
    "-2147483648, -2147483648",
  })
  void intsInAllTheirForms(String text, int value) {
    byte[] b = Tries.inDocument(text);
    byte[] alone = Tries.alone(text);

    assertThat(XsdIntegers.parseInt(b, Tries.start(), Tries.end(b))).isEqualTo(value);
    assertThat(XsdIntegers.parseInt(alone, 0, alone.length)).isEqualTo(value);
    assertThat(XsdIntegers.parseLong(b, Tries.start(), Tries.end(b))).isEqualTo(value);
    assertThat(XsdIntegers.parseLong(alone, 0, alone.length)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "+",
        "-",
        "--1",
        "+-1",
        "1-",
        "1+",
        "1.0",
        "1e3",
        "0x1",
        "a",
        "12a",
        "a12",
        "1 2",
        "1_0",
        "١",
        "12345678a",
        "a23456789",
        "123456789012345678a",
        "1234567890123456789012345a",
        "-",
        "1\u0000",
        "123/4567",
        "123:4567",
        "ÿÿÿÿ",
      })
  void whatIsNotAnIntegerIsRefused(String text) {
    for (byte[] b : new byte[][] {Tries.alone(text), Tries.inDocument(text)}) {
      boolean alone = b.length == Tries.alone(text).length;
      int start = alone ? 0 : Tries.start();
      int end = alone ? b.length : Tries.end(b);

      assertThatThrownBy(() -> XsdIntegers.parseInt(b, start, end))
          .isInstanceOf(NumberFormatException.class);
      assertThatThrownBy(() -> XsdIntegers.parseLong(b, start, end))
          .isInstanceOf(NumberFormatException.class);
      assertThatThrownBy(() -> XsdDecimals.parseBigInteger(b, start, end, MAX_DIGITS))
          .isInstanceOf(NumberFormatException.class);
    }
  }

  @Test
  void rangesEndWhereTheTypesEnd() {
    checkRange("byte", Byte.MIN_VALUE, Byte.MAX_VALUE);
    checkRange("short", Short.MIN_VALUE, Short.MAX_VALUE);
    checkRange("int", Integer.MIN_VALUE, Integer.MAX_VALUE);
    checkRange("long", Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private static void checkRange(String type, long min, long max) {
    BigInteger below = BigInteger.valueOf(min).subtract(BigInteger.ONE);
    BigInteger above = BigInteger.valueOf(max).add(BigInteger.ONE);

    assertThat(parse(type, Long.toString(min))).isEqualTo(min);
    assertThat(parse(type, Long.toString(max))).isEqualTo(max);
    for (BigInteger outside :
        new BigInteger[] {
          below,
          above,
          below.multiply(BigInteger.TEN),
          above.multiply(BigInteger.TEN),
          BigInteger.TEN.pow(30),
          BigInteger.TEN.pow(19).subtract(BigInteger.ONE)
        }) {
      assertThatThrownBy(() -> parse(type, outside.toString()))
          .isInstanceOf(NumberFormatException.class)
          .hasMessage("out of the range of " + type);
    }
  }

  private static long parse(String type, String text) {
    byte[] b = Tries.inDocument(text);
    int start = Tries.start();
    int end = Tries.end(b);
    return switch (type) {
      case "byte" -> XsdIntegers.parseByte(b, start, end);
      case "short" -> XsdIntegers.parseShort(b, start, end);
      case "int" -> XsdIntegers.parseInt(b, start, end);
      default -> XsdIntegers.parseLong(b, start, end);
    };
  }

  @Test
  void randomLongsAndIntsAsTheJdkWritesThem() {
    SplittableRandom random = Tries.random();
    for (int i = 0; i < Tries.count(TRIES); i++) {
      long value = random.nextLong() >> random.nextInt(64);
      check(value);
      check((int) value);
    }
  }

  @Test
  void longsAtTheEdges() {
    long power = 1;
    for (int digits = 1; digits <= 19; digits++, power *= 10) {
      for (long offset = -2; offset <= 2; offset++) {
        check(power + offset);
        check(-power + offset);
        check((int) (power + offset));
        check(Long.MIN_VALUE + 2 + offset);
        check(Long.MAX_VALUE - 2 - offset);
        check(Integer.MIN_VALUE + 2 + (int) offset);
      }
    }
  }

  private void check(long value) {
    int end = XsdIntegers.write(buffer, 16, value);
    String text = Tries.string(buffer, 16, end);
    assertEqual(text, Long.toString(value));
    if (XsdIntegers.parseLong(buffer, 16, end) != value) {
      assertThat(XsdIntegers.parseLong(buffer, 16, end)).isEqualTo(value);
    }
  }

  private void check(int value) {
    int end = XsdIntegers.write(buffer, 16, value);
    String text = Tries.string(buffer, 16, end);
    assertEqual(text, Integer.toString(value));
    if (XsdIntegers.parseInt(buffer, 16, end) != value) {
      assertThat(XsdIntegers.parseInt(buffer, 16, end)).isEqualTo(value);
    }
  }

  private static void assertEqual(String text, String expected) {
    if (!text.equals(expected)) {
      assertThat(text).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"true, true", "1, true", "false, false", "0, false"})
  void booleans(String text, boolean value) {
    byte[] b = Tries.inDocument(text);

    assertThat(XsdBooleans.parse(b, Tries.start(), Tries.end(b))).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "TRUE", "True", "yes", "2", "00", "01", "tru", "truee", "falsy"})
  void whatIsNotABooleanIsRefused(String text) {
    byte[] b = Tries.inDocument(text);

    assertThatThrownBy(() -> XsdBooleans.parse(b, Tries.start(), Tries.end(b)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected true, false, 1 or 0");
  }
}
