package io.castile.codec.bean;

import io.castile.codec.BindingException;
import io.castile.codec.binding.Construction;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.Namespace;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.ElementCache;
import io.castile.xml.internal.PassedOver;
import io.castile.xml.internal.XmlInternals;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/**
 * The codec of a class from its plan. A subclass does the work of the properties that the class
 * itself declares and leaves the inherited ones to the codec of the superclass, {@link #parent()}:
 * one of them may be compiled while the other is interpreted, and private fields are only ever
 * touched by a nestmate of their own class.
 *
 * <p>The shape of a read is here: attributes, then child elements in the order of the plan as long
 * as the message keeps it ({@link #readInOrder}), then whatever else comes one by one ({@link
 * #readElement}).
 *
 * <p>For generated code; no compatibility promise. Thread-safe.
 */
public abstract class TypeCodec extends BeanCodec {
  public final BeanPlan plan;
  private final @Nullable TypeCodec parent;

  protected TypeCodec(CodecBinding binding) {
    this(binding.plan, binding.parent);
  }

  TypeCodec(BeanPlan plan, @Nullable TypeCodec parent) {
    this.plan = plan;
    this.parent = parent;
  }

  /** The codec of the superclass's properties; null if no superclass has any. */
  public final @Nullable TypeCodec parent() {
    return parent;
  }

  // ---- what the class's own level does; implementations call the parent's first ----

  /** Makes an empty bean. */
  public abstract Object newInstance();

  /** Writes the attributes. */
  public abstract void writeAttributes(Object bean, XmlWriter out, CodecContext context);

  /** Writes the content: child elements, or the text of the value property. */
  public abstract void writeContent(Object bean, XmlWriter out, CodecContext context);

  /** Takes one attribute; false if no property has that name. */
  public abstract boolean readAttribute(
      Object bean, XmlReader in, int index, XmlName name, CodecContext context);

  /**
   * Takes child elements as long as they come in the order of the plan.
   *
   * @param name the name of the child at which {@code in} stands, or null for none
   * @return the name of the first child that was not taken, or null after the last
   */
  public abstract @Nullable XmlName readInOrder(
      Object bean, XmlReader in, @Nullable XmlName name, CodecContext context);

  /**
   * Takes one child element by its name, wherever it stands; false if no property has that name.
   * Where a superclass has a property of the same name, the superclass takes it, as in the
   * reference implementation.
   */
  public abstract boolean readElement(
      Object bean, XmlReader in, XmlName name, CodecContext context);

  /** Takes the text of the value property. */
  @SuppressWarnings("NullAway") // called where there is one
  public void readValue(Object bean, XmlText text, XmlReader in, CodecContext context) {
    plan.value.read(bean, text, in, context);
  }

  /** Copies all properties into an empty bean. */
  public abstract void copyInto(Object from, Object to, CodecContext context);

  /** Compares all properties. */
  public abstract boolean equalProperties(Object one, Object other, CodecContext context);

  /** Hashes all properties. */
  public abstract int hashProperties(Object bean, CodecContext context);

  // ---- the shape ----

  @Override
  final Class<?> type() {
    return plan.type;
  }

  @Override
  final @Nullable XmlName typeName() {
    return plan.typeName;
  }

  @Override
  final @Nullable XmlName rootName() {
    return plan.rootName;
  }

  @Override
  public final void writeBody(Object bean, XmlWriter out, CodecContext context) {
    if (!out.enter(bean)) {
      return;
    }
    if (plan.callbacks != null) {
      plan.callbacks.beforeMarshal(bean);
    }
    if (plan.declares) {
      writeDeclaring(bean, out, context);
    } else {
      writeAttributes(bean, out, context);
      out.raw(ValueCodec.GT);
      if (plan.mixed != null) {
        writeMixed(bean, out, context);
      } else {
        writeContent(bean, out, context);
      }
    }
    if (plan.callbacks != null) {
      plan.callbacks.afterMarshal(bean);
    }
    out.leave();
  }

