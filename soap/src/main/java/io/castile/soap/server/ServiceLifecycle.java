package io.castile.soap.server;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.xml.ws.WebServiceContext;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a container does for the objects that it makes (Jakarta Annotations 3.0 §2.3 to §2.6), for
 * services and handlers.
 */
public final class ServiceLifecycle {
  private ServiceLifecycle() {}

  /**
   * Calls the methods that are to be called before an object is used, those of parents first.
   *
   * @throws IllegalStateException if one fails
   */
  public static void postConstruct(Object object) {
    call(object, PostConstruct.class);
  }

  /**
   * Calls the methods that are to be called when an object is not used any more.
   *
   * @throws IllegalStateException if one fails
   */
  public static void preDestroy(Object object) {
    call(object, PreDestroy.class);
  }

  private static void call(Object object, Class<? extends Annotation> when) {
    List<String> seen = new ArrayList<>();
    List<Method> methods = new ArrayList<>();
    for (Class<?> owner : classes(object)) {
      for (Method method : owner.getDeclaredMethods()) {
        boolean first = method.getParameterCount() == 0 && !seen.contains(method.getName());
        if (first && method.isAnnotationPresent(when)) {
          methods.add(method);
          seen.add(method.getName()); // an overriding method is called for the overridden one
        }
      }
    }
    Collections.reverse(methods);
    methods.forEach(method -> invoke(method, object));
  }

  /** Gives a context to the fields and setters that ask for one; returns whether any does. */
  public static boolean inject(Object object, WebServiceContext context) {
    boolean injected = false;
    for (Class<?> owner : classes(object)) {
      for (Field field : owner.getDeclaredFields()) {
        if (asksForContext(field.getAnnotation(Resource.class), field.getType())) {
          set(field, object, context);
          injected = true;
        }
      }
      for (Method method : owner.getDeclaredMethods()) {
        if (method.getParameterCount() == 1
            && asksForContext(
                method.getAnnotation(Resource.class), method.getParameterTypes()[0])) {
          invoke(method, object, context);
          injected = true;
        }
      }
    }
    return injected;
  }

  private static boolean asksForContext(Resource resource, Class<?> type) {
    return resource != null
        && (type == WebServiceContext.class
            || (resource.type() == WebServiceContext.class
                && type.isAssignableFrom(WebServiceContext.class)));
  }

  /** The object's class and its parents. */
  private static List<Class<?>> classes(Object object) {
    List<Class<?>> classes = new ArrayList<>();
    for (Class<?> owner = object.getClass();
        owner != null && owner != Object.class;
        owner = owner.getSuperclass()) {
      classes.add(owner);
    }
    return classes;
  }

  private static void set(Field field, Object object, Object value) {
    try {
      field.setAccessible(true);
      field.set(object, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("field " + field + " cannot be set", e);
    }
  }

  private static void invoke(Method method, Object object, Object... arguments) {
    try {
      method.setAccessible(true);
      method.invoke(object, arguments);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(
          "Cannot call method "
              + method
              + ": "
              + (e instanceof InvocationTargetException ? e.getCause() : e),
          e);
    }
  }
}
