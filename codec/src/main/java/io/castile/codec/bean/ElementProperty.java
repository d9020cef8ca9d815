package io.castile.codec.bean;

import io.castile.codec.BindingException;
import io.castile.codec.binding.Accessor;
import io.castile.codec.binding.CollectionShape;
import io.castile.codec.binding.Instantiator;
import io.castile.codec.value.AdapterBinding;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.Markup;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleValue;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.Namespace;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.ElementCache;
import io.castile.xml.internal.XmlInternals;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A property that is one child element, or a repeated one, with or without a wrapper around the
 * repetition, and of one name or a choice of names ({@code XmlElement}, {@code XmlElements}, {@code
 * XmlElementWrapper}).
 */
public final class ElementProperty extends Property implements CodecContext.Gatherer {
  public final List<ElementType> types;
  public final @Nullable CollectionShape shape; // null for a single element
  public final @Nullable Markup wrapper; // null for none
  public final boolean wrapperNillable;
  public final @Nullable AdapterBinding
      adaptation; // null for none; of the item where the property is repeated
  public final boolean reference; // XmlIDREF
  private final @Nullable NumberArray numbers; // null where items are written one by one
  private final @Nullable ElementType nil; // what null is written as; null for nothing

  /**
   * Whether no annotation says that items may be nil, and a message with one declares {@code xsi}.
   */
  private final boolean isNilByDefault;

  ElementProperty(
      String javaName,
      Accessor accessor,
      List<ElementType> types,
      @Nullable CollectionShape shape,
      @Nullable Wrapper wrapper,
      @Nullable AdapterBinding adaptation,
      boolean reference,
      boolean isNilByDefault) {
    super(javaName, accessor);
    this.types = List.copyOf(types);
    this.shape = shape;
    this.wrapper = wrapper == null ? null : wrapper.tag();
    this.wrapperNillable = wrapper != null && wrapper.nillable();
    this.adaptation = adaptation;
    this.reference = reference;
    this.numbers = shape == null || adaptation != null ? null : NumberArray.of(types);
    this.nil = firstNillable(types);
    this.isNilByDefault = isNilByDefault;
  }

  private static @Nullable ElementType firstNillable(List<ElementType> types) {
    for (ElementType type : types) {
      if (type.nillable) {
        return type;
      }
    }
    return null;
  }

  @SuppressWarnings("NullAway") // asked for where the property is repeated
  private CollectionShape shape() {
    return shape;
  }

  /** {@code XmlElementWrapper}. */
  record Wrapper(Markup tag, boolean nillable) {}

  @Override
  public List<XmlName> elementNames() {
    if (wrapper != null) {
      return List.of(wrapper.name);
    }
    List<XmlName> names = new ArrayList<>(types.size());
    for (ElementType type : types) {
      names.add(type.tag.name);
    }
    return names;
  }

  // ---- writing ----

  @Override
  public void write(@Nullable Object value, XmlWriter out, CodecContext context) {
    if (shape == null) {
      writeItem(value, out, context);
    } else if (value != null) {
      writeAll(value, out, context);
    } else if (wrapper != null && wrapperNillable) {
      XsiMarkup.writeNil(wrapper, out);
    }
  }

  private void writeAll(Object value, XmlWriter out, CodecContext context) {
    if (wrapper != null) {
      out.raw(wrapper.open);
      out.raw(ValueCodec.GT);
    }
    if (numbers == null || !numbers.write(value, out)) {
      out.enterList(javaName, shape().size(value));
      for (CollectionShape.Cursor items = shape().cursor(value); items.next(); ) {
        writeItem(items.value(), out, context);
      }
      out.leaveList();
    }
    if (wrapper != null) {
      out.raw(wrapper.close);
    }
  }

  /** Writes one element, or that which stands for null. */
  public void writeItem(@Nullable Object value, XmlWriter out, CodecContext context) {
    Object bound = adaptation == null ? value : adaptation.toBound(value, context);
    if (bound != null) {
      ElementType type = typeOf(bound);
      type.codec.writeElement(type.tag, bound, out, context);
    } else if (nil != null) {
      XsiMarkup.writeNil(nil.tag, out);
    }
  }

  /** The type of the closest class among those that the value is of. */
  private ElementType typeOf(Object value) {
    if (types.size() == 1) {
      return types.get(0);
    }
    for (Class<?> each = value.getClass(); each != null; each = each.getSuperclass()) {
      for (ElementType type : types) {
        if (type.javaType == each) {
          return type;
        }
      }
    }
    for (ElementType type : types) {
      if (type.javaType.isInstance(value)) {
        return type;
      }
    }
    throw new BindingException(
        "property "
            + javaName
            + ": expected a value of a class in its XmlElements, found a "
            + value.getClass().getName());
  }

  // ---- reading ----

