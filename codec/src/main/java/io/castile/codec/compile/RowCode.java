package io.castile.codec.compile;

import io.castile.codec.bean.AttributeProperty;
import io.castile.codec.bean.BeanPlan;
import io.castile.codec.bean.ElementProperty;
import io.castile.codec.bean.IdrefType;
import io.castile.codec.bean.Property;
import io.castile.codec.value.AdapterBinding;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleValue;
import io.castile.codec.value.ValueRows;
import io.castile.xml.internal.RowCodec;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/**
 * The methods of {@link RowCodec} in generated source, for a class whose properties all have one
 * value of a simple type, of which equal ones have one text.
 */
final class RowCode {
  private static final int MAX_COLUMNS = 32;

  private final String beanName;
  private final String targetName;
  private final boolean isMadeWhole;
  private final List<Column> columns;

  /** The places of the columns, in the order in which reading sets what is in them. */
  private final List<Integer> settingOrder;

  /** Whether values are written in the order of the columns. */
  private final boolean isInOrder;

  /** A property: the array that it is kept in, and how it is compared and put there. */
  private record Column(MemberCode member, boolean setsNull, String array, int bytes) {
    static @Nullable Column of(MemberCode member, boolean setsNull) {
      Class<?> type = member.type();
      if (type.isPrimitive()) {
        return new Column(member, false, type.getName(), bytes(type));
      }
      if (type == XMLGregorianCalendar.class) {
        return new Column(member, setsNull, "long", Long.BYTES);
      }
      return ValueRows.isValue(type) ? new Column(member, setsNull, "Object", Integer.BYTES) : null;
    }

    private static int bytes(Class<?> type) {
      if (type == long.class || type == double.class) {
        return Long.BYTES;
      }
      if (type == int.class || type == float.class) {
        return Integer.BYTES;
      }
      return type == short.class || type == char.class ? Short.BYTES : Byte.BYTES;
    }

    /** The compared object: the property itself, or bits. */
    private String compared(String value) {
      return switch (member.typeName()) {
        case "double" -> "Double.doubleToRawLongBits(" + value + ")";
        case "float" -> "Float.floatToRawIntBits(" + value + ")";
        default -> value;
      };
    }

    /** A condition with {@code value} in scope, declared before it where it is an object. */
    private String differs(int index) {
      String known = "column" + index + "[i]";
      if (member.type().isPrimitive()) {
        return compared(member.get("bean")) + " != " + compared(known);
      }
      String value = "value" + index;
      if (array.equals("long")) {
        return value + " == RowCodec.NO_BITS || " + value + " != " + known;
      }
      return member.type().isEnum()
          ? value + " != " + known
          : value
              + " != "
              + known
              + " && ("
              + value
              + " == null || !"
              + value
              + ".equals("
              + known
              + "))";
    }

    private String declaration(int index) {
      if (member.type().isPrimitive()) {
        return "";
      }
      return array.equals("long")
          ? "long value" + index + " = " + stored() + ";\n"
          : member.typeName() + " value" + index + " = " + member.get("bean") + ";\n";
    }

    /** Statements that put a value into what is made; null only where reading would put it. */
    private String making(int index) {
      String array = "((" + this.array + "[]) columns[" + index + "])[row]";
      if (member.type().isPrimitive()) {
        return member.set("target", array) + "\n";
      }
      String value = "value" + index;
      String made =
          array().equals("long")
              ? "RowCodec.calendar(" + array + ")"
              : "(" + member.typeName() + ") " + array;
      String setting = member.set("target", value);
      return member.typeName()
          + " "
          + value
          + " = "
          + made
          + ";\n"
          + (setsNull ? setting : "if (" + value + " != null) {\n  " + setting + "\n}")
          + "\n";
    }

    private String stored() {
      return member.type() == XMLGregorianCalendar.class
          ? "RowCodec.bits(" + member.get("bean") + ")"
          : member.get("bean");
    }
  }

  private RowCode(
      ClassSource source, List<Column> columns, List<Integer> settingOrder, boolean isInOrder) {
    this.beanName = source.beanName;
    this.targetName = source.targetName;
    this.isMadeWhole = source.plan.construction != null;
    this.columns = columns;
    this.settingOrder = settingOrder;
    this.isInOrder = isInOrder;
  }

