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
import java.util.ArrayList;
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
}