  @Override
  public void readInto(Object bean, XmlReader in, XmlName name, CodecContext context) {
    if (shape == null) {
      readSingle(bean, in, name, context);
    } else if (wrapper != null) {
      readWrapped(bean, in, context);
    } else {
      readRepeated(bean, in, name, context);
    }
  }

  private void readSingle(Object bean, XmlReader in, XmlName name, CodecContext context) {
    if (reference) {
      ((IdrefType) ((SimpleValue) types.get(0).codec).type)
          .readInto(bean, accessor, in.readText(), context);
      return;
    }
    Object value = readItem(bean, in, name, context);
    accessor.set(bean, value);
  }

  private void readWrapped(Object bean, XmlReader in, CodecContext context) {
    if (in.attributeCount() != 0 && in.isNil()) {
      in.skipElement();
      return;
    }
    in.passOverAttributes();
    Object gathered = collectionOf(bean, context);
    for (XmlName name = in.nextChild(null); name != null; name = in.nextChild(name)) {
      if (typeOf(name) == null) {
        TypeCodec.passOver(in, types.stream().map(type -> type.tag.name).toArray(XmlName[]::new));
      } else {
        add(gathered, bean, in, name, context);
      }
    }
  }

  private void readRepeated(Object bean, XmlReader in, XmlName name, CodecContext context) {
    add(collectionOf(bean, context), bean, in, name, context);
  }

  /**
   * The collection to which items are added now: the bean's own, or the context's for an array or
   * where a setter has to be called with all of them.
   */
  private Object collectionOf(Object bean, CodecContext context) {
    if (gathers()) {
      return context.gather(bean, this);
    }
    Object current = accessor.get(bean);
    if (current == null) {
      current = shape().start(null);
      accessor.set(bean, current);
    }
    return current;
  }

  @Override
  public Collection<Object> startGathering(Object bean) {
    return shape().isArray()
        ? startArray()
        : Instantiator.asCollection(shape().start(accessor.get(bean)));
  }

  /** What gathers for an array. */
  private Collection<Object> startArray() {
    return types.size() == 1 && NumberRun.takes(shape(), types.get(0)) && adaptation == null
        ? new NumberList(shape().type)
        : Instantiator.asCollection(shape().start(null));
  }

  @Override
  public Collection<Object> continueGathering(Object bean) {
    Object current = accessor.get(bean);
    if (current == null) {
      return Instantiator.asCollection(shape().start(null));
    }
    if (!shape().isArray()) {
      return Instantiator.asCollection(current);
    }
    Collection<Object> items = startArray();
    for (CollectionShape.Cursor each = shape().cursor(current); each.next(); ) {
      items.add(each.value());
    }
    return items;
  }

  @Override
  public void finishGathering(Object bean, Collection<Object> items) {
    accessor.set(bean, items instanceof NumberList all ? all.finish() : shape().finish(items));
  }

  @Override
  public void gathered(Object bean, CodecContext context) {
    context.gathered(bean, this);
  }

  private void add(Object gathered, Object bean, XmlReader in, XmlName name, CodecContext context) {
    ElementCache memory = XmlInternals.memory(in);
    if (reference) {
      String id = in.readText().toToken();
      context.atEnd(
          () -> {
            Object target = context.beanById(id);
            if (target != null) {
              shape().add(gathered, target);
            }
          });
    } else if (memory != null) {
      addRemembering(memory, gathered, bean, in, name, context);
    } else {
      shape().add(gathered, readItem(bean, in, name, context));
    }
  }

  /** Adds this item, or all remembered items that begin with it. */
  private void addRemembering(
      ElementCache memory,
      Object gathered,
      Object bean,
      XmlReader in,
      XmlName name,
      CodecContext context) {
    Collection<Object> items = Instantiator.asCollection(gathered);
    if (memory.recallItems(in, this, items)) {
      return;
    }
    int effects = context.effects();
    Object item = readItem(bean, in, name, context);
    memory.rememberItem(in, this, item, context.effects() == effects);
    items.add(item);
  }

  @Override
  public @Nullable XmlName readRun(Object bean, XmlReader in, XmlName first, CodecContext context) {
    if (NumberRun.takes(shape(), types.get(0)) && !reference && adaptation == null) {
      return readNumbers(bean, in, first, context);
    }
    Object gathered = collectionOf(bean, context);
    XmlName name = first;
    while (name == first) {
      add(gathered, bean, in, name, context);
      name = in.nextChild(first);
    }
    return name;
  }

