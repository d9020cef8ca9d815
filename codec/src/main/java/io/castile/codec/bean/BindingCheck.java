package io.castile.codec.bean;

import io.castile.codec.BindingException;
import io.castile.codec.binding.JavaxAnnotations;
import io.castile.codec.value.ValueCodec;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Plans all that a codec leads to by the static types of properties, before there is a message, so
 * that what cannot be bound is an error then, with the way to it.
 */
final class BindingCheck {
  private final BeanCodecs codecs;
  private final Set<Class<?>> seen = new HashSet<>(); // Guarded by this.

  BindingCheck(BeanCodecs codecs) {
    this.codecs = codecs;
  }

  /** A class, and the properties that lead to it. */
  private record Step(Class<?> type, String way) {}

  /**
   * @param where what has the codec, the beginning of the way
   * @throws BindingException if something cannot be bound
   */
  synchronized void check(ValueCodec codec, String where) {
    Deque<Step> open = new ArrayDeque<>();
    if (codec instanceof WrapperValue wrapper) {
      for (Property part : wrapper.plan().own) {
        follow(part, where + ", " + part.javaName, open);
      }
    } else {
      Set<Class<?>> found = new LinkedHashSet<>();
      codec.collectTypes(found);
      found.forEach(each -> open.add(new Step(each, where)));
    }
    while (!open.isEmpty()) {
      Step step = open.poll();
      if (seen.add(step.type)) {
        follow(step, open);
      }
    }
  }

  private void follow(Step step, Deque<Step> open) {
    try {
      checkClassFile(step.type);
      BeanCodec codec = new BeanRef(step.type, codecs).checked();
      if (codec instanceof ReferenceBinding.ReferenceCodec reference) {
        reference.check();
        return;
      }
      for (BeanPlan plan = codecs.planOf(step.type); plan != null; plan = plan.parent) {
        for (Property property : plan.own) {
          String name = plan.type.getSimpleName() + "." + property.javaName;
          follow(property, step.way + ", " + name, open);
        }
      }
    } catch (BindingException e) {
      throw e.at(step.way);
    }
    XmlSeeAlso seeAlso = step.type.getAnnotation(XmlSeeAlso.class);
    if (seeAlso != null) {
      for (Class<?> other : seeAlso.value()) {
        if (!other.isEnum()
            && codecs.simpleType(other) == null
            && !ObjectFactories.isFactory(other)) {
          open.add(new Step(other, step.way + ", XmlSeeAlso of " + step.type.getSimpleName()));
        }
      }
    }
  }

  private static void follow(Property property, String way, Deque<Step> open) {
    Set<Class<?>> referred = new LinkedHashSet<>();
    property.collectTypes(referred);
    referred.forEach(each -> open.add(new Step(each, way)));
  }

  /**
   * Reflection leaves out annotations whose classes are absent: such a class seems to have none.
   */
  private static void checkClassFile(Class<?> type) {
    if (!hasBinding(type)) {
      String javax = JavaxAnnotations.inClassFile(type);
      if (javax != null) {
        throw new BindingException(javax);
      }
    }
  }

  private static boolean hasBinding(Class<?> type) {
    if (isBinding(type)) {
      return true;
    }
    for (Field field : type.getDeclaredFields()) {
      if (isBinding(field)) {
        return true;
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isBinding(method)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isBinding(AnnotatedElement element) {
    for (Annotation annotation : element.getAnnotations()) {
      if (annotation.annotationType().getName().startsWith("jakarta.xml.bind.")) {
        return true;
      }
    }
    return false;
  }
}
