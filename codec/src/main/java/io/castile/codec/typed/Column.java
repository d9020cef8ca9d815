package io.castile.codec.typed;

import io.castile.codec.binding.Types;
import io.castile.codec.value.CalendarTypes;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.EnumType;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.ValueRows;
import io.castile.xml.XmlException;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import io.castile.xml.datatype.XsdDates;
import io.castile.xml.internal.RowCodec;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/**
 * One column of a table: the values of one property of all rows, in an array. Values of a primitive
 * type are in an array of that type, calendars in a {@code long[]}, counts in an {@code int[]}, and
 * other values, which are immutable, in an {@code Object[]}. Immutable and thread-safe.
 */
public final class Column {
  private static final byte[] OPEN = "<t>".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] CLOSE = "</t>".getBytes(StandardCharsets.US_ASCII);

  private final ColumnKind kind;
  private final Class<?> type; // of a value
  private final @Nullable SimpleType simple; // null for counts
  private final boolean isNullable;
  private final boolean hasDefault;

  /** Whether objects are kept as texts, as they could be changed. */
  private final boolean keepsTexts;

  private Column(
      ColumnKind kind,
      Class<?> type,
      @Nullable SimpleType simple,
      boolean isNullable,
      boolean hasDefault) {
    this.kind = kind;
    this.type = type;
    this.simple = simple;
    this.isNullable = isNullable;
    this.hasDefault = hasDefault;
    this.keepsTexts = kind == ColumnKind.TEXT && !ValueRows.isValue(type);
  }

  /** A column of counts. */
  static Column counts() {
    return new Column(ColumnKind.COUNT, int.class, null, false, false);
  }

  /**
   * A column of values.
   *
   * @param type of the property; where it is primitive, there is no null
   * @param isNullable whether null is kept, and not what an empty text means
   * @param hasDefault whether an empty text means something else than itself
   * @throws NotTypedException if values of that type depend on more than themselves
   */
  static Column of(Class<?> type, SimpleType simple, boolean isNullable, boolean hasDefault)
      throws NotTypedException {
    if (simple.needsDeclaration()) {
      throw new NotTypedException("qualified names depend on namespaces");
    }
    return new Column(
        kind(type, simple, hasDefault),
        type,
        simple,
        isNullable && !type.isPrimitive(),
        hasDefault);
  }

  private static ColumnKind kind(Class<?> type, SimpleType simple, boolean hasDefault) {
    Class<?> boxed = Types.box(type);
    if (boxed != simple.javaType) {
      return ColumnKind.TEXT;
    }
    if (boxed == Character.class) {
      return ColumnKind.INTEGER;
    }
    if (simple instanceof EnumType constants) {
      // A text that is empty is looked at one by one where it means a default.
      boolean isOwn = hasOwnTexts(constants.texts()) && !(hasDefault && simple.acceptsEmpty());
      return isOwn ? ColumnKind.ENUM : ColumnKind.TEXT;
    }
    if (boxed == XMLGregorianCalendar.class) {
      return ColumnKind.CALENDAR;
    }
    return switch (simple.kind) {
      case STRING, NORMALIZED_STRING, TOKEN -> ColumnKind.STRING;
      case BOOLEAN -> ColumnKind.BOOLEAN;
      case BYTE, SHORT, INT, LONG -> ColumnKind.INTEGER;
      case FLOAT -> ColumnKind.FLOAT;
      case DOUBLE -> ColumnKind.DOUBLE;
      case BIG_DECIMAL -> ColumnKind.DECIMAL;
      default -> ColumnKind.TEXT;
    };
  }

  /** Whether each text is that of one constant, however its white space is read. */
  private static boolean hasOwnTexts(List<String> texts) {
    Set<String> tokens = new HashSet<>();
    for (String text : texts) {
      if (!tokens.add(text.strip()) || !XmlCharacters.areAllowed(text)) {
        return false;
      }
    }
    return true;
  }

  /** Returns what the values are. */
  public ColumnKind kind() {
    return kind;
  }

  /** Returns the class of the values; a primitive one where the array has that type. */
  public Class<?> type() {
    return type;
  }

  /** Whether there may be null among the values. */
  public boolean isNullable() {
    return isNullable;
  }

  /** Returns the constants of a column of enums, in their order. */
  public Object[] constants() {
    return type.getEnumConstants();
  }

  /** The column in the fingerprint of its plan. */
  String signature() {
    String texts = simple instanceof EnumType constants ? constants.texts().toString() : "";
    String known =
        simple == null ? "" : simple.kind + ":" + simple.schemaType + (hasDefault ? ":d" : "");
    return kind + ":" + sizeName() + ":" + known + texts + (isNullable ? "?" : "");
  }

  /** Integers of different sizes are different types in XML, whatever their classes. */
  private String sizeName() {
    return kind == ColumnKind.TEXT && keepsTexts ? "" : Types.box(type).getSimpleName();
  }

  // ---- arrays ----

  /** Creates an array for so many rows. */
  public Object newArray(int rows) {
    if (kind == ColumnKind.CALENDAR) {
      return new long[rows];
    }
    return type.isPrimitive() ? Array.newInstance(type, rows) : new Object[rows];
  }

  /**
   * Copies rows of an array that a column made.
   *
   * @param to the row behind the last of them; at least {@code from}
   */
  public static Object copyOf(Object array, int from, int to) {
    // By the types, as a new array is filled with zeros first where its type is not known.
    if (array instanceof Object[] objects) {
      return Arrays.copyOfRange(objects, from, to);
    }
    if (array instanceof double[] numbers) {
      return Arrays.copyOfRange(numbers, from, to);
    }
    if (array instanceof int[] numbers) {
      return Arrays.copyOfRange(numbers, from, to);
    }
    if (array instanceof long[] numbers) {
      return Arrays.copyOfRange(numbers, from, to);
    }
    Object copy = Array.newInstance(array.getClass().getComponentType(), to - from);
    System.arraycopy(array, from, copy, 0, Math.min(to, Array.getLength(array)) - from);
    return copy;
  }

  /** Puts a value into an array that this column made. */
  void put(Object array, int row, @Nullable Object value) throws NotTypedException {
    if (array instanceof Object[] objects) {
      if (value != null && !type.isInstance(value)) { // nothing has looked at what is in a list
        throw new NotTypedException("a " + value.getClass().getName() + " as " + type.getName());
      }
      objects[row] = value == null || !keepsTexts ? value : text(value);
    } else if (kind == ColumnKind.CALENDAR) {
      ((long[]) array)[row] = RowCodec.bits((XMLGregorianCalendar) value);
    } else {
      Array.set(array, row, value);
    }
  }

  /** Returns a value out of an array; of a class that can be changed, a new one. */
  @Nullable Object get(Object array, int row) throws NotTypedException {
    if (array instanceof Object[] objects) {
      Object value = objects[row];
      return value == null || !keepsTexts ? value : parse((String) value);
    }
    return kind == ColumnKind.CALENDAR
        ? RowCodec.calendar(((long[]) array)[row])
        : Array.get(array, row);
  }

  /** Whether a value is what is in an array; false where that is not sure. */
  boolean isSame(Object array, int row, @Nullable Object value) {
    return array instanceof Object[] objects && !keepsTexts && Objects.equals(objects[row], value);
  }

  // ---- texts ----

  /**
   * Returns the text of a value that is kept in a column of kind {@link ColumnKind#TEXT}, as it
   * stands in an element.
   *
   * @throws NotTypedException if the value cannot be written
   */
  public String textOf(Object kept) throws NotTypedException {
    return keepsTexts ? (String) kept : text(kept);
  }

  /** Returns what is kept for a text of {@link #textOf}. */
  public Object keptOf(String text) throws NotTypedException {
    return keepsTexts ? text : parse(text);
  }

  @SuppressWarnings("NullAway") // values have a type
  private String text(Object value) throws NotTypedException {
    XmlWriter writer = new XmlWriter(64);
    try {
      simple.write(value, writer, new CodecContext());
    } catch (RuntimeException e) {
      throw new NotTypedException("a value that cannot be written: " + e.getMessage());
    }
    if (writer.size() == 0 && hasDefault) {
      throw new NotTypedException("an empty text where that means a default");
    }
    return new String(writer.buffer(), 0, writer.size(), StandardCharsets.UTF_8);
  }

  @SuppressWarnings("NullAway") // values have a type
  private Object parse(String text) throws NotTypedException {
    XmlWriter writer = new XmlWriter(text.length() + 16);
    writer.raw(OPEN);
    writer.raw(text.getBytes(StandardCharsets.UTF_8));
    writer.raw(CLOSE);
    XmlReader reader = new XmlReader();
    reader.reset(writer.buffer(), 0, writer.size());
    try {
      reader.next();
      return simple.read(reader.readText(), new CodecContext());
    } catch (XmlException e) {
      throw new NotTypedException("a text that is no value: " + e.getMessage());
    }
  }

  // ---- what XML would make of a value ----

  /**
   * Returns what reading would give for a value that is kept, written as XML: the value, or one
   * that is equal but for its form. Whether XML has all characters of a string is not looked at.
   *
   * @throws NotTypedException if XML cannot have the value, or would make another one of it
   */
  public Object canonical(Object kept) throws NotTypedException {
    return switch (kind) {
      case STRING -> checked((String) kept);
      case DECIMAL -> decimal((BigDecimal) kept);
      default -> kept;
    };
  }

  @SuppressWarnings("NullAway") // strings have a type
  private String checked(String value) throws NotTypedException {
    if (value.isEmpty() && hasDefault) {
      throw new NotTypedException("an empty text where that means a default");
    }
    boolean changes =
        switch (simple.kind) {
          case NORMALIZED_STRING -> XmlCharacters.hasBreaks(value);
          case TOKEN -> XmlCharacters.collapses(value);
          default -> false;
        };
    if (changes) {
      throw new NotTypedException("white space that is collapsed");
    }
    return value;
  }

  private static BigDecimal decimal(BigDecimal value) throws NotTypedException {
    if (value.getClass() != BigDecimal.class) {
      throw new NotTypedException("a class of decimals that is not the JDK's");
    }
    return value.scale() < 0 ? value.setScale(0) : value;
  }

  /** Whether a calendar that is kept as bits, not 0, would be read as it is, written as XML. */
  public boolean isCanonical(long bits) {
    return bits != XsdDates.NO_BITS
        && XsdDates.isReadable(bits)
        && (!(simple instanceof CalendarTypes.Xml type) || type.fits(bits));
  }

  @Override
  public String toString() {
    return kind + " of " + type.getSimpleName();
  }
}
