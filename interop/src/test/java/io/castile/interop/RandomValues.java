package io.castile.interop;

import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;

/** Random values of the simple types of Java binding, edge values more often than chance would. */
final class RandomValues {
  private static final DatatypeFactory DATATYPES = datatypes();
  private static final int UNDEFINED = DatatypeConstants.FIELD_UNDEFINED;

  private static final List<String> CALENDAR_TYPES =
      List.of("dateTime", "date", "time", "gYear", "gYearMonth", "gMonth", "gMonthDay", "gDay");

  private static final List<String> STRINGS =
      List.of(
          "",
          " ",
          "plain",
          " two  words ",
          "line\nbreak\ttab",
          "carriage\r\nreturn",
          "<&>\"'",
          "]]>",
          "&amp;",
          "Gr\u00fc\u00dfe",
          "\u6f22\u5b57\u20ac",
          "\ud83d\ude00 face",
          "\u0085\u2028",
          "0",
          "true");

  private static final Map<Class<?>, Function<RandomValues, Object>> BY_TYPE =
      Map.ofEntries(
          Map.entry(String.class, RandomValues::string),
          Map.entry(Boolean.class, values -> values.random.nextBoolean()),
          Map.entry(Byte.class, values -> (byte) values.random.nextInt()),
          Map.entry(Short.class, values -> (short) values.random.nextInt()),
          Map.entry(Integer.class, RandomValues::integer),
          Map.entry(Long.class, RandomValues::longInteger),
          Map.entry(Float.class, RandomValues::floating),
          Map.entry(Double.class, RandomValues::doubleFloating),
          Map.entry(BigInteger.class, RandomValues::bigInteger),
          Map.entry(BigDecimal.class, RandomValues::bigDecimal),
          Map.entry(byte[].class, RandomValues::bytes),
          Map.entry(QName.class, RandomValues::qname),
          Map.entry(Duration.class, RandomValues::duration));

  private final Random random;

  RandomValues(Random random) {
    this.random = random;
  }

  /** Whether {@link #value} makes values of the type. */
  static boolean isSimple(Class<?> type) {
    return type.isPrimitive()
        || type.isEnum()
        || type == XMLGregorianCalendar.class
        || type == DataHandler.class
        || BY_TYPE.containsKey(type);
  }

  /**
   * A value of the type.
   *
   * @param hint the XSD type of calendars, the media type of data; null for any
   */
  Object value(Class<?> type, String hint) {
    if (type.isEnum()) {
      Object[] constants = type.getEnumConstants();
      return constants[random.nextInt(constants.length)];
    }
    if (type == XMLGregorianCalendar.class) {
      return calendar(hint != null && CALENDAR_TYPES.contains(hint) ? hint : any(CALENDAR_TYPES));
    }
    if (type == DataHandler.class) {
      return new DataHandler(
          new ByteArrayDataSource(
              hint == null ? "application/octet-stream" : hint, (byte[]) bytes()));
    }
    return BY_TYPE.get(type.isPrimitive() ? box(type) : type).apply(this);
  }

  private static Class<?> box(Class<?> primitive) {
    return java.lang.invoke.MethodType.methodType(primitive).wrap().returnType();
  }

  /** A string without white space, as items of XSD lists must be. */
  String token() {
    return random.nextBoolean() ? "t" + random.nextInt(1000) : any(List.of("a&b", "\u00e9", "-1"));
  }

  String string() {
    return random.nextInt(3) > 0 ? "s" + random.nextInt(100_000) : any(STRINGS);
  }

  private int integer() {
    return switch (random.nextInt(6)) {
      case 0 -> 0;
      case 1 -> Integer.MIN_VALUE;
      case 2 -> Integer.MAX_VALUE;
      case 3 -> random.nextInt();
      default -> random.nextInt(2000) - 1000;
    };
  }

  private long longInteger() {
    return switch (random.nextInt(5)) {
      case 0 -> Long.MIN_VALUE;
      case 1 -> Long.MAX_VALUE;
      case 2 -> random.nextLong();
      default -> integer();
    };
  }

