package io.castile.xml.datatype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.xml.Tries;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class XsdBinaryTest {
  private static final int TRIES = 20_000;

  @Test
  void randomBytesAsTheJdkEncodesThem() {
    Random random = new Random(Tries.random().nextLong());
    for (int i = 0; i < Tries.count(TRIES); i++) {
      byte[] value = new byte[i < 1_000 ? i : random.nextInt(300)];
      random.nextBytes(value);
      String base64 = Base64.getEncoder().encodeToString(value);
      String hex = HexFormat.of().withUpperCase().formatHex(value);
      byte[] b = new byte[2 * value.length + 4];

      int end = XsdBinary.writeBase64(b, 0, value);
      assertThat(end).isEqualTo((int) XsdBinary.base64Length(value.length));
      assertThat(Tries.string(b, 0, end)).isEqualTo(base64);
      assertThat(XsdBinary.parseBase64(b, 0, end)).isEqualTo(value);
      assertThat(parseBase64(Base64.getMimeEncoder().encodeToString(value))).isEqualTo(value);
      assertThat(parseBase64(withSpaces(base64, random))).isEqualTo(value);

      end = XsdBinary.writeHex(b, 0, value);
      assertThat(Tries.string(b, 0, end)).isEqualTo(hex);
      assertThat(XsdBinary.parseHex(b, 0, end)).isEqualTo(value);
      assertThat(parseHex(hex.toLowerCase(java.util.Locale.ROOT))).isEqualTo(value);
    }
  }

  private static String withSpaces(String text, Random random) {
    StringBuilder spaced = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      spaced.append(text.charAt(i));
      if (random.nextInt(10) == 0) {
        spaced.append(" \t\n\r".charAt(random.nextInt(4)));
      }
    }
    return spaced.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "'', ''",
    "'QQ==', A",
    "'Q Q = =', A",
    "' QQ==', A",
    "'QUI=', AB",
    "'QUI =', AB",
    "'QUJD', ABC",
    "'QU JD QQ==', ABCA",
  })
  void base64WithWhiteSpaceAnywhere(String text, String value) {
    assertThat(parseBase64(text)).isEqualTo(value.getBytes(StandardCharsets.US_ASCII));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Q",
        "QQ",
        "QQQ",
        "QQ=",
        "Q===",
        "=",
        "==",
        "====",
        "QQ==QQ==",
        "QQ===",
        "QUJD=",
        "QUJDQ",
        "QUI=Q",
        "QR==",
        "QUJ=",
        "Q-Q=",
        "Q_Q=",
        "QU.D",
        "QUJé",
        "QUJD,",
        "QQ==x",
        "Q=Q=",
      })
  void whatIsNotBase64IsRefused(String text) {
    assertThatThrownBy(() -> parseBase64(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not base64: ");
  }

  @Test
  void theErrorNamesTheCharacterAndItsPlace() {
    assertThatThrownBy(() -> parseBase64("QUJDQU*D")).hasMessage("not base64: '*' at character 6");
    assertThatThrownBy(() -> parseHex("00G1")).hasMessage("not hexadecimal: 'G' at character 2");
    assertThatThrownBy(() -> parseHex("000"))
        .hasMessage("not hexadecimal: an odd number of digits, 3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0g", "g0", "0 ", "0x00", "00 00", "éé"})
  void whatIsNotHexadecimalIsRefused(String text) {
    assertThatThrownBy(() -> parseHex(text)).isInstanceOf(IllegalArgumentException.class);
  }

  private static byte[] parseBase64(String text) {
    byte[] b = Tries.inDocument(text);
    return XsdBinary.parseBase64(b, Tries.start(), Tries.end(b));
  }

  private static byte[] parseHex(String text) {
    byte[] b = Tries.inDocument(text);
    return XsdBinary.parseHex(b, Tries.start(), Tries.end(b));
  }
}
