package io.castile.interop.cxf;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElementRefs;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The classes of the test services that can be bound: those of a context, and what they refer to.
 */
final class BoundClasses {
  private final Set<Class<?>> found = new LinkedHashSet<>();

  private BoundClasses() {}

  static List<Class<?>> from(Collection<Class<?>> roots) {
    BoundClasses classes = new BoundClasses();
    roots.forEach(classes::add);
    return new ArrayList<>(classes.found);
  }

  private void add(Type type) {
    if (type instanceof ParameterizedType generic) {
      for (Type argument : generic.getActualTypeArguments()) {
        add(argument);
      }
    } else if (type instanceof Class<?> bean) {
      Class<?> item = bean.isArray() ? bean.getComponentType() : bean;
      if (isBound(item) && found.add(item)) {
        addReferred(item);
      }
    }
  }

  private static boolean isBound(Class<?> type) {
    return !type.isPrimitive()
        && !type.isInterface()
        && !type.isArray()
        && !type.getName().startsWith("java")
        && !type.getName().startsWith("org.w3c")
        && !type.getName().startsWith("org.apache.cxf.ws.addressing")
        && !JAXBElement.class.isAssignableFrom(type)
        && !Throwable.class.isAssignableFrom(type);
  }

  private void addReferred(Class<?> type) {
    if (type.isAnnotationPresent(XmlRegistry.class)) {
      for (Method method : type.getMethods()) {
        if (method.getName().startsWith("create")) {
          add(method.getGenericReturnType());
        }
      }
      return;
    }
    add(type.getSuperclass());
    XmlSeeAlso others = type.getAnnotation(XmlSeeAlso.class);
    for (Class<?> other : others == null ? new Class<?>[0] : others.value()) {
      add(other);
    }
    addRegistry(type);
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        add(field.getGenericType());
        addNamed(field);
      }
    }
  }

  private void addNamed(Field field) {
    for (XmlElement element : field.getAnnotationsByType(XmlElement.class)) {
      add(element.type());
    }
    XmlElements choice = field.getAnnotation(XmlElements.class);
    for (XmlElement element : choice == null ? new XmlElement[0] : choice.value()) {
      add(element.type());
    }
    XmlElementRefs references = field.getAnnotation(XmlElementRefs.class);
    for (XmlElementRef reference : references == null ? new XmlElementRef[0] : references.value()) {
      add(reference.type());
    }
  }

  private void addRegistry(Class<?> type) {
    try {
      add(Class.forName(type.getPackageName() + ".ObjectFactory", true, type.getClassLoader()));
    } catch (ClassNotFoundException e) {
      // The package has none.
    }
  }
}