  private float floating() {
    return switch (random.nextInt(6)) {
      case 0 -> Float.NaN;
      case 1 -> Float.NEGATIVE_INFINITY;
      case 2 -> -0f;
      case 3 -> Float.intBitsToFloat(random.nextInt(0x7f800000));
      default -> random.nextInt(100_000) / 100f;
    };
  }

  private double doubleFloating() {
    return switch (random.nextInt(7)) {
      case 0 -> Double.NaN;
      case 1 -> Double.POSITIVE_INFINITY;
      case 2 -> -0d;
      case 3 -> Double.longBitsToDouble(random.nextLong() & 0x7fdfffffffffffffL);
      case 4 -> random.nextInt(1000);
      default -> random.nextInt(10_000_000) / 1000d;
    };
  }

  private BigInteger bigInteger() {
    return random.nextBoolean()
        ? BigInteger.valueOf(longInteger())
        : new BigInteger(random.nextInt(200), random).negate();
  }

  private BigDecimal bigDecimal() {
    BigInteger unscaled = random.nextBoolean() ? BigInteger.valueOf(integer()) : bigInteger();
    return new BigDecimal(unscaled, random.nextInt(12));
  }

  private Object bytes() {
    byte[] bytes = new byte[random.nextInt(5) == 0 ? 0 : random.nextInt(40)];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Always in a namespace: for others the reference may write an element of another name. */
  private QName qname() {
    return random.nextBoolean()
        ? new QName("urn:castile:name", "name" + random.nextInt(5))
        : new QName("urn:castile:other", "name", "pre");
  }

  private Duration duration() {
    return DATATYPES.newDuration(
        random.nextBoolean(),
        random.nextBoolean() ? BigInteger.valueOf(random.nextInt(30)) : null,
        random.nextBoolean() ? BigInteger.valueOf(random.nextInt(30)) : null,
        random.nextBoolean() ? BigInteger.valueOf(random.nextInt(300)) : null,
        random.nextBoolean() ? BigInteger.valueOf(random.nextInt(50)) : null,
        BigInteger.valueOf(random.nextInt(90)),
        random.nextBoolean() ? BigDecimal.valueOf(random.nextInt(90_000), 3) : null);
  }

  private XMLGregorianCalendar calendar(String type) {
    boolean date = type.equals("date") || type.equals("dateTime");
    boolean time = type.equals("time") || type.equals("dateTime");
    boolean month = date || type.equals("gYearMonth") || type.equals("gMonth");
    XMLGregorianCalendar calendar = DATATYPES.newXMLGregorianCalendar();
    if (date || type.startsWith("gYear")) {
      calendar.setYear(random.nextInt(10) == 0 ? 12_345 : 1 + random.nextInt(9999));
    }
    if (month || type.equals("gMonthDay")) {
      calendar.setMonth(1 + random.nextInt(12));
    }
    if (date || type.equals("gMonthDay") || type.equals("gDay")) {
      calendar.setDay(1 + random.nextInt(28));
    }
    if (time) {
      calendar.setTime(random.nextInt(24), random.nextInt(60), random.nextInt(60));
      if (random.nextInt(3) == 0) {
        calendar.setFractionalSecond(BigDecimal.valueOf(random.nextInt(10_000), 4));
      }
    }
    calendar.setTimezone(any(List.of(UNDEFINED, 0, 60, -330, 840)));
    return calendar;
  }

  private <T> T any(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private static DatatypeFactory datatypes() {
    try {
      return DatatypeFactory.newInstance();
    } catch (DatatypeConfigurationException e) {
      throw new AssertionError("the JDK's own factory", e);
    }
  }

  /** Bytes with a media type, which can be read again and again. */
  private record ByteArrayDataSource(String contentType, byte[] bytes) implements DataSource {
    @Override
    public InputStream getInputStream() {
      return new ByteArrayInputStream(bytes);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      throw new IOException("read only");
    }

    @Override
    public String getContentType() {
      return contentType;
    }

    @Override
    public String getName() {
      return "bytes";
    }
  }
}
