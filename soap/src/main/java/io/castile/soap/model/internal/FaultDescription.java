package io.castile.soap.model.internal;

import jakarta.xml.ws.WebFault;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The description of a service exception by its annotations, before codecs are made for it (Jakarta
 * XML Web Services 4.0 §2.5 and §3.7).
 *
 * @param type the exception
 * @param name the name of the element in the fault's detail
 * @param bean the class of that element; null where it is made of the exception's properties
 * @param faultInfo {@code getFaultInfo}; null where the exception has properties instead
 * @param getters the exception's properties, by name in alphabetical order
 */
public record FaultDescription(
    Class<? extends Throwable> type,
    QName name,
    @Nullable Class<?> bean,
    @Nullable Method faultInfo,
    Map<String, Method> getters) {

  /** Getters of every throwable that are not part of a fault. */
  private static final Set<String> NOT_PROPERTIES =
      Set.of("getCause", "getLocalizedMessage", "getStackTrace", "getClass", "getSuppressed");

  static FaultDescription of(Class<? extends Throwable> type, Class<?> sei) {
    WebFault annotation = type.getAnnotation(WebFault.class);
    String namespace = JaxwsNames.targetNamespace(sei);
    QName name =
        annotation == null
            ? new QName(namespace, type.getSimpleName())
            : new QName(
                JaxwsNames.orElse(annotation.targetNamespace(), namespace),
                JaxwsNames.orElse(annotation.name(), type.getSimpleName()));
    Method faultInfo = faultInfo(type);
    if (faultInfo != null) {
      return new FaultDescription(type, name, faultInfo.getReturnType(), faultInfo, Map.of());
    }
    Class<?> bean = JaxwsNames.find(beanName(type, sei), type);
    return new FaultDescription(type, name, bean, null, getters(type));
  }

  /** The name of the class of the element, where the exception does not bring an object of it. */
  static String beanName(Class<? extends Throwable> type, Class<?> sei) {
    WebFault annotation = type.getAnnotation(WebFault.class);
    return JaxwsNames.orElse(
        annotation == null ? "" : annotation.faultBean(),
        JaxwsNames.beanPackage(sei) + "." + type.getSimpleName() + "Bean");
  }

  private static @Nullable Method faultInfo(Class<?> type) {
    for (Method method : type.getMethods()) {
      if (method.getName().equals("getFaultInfo")
          && method.getParameterCount() == 0
          && !method.isBridge()) {
        return method;
      }
    }
    return null;
  }

  private static Map<String, Method> getters(Class<?> type) {
    Map<String, Method> getters = new TreeMap<>();
    for (Method method : type.getMethods()) {
      String property = property(method);
      if (property != null) {
        getters.put(property, method);
      }
    }
    return getters;
  }

  private static @Nullable String property(Method method) {
    String name = method.getName();
    int prefix = name.startsWith("get") ? 3 : name.startsWith("is") ? 2 : 0;
    if (prefix == 0
        || name.length() == prefix
        || method.getParameterCount() > 0
        || method.getReturnType() == void.class
        || method.isBridge()
        || Modifier.isStatic(method.getModifiers())
        || NOT_PROPERTIES.contains(name)) {
      return null;
    }
    return decapitalize(name.substring(prefix));
  }

  /**
   * Returns a property's name by the rules of JavaBeans: {@code URL} stays, {@code Code} becomes
   * {@code code}.
   */
  private static String decapitalize(String name) {
    boolean acronym =
        name.length() > 1
            && Character.isUpperCase(name.charAt(0))
            && Character.isUpperCase(name.charAt(1));
    return acronym ? name : Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  /** The properties as parts of an element without a class. */
  public List<MessagePart> parts() {
    List<MessagePart> parts = new ArrayList<>();
    getters.forEach(
        (name, getter) ->
            parts.add(
                new MessagePart(
                    parts.size(),
                    new QName(name),
                    name,
                    getter.getGenericReturnType(),
                    ParameterReader.bindingAnnotations(getter.getAnnotations()),
                    false,
                    false)));
    return parts;
  }
}
