package io.castile.interop.matrix;

import io.castile.soap.SoapVersion;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeFactory;

/** What a call is about: an operation, what it is given, and what it must answer. */
enum Feature {
  NON_ASCII("non-ASCII text", "echo"),
  EMPTY_TEXT("empty text", "echo"),
  NIL("nil and absent elements", "echo"),
  NIL_ITEMS("nil items of lists", "echo"),
  DATES("dates and decimals", "echo"),
  FRACTIONS("fractions of a second", "echo"),
  LONG_NUMBERS("numbers that no double holds", "echo"),
  ENUMERATIONS("enumerations", "echo"),
  EMPTY_LISTS("empty lists", "echo"),
  BIG_ARRAYS("10 000 doubles and strings", "echo"),
  DECLARED_FAULT("declared fault with detail", "refuse"),
  UNDECLARED_FAULT("undeclared fault", "fail"),
  HEADERS("headers in and out", "stamp"),
  MTOM("MTOM", "echo"),
  ONE_WAY("one-way", "tell");

  private static final int ITEMS = 10_000;
  private static final int PICTURE_BYTES = 100_000;

  final String title;

  /** The operation's name. */
  final String operation;

  Feature(String title, String operation) {
    this.title = title;
    this.operation = operation;
  }

  /** What the operation is given: always the same, and a new one. */
  Sheet sheet() {
    Sheet sheet = new Sheet();
    sheet.name = name().toLowerCase(Locale.ROOT);
    sheet.text = "text of " + sheet.name;
    sheet.note = "note";
    switch (this) {
      case NON_ASCII -> {
        sheet.text = "naïve Ærø, Привет, 漢字, עברית, \u20ac, \u2028, \u0085, \ud7ff, \ufffd";
        sheet.note = "😀 𝄞 𠜎 \ud83d\udc69\u200d\ud83d\ude80 <&>\"' \udbff\udffd";
        sheet.words.addAll(List.of("ä", "a\u0308", "\ud800\udc00"));
      }
      case EMPTY_TEXT -> {
        sheet.text = "";
        sheet.words.addAll(List.of("", "b", ""));
      }
      case NIL -> {
        sheet.text = null;
        sheet.note = null;
      }
      case NIL_ITEMS -> sheet.gaps.addAll(Arrays.asList(1, null, 3, null));
      case DATES -> {
        DatatypeFactory factory = datatypes();
        sheet.amount = new BigDecimal("-98765432.125");
        sheet.count = 1L << 53;
        sheet.day = factory.newXMLGregorianCalendar("2024-02-29");
        sheet.moment = factory.newXMLGregorianCalendar("2026-02-28T23:59:59+05:30");
      }
      case FRACTIONS ->
          sheet.moment = datatypes().newXMLGregorianCalendar("2026-02-28T23:59:59.125-08:00");
      case LONG_NUMBERS -> {
        sheet.amount = new BigDecimal("12345678901234567890.0123456789");
        sheet.count = Long.MIN_VALUE;
      }
      case ENUMERATIONS -> {
        sheet.colour = Colour.DARK_GREEN;
        sheet.colours.addAll(List.of(Colour.THIRD, Colour.RED, Colour.DARK_GREEN));
      }
      case EMPTY_LISTS -> sheet.values = new double[0];
      case BIG_ARRAYS -> {
        Random random = new Random(1);
        sheet.values =
            IntStream.range(0, ITEMS)
                .mapToDouble(i -> random.nextGaussian() * Math.pow(10, random.nextInt(-300, 300)))
                .toArray();
        IntStream.range(0, ITEMS).mapToObj(i -> "word " + i).forEach(sheet.words::add);
      }
      case MTOM -> {
        sheet.picture = new byte[PICTURE_BYTES];
        new Random(2).nextBytes(sheet.picture);
      }
      case HEADERS -> {
        sheet.text = "the caller: 鮨 <&>";
        sheet.note = "the ticket: 🎫";
      }
      case DECLARED_FAULT, UNDECLARED_FAULT, ONE_WAY -> {}
    }
    return sheet;
  }

  /** What a client must have got, in the form of {@link JavaCaller}. */
  String expected(SoapVersion version) {
    Sheet sheet = sheet();
    return switch (operation) {
      case "refuse" -> Answers.refused(ProbeService.REFUSED, ProbeService.refusal(sheet));
      case "fail" ->
          Answers.failed(
              version == SoapVersion.SOAP_1_1 ? "Server" : "Receiver", ProbeService.FAILED);
      case "stamp" -> Answers.stamped(ProbeService.stamped(sheet.text, sheet.note), sheet);
      case "tell" -> Answers.TOLD;
      default -> SheetText.of(sheet);
    };
  }

  private static DatatypeFactory datatypes() {
    try {
      return DatatypeFactory.newInstance();
    } catch (DatatypeConfigurationException e) {
      throw new AssertionError("the JDK's own factory", e);
    }
  }
}
