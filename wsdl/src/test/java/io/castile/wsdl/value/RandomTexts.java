package io.castile.wsdl.value;

import com.sun.xml.xsom.XSFacet;
import com.sun.xml.xsom.XSSimpleType;
import com.sun.xml.xsom.XSType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.XMLConstants;

/**
 * Texts of simple types at random: numbers at their bounds and where doubles end, dates with zones,
 * characters beyond the basic plane, listed values, texts that fit a pattern.
 */
final class RandomTexts {
  private static final String XS = XMLConstants.W3C_XML_SCHEMA_NS_URI;

  /** Texts that could be taken for something else. */
  private static final List<String> TRAPS =
      List.of(
          "",
          "007",
          "1e5",
          "1.50",
          "true",
          "null",
          "NaN",
          "{urn:x}a",
          "@a",
          "$",
          "*",
          "a:b",
          "[]",
          "<b/>",
          "]]>",
          "&amp;",
          " ",
          " a ",
          "a  b",
          "\ta\nb",
          "\"",
          "'",
          "\\u0041",
          "😀",
          "e\u0301",
          "𝒳é\uD83D\uDE00ß",
          "\uFFFD",
          "\u0085",
          "\u2028");

  private static final String LETTERS = "abcXYZ019 -_.éß漢<&>\"'{}@$*:";

  private static final List<String> ZONES = List.of("", "", "Z", "+05:30", "-08:00", "+14:00");
  private static final List<String> YEARS = List.of("2024", "1999", "0001", "9999", "12024");
  private static final List<String> DAYS = List.of("01-31", "02-28", "12-31", "06-15");
  private static final List<String> TIMES =
      List.of("00:00:00", "23:59:59", "12:30:00.120", "01:02:03.000000001", "07:08:09.5");
  private static final List<String> DURATIONS =
      List.of("P1Y2M3DT4H5M6.7S", "-P1D", "PT0S", "P0D", "PT36H", "P13M", "PT1M0.001S", "P1Y");

  private static final Map<String, String> LEAST =
      Map.ofEntries(
          Map.entry("byte", "-128"),
          Map.entry("short", "-32768"),
          Map.entry("int", "-2147483648"),
          Map.entry("long", "-9223372036854775808"),
          Map.entry("positiveInteger", "1"),
          Map.entry("nonNegativeInteger", "0"),
          Map.entry("unsignedLong", "0"),
          Map.entry("unsignedInt", "0"),
          Map.entry("unsignedShort", "0"),
          Map.entry("unsignedByte", "0"));

