package io.castile.codec.typed;

import io.castile.codec.BindingException;
import io.castile.codec.Codec;
import io.castile.codec.bean.AttributeProperty;
import io.castile.codec.bean.BeanPlan;
import io.castile.codec.bean.BeanRef;
import io.castile.codec.bean.ElementProperty;
import io.castile.codec.bean.ElementType;
import io.castile.codec.bean.IdrefType;
import io.castile.codec.bean.Property;
import io.castile.codec.bean.RootCodec;
import io.castile.codec.bean.TypeCodec;
import io.castile.codec.bean.ValueProperty;
import io.castile.codec.bean.WrapperValue;
import io.castile.codec.binding.CollectionShape;
import io.castile.codec.value.AdapterBinding;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleValue;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.XmlName;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Makes one {@link TypedPlan} of the binding plan. Not thread-safe. */
final class TypedPlanner {
  /** The namespaces of envelopes, of SOAP 1.1 and 1.2. */
  private static final Set<String> SOAP =
      Set.of(
          "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");

  private final List<Table> tables = new ArrayList<>();
  private final Map<Class<?>, BeanShape> shapes = new HashMap<>();
  private final Set<AbsentProperty> absent = new LinkedHashSet<>();
  private final StringBuilder signature = new StringBuilder();

  /** Whether beans may be header blocks, which attributes of SOAP address. */
  private boolean hasHeader;

  TypedPlan plan(Codec<?> codec, List<? extends Codec<?>> blocks) throws NotTypedException {
    hasHeader = !blocks.isEmpty();
    if (!(codec instanceof RootCodec<?> root) || root.isAdapted()) {
      throw new NotTypedException("an element that an adapter makes");
    }
    signature.append(codec.name());
    ValueCodec value = root.value();
    BeanShape shape;
    HeaderShape header;
    try {
      if (value instanceof WrapperValue wrapper) {
        shape = shape(wrapper.plan(), null);
      } else if (value instanceof BeanRef bean) {
        shape = shape(bean);
      } else {
        throw new NotTypedException("an element that is no bean");
      }
      header = hasHeader ? header(blocks) : null;
    } catch (BindingException e) {
      throw new NotTypedException("a class that is not bound: " + e.getMessage());
    }
    return new TypedPlan(tables, shape, header, absent, signature.toString());
  }

  private HeaderShape header(List<? extends Codec<?>> blocks) throws NotTypedException {
    HeaderShape header = new HeaderShape(table("header"));
    Set<QName> names = new HashSet<>();
    for (Codec<?> block : blocks) {
      if (!names.add(block.name())) {
        throw new NotTypedException("two header blocks of one name");
      }
      signature.append('|').append(block.name());
      try {
        add(block, header);
      } catch (NotTypedException e) {
        String name = block.name().getLocalPart();
        absent.add(new AbsentProperty(Object[].class, name, String.valueOf(e.getMessage())));
        signature.append('!');
        header.addAbsent("header block " + name + ": " + e.getMessage());
      }
    }
    return header;
  }

  private void add(Codec<?> block, HeaderShape header) throws NotTypedException {
    if (!(block instanceof RootCodec<?> root) || root.isAdapted()) {
      throw new NotTypedException("an adapter");
    }
    if (root.value() instanceof BeanRef bean) {
      header.add(shape(bean));
    } else if (root.value() instanceof SimpleValue simple) {
      header.add(column(simple.type.javaType, simple.type, true, simple.defaultValue != null));
    } else {
      throw new NotTypedException("a value of any type");
    }
  }

  private Table table(String name) {
    Table table = new Table(tables.size(), name);
    tables.add(table);
    return table;
  }

  private BeanShape shape(BeanRef bean) throws NotTypedException {
    BeanShape known = shapes.get(bean.type);
    if (known != null) {
      signature.append('#').append(known.table().index());
      return known;
    }
    if (!(bean.codec() instanceof TypeCodec codec)) {
      throw new NotTypedException(bean.type.getName() + " is no bean of properties");
    }
    return shape(codec.plan, bean);
  }

