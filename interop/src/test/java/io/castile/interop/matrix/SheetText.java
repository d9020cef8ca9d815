package io.castile.interop.matrix;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is in a sheet, in a form that programs in any language can print and read: one line for each
 * field, texts as their UTF-8 bytes and doubles as their bits, in hexadecimal digits.
 *
 * <pre>
 * name x6e696c
 * text nil
 * note x
 * amount 12.5
 * count -3
 * day 2026-02-28
 * moment 1772301600000
 * colour x726564
 * colours x33 x726564
 * values 3fe0000000000000
 * words x61 x62
 * gaps 1 nil
 * picture x00ff
 * </pre>
 *
 * A moment is milliseconds since 1970 in UTC: time zones are not compared, as most languages drop
 * them. Decimals have no zeros at the end.
 */
final class SheetText {
  private SheetText() {}

  /** The lines of a sheet, the last without a line break. */
  static String of(Sheet sheet) {
    double[] values = sheet.values == null ? new double[0] : sheet.values;
    return String.join(
        "\n",
        one("name", sheet.name, SheetText::hex),
        one("text", sheet.text, SheetText::hex),
        one("note", sheet.note, SheetText::hex),
        one("amount", sheet.amount, SheetText::decimal),
        one("count", sheet.count, Object::toString),
        one("day", sheet.day, Object::toString),
        one("moment", sheet.moment, moment -> millis(moment.toXMLFormat())),
        one("colour", sheet.colour, colour -> hex(colour.text)),
        line("colours", sheet.colours.stream().map(colour -> hex(colour.text))),
        line("values", Arrays.stream(values).mapToObj(SheetText::bits)),
        line("words", list(sheet.words, SheetText::hex)),
        line("gaps", list(sheet.gaps, Object::toString)),
        one("picture", sheet.picture, SheetText::hex));
  }

  private static String millis(String moment) {
    return Long.toString(OffsetDateTime.parse(moment).toInstant().toEpochMilli());
  }

  private static String decimal(BigDecimal value) {
    return value.stripTrailingZeros().toPlainString();
  }

  private static String line(String name, Stream<String> items) {
    return Stream.concat(Stream.of(name), items).collect(Collectors.joining(" "));
  }

  private static <T> Stream<String> list(List<T> items, Function<T, String> text) {
    return items.stream().map(item -> orNil(item, text));
  }

  private static <T> String one(String name, T value, Function<T, String> text) {
    return name + " " + orNil(value, text);
  }

  private static <T> String orNil(T value, Function<T, String> text) {
    return value == null ? "nil" : text.apply(value);
  }

  private static String bits(double value) {
    return HexFormat.of().toHexDigits(Double.doubleToLongBits(value));
  }

  static String hex(String text) {
    return hex(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String hex(byte[] bytes) {
    return "x" + HexFormat.of().formatHex(bytes);
  }
}