  private void writeMixed(Object bean, XmlWriter out, CodecContext context) {
    out.enterMixed();
    writeContent(bean, out, context);
    out.leaveMixed();
  }

  /**
   * Where values are qualified names: what the start tag declares for them ends with the element.
   */
  private void writeDeclaring(Object bean, XmlWriter out, CodecContext context) {
    int mark = out.mark();
    writeAttributes(bean, out, context);
    if (plan.value != null) {
      plan.value.declare(bean, out, context);
    }
    out.raw(ValueCodec.GT);
    if (plan.mixed != null) {
      writeMixed(bean, out, context);
    } else {
      writeContent(bean, out, context);
    }
    out.release(mark);
  }

  @Override
  public final Object read(XmlReader in, @Nullable Object outer, CodecContext context) {
    ElementCache memory = XmlInternals.memory(in);
    return memory == null ? parse(in, outer, context) : readRemembering(memory, in, outer, context);
  }

  /** What a bean is depends on its bytes, the namespaces in scope, and the plan. */
  private Object readRemembering(
      ElementCache memory, XmlReader in, @Nullable Object outer, CodecContext context) {
    Object known = memory.recall(in, plan);
    if (known != null) {
      return known;
    }
    int effects = context.effects();
    Object bean = parse(in, outer, context);
    if (plan.hasSetters) {
      context.madeBySetters(plan.hides);
    }
    memory.remember(in, bean, context.effects() == effects);
    return bean;
  }

  private Object parse(XmlReader in, @Nullable Object outer, CodecContext context) {
    Object bean = newInstance();
    if (plan.callbacks != null) {
      context.unproven();
      if (plan.construction == null) {
        plan.callbacks.beforeUnmarshal(bean, outer);
      }
    }
    if (in.attributeCount() != 0) {
      readAttributes(bean, in, context);
    }
    if (plan.value != null) {
      readValue(bean, in.readValueText(), in, context);
    } else if (plan.mixed != null) {
      readMixed(plan.mixed, bean, in, context);
    } else {
      XmlName name = readInOrder(bean, in, in.nextChild(plan.firstElement), context);
      while (name != null) {
        readChild(bean, in, name, context);
        name = in.nextChild(null);
      }
    }
    if (plan.gathers) {
      context.finishGathered(bean);
    }
    if (plan.construction != null) {
      bean = made(bean, in);
    }
    if (plan.id != null) {
      identify(bean, context);
    }
    if (plan.callbacks != null) {
      plan.callbacks.afterUnmarshal(bean, outer);
    }
    return bean;
  }

  /** What a constructor does not take is an error of the message. */
  private Object made(Object values, XmlReader in) {
    plan.fillAbsent((Object[]) values);
    try {
      return finish((Object[]) values);
    } catch (BindingException e) {
      throw e;
    } catch (RuntimeException e) {
      throw in.refused("values that the constructor of " + plan.type.getSimpleName() + " takes", e);
    }
  }

  /** Makes what has all its values from the beginning; compiled code calls the constructor. */
  @SuppressWarnings("NullAway") // called where there is a construction
  public Object finish(Object[] values) {
    return plan.construction.finish(values);
  }