  private BeanShape shape(BeanPlan plan, @Nullable BeanRef bean) throws NotTypedException {
    if (plan.hasCallbacks()) {
      throw new NotTypedException(plan.type.getName() + " has callbacks");
    }
    if (plan.factory == null && plan.construction == null) {
      throw new NotTypedException(plan.type.getName() + " is abstract");
    }
    if (hasTwice(plan)) {
      throw new NotTypedException(plan.type.getName() + " has a name twice");
    }
    BeanShape shape = new BeanShape(plan, bean, table(plan.type.getSimpleName()));
    shapes.put(plan.type, shape);
    signature.append('{');
    Map<Property, Field> fields = new HashMap<>();
    for (BeanPlan level = plan; level != null; level = level.parent) { // as compiled code has them
      signature.append(level == plan ? "" : "^");
      for (Property property : level.own) {
        fields.put(property, field(level.type, property, shape.table()));
      }
    }
    for (Property property : plan.inOrder()) { // as setters are called that may look at each other
      shape.add(Objects.requireNonNull(fields.get(property)));
    }
    signature.append('}');
    return shape;
  }

  /** Whether a class has a name of its superclass, which reading gives to one of both. */
  private static boolean hasTwice(BeanPlan plan) {
    Set<XmlName> attributes = new HashSet<>();
    Set<XmlName> elements = new HashSet<>();
    for (Property property : plan.inOrder()) {
      if (property instanceof AttributeProperty attribute && !attributes.add(attribute.tag.name)) {
        return true;
      }
      for (XmlName name : property.elementNames()) {
        if (!elements.add(name)) {
          return true;
        }
      }
    }
    return false;
  }

  private Field field(Class<?> owner, Property property, Table table) throws NotTypedException {
    try {
      if (property instanceof AttributeProperty attribute) {
        if (hasHeader && SOAP.contains(attribute.tag.name.uri())) {
          throw new NotTypedException("an attribute of SOAP");
        }
        signature.append('@').append(attribute.tag.name);
        return value(property, attribute.type, attribute.adaptation, table, false, true);
      }
      if (property instanceof ValueProperty text) {
        signature.append('$');
        return value(property, text.type, text.adaptation, table, false, !text.type.acceptsEmpty());
      }
      if (property instanceof ElementProperty element) {
        return element(element, table);
      }
    } catch (NotTypedException e) {
      return absent(owner, property, String.valueOf(e.getMessage()));
    }
    return absent(owner, property, property.content());
  }

  private Field absent(Class<?> owner, Property property, String reason) {
    absent.add(new AbsentProperty(owner, property.javaName, reason));
    signature.append('!');
    property.elementNames().forEach(signature::append);
    return new AbsentField(property, property.javaName + ": " + reason);
  }

  private Field element(ElementProperty property, Table table) throws NotTypedException {
    if (property.types.size() != 1) {
      throw new NotTypedException("a choice of elements");
    }
    if (property.reference) {
      throw new NotTypedException("a reference (XmlIDREF)");
    }
    if (property.adaptation != null) {
      throw new NotTypedException("an adapter");
    }
    ElementType type = property.types.get(0);
    signature.append('/').append(property.wrapper == null ? "" : property.wrapper.name + "/");
    signature.append(type.tag.name);
    if (property.shape != null) {
      return items(property, property.shape, type, table);
    }
    signature.append(type.nillable ? "?" : "");
    if (type.codec instanceof SimpleValue simple) {
      return value(property, simple.type, null, table, simple.defaultValue != null, true);
    }
    if (type.codec instanceof BeanRef bean) {
      BeanShape shape = shape(bean);
      return new BeanField(property, table, shape);
    }
    throw new NotTypedException("a value of any type");
  }

  private Field items(
      ElementProperty property, CollectionShape shape, ElementType type, Table table)
      throws NotTypedException {
    signature.append('*');
    if (type.codec instanceof BeanRef bean) {
      return new ItemsField(property, table, new ItemsField.Beans(shape(bean)));
    }
    if (!(type.codec instanceof SimpleValue simple)) {
      throw new NotTypedException("items of any type");
    }
    Class<?> component = shape.isArray() ? shape.type.getComponentType() : simple.type.javaType;
    boolean hasDefault = simple.defaultValue != null;
    Table items = table(property.javaName);
    // In all lists, so that ends that differ in whether items may be nil have the same columns.
    Column column = column(component, simple.type, true, hasDefault);
    return component.isPrimitive()
        ? new NumbersField(property, table, items, column)
        : new ItemsField(property, table, new ItemsField.Values(items, column, type.nillable));
  }

  private Field value(
      Property property,
      SimpleType simple,
      @Nullable AdapterBinding adaptation,
      Table table,
      boolean hasDefault,
      boolean isNullable)
      throws NotTypedException {
    if (adaptation != null) {
      throw new NotTypedException("an adapter");
    }
    Column column = column(property.accessor.type(), simple, isNullable, hasDefault);
    boolean isEmptyText = !isNullable && simple.javaType == String.class;
    if (!isNullable && !isEmptyText) {
      throw new NotTypedException("a text that may be empty");
    }
    return new ValueField(property, table, column, isEmptyText ? "" : null);
  }

