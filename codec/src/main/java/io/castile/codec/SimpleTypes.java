package io.castile.codec;

import io.castile.codec.SimpleType.Kind;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import javax.xml.XMLConstants;
import javax.xml.datatype.Duration;
import javax.xml.namespace.QName;

/** The simple types that the binding knows by itself (Jakarta XML Binding 4, table 8-2). */
final class SimpleTypes {
  private SimpleTypes() {}

  static final SimpleType STRING = new Text(Kind.STRING, "string", XmlText::toString);
  static final SimpleType NORMALIZED_STRING =
      new Text(Kind.NORMALIZED_STRING, "string", XmlText::toNormalizedString);
  static final SimpleType TOKEN = new Text(Kind.TOKEN, "string", XmlText::toToken);
  static final SimpleType BASE64 =
      new Bytes(Kind.BASE64, "base64Binary", XmlWriter::base64, XmlText::toBase64);
  static final SimpleType HEX = new Bytes(Kind.HEX, "hexBinary", XmlWriter::hex, XmlText::toHex);

  private static final Map<Class<?>, SimpleType> BY_CLASS = new HashMap<>();
  private static final Map<String, SimpleType> BY_SCHEMA_TYPE = new HashMap<>();

  static {
    add(STRING);
    add(BASE64);
    add(
        new Direct<>(
            Kind.BOOLEAN,
            Boolean.class,
            "boolean",
            (w, v) -> w.text((boolean) v),
            XmlText::toBoolean),
        boolean.class);
    add(
        new Direct<>(Kind.BYTE, Byte.class, "byte", (w, v) -> w.text((int) v), XmlText::toByte),
        byte.class);
    add(
        new Direct<>(Kind.SHORT, Short.class, "short", (w, v) -> w.text((int) v), XmlText::toShort),
        short.class);
    add(
        new Direct<>(Kind.INT, Integer.class, "int", (w, v) -> w.text((int) v), XmlText::toInt),
        int.class);
    add(
        new Direct<>(Kind.LONG, Long.class, "long", (w, v) -> w.text((long) v), XmlText::toLong),
        long.class);
    add(
        new Direct<>(
            Kind.FLOAT, Float.class, "float", (w, v) -> w.text((float) v), XmlText::toFloat),
        float.class);
    add(
        new Direct<>(
            Kind.DOUBLE, Double.class, "double", (w, v) -> w.text((double) v), XmlText::toDouble),
        double.class);
    add(
        new Direct<>(
            Kind.BIG_INTEGER, BigInteger.class, "integer", XmlWriter::text, XmlText::toBigInteger));
    add(
        new Direct<>(
            Kind.BIG_DECIMAL, BigDecimal.class, "decimal", XmlWriter::text, XmlText::toBigDecimal));
    add(new Lasting());
    add(new BinaryTypes.Handled(false));
    add(new Qualified());
    add(
        new Direct<>(
            Kind.OTHER,
            Character.class,
            "unsignedShort",
            (w, v) -> w.text((int) v),
            text -> (char) text.toInt()),
        char.class);
    add(new CalendarTypes.Xml(null));
    add(CalendarTypes.DATE);
    add(CalendarTypes.CALENDAR);
    BY_CLASS.put(java.util.GregorianCalendar.class, CalendarTypes.CALENDAR);
    add(new Printed<>(URI.class, "anyURI", SimpleTypes::uri, URI::toString));
    add(new Printed<>(URL.class, "anyURI", SimpleTypes::url, URL::toExternalForm));
    add(new Printed<>(UUID.class, "string", UUID::fromString, UUID::toString));
    add(new Printed<>(File.class, "string", File::new, File::getPath));
    alias(
        "string",
        "anySimpleType",
        "normalizedString",
        "token",
        "language",
        "Name",
        "NCName",
        "NMTOKEN",
        "ENTITY",
        "anyURI",
        "ID",
        "IDREF");
    alias(
        "integer",
        "positiveInteger",
        "negativeInteger",
        "nonPositiveInteger",
        "nonNegativeInteger",
        "unsignedLong");
    alias("short", "unsignedByte");
    alias("int", "unsignedShort");
    alias("long", "unsignedInt");
    alias("dateTime", "date", "time", "gYear", "gYearMonth", "gMonth", "gMonthDay", "gDay");
    BY_SCHEMA_TYPE.put("hexBinary", HEX);
  }

  private static void add(SimpleType type, Class<?>... also) {
    BY_CLASS.put(type.javaType, type);
    BY_SCHEMA_TYPE.putIfAbsent(type.schemaType.getLocalPart(), type);
    for (Class<?> other : also) {
      BY_CLASS.put(other, type);
    }
  }

  private static void alias(String known, String... others) {
    for (String other : others) {
      BY_SCHEMA_TYPE.put(other, BY_SCHEMA_TYPE.get(known));
    }
  }

  /** The simple type of a Java class, primitive or not; null if the binding has none for it. */
  static SimpleType of(Class<?> type) {
    return BY_CLASS.get(type);
  }

  /**
   * The simple type that a message means by {@code xsi:type="xs:local"}; null if it is none that
   * Java binding reads.
   */
  static SimpleType ofSchemaType(String uri, String local) {
    return uri.equals(XMLConstants.W3C_XML_SCHEMA_NS_URI) ? BY_SCHEMA_TYPE.get(local) : null;
  }