  private void readAttributes(Object bean, XmlReader in, CodecContext context) {
    int count = in.attributeCount();
    for (int i = 0; i < count; i++) {
      XmlName name = in.attributeName(i);
      if (readAttribute(bean, in, i, name, context)
          || name.uri().equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI)) {
        continue;
      }
      PassedOver told = XmlInternals.passedOver(in);
      if (plan.anyAttribute != null) {
        plan.anyAttribute.read(bean, in, i, name);
      } else if (told != null && !name.uri().equals(XMLConstants.XML_NS_URI)) {
        told.attribute(in, i, known(true));
      }
    }
  }

  private void readChild(Object bean, XmlReader in, XmlName name, CodecContext context) {
    if (readElement(bean, in, name, context)) {
      return;
    }
    ReferenceProperty wildcard = plan.wildcardFor(bean);
    if (wildcard != null) {
      wildcard.readInto(bean, in, name, context);
    } else {
      PassedOver told = XmlInternals.passedOver(in);
      if (told != null) {
        told.element(in, known(false));
      }
      in.skipElement();
    }
  }

  /** The names of the attributes or elements that are taken, those of superclasses included. */
  private Set<XmlName> known(boolean attributes) {
    Set<XmlName> names = new LinkedHashSet<>();
    for (TypeCodec level = this; level != null; level = level.parent) {
      for (Property property : level.plan.own) {
        if (!property.isAttribute()) {
          names.addAll(attributes ? List.of() : property.elementNames());
        } else if (attributes && property instanceof AttributeProperty attribute) {
          names.add(attribute.tag.name);
        }
      }
    }
    return names;
  }

  /**
   * Passes over an element that is none of those which stand in a list or a map.
   *
   * @param known the names of those
   */
  protected static void passOver(XmlReader in, XmlName... known) {
    PassedOver told = XmlInternals.passedOver(in);
    if (told != null) {
      told.element(in, List.of(known));
    }
    in.skipElement();
  }

  private void readMixed(ReferenceProperty mixed, Object bean, XmlReader in, CodecContext context) {
    for (int event = in.nextContent(); event != XmlReader.END_ELEMENT; event = in.nextContent()) {
      if (event == XmlReader.TEXT) {
        mixed.readText(bean, in.text());
      } else {
        readChild(bean, in, in.name(), context);
      }
    }
  }

  private void identify(Object bean, CodecContext context) {
    String id = id(bean);
    if (id != null) {
      context.identify(id, bean);
    }
  }

  /** Compiled code has the same as its own, without what only identified beans need. */
  @Override
  public Object copy(Object bean, CodecContext context) {
    if (plan.construction != null) {
      return copyWhole(plan.construction, bean, context);
    }
    Object copy = newInstance();
    if (plan.id != null) {
      context.copied(bean, copy);
    }
    copyInto(bean, copy, context);
    return copy;
  }

  private Object copyWhole(Construction construction, Object bean, CodecContext context) {
    if (plan.isImmutable()) {
      return bean;
    }
    Object[] values = construction.start();
    copyInto(bean, values, context);
    Object copy = finish(values);
    if (plan.id != null) {
      context.copied(bean, copy);
    }
    return copy;
  }

  @Override
  public final boolean equal(Object one, Object other, CodecContext context) {
    return one == other || equalProperties(one, other, context);
  }

  @Override
  public final int hash(Object bean, CodecContext context) {
    return hashProperties(bean, context);
  }

  @Override
  final @Nullable String id(Object bean) {
    return plan.id == null ? null : (String) plan.id.accessor.get(bean);
  }

  /** The same error with the property that leads to it. */
  private BindingException at(Property property, BindingException e) {
    return e.at(plan.type.getSimpleName() + "." + property.javaName);
  }

  @Override
  final boolean anyText(Predicate<SimpleType> test, Set<Class<?>> visited) {
    if (parent != null && parent.anyText(test, visited)) {
      return true;
    }
    for (Property property : plan.own) {
      try {
        if (property.anyText(test, visited)) {
          return true;
        }
      } catch (BindingException e) {
        throw at(property, e);
      }
    }
    return false;
  }

  @Override
  final void collectNamespaces(Set<Namespace> into, Set<Class<?>> visited) {
    if (parent != null) {
      parent.collectNamespaces(into, visited);
    }
    for (Property property : plan.own) {
      try {
        property.collectNamespaces(into, visited);
      } catch (BindingException e) {
        throw at(property, e);
      }
    }
  }
}
