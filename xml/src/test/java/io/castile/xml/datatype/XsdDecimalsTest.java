package io.castile.xml.datatype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.xml.Tries;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decimals and integers of any size; oracles: {@link BigDecimal} and {@link BigInteger}. */
class XsdDecimalsTest {
  private static final int MAX_DIGITS = 10_000;

  private static final int TRIES = 300_000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "+0",
        "1",
        "+1.5",
        "-1.5",
        ".5",
        "5.",
        "-.5",
        "000.500",
        "1e3",
        "1E-3",
        "1.5e+3",
        "0.000",
        "123456789012345678",
        "1234567890123456789",
        "-1234567890.12345678901234567890",
        "0.0000000000000000000000000001",
        "1e10000",
        "1e-10000",
        "0e5",
        "12345678901234567890123456789e12",
      })
  void decimalsReadAsBigDecimalReadsThem(String text) {
    byte[] b = Tries.inDocument(text);

    assertThat(XsdDecimals.parseBigDecimal(b, Tries.start(), Tries.end(b), MAX_DIGITS))
        .isEqualTo(new BigDecimal(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "+",
        "-",
        ".",
        "-.",
        "1.2.3",
        "e5",
        ".e5",
        "1e",
        "1e+",
        "1e1.5",
        "--1",
        "1-",
        "INF",
        "NaN",
        "1 2",
        "1d",
        "0x10",
        "1e10001",
        "1e-10001",
        "1e99999999999999999999",
        "١",
      })
  void whatIsNotADecimalIsRefused(String text) {
    byte[] b = Tries.inDocument(text);

    assertThatThrownBy(
            () -> XsdDecimals.parseBigDecimal(b, Tries.start(), Tries.end(b), MAX_DIGITS))
        .isInstanceOf(NumberFormatException.class);
  }

  @Test
  void moreDigitsThanTheLimitAreRefusedAtOnce() {
    String most = "7".repeat(MAX_DIGITS);
    byte[] limit = Tries.alone(most);
    byte[] beyond = Tries.alone(most + "7");
    byte[] hostile = Tries.alone("7".repeat(20_000_000));

    assertThat(XsdDecimals.parseBigInteger(limit, 0, limit.length, MAX_DIGITS))
        .isEqualTo(new BigInteger(most));
    assertThat(XsdDecimals.parseBigDecimal(limit, 0, limit.length, MAX_DIGITS))
        .isEqualTo(new BigDecimal(most));
    for (byte[] b : new byte[][] {beyond, hostile}) {
      String message = "more than 10000 digits: " + b.length;
      assertThatThrownBy(() -> XsdDecimals.parseBigInteger(b, 0, b.length, MAX_DIGITS))
          .isInstanceOf(NumberFormatException.class)
          .hasMessage(message);
      assertThatThrownBy(() -> XsdDecimals.parseBigDecimal(b, 0, b.length, MAX_DIGITS))
          .isInstanceOf(NumberFormatException.class)
          .hasMessage(message);
    }
  }

  @Test
  void randomDecimalsAreWrittenPlainAndReadBack() {
    SplittableRandom random = Tries.random();
    for (int i = 0; i < Tries.count(TRIES); i++) {
      BigInteger unscaled =
          i % 8 == 0
              ? new BigInteger(1 + random.nextInt(300), new java.util.Random(random.nextLong()))
              : BigInteger.valueOf(random.nextLong() >> random.nextInt(64));
      check(new BigDecimal(unscaled, random.nextInt(60) - 20));
    }
  }

  @Test
  void decimalsAtTheEdges() {
    for (String text :
        new String[] {
          "0E+3",
          "0E-3",
          "0",
          "1E+18",
          "-1E+18",
          "999999999999999999",
          "-999999999999999999",
          "1000000000000000000",
          "9223372036854775807",
          "-9223372036854775808",
          "1E-18",
          "0.000000000000000001",
          "123456789012345678E-18",
          "123456789012345678E-17"
        }) {
      check(new BigDecimal(text));
    }
  }

  private static void check(BigDecimal value) {
    byte[] b = new byte[(int) XsdDecimals.plainLength(value)];
    int end = XsdDecimals.write(b, 0, value);
    assertThat(Tries.string(b, 0, end)).isEqualTo(value.toPlainString());
    BigDecimal read = XsdDecimals.parseBigDecimal(b, 0, end, MAX_DIGITS);
    assertThat(read).isEqualTo(new BigDecimal(value.toPlainString()));
    if (value.scale() == 0) {
      assertThat(XsdDecimals.parseBigInteger(b, 0, end, MAX_DIGITS))
          .isEqualTo(value.unscaledValue());
    }
  }
}