  private @Nullable XmlName readNumbers(
      Object bean, XmlReader in, XmlName first, CodecContext context) {
    ElementCache memory = Objects.requireNonNull(XmlInternals.memory(in));
    NumberRun run = new NumberRun(shape().type);
    boolean direct = ((SimpleValue) types.get(0).codec).defaultValue == null;
    memory.beginNumbers(in, this, shape().type);
    XmlName name = first;
    while (name == first) {
      int known = memory.recallNumbers(in);
      if (known > 0) {
        run.add(memory.numbers(), memory.numbersFrom(), known);
      } else {
        if (direct && in.attributeCount() == 0) {
          run.read(in);
        } else {
          run.add(readItem(bean, in, name, context));
        }
        memory.numberRead(in);
      }
      name = in.nextChild(first);
    }
    Object array = run.finish();
    accessor.set(bean, array);
    boolean byCode =
        accessor instanceof Accessor.OfMethods || accessor instanceof Accessor.OfComponent;
    memory.endNumbers(byCode ? run.finish() : array);
    if (name != null) {
      context.gathered(bean, this);
    }
    return name;
  }

  /** Reads one element; null where it is nil. */
  @SuppressWarnings("NullAway") // the name is that of one of the types
  public @Nullable Object readItem(Object bean, XmlReader in, XmlName name, CodecContext context) {
    ElementType type = typeOf(name);
    if (in.attributeCount() != 0 && type.nilIsNull && in.isNil()) {
      in.skipElement();
      return null;
    }
    Object bound = type.codec.read(in, bean, context);
    return adaptation == null ? bound : adaptation.toValue(bound, in, context);
  }

  private @Nullable ElementType typeOf(XmlName name) {
    for (ElementType type : types) {
      if (type.tag.name.equals(name)) {
        return type;
      }
    }
    return null;
  }

  @Override
  @SuppressWarnings("NullAway") // called where one of the types is nillable
  public void writeNil(XmlWriter out) {
    XsiMarkup.writeNil(nil.tag, out);
  }

  @Override
  public boolean setsNull() {
    return shape == null && nil != null;
  }

  @Override
  public boolean isRepeated() {
    return shape != null && wrapper == null;
  }

  @Override
  @Nullable Object none() {
    return shape == null ? null : shape.finish(shape.start(null));
  }

  @Override
  public boolean gathers() {
    return shape != null && (shape.isArray() || accessor instanceof Accessor.OfMethods);
  }

  // ---- copying and comparing ----

  @Override
  boolean isImmutable(Set<Class<?>> visited) {
    if (shape != null || adaptation != null) {
      return false;
    }
    for (ElementType type : types) {
      if (!type.codec.isImmutable(visited)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void copy(Object from, Object to, CodecContext context) {
    if (!reference) {
      super.copy(from, to, context);
      return;
    }
    Object value = accessor.get(from);
    if (value != null) {
      context.atEnd(
          () ->
              accessor.set(
                  to, shape == null ? context.copyOf(value) : shape.copy(value, context::copyOf)));
    }
  }

  @Override
  public @Nullable Object copy(Object value, CodecContext context) {
    return shape == null
        ? copyItem(value, context)
        : shape.copy(value, item -> copyItem(item, context));
  }

  private @Nullable Object copyItem(Object value, CodecContext context) {
    return adaptation == null
        ? typeOf(value).codec.copy(value, context)
        : adaptation.copy(value, bound -> typeOf(bound).codec.copy(bound, context), context);
  }

  @Override
  public boolean equalValues(Object one, Object other, CodecContext context) {
    return shape == null
        ? equalItems(one, other, context)
        : shape.equal(one, other, (a, b) -> equalItems(a, b, context));
  }

  private boolean equalItems(Object one, Object other, CodecContext context) {
    return adaptation == null
        ? equalBound(one, other, context)
        : adaptation.equal(one, other, (a, b) -> equalBound(a, b, context), context);
  }

  private boolean equalBound(Object one, Object other, CodecContext context) {
    ElementType type = typeOf(one);
    return type == typeOf(other) && type.codec.equal(one, other, context);
  }

  @Override
  public int hashValue(Object value, CodecContext context) {
    return shape == null
        ? hashItem(value, context)
        : shape.hash(value, item -> hashItem(item, context));
  }

  private int hashItem(Object value, CodecContext context) {
    return adaptation == null
        ? typeOf(value).codec.hash(value, context)
        : adaptation.hash(value, bound -> typeOf(bound).codec.hash(bound, context), context);
  }

  @Override
  void collectNamespaces(Set<Namespace> namespaces, Set<Class<?>> visited) {
    if (wrapper != null && wrapper.namespace != null) {
      namespaces.add(wrapper.namespace);
    }
    if ((nil != null && !isNilByDefault) || wrapperNillable) {
      namespaces.add(XsiMarkup.XSI);
    }
    for (ElementType type : types) {
      if (type.tag.namespace != null) {
        namespaces.add(type.tag.namespace);
      }
      type.codec.collectNamespaces(namespaces, visited);
    }
  }

  @Override
  boolean anyText(Predicate<SimpleType> test, Set<Class<?>> visited) {
    for (ElementType type : types) {
      if (type.codec.anyText(test, visited)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void collectTypes(Set<Class<?>> into) {
    types.forEach(type -> type.codec.collectTypes(into));
  }
}
