package io.castile.codec.compile;

import io.castile.codec.bean.BeanRef;
import io.castile.codec.binding.Types;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.ValueCodec;
import io.castile.codec.value.ValueRows;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How source text writes, reads, copies, compares and hashes one value of an element, an attribute
 * or a text; of whatever property.
 */
abstract class ItemCode {
  /** Whether the body begins after {@code >}: simple types write no attributes. */
  abstract boolean isText();

  /** A statement that writes the body of an element; {@code value} is not null. */
  abstract String write(String value, Class<?> type);

  /** An expression of type {@code to} that reads the element at which {@code in} stands. */
  abstract String read(Class<?> to);

  /**
   * An expression for a deep copy of {@code value}, not null; {@code value} itself if immutable.
   */
  abstract String copy(String value);

  /** Whether copies are the value itself. */
  abstract boolean isImmutable();

  /** A condition that is true if the values, neither null, are written alike. */
  abstract String equal(String one, String other);

  /** An expression for a hash of {@code value}, not null. */
  abstract String hash(String value);

  /**
   * A condition that writes a list of such items, and is false where they are to be written one by
   * one; empty for always.
   *
   * @param tags three arguments: the first start tag, what is between items, the last end tag
   */
  String writeAll(String list, String tags) {
    return "";
  }

  /** A method that the others call; empty for none. */
  String method() {
    return "";
  }

  /** Casts an expression to a type, where its static type is another. */
  static String cast(String value, Class<?> from, Class<?> to) {
    return to.isAssignableFrom(from) ? value : "((" + ClassSource.nameOf(to) + ") " + value + ")";
  }

  // ---- simple types ----

  /** The facts that the source needs of a simple type that reader and writer know themselves. */
  private record Direct(
      Class<?> type, String write, String attribute, String read, @Nullable String unbox) {}

  private static final Map<SimpleType.Kind, Direct> DIRECT =
      Map.ofEntries(
          text(SimpleType.Kind.STRING, "toString"),
          text(SimpleType.Kind.NORMALIZED_STRING, "toNormalizedString"),
          text(SimpleType.Kind.TOKEN, "toToken"),
          number(SimpleType.Kind.BOOLEAN, Boolean.class, "toBoolean", "booleanValue"),
          number(SimpleType.Kind.BYTE, Byte.class, "toByte", "byteValue"),
          number(SimpleType.Kind.SHORT, Short.class, "toShort", "shortValue"),
          number(SimpleType.Kind.INT, Integer.class, "toInt", "intValue"),
          number(SimpleType.Kind.LONG, Long.class, "toLong", "longValue"),
          number(SimpleType.Kind.FLOAT, Float.class, "toFloat", "floatValue"),
          number(SimpleType.Kind.DOUBLE, Double.class, "toDouble", "doubleValue"),
          object(SimpleType.Kind.BIG_INTEGER, java.math.BigInteger.class, "text", "toBigInteger"),
          object(SimpleType.Kind.BIG_DECIMAL, java.math.BigDecimal.class, "text", "toBigDecimal"),
          Map.entry(
              SimpleType.Kind.BASE64,
              new Direct(byte[].class, "binary", "base64", "toBase64", null)),
          object(SimpleType.Kind.HEX, byte[].class, "hex", "toHex"));

  private static Map.Entry<SimpleType.Kind, Direct> text(SimpleType.Kind kind, String read) {
    return Map.entry(kind, new Direct(String.class, "text", "attributeText", read, null));
  }

  private static Map.Entry<SimpleType.Kind, Direct> number(
      SimpleType.Kind kind, Class<?> type, String read, String unbox) {
    return Map.entry(kind, new Direct(type, "text", "text", read, unbox));
  }

  private static Map.Entry<SimpleType.Kind, Direct> object(
      SimpleType.Kind kind, Class<?> type, String write, String read) {
    return Map.entry(kind, new Direct(type, write, write, read, null));
  }

  /** A value of a simple type. */
  static final class Simple extends ItemCode {
    private final SimpleType simple;
    private final @Nullable Direct direct; // null where the type's object does it
    private final Supplier<String> object;
    private final @Nullable Supplier<String> defaulting;
    private final boolean attribute;

    /**
     * @param object source of the {@link SimpleType}, asked for where nothing shorter does it
     * @param defaulting source of the element's {@link ValueCodec}, which knows what an empty
     *     element means; null where it means nothing special
     */
    Simple(
        SimpleType simple,
        Supplier<String> object,
        @Nullable Supplier<String> defaulting,
        boolean attribute) {
      this.simple = simple;
      this.direct = DIRECT.get(simple.kind);
      this.object = object;
      this.defaulting = defaulting;
      this.attribute = attribute;
    }

    /** Whether values of that primitive type are written and read without a box. */
    boolean fits(Class<?> primitive) {
      return direct != null && direct.type == Types.box(primitive);
    }

    @Override
    boolean isText() {
      return true;
    }

    @Override
    String write(String value, Class<?> from) {
      if (direct == null) {
        return object.get()
            + (attribute ? ".writeAttribute(" : ".writeContent(")
            + value
            + ", out, context);";
      }
      String method = attribute ? direct.attribute : direct.write;
      if (from.isPrimitive()) {
        return "out." + method + "(" + value + ");";
      }
      String typed = cast(value, from, direct.type);
      String unboxed = direct.unbox == null ? typed : typed + "." + direct.unbox + "()";
      return "out." + method + "(" + unboxed + ");";
    }

    @Override
    @SuppressWarnings("NullAway") // a primitive or a double is read directly
    String read(Class<?> to) {
      if (defaulting == null) {
        return simple.kind == SimpleType.Kind.DOUBLE
            ? boxed(direct, "in.readDouble()", to)
            : readText("in.readText()", to);
      }
      String value = defaulting.get() + ".read(in, bean, context)";
      return to.isPrimitive()
          ? cast(value, Object.class, direct.type) + "." + direct.unbox + "()"
          : cast(value, Object.class, to);
    }

