package io.castile.soap.model.internal;

import jakarta.jws.WebService;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The names that Jakarta XML Web Services 4.0 §3 gives to what annotations leave open. */
final class JaxwsNames {
  private JaxwsNames() {}

  /** The annotation's value, or the default where it is absent or empty. */
  static String orElse(String value, String byDefault) {
    return value == null || value.isEmpty() ? byDefault : value;
  }

  /**
   * The namespace of a class's package: {@code com.example.shop} gives http://shop.example.com/.
   */
  static String namespaceOf(Class<?> type) {
    List<String> segments =
        new ArrayList<>(List.of(type.getPackageName().toLowerCase(Locale.ROOT).split("\\.")));
    if (segments.get(0).isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot name the namespace of "
              + type.getName()
              + ", because it is in no package. Set targetNamespace in @WebService (Jakarta XML Web"
              + " Services §3.2).");
    }
    Collections.reverse(segments);
    return "http://" + String.join(".", segments) + "/";
  }

  static String targetNamespace(Class<?> type) {
    WebService service = type.getAnnotation(WebService.class);
    String named = service == null ? "" : service.targetNamespace();
    return named.isEmpty() ? namespaceOf(type) : named;
  }

  static String capitalize(String name) {
    return name.isEmpty() ? name : Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  /** The package in which tools put wrapper and fault beans. */
  static String beanPackage(Class<?> type) {
    String name = type.getPackageName();
    return name.isEmpty() ? "jaxws" : name + ".jaxws";
  }

  /** The class of that name where the loader of {@code context} has it, else null. */
  static @Nullable Class<?> find(String name, Class<?> context) {
    try {
      return Class.forName(name, false, context.getClassLoader());
    } catch (ClassNotFoundException e) {
      return null; // Optional by design: without the class, the element is written from its parts.
    }
  }
}
