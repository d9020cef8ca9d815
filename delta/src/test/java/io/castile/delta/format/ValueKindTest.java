package io.castile.delta.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValueKindTest {
  /** The text that the difference gives again; null if the texts do not fit. */
  private static String again(ValueKind kind, String reference, String text) throws Exception {
    byte[] r = ("<" + reference + ">").getBytes(UTF_8);
    byte[] t = ("  " + text + " ").getBytes(UTF_8);
    long[][] parts = new long[kind.parts][1];
    ValueKind.Values old = new ValueKind.Values(1);
    ValueKind.Values value = new ValueKind.Values(1);
    if (!kind.reference(r, 1, r.length - 1, old, 0)
        || !kind.value(t, 2, t.length - 1, value, 0)
        || !kind.difference(old, 0, value, 0, parts, 0)) {
      return null;
    }
    byte[] out = new byte[ValueKind.MAX_TEXT];
    int end = kind.text(r, 1, r.length - 1, parts, 0, out, 0);
    return new String(out, 0, end, UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2",
    "-5, 0",
    "0.10, 12.345",
    "12.345, 7",
    "999999999999999999, -999999999999999999",
    "0.000, 1.000",
    "0.00000000000000001, 99",
    "-0.5, 0.5"
  })
  void canonicalDecimalsFit(String reference, String text) throws Exception {
    assertThat(again(DecimalKind.INSTANCE, reference, text)).isEqualTo(text);
    assertThat(again(DecimalKind.INSTANCE, text, reference)).isEqualTo(reference);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01",
        "-0",
        "-0.00",
        "+1",
        ".5",
        "5.",
        "",
        "-",
        "1e3",
        "1 ",
        "1.2.3",
        "1000000000000000000"
      })
  void otherDecimalsDoNotFit(String text) throws Exception {
    assertThat(again(DecimalKind.INSTANCE, "1", text)).isNull();
    assertThat(again(DecimalKind.INSTANCE, text, "1")).isNull();
  }

  @Property
  void decimalsFit(@ForAll int a, @ForAll int b, @ForAll byte scaleA, @ForAll byte scaleB)
      throws Exception {
    String one = BigDecimal.valueOf(a, scaleA & 7).toPlainString();
    String other = BigDecimal.valueOf(b, scaleB & 7).toPlainString();
    assertThat(again(DecimalKind.INSTANCE, one, other)).isEqualTo(other);
  }

  @Property
  void shortestDoublesFit(@ForAll long a, @ForAll long b) throws Exception {
    double one = Double.longBitsToDouble(a);
    double other = Double.longBitsToDouble(b);
    String again = again(DoubleKind.INSTANCE, written(one), written(other));
    if (Double.isFinite(one) && Double.isFinite(other)) {
      assertThat(again).isEqualTo(written(other));
    } else {
      assertThat(again).isNull();
    }
  }

  private static String written(double value) {
    byte[] out = new byte[io.castile.xml.datatype.XsdNumberWriter.ROOM];
    return new String(out, 0, io.castile.xml.datatype.XsdNumberWriter.write(out, 0, value), UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.50", "1e5", "NaN", "0x1p3", "1d", "", ".5", "5.", "00.5", "-"})
  void otherDoublesDoNotFit(String text) throws Exception {
    assertThat(again(DoubleKind.INSTANCE, "1.5E300", text)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T23:59:59Z, 2027-01-01T00:00:00Z",
    "0001-01-01, 9999-12-31",
    "2024-02-29, 2023-02-28",
    "00:00:00, 23:59:59",
    "12:00:00.500-05:00, 11:59:59.499-05:00",
    "1969-12-31T23:59:59.999999999+01:00, 2200-12-31T00:00:00.000000000+01:00",
    "2026-11-21+01:00, 2026-11-22+01:00"
  })
  void timesOfOneFormFit(String reference, String text) throws Exception {
    assertThat(again(TimeKind.INSTANCE, reference, text)).isEqualTo(text);
    assertThat(again(TimeKind.INSTANCE, text, reference)).isEqualTo(reference);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T23:59:59Z, 2026-11-21T24:00:00Z",
    "2026-11-21T23:59:59Z, 2026-11-21T23:59:60Z",
    "2026-11-21T23:59:59Z, 2026-11-21T23:59:59",
    "2026-11-21T23:59:59Z, 2026-11-21t23:59:59Z",
    "2026-11-21, 2026-02-29",
    "2026-11-21, 0000-01-01",
    "2026-11-21, 2026-1-211",
    "1969-12-31T23:59:59.999999999Z, 9999-12-31T00:00:00.000000000Z", // more than a long holds
    "12:00:00, 12:00:0x",
    "12:00:00Z, 12:00:00+",
    "12:00:00+01:00, 12:00:00-01:00"
  })
  void otherTimesDoNotFit(String reference, String text) throws Exception {
    assertThat(again(TimeKind.INSTANCE, reference, text)).isNull();
  }
}
