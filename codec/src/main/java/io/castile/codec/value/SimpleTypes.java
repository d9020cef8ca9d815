package io.castile.codec.value;

import io.castile.codec.value.SimpleType.Kind;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The simple types that the binding knows by itself (Jakarta XML Binding 4, table 8-2). As every
 * client starts with this class, its types tell their kinds apart themselves, without a lambda for
 * each: the JVM takes longer for one than for all that it is to do.
 */
public final class SimpleTypes {
  private SimpleTypes() {}

  public static final SimpleType STRING = new Text(Kind.STRING);
  public static final SimpleType NORMALIZED_STRING = new Text(Kind.NORMALIZED_STRING);
  public static final SimpleType TOKEN = new Text(Kind.TOKEN);
  static final SimpleType BASE64 = new Bytes(Kind.BASE64, "base64Binary");
  public static final SimpleType HEX = new Bytes(Kind.HEX, "hexBinary");

  private static final Map<Class<?>, SimpleType> BY_CLASS = new HashMap<>();

  /** Types whose values have classes of their own. */
  private static final Class<?>[] OPEN = {
    XMLGregorianCalendar.class,
    Duration.class,
    java.util.Date.class,
    java.util.Calendar.class,
    jakarta.activation.DataHandler.class
  };

  private static final Map<String, SimpleType> BY_SCHEMA_TYPE = new HashMap<>();

  static {
    add(STRING);
    add(BASE64);
    add(new Direct(Kind.BOOLEAN, Boolean.class, "boolean"), boolean.class);
    add(new Direct(Kind.BYTE, Byte.class, "byte"), byte.class);
    add(new Direct(Kind.SHORT, Short.class, "short"), short.class);
    add(new Direct(Kind.INT, Integer.class, "int"), int.class);
    add(new Direct(Kind.LONG, Long.class, "long"), long.class);
    add(new Direct(Kind.FLOAT, Float.class, "float"), float.class);
    add(new Direct(Kind.DOUBLE, Double.class, "double"), double.class);
    add(new Direct(Kind.BIG_INTEGER, BigInteger.class, "integer"));
    add(new Direct(Kind.BIG_DECIMAL, BigDecimal.class, "decimal"));
    add(new Lasting());
    add(new BinaryTypes.Handled(false));
    add(new Qualified());
    add(new Code(), char.class);
    add(new CalendarTypes.Xml(null));
    add(CalendarTypes.DATE);
    add(CalendarTypes.CALENDAR);
    BY_CLASS.put(java.util.GregorianCalendar.class, CalendarTypes.CALENDAR);
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
    QName schemaType = Objects.requireNonNull(type.schemaType);
    BY_SCHEMA_TYPE.putIfAbsent(schemaType.getLocalPart(), type);
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
  public static @Nullable SimpleType of(Class<?> type) {
    SimpleType known = BY_CLASS.get(type);
    if (known == null) {
      known = StringTypes.of(type);
    }
    return known == null ? TemporalTypes.of(type) : known;
  }

  /**
   * The simple type of which values have that class, which is not its own: of a duration, for
   * instance, one class of the JDK's. Null if there is none.
   */
  public static @Nullable SimpleType ofSubclass(Class<?> type) {
    for (Class<?> base : OPEN) {
      if (base.isAssignableFrom(type)) {
        return BY_CLASS.get(base);
      }
    }
    return null;
  }

  /**
   * The simple type that a message means by {@code xsi:type="xs:local"}; null if it is none that
   * Java binding reads.
   */
  public static @Nullable SimpleType ofSchemaType(String uri, String local) {
    return uri.equals(XMLConstants.W3C_XML_SCHEMA_NS_URI) ? BY_SCHEMA_TYPE.get(local) : null;
  }

  static QName xs(String local) {
    return new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, local, "xs");
  }

  /** Strings, which differ in how white space is treated when they are read. */
  private static final class Text extends SimpleType {
    Text(Kind kind) {
      super(kind, String.class, xs("string"));
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
      return switch (kind) {
        case NORMALIZED_STRING -> text.toNormalizedString();
        case TOKEN -> text.toToken();
        default -> text.toString();
      };
    }
  }

  /** An immutable type that reader and writer convert straight between bytes and value. */
  private static final class Direct extends SimpleType {
    Direct(Kind kind, Class<?> javaType, String schemaType) {
      super(kind, javaType, xs(schemaType));
    }

    @Override
    public void write(Object value, XmlWriter out, CodecContext context) {
      switch (kind) {
        case BOOLEAN -> out.text((boolean) value);
        case BYTE -> out.text((int) (byte) value);
        case SHORT -> out.text((int) (short) value);
        case INT -> out.text((int) value);
        case LONG -> out.text((long) value);
        case FLOAT -> out.text((float) value);
        case DOUBLE -> out.text((double) value);
        case BIG_INTEGER -> out.text((BigInteger) value);
        case BIG_DECIMAL -> out.text((BigDecimal) value);
        default -> throw new AssertionError(kind);
      }
    }

    @Override
    public Object read(XmlText text, CodecContext context) {
      return switch (kind) {
        case BOOLEAN -> (Object) text.toBoolean();
        case BYTE -> text.toByte();
        case SHORT -> text.toShort();
        case INT -> text.toInt();
        case LONG -> text.toLong();
        case FLOAT -> text.toFloat();
        case DOUBLE -> text.toDouble();
        case BIG_INTEGER -> text.toBigInteger();
        case BIG_DECIMAL -> text.toBigDecimal();
        default -> throw new AssertionError(kind);
      };
    }
  }

  /** A character, as its number. */
  private static final class Code extends SimpleType {
    Code() {
      super(Kind.OTHER, Character.class, xs("unsignedShort"));
    }

    @Override
    public void write(Object value, XmlWriter out, CodecContext context) {
      out.text((int) (char) value);
    }

    @Override
    public Object read(XmlText text, CodecContext context) {
      return (char) text.toInt();
    }
  }

  private static final class Bytes extends SimpleType {
    Bytes(Kind kind, String schemaType) {
      super(kind, byte[].class, xs(schemaType));
    }

    @Override
    public void write(Object value, XmlWriter out, CodecContext context) {
      if (kind == Kind.BASE64) {
        out.base64((byte[]) value);
      } else {
        out.hex((byte[]) value);
      }
    }

    @Override
    public Object read(XmlText text, CodecContext context) {
      return kind == Kind.BASE64 ? text.toBase64() : text.toHex();
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
    public boolean isImmutable() {
      return false;
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

    /** Compares by the text: {@code equals} treats twelve months and a year as equal. */
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
    public boolean needsDeclaration() {
      return true;
    }
  }
}
