package io.castile.codec.bean;

import io.castile.codec.BindingException;
import io.castile.codec.binding.Annotations;
import io.castile.codec.binding.BoundMember;
import io.castile.codec.binding.BoundMembers;
import io.castile.codec.binding.Callbacks;
import io.castile.codec.binding.Construction;
import io.castile.codec.binding.Instantiator;
import io.castile.codec.binding.JavaxAnnotations;
import io.castile.codec.binding.Types;
import io.castile.codec.binding.UnsupportedBinding;
import io.castile.codec.value.ValueCodec;
import io.castile.codec.value.WrapperPart;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Reads the annotations of one class into its {@link BeanPlan}. */
final class Planner {
  private final BeanCodecs codecs;
  private final PropertyPlanner properties;

  Planner(BeanCodecs codecs) {
    this.codecs = codecs;
    this.properties = new PropertyPlanner(codecs);
  }

  /**
   * @throws UnsupportedBinding if the class needs the reference implementation
   * @throws BindingException if its annotations describe no binding
   */
  BeanPlan plan(Class<?> type, @Nullable BeanPlan parent) {
    if (type.isInterface()) {
      throw new BindingException(
          "Cannot bind "
              + type.getName()
              + ", because it is an interface. Name a class by XmlElement(type = …), or use an"
              + " XmlJavaTypeAdapter.");
    }
    JavaxAnnotations.checked(type, type.getName());
    if (type.getPackage() != null) {
      JavaxAnnotations.checked(type.getPackage(), type.getPackage());
    }
    Construction construction = BoundMembers.construction(type);
    List<Property> attributes = new ArrayList<>();
    List<Property> contents = new ArrayList<>();
    Property id = null;
    for (BoundMember seed : BoundMembers.of(type)) {
      Property property = properties.plan(type, seed);
      (property.isAttribute() ? attributes : contents).add(property);
      if (seed.annotations().has(XmlID.class)) {
        id = property;
      }
    }
    attributes.addAll(contents);
    return new BeanPlan(
        type,
        parent,
        codecs.typeName(type),
        codecs.rootName(type),
        construction == null ? factory(type) : construction::start,
        construction,
        callbacks(type, construction != null),
        attributes,
        id);
  }

  private static @Nullable Callbacks callbacks(Class<?> type, boolean whole) {
    Callbacks callbacks = Callbacks.of(type);
    if (whole && callbacks != null && callbacks.comesBefore()) {
      throw new BindingException(
          "Cannot call beforeUnmarshal of "
              + type.getName()
              + ", because its constructor takes the values, so no object exists before they are"
              + " read. Use afterUnmarshal, or add a constructor without arguments.");
    }
    return callbacks;
  }

  /** The codec of a wrapper without a class, whose values are arrays of its parts' values. */
  ValueCodec wrapper(List<WrapperPart> parts) {
    List<Property> contents = new ArrayList<>();
    Object[] empty = new Object[parts.size()];
    for (int i = 0; i < empty.length; i++) {
      WrapperPart part = parts.get(i);
      contents.add(properties.part(part, i));
      Class<?> raw = Types.erase(part.type());
      empty[i] = raw.isPrimitive() ? Array.get(Array.newInstance(raw, 1), 0) : null;
    }
    BeanPlan plan =
        new BeanPlan(
            Object[].class,
            null,
            null,
            null,
            new WrapperValue.Copied(empty),
            null,
            null,
            contents,
            null);
    return new WrapperValue(plan, codecs);
  }

  /** Makes beans by their constructor without arguments. */
  private record Constructed(Constructor<?> constructor) implements Supplier<Object> {
    @Override
    public Object get() {
      return Instantiator.create(constructor);
    }
  }

  private static @Nullable Supplier<Object> factory(Class<?> type) {
    XmlType annotation = type.getAnnotation(XmlType.class);
    if (annotation != null && !annotation.factoryMethod().isEmpty()) {
      Class<?> factory =
          annotation.factoryClass() == XmlType.DEFAULT.class ? type : annotation.factoryClass();
      return factoryMethod(factory, annotation.factoryMethod());
    }
    if (Modifier.isAbstract(type.getModifiers())) {
      return null;
    }
    Constructor<?> constructor = Instantiator.constructor(type);
    return new Constructed(constructor);
  }

  private static Supplier<Object> factoryMethod(Class<?> factory, String name) {
    try {
      Method method = factory.getDeclaredMethod(name);
      method.setAccessible(true);
      return () -> {
        try {
          return method.invoke(null);
        } catch (InvocationTargetException e) {
          throw BindingException.of(method + " failed", e.getCause());
        } catch (IllegalAccessException e) {
          throw new AssertionError("opened above: " + method, e);
        }
      };
    } catch (NoSuchMethodException e) {
      throw new BindingException(
          "Cannot bind "
              + factory.getName()
              + ", because the factory method "
              + name
              + "() that XmlType names does not exist. Add it, or remove factoryMethod.",
          e);
    }
  }

  /** One part of a wrapper without a class. */
  Property part(WrapperPart part) {
    return properties.part(part, 0);
  }

  /**
   * An element on its own, as a parameter or an element declaration has it.
   *
   * @param owner where package annotations are looked for
   */
  ElementProperty element(
      QName name,
      Type type,
      Annotations annotations,
      Class<?> owner,
      @Nullable String defaultText) {
    return properties.element(name, type, annotations, owner, defaultText);
  }

  /** How an element of that type is written where no annotation says more. */
  ValueCodec value(Type type) {
    return properties.value(type);
  }
}