    @Override
    String writeAll(String list, String tags) {
      return switch (simple.kind) {
        case INT, LONG, FLOAT, DOUBLE -> "out.items(" + list + ", " + tags + ")";
        default ->
            ValueRows.takes(simple)
                ? "XmlInternals.rows(out, "
                    + object.get()
                    + ".rows(), "
                    + list
                    + ", context, "
                    + tags
                    + ")"
                : "";
      };
    }

    /** Whether the empty text is a value. */
    boolean acceptsEmpty() {
      return simple.acceptsEmpty();
    }

    /** Reads like {@link #read}, from a text. */
    String readText(String text, Class<?> to) {
      if (direct == null) {
        return cast(object.get() + ".read(" + text + ", context)", Object.class, to);
      }
      return boxed(direct, text + "." + direct.read + "()", to);
    }

    private static String boxed(Direct direct, String value, Class<?> to) {
      if (to.isPrimitive()) {
        return value;
      }
      return direct.unbox == null
          ? cast(value, direct.type, to)
          : cast(direct.type.getSimpleName() + ".valueOf(" + value + ")", direct.type, to);
    }

    @Override
    boolean isImmutable() {
      return simple.isImmutable();
    }

    @Override
    String copy(String value) {
      return isImmutable() ? value : object.get() + ".copy(" + value + ", context)";
    }

    @Override
    String equal(String one, String other) {
      if (direct == null || !simple.isImmutable()) {
        return object.get() + ".equal(" + one + ", " + other + ", context)";
      }
      return one + ".equals(" + other + ")";
    }

    @Override
    String hash(String value) {
      return direct == null || !simple.isImmutable()
          ? object.get() + ".hash(" + value + ", context)"
          : value + ".hashCode()";
    }
  }

  /** A value whose codec is an object: anything but simple types and beans. */
  static final class Handled extends ItemCode {
    private final String codec;

    Handled(String codec) {
      this.codec = codec;
    }

    @Override
    boolean isText() {
      return false;
    }

    @Override
    String write(String value, Class<?> type) {
      return codec + ".writeBody(" + value + ", out, context);";
    }

    @Override
    String read(Class<?> to) {
      return cast(codec + ".read(in, bean, context)", Object.class, to);
    }

    @Override
    boolean isImmutable() {
      return false;
    }

    @Override
    String copy(String value) {
      return codec + ".copy(" + value + ", context)";
    }

    @Override
    String equal(String one, String other) {
      return codec + ".equal(" + one + ", " + other + ", context)";
    }

    @Override
    String hash(String value) {
      return codec + ".hash(" + value + ", context)";
    }
  }

  /**
   * A bean: by the compiled codec of its static type as long as it is of exactly that, else by the
   * reference that looks for the right one.
   */
  static final class Bean extends ItemCode {
    private final String reference;
    private final String codec;
    private final String typeName;
    private final String suffix;

    /**
     * @param reference source of the {@link BeanRef}
     * @param codec source of the compiled codec, which may be null at run time
     * @param typeName the bean's class in source
     * @param suffix ends the names of the methods
     */
    Bean(String reference, String codec, String typeName, String suffix) {
      this.reference = reference;
      this.codec = codec;
      this.typeName = typeName;
      this.suffix = suffix;
    }

    @Override
    boolean isText() {
      return false;
    }

    @Override
    String write(String value, Class<?> type) {
      return "writeBodyOf" + suffix + "(" + value + ", out, context);";
    }

    @Override
    String read(Class<?> to) {
      return cast("readBodyOf" + suffix + "(in, bean, context)", Object.class, to);
    }

    @Override
    boolean isImmutable() {
      return false;
    }

    @Override
    String copy(String value) {
      return "copyOf" + suffix + "(" + value + ", context)";
    }

    @Override
    String equal(String one, String other) {
      return "equalOf" + suffix + "(" + one + ", " + other + ", context)";
    }

    @Override
    String hash(String value) {
      return "hashOf" + suffix + "(" + value + ", context)";
    }

    @Override
    String writeAll(String list, String tags) {
      return "XmlInternals.rows(out, " + reference + ", " + list + ", context, " + tags + ")";
    }

    @Override
    String method() {
      return SourceTemplate.fill(
          """

          private static void writeBodyOf$suffix(
              Object value, XmlWriter out, CodecContext context) {
            if ($codec != null && value.getClass() == $type.class) {
              $codec.writeBody(value, out, context);
            } else {
              $reference.writeBody(value, out, context);
            }
          }

          private static Object readBodyOf$suffix(
              XmlReader in, Object bean, CodecContext context) {
            return $codec != null && (in.attributeCount() == 0 || in.xsiType() == null)
                ? $codec.read(in, bean, context)
                : $reference.read(in, bean, context);
          }

          private static Object copyOf$suffix(Object value, CodecContext context) {
            return $codec != null && value.getClass() == $type.class
                ? $codec.copy(value, context)
                : $reference.copy(value, context);
          }

          private static boolean equalOf$suffix(Object one, Object other, CodecContext context) {
            return $codec != null && one.getClass() == $type.class
                ? one == other
                    || (other.getClass() == $type.class && $codec.equal(one, other, context))
                : $reference.equal(one, other, context);
          }

          private static int hashOf$suffix(Object value, CodecContext context) {
            return $codec != null && value.getClass() == $type.class
                ? $codec.hash(value, context)
                : $reference.hash(value, context);
          }
          """,
          "suffix",
          suffix,
          "codec",
          codec,
          "type",
          typeName,
          "reference",
          reference);
    }
  }
}
