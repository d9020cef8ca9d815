package io.castile.codec.value;

import io.castile.xml.XmlWriter;
import io.castile.xml.internal.RowCodec;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/**
 * The values of a simple type as rows of one column: where equal values have one text, and none can
 * be changed; calendars as their bits. Immutable and thread-safe.
 */
public final class ValueRows implements RowCodec {
  /** Immutable classes whose equal objects have one text; besides enums and {@code java.time}. */
  private static final Set<Class<?>> VALUES =
      Set.of(
          String.class,
          Boolean.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigInteger.class,
          BigDecimal.class,
          UUID.class);

  private final SimpleType type;

  ValueRows(SimpleType type) {
    this.type = type;
  }

  /** Whether equal objects of a class have one text, and none can be changed. */
  public static boolean isValue(Class<?> type) {
    return VALUES.contains(type) || type.isEnum() || type.getPackageName().equals("java.time");
  }

  /** Whether lists of values of the type are kept as rows. */
  public static boolean takes(SimpleType type) {
    return !type.needsDeclaration() && (isValue(type.javaType) || isCalendar(type.javaType));
  }

  private static boolean isCalendar(Class<?> type) {
    return type == XMLGregorianCalendar.class;
  }

  @Override
  public @Nullable Class<?> rowClass() {
    return takes(type) ? type.javaType : null;
  }

  /** An enum constant may be of a class of its own, and the class of a calendar is not known. */
  @Override
  public boolean isRow(Object item) {
    return type.javaType.isEnum() || isCalendar(type.javaType)
        ? type.javaType.isInstance(item)
        : item.getClass() == type.javaType;
  }

  @Override
  public Object[] newColumns(int rows) {
    return new Object[] {isCalendar(type.javaType) ? new long[rows] : new Object[rows]};
  }

  @Override
  public int bytesPerRow() {
    return isCalendar(type.javaType) ? Long.BYTES : Integer.BYTES;
  }

  @Override
  public int firstChange(List<?> items, int distance, Object[] columns, int from, int end) {
    if (columns[0] instanceof long[] bits) {
      for (int i = from; i < end; i++) {
        if (!(items.get(i + distance) instanceof XMLGregorianCalendar calendar)
            || bits[i] == NO_BITS
            || RowCodec.bits(calendar) != bits[i]) {
          return i;
        }
      }
      return end;
    }
    Object[] known = (Object[]) columns[0];
    for (int i = from; i < end; i++) {
      Object item = items.get(i + distance);
      if (item == null || (item != known[i] && !(isRow(item) && item.equals(known[i])))) {
        return i;
      }
    }
    return end;
  }

  @Override
  public void take(Object value, Object[] columns, int row) {
    if (columns[0] instanceof long[] bits) {
      bits[row] = RowCodec.bits((XMLGregorianCalendar) value);
    } else {
      ((Object[]) columns[0])[row] = value;
    }
  }

  /** Writes the content alone, as the start tag ends before it. */
  @Override
  public void writeRow(Object value, XmlWriter out, Object context) {
    type.writeContent(value, out, (CodecContext) context);
  }
}
