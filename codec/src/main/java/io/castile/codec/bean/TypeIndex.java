package io.castile.codec.bean;

import io.castile.codec.binding.BoundMembers;
import io.castile.codec.value.SimpleTypes;
import io.castile.xml.XmlName;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All classes of a set: those that it was made with and what they refer to, as far as {@code
 * XmlSeeAlso}, superclasses, object factories and the static types of properties lead. Made when a
 * message first names a type or an element that no static type announces.
 *
 * <p>Immutable and thread-safe.
 */
final class TypeIndex {
  private final Set<Class<?>> all = new LinkedHashSet<>();
  private final Map<XmlName, Class<?>> byTypeName = new HashMap<>();
  private final Map<XmlName, Class<?>> byRootName = new LinkedHashMap<>();

  TypeIndex(Set<Class<?>> roots, BeanCodecs codecs) {
    Deque<Class<?>> open = new ArrayDeque<>(roots);
    while (!open.isEmpty()) {
      Class<?> type = open.poll();
      if (!isBound(type) || !all.add(type)) {
        continue;
      }
      XmlSeeAlso seeAlso = type.getAnnotation(XmlSeeAlso.class);
      if (seeAlso != null) {
        for (Class<?> other : seeAlso.value()) {
          open.add(other);
        }
      }
      XmlName typeName = codecs.typeName(type);
      if (typeName != null) {
        byTypeName.putIfAbsent(typeName, type);
      }
      if (type.isEnum()) {
        continue;
      }
      XmlName rootName = codecs.rootName(type);
      if (rootName != null) {
        byRootName.putIfAbsent(rootName, type);
      }
      Class<?> superclass = BoundMembers.boundSuperclass(type);
      if (superclass != null) {
        open.add(superclass);
      }
      Set<Class<?>> referred = new LinkedHashSet<>();
      codecs.collectTypes(type, referred);
      open.addAll(referred);
    }
  }

  /** Whether a class is one that annotations bind: no simple type, and no object factory. */
  static boolean isBound(Class<?> type) {
    return !type.isAnnotationPresent(XmlRegistry.class)
        && !type.isInterface()
        && !type.isPrimitive()
        && !type.isArray()
        && type != Object.class
        && SimpleTypes.of(type) == null;
  }

  Set<Class<?>> all() {
    return all;
  }

  /** The class of that schema type, null if none is known. */
  @Nullable Class<?> ofTypeName(XmlName name) {
    return byTypeName.get(name);
  }

  /** The class with that element name ({@code XmlRootElement}), null if none is known. */
  @Nullable Class<?> ofRootName(XmlName name) {
    return byRootName.get(name);
  }
}