  static QName xs(String local) {
    return new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, local, "xs");
  }

  private static URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static URL url(String text) {
    try {
      return new URL(text);
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @FunctionalInterface
  interface Write<T> {
    void write(XmlWriter out, T value);
  }

  /** Strings, which differ in how white space is treated when they are read. */
  private static final class Text extends SimpleType {
    private final Function<XmlText, String> read;

    Text(Kind kind, String schemaType, Function<XmlText, String> read) {
      super(kind, String.class, xs(schemaType));
      this.read = read;
    }

    @Override
    public void write(Object value, XmlWriter out, CodecContext context) {
      out.text((String) value);
    }

    @Override
    public void writeAttribute(Object value, XmlWriter out, CodecContext context) {
      out.attributeText((String) value);
    }

    @Override
    public Object read(XmlText text, CodecContext context) {
      return read.apply(text);
    }
  }

  /** An immutable type that reader and writer convert straight between bytes and value. */
  private static final class Direct<T> extends SimpleType {
    private final Write<T> write;
    private final Function<XmlText, T> read;

    Direct(
        Kind kind,
        Class<T> javaType,
        String schemaType,
        Write<T> write,
        Function<XmlText, T> read) {
      super(kind, javaType, xs(schemaType));
      this.write = write;
      this.read = read;
    }

    @Override
    @SuppressWarnings("unchecked") // the plan asks this type for values of its class only
    public void write(Object value, XmlWriter out, CodecContext context) {
      write.write(out, (T) value);
    }

    @Override
    public Object read(XmlText text, CodecContext context) {
      return read.apply(text);
    }
  }

  private static final class Bytes extends SimpleType {
    private final Write<byte[]> write;
    private final Function<XmlText, byte[]> read;

    Bytes(Kind kind, String schemaType, Write<byte[]> write, Function<XmlText, byte[]> read) {
      super(kind, byte[].class, xs(schemaType));
      this.write = write;
      this.read = read;
    }

    @Override
    public void write(Object value, XmlWriter out, CodecContext context) {
      write.write(out, (byte[]) value);
    }

    @Override
    public Object read(XmlText text, CodecContext context) {
      return read.apply(text);
    }

    @Override
    public void writeContent(Object value, XmlWriter out, CodecContext context) {
      if (kind == Kind.BASE64) {
        out.binary((byte[]) value);
      } else {
        write(value, out, context);
      }
    }

    @Override
    public Object copy(Object value, CodecContext context) {
      return ((byte[]) value).clone();
    }

    @Override
    public boolean equal(Object one, Object other, CodecContext context) {
      return Arrays.equals((byte[]) one, (byte[]) other);
    }

    @Override
    public int hash(Object value, CodecContext context) {
      return Arrays.hashCode((byte[]) value);
    }

    @Override
    boolean isImmutable() {
      return false;
    }
  }

  /** An immutable type with a text of its own, made and taken as a string. */
  private static final class Printed<T> extends SimpleType {
    private final Function<String, T> parse;
    private final Function<T, String> print;

    Printed(
        Class<T> javaType,
        String schemaType,
        Function<String, T> parse,
        Function<T, String> print) {
      super(Kind.OTHER, javaType, xs(schemaType));
      this.parse = parse;
      this.print = print;
    }

    @Override
    @SuppressWarnings("unchecked") // as in Direct
    public void write(Object value, XmlWriter out, CodecContext context) {
      out.text(print.apply((T) value));
    }

    @Override
    @SuppressWarnings("unchecked") // as in Direct
    public void writeAttribute(Object value, XmlWriter out, CodecContext context) {
      out.attributeText(print.apply((T) value));
    }

    @Override
    public Object read(XmlText text, CodecContext context) {
      try {
        return parse.apply(text.toToken());
      } catch (IllegalArgumentException e) {
        throw text.invalid(javaType.getSimpleName());
      }
    }

    /** By the text: {@code URL.equals} asks the network whether two names are one host. */
    @Override
    @SuppressWarnings("unchecked") // as in Direct
    public boolean equal(Object one, Object other, CodecContext context) {
      return print.apply((T) one).equals(print.apply((T) other));
    }

    @Override
    @SuppressWarnings("unchecked") // as in Direct
    public int hash(Object value, CodecContext context) {
      return print.apply((T) value).hashCode();
    }
  }

  private static final class Lasting extends SimpleType {
    Lasting() {
      super(Kind.OTHER, Duration.class, xs("duration"));
    }

    @Override
    public void write(Object value, XmlWriter out, CodecContext context) {
      out.text((Duration) value);
    }

    @Override
    public Object read(XmlText text, CodecContext context) {
      return text.toDuration();
    }

    /** By the text: {@code equals} holds twelve months and a year for equal. */
    @Override
    public boolean equal(Object one, Object other, CodecContext context) {
      return one.toString().equals(other.toString());
    }

    @Override
    public int hash(Object value, CodecContext context) {
      return value.toString().hashCode();
    }
  }

  private static final class Qualified extends SimpleType {
    Qualified() {
      super(Kind.OTHER, QName.class, xs("QName"));
    }

    @Override
    public void declare(Object value, XmlWriter out) {
      out.declare((QName) value);
    }

    @Override
    public void write(Object value, XmlWriter out, CodecContext context) {
      out.text((QName) value);
    }

    @Override
    public Object read(XmlText text, CodecContext context) {
      return text.toQName();
    }

    @Override
    boolean needsDeclaration() {
      return true;
    }
  }
}