  private Column column(Class<?> type, SimpleType simple, boolean isNullable, boolean hasDefault)
      throws NotTypedException {
    if (simple instanceof IdrefType) {
      throw new NotTypedException("a reference (XmlIDREF)");
    }
    Column column = Column.of(type, simple, isNullable, hasDefault);
    signature.append(column.signature());
    return column;
  }

  /**
   * A property that has no columns: a wildcard, a choice, a class that is abstract. A bean that has
   * it is written as XML, and the message with it.
   */
  private static final class AbsentField implements Field {
    private final Property property;
    private final String reason;

    AbsentField(Property property, String reason) {
      this.property = property;
      this.reason = reason;
    }

    @Override
    public void collect(Object bean, RowsBuilder to, int row) throws NotTypedException {
      Object value = property.accessor.get(bean);
      // An empty text is a value, too, and so is nil.
      if (!isNothing(value) || property instanceof ValueProperty || property.setsNull()) {
        throw new NotTypedException(reason);
      }
    }

    /** Whether neither an element nor an attribute is written of a value. */
    private boolean isNothing(@Nullable Object value) {
      if (value instanceof Collection<?> items) {
        return items.isEmpty() && property.isRepeated();
      }
      // Attributes of any name are a map, and a map that is an element has a name.
      return value instanceof Map<?, ?> entries
          ? entries.isEmpty() && property.elementNames().isEmpty()
          : value == null;
    }

    @Override
    public void make(Object bean, RowCursor from, int row) {
      // as reading does that finds no element, and no attribute
    }
  }

  /** A property with one bean. */
  private static final class BeanField implements Field {
    private final ElementProperty property;
    private final Table table;
    private final int index;
    private final BeanShape shape;

    BeanField(ElementProperty property, Table table, BeanShape shape) {
      this.property = property;
      this.table = table;
      this.index = table.add(Column.counts());
      this.shape = shape;
    }

    @Override
    public void collect(Object bean, RowsBuilder to, int row) throws NotTypedException {
      Object value = property.accessor.get(bean);
      ((int[]) to.columns(table)[index])[row] = value == null ? 0 : 1;
      if (value != null) {
        shape.collect(value, to);
      }
    }

    @Override
    public void make(Object bean, RowCursor from, int row) throws NotTypedException {
      int count = ((int[]) from.columns(table)[index])[row];
      if (count == 1) {
        property.accessor.set(bean, shape.make(from));
      } else if (count != 0) {
        throw new NotTypedException("a bean " + count + " times");
      } else if (property.setsNull()) {
        property.accessor.set(bean, null);
      }
    }

    @Override
    public boolean isSame(Object bean, RowCursor from, int row) throws NotTypedException {
      if (((int[]) from.columns(table)[index])[row] == 0) {
        return true;
      }
      Object below = property.accessor.get(bean);
      return below != null && shape.isNext(below, from);
    }
  }

  /** A property that is an array of primitives: its items are copied whole. */
  private static final class NumbersField implements Field {
    private static final int NONE = -1;

    private final ElementProperty property;
    private final Table table;
    private final int index;
    private final Table items;

    NumbersField(ElementProperty property, Table table, Table items, Column column) {
      this.property = property;
      this.table = table;
      this.index = table.add(Column.counts());
      this.items = items;
      items.add(column);
    }

    @Override
    public void collect(Object bean, RowsBuilder to, int row) {
      Object array = property.accessor.get(bean);
      int length = array == null ? NONE : Array.getLength(array);
      boolean isNothing = array == null || length == 0 && property.wrapper == null;
      ((int[]) to.columns(table)[index])[row] = isNothing ? NONE : length;
      if (array != null && length != 0) {
        to.addNumbers(items, array, length);
      }
    }

    @Override
    public void make(Object bean, RowCursor from, int row) throws NotTypedException {
      int length = ((int[]) from.columns(table)[index])[row];
      if (length != NONE) {
        int first = from.take(items, length);
        property.accessor.set(bean, Column.copyOf(from.columns(items)[0], first, first + length));
      }
    }

    @Override
    public boolean isSame(Object bean, RowCursor from, int row) {
      return ((int[]) from.columns(table)[index])[row] == NONE;
    }
  }
}