  /** The methods; empty where beans are no rows. */
  static String of(ClassSource source) {
    BeanPlan plan = source.plan;
    if (plan.type == Object[].class
        || Modifier.isAbstract(plan.type.getModifiers())
        || !plan.isFlat()) {
      return "";
    }
    List<Column> columns = new ArrayList<>();
    List<Property> properties = new ArrayList<>();
    for (BeanPlan level = plan; level != null; level = level.parent) {
      for (Property property : level.own) {
        MemberCode member = MemberCode.of(property.accessor, source.host);
        Column column =
            member == null || !isSimple(property) ? null : Column.of(member, property.setsNull());
        if (column == null) {
          return "";
        }
        columns.add(column);
        properties.add(property);
      }
    }
    // Attributes come before elements, and inherited properties before those of the class.
    boolean isInOrder =
        plan.parent == null && plan.own.stream().allMatch(ElementProperty.class::isInstance);
    return columns.isEmpty() || columns.size() > MAX_COLUMNS
        ? ""
        : new RowCode(
                source,
                columns,
                plan.inOrder().stream().map(properties::indexOf).toList(),
                isInOrder)
            .text();
  }

  private static boolean isSimple(Property property) {
    if (property instanceof AttributeProperty attribute) {
      return isSimple(attribute.type, attribute.adaptation);
    }
    return property instanceof ElementProperty element
        && element.shape == null
        && !element.reference
        && element.types.size() == 1
        && element.types.get(0).codec instanceof SimpleValue value
        && isSimple(value.type, element.adaptation);
  }

  private static boolean isSimple(SimpleType type, @Nullable AdapterBinding adaptation) {
    return adaptation == null && !(type instanceof IdrefType) && !type.needsDeclaration();
  }

  private String text() {
    StringBuilder arrays = new StringBuilder();
    StringBuilder locals = new StringBuilder();
    StringBuilder comparisons = new StringBuilder();
    StringBuilder stores = new StringBuilder();
    StringBuilder makes = new StringBuilder();
    int bytes = 0;
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      String array = "(" + column.array + "[]) columns[" + i + "]";
      arrays.append(i == 0 ? "" : ", ").append("new ").append(column.array).append("[rows]");
      locals.append(column.array).append("[] column").append(i).append(" = ").append(array);
      locals.append(";\n");
      comparisons.append(column.declaration(i));
      comparisons.append("if (").append(column.differs(i)).append(") {\n  return i;\n}\n");
      stores.append("(").append(array).append(")[row] = ").append(column.stored()).append(";\n");
      bytes += column.bytes;
    }
    settingOrder.forEach(i -> makes.append(columns.get(i).making(i)));
    return SourceTemplate.fill(
        """

        public Class rowClass() {
          return $bean.class;
        }

        public Object[] newColumns(int rows) {
          return new Object[] {$arrays};
        }

        public int bytesPerRow() {
          return $bytes;
        }

        public int firstChange(
            List items, int distance, Object[] columns, int from, int end) {
          $locals
          for (int i = from; i < end; i++) {
            Object item = items.get(i + distance);
            if (item == null || item.getClass() != $bean.class) {
              return i;
            }
            $bean bean = ($bean) item;
            $comparisons
          }
          return end;
        }

        public void take(Object item, Object[] columns, int row) {
          $bean bean = ($bean) item;
          $stores
        }

        public Object make(Object[] columns, int row) {
          $target target = ($target) newInstance();
          $makes
          return $made;
        }

        public boolean isInOrder() {
          return $order;
        }
        """,
        "bean",
        beanName,
        "arrays",
        arrays.toString(),
        "bytes",
        Integer.toString(bytes),
        "locals",
        locals.toString(),
        "comparisons",
        comparisons.toString(),
        "stores",
        stores.toString(),
        "target",
        targetName,
        "makes",
        makes.toString(),
        "made",
        isMadeWhole ? "finish(target)" : "target",
        "order",
        Boolean.toString(isInOrder));
  }
}