  private static final Map<String, String> GREATEST =
      Map.ofEntries(
          Map.entry("byte", "127"),
          Map.entry("short", "32767"),
          Map.entry("int", "2147483647"),
          Map.entry("long", "9223372036854775807"),
          Map.entry("negativeInteger", "-1"),
          Map.entry("nonPositiveInteger", "0"),
          Map.entry("unsignedLong", "18446744073709551615"),
          Map.entry("unsignedInt", "4294967295"),
          Map.entry("unsignedShort", "65535"),
          Map.entry("unsignedByte", "255"));

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1",
          "-1",
          "10",
          "100",
          "7",
          "9007199254740991",
          "9007199254740993",
          "-9007199254740992",
          "123456789012345678901234567890");

  private final Random random;
  private int identifiers;

  /**
   * A text.
   *
   * @param declaration of a namespace that it needs, with a space before; empty for none
   */
  record Made(String text, String declaration) {}

  RandomTexts(Random random) {
    this.random = random;
  }

  static String escaped(String text, boolean isAttribute) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\r' -> escaped.append("&#13;");
        case '\n' -> escaped.append(isAttribute ? "&#10;" : "\n");
        case '\t' -> escaped.append(isAttribute ? "&#9;" : "\t");
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }

  private boolean any(int one) {
    return random.nextInt(one) == 0;
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** Returns a text of any string. */
  String string() {
    return any(3) ? one(TRAPS) : letters(random.nextInt(12));
  }

  private String letters(int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      if (any(12)) {
        text.append("😀");
      } else {
        text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
      }
    }
    return text.toString();
  }

  Made of(XSSimpleType type) {
    if (type.isUnion()) {
      return of(type.asUnion().getMember(random.nextInt(type.asUnion().getMemberSize())));
    }
    if (type.isList()) {
      return list(type, type.asList().getItemType());
    }
    List<XSFacet> listed = type.getFacets(XSFacet.FACET_ENUMERATION);
    if (!listed.isEmpty()) {
      return new Made(one(listed).getValue().value, "");
    }
    String builtIn = "";
    XSSimpleType each = type;
    while (builtIn.isEmpty()) {
      if (each != type && (each.isUnion() || each.isList())) {
        return each.isList() ? list(type, each.asList().getItemType()) : of(each);
      }
      if (XS.equals(each.getTargetNamespace()) && each.getName() != null) {
        builtIn = each.getName();
      } else {
        XSType base = each.getBaseType();
        if (base == each || !base.isSimpleType()) {
          builtIn = "string";
        } else {
          each = base.asSimpleType();
        }
      }
    }
    List<XSFacet> patterns = type.getFacets(XSFacet.FACET_PATTERN);
    if (!patterns.isEmpty() && !isBuiltIn(type)) {
      String expression = one(patterns).getValue().value;
      XsdPattern pattern = XsdPattern.of(expression);
      int skipped = random.nextInt(6);
      int[] found = {0};
      String text =
          PatternExample.of(
              expression,
              number(type, XSFacet.FACET_MINLENGTH, 0),
              wanted -> isWanted(type, pattern, wanted) && found[0]++ >= skipped);
      if (text == null) { // there are less
        text = PatternExample.of(expression, 0, wanted -> isWanted(type, pattern, wanted));
      }
      if (text != null) {
        return new Made(text, "");
      }
    }
    return builtIn(builtIn, type);
  }

  private static boolean isBuiltIn(XSSimpleType type) {
    return type.getName() != null && XS.equals(type.getTargetNamespace());
  }

  private static boolean isWanted(XSSimpleType type, XsdPattern pattern, String text) {
    int length = text.codePointCount(0, text.length());
    int exact = number(type, XSFacet.FACET_LENGTH, length);
    return pattern.fits(text)
        && length == exact
        && length >= number(type, XSFacet.FACET_MINLENGTH, 0)
        && length <= number(type, XSFacet.FACET_MAXLENGTH, Integer.MAX_VALUE);
  }

  private static int number(XSSimpleType type, String facet, int otherwise) {
    XSFacet found = type.getFacet(facet);
    String text = found == null ? "" : found.getValue().value.strip();
    return text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : otherwise;
  }

  private Made list(XSSimpleType type, XSSimpleType item) {
    List<XSFacet> listed = type.getFacets(XSFacet.FACET_ENUMERATION);
    if (!listed.isEmpty()) {
      return new Made(one(listed).getValue().value, "");
    }
    int length = number(type, XSFacet.FACET_LENGTH, random.nextInt(4));
    length = Math.max(length, number(type, XSFacet.FACET_MINLENGTH, 0));
    length = Math.min(length, number(type, XSFacet.FACET_MAXLENGTH, length));
    List<String> items = new ArrayList<>();
    String declaration = "";
    for (int i = 0; i < length; i++) {
      Made made = of(item);
      declaration = made.declaration();
      String text = made.text().strip().replaceAll("\\s+", "_");
      items.add(text.isEmpty() ? "x" : text);
    }
    return new Made(String.join(" ", items), declaration);
  }

  private Made builtIn(String name, XSSimpleType type) {
    return switch (name) {
      case "QName" -> new Made("q:n" + random.nextInt(3), " xmlns:q=\"urn:q\"");
      default -> new Made(text(name, type), "");
    };
  }

  private String text(String name, XSSimpleType type) {
    switch (name) {
      case "boolean":
        return one(List.of("true", "false", "true", "false", "1", "0"));
      case "float":
        return one(
            List.of("0.1", "1.0", "-2.5", "3.4028235E38", "1.4E-45", "INF", "-INF", "NaN", "-0.0"));
      case "double":
        return one(
            List.of(
                "0.1",
                "1.0",
                "-2.5",
                "1.7976931348623157E308",
                "4.9E-324",
                "INF",
                "-INF",
                "NaN",
                "-0.0",
                "1.0E10",
                "123456.789"));
      case "date":
        return one(YEARS) + "-" + one(DAYS) + one(ZONES);
      case "time":
        return one(TIMES) + one(ZONES);
      case "dateTime":
        return one(YEARS) + "-" + one(DAYS) + "T" + one(TIMES) + one(ZONES);
      case "gYear":
        return one(YEARS) + one(ZONES);
      case "gYearMonth":
        return one(YEARS) + "-" + one(List.of("01", "12")) + one(ZONES);
      case "gMonth":
        return "--" + one(List.of("01", "12")) + one(ZONES);
      case "gDay":
        return "---" + one(List.of("01", "31")) + one(ZONES);
      case "gMonthDay":
        return "--" + one(DAYS) + one(ZONES);
      case "duration":
        return one(DURATIONS);
      case "base64Binary":
        return Base64.getEncoder().encodeToString(bytes(type));
      case "hexBinary":
        return HexFormat.of().withUpperCase().formatHex(bytes(type));
      case "anyURI":
        return one(
            List.of("http://example.org/a?b=c&d=%20#e", "urn:x:y", "a/b", "http://ex.org/é"));
      case "language":
        return one(List.of("en", "de-CH", "x-klingon"));
      case "ID":
        return "i" + ++identifiers;
      case "IDREF", "IDREFS":
        return "i" + Math.max(1, identifiers);
      case "Name", "NCName", "NMTOKEN", "NMTOKENS", "ENTITY", "ENTITIES":
        return one(List.of("a", "é1", "_x.y-z", "true", "null"));
      case "string", "normalizedString", "token", "anySimpleType":
        return sized(name, type);
      default:
        return integerOrDecimal(name, type);
    }
  }

  private byte[] bytes(XSSimpleType type) {
    int length = number(type, XSFacet.FACET_LENGTH, random.nextInt(8));
    length = Math.max(length, number(type, XSFacet.FACET_MINLENGTH, 0));
    byte[] bytes = new byte[Math.min(length, number(type, XSFacet.FACET_MAXLENGTH, length))];
    random.nextBytes(bytes);
    return bytes;
  }

  private String sized(String name, XSSimpleType type) {
    int min = number(type, XSFacet.FACET_MINLENGTH, 0);
    int max = number(type, XSFacet.FACET_MAXLENGTH, Math.max(min, 12));
    int exact = number(type, XSFacet.FACET_LENGTH, -1);
    String text = any(4) && exact < 0 ? string() : letters(sizeWithin(min, max, exact));
    int length = text.codePointCount(0, text.length());
    if (length < min || length > max || (min > 0 && text.isBlank())) {
      text = "a".repeat(sizeWithin(min, max, exact));
    }
    XSFacet facet = type.getFacet(XSFacet.FACET_WHITESPACE);
    String treatment =
        facet == null
            ? name.equals("token") ? "collapse" : name.equals("string") ? "preserve" : "replace"
            : facet.getValue().value;
    return treatment.equals("preserve") ? text : text.replaceAll("\\s", "_");
  }

  private int sizeWithin(int min, int max, int exact) {
    return exact >= 0 ? exact : min + random.nextInt(Math.max(1, Math.min(max - min, 12) + 1));
  }

  private String integerOrDecimal(String name, XSSimpleType type) {
    BigDecimal least = bound(type, XSFacet.FACET_MININCLUSIVE, LEAST.get(name));
    BigDecimal greatest = bound(type, XSFacet.FACET_MAXINCLUSIVE, GREATEST.get(name));
    boolean isDecimal = name.equals("decimal");
    List<String> all = new ArrayList<>(NUMBERS);
    if (isDecimal) {
      all.addAll(List.of("0.1", "1.50", "-0.001", "1234567890.123456", "3.14", "99.99"));
    }
    if (least != null) {
      all.add(least.toPlainString());
      all.add(least.add(BigDecimal.ONE).toPlainString());
    }
    if (greatest != null) {
      all.add(greatest.toPlainString());
      all.add(greatest.subtract(BigDecimal.ONE).toPlainString());
    }
    int fraction = number(type, XSFacet.FACET_FRACTIONDIGITS, isDecimal ? 10 : 0);
    int digits = number(type, XSFacet.FACET_TOTALDIGITS, Integer.MAX_VALUE);
    List<String> fitting = new ArrayList<>();
    for (String each : all) {
      BigDecimal number = new BigDecimal(each);
      if (number.scale() > fraction) {
        number = number.setScale(fraction, RoundingMode.DOWN);
      }
      BigInteger unscaled = number.unscaledValue().abs();
      boolean fits =
          (least == null || number.compareTo(least) >= 0)
              && (greatest == null || number.compareTo(greatest) <= 0)
              && unscaled.toString().length() <= digits;
      if (fits) {
        fitting.add(number.toPlainString());
      }
    }
    String text = fitting.isEmpty() ? "1" : one(fitting);
    return any(10) && !text.startsWith("-") ? "+0" + text : text;
  }

  private static BigDecimal bound(XSSimpleType type, String facet, String builtIn) {
    XSFacet found = type.getFacet(facet);
    try {
      if (found != null) {
        return new BigDecimal(found.getValue().value.strip());
      }
    } catch (NumberFormatException e) {
      // of a schema that says another thing
    }
    return builtIn == null ? null : new BigDecimal(builtIn);
  }
}
