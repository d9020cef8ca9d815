package io.castile.codec.bean;

import io.castile.codec.binding.Annotations;
import io.castile.codec.binding.Types;
import io.castile.codec.binding.UnsupportedBinding;
import io.castile.xml.XmlName;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlRegistry;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The declarations in the {@code ObjectFactory} classes of a set: elements that have no class of
 * their own, and classes.
 *
 * <p>A factory is read when it is first asked for something: reading its methods loads all classes
 * that it makes, which are those of its whole package.
 */
final class ObjectFactories {
  /** A declared element: its name, and the class in which alone it is meant (null: anywhere). */
  record Key(@Nullable Class<?> scope, XmlName name) {}

  private final BeanCodecs codecs;
  private final Planner planner;

  // Guarded by the lock of the codecs; snapshots are published by BeanCodecs.
  private final Map<Class<?>, List<Method>> factories = new LinkedHashMap<>(); // those read
  private final Set<Class<?>> unread = new LinkedHashSet<>();
  private final Map<Key, Method> methods = new LinkedHashMap<>();
  private final Map<Key, ElementDecl> decls = new LinkedHashMap<>();

  ObjectFactories(BeanCodecs codecs, Planner planner) {
    this.codecs = codecs;
    this.planner = planner;
  }

  /** Takes in an {@code ObjectFactory}; true if it was not known. */
  boolean add(Class<?> factory) {
    return !factories.containsKey(factory) && unread.add(factory);
  }

  private void readAll() {
    unread.forEach(this::read);
    unread.clear();
  }

  private void read(Class<?> factory) {
    List<Method> declared = new ArrayList<>(List.of(factory.getDeclaredMethods()));
    declared.sort(Comparator.comparing(Method::toString));
    factories.put(factory, declared);
    for (Method method : declared) {
      XmlElementDecl decl = method.getAnnotation(XmlElementDecl.class);
      if (decl != null) {
        methods.putIfAbsent(new Key(scope(decl), codecs.name(name(factory, decl))), method);
      }
    }
  }

  /** Takes in the {@code ObjectFactory} of a class's package, if it has one. */
  boolean addFactoryOf(Class<?> type) {
    String name = type.getPackageName() + ".ObjectFactory";
    try {
      Class<?> factory = Class.forName(name, false, type.getClassLoader());
      return isFactory(factory) && add(factory);
    } catch (ClassNotFoundException e) {
      return false; // most packages written by hand have none
    }
  }

  static boolean isFactory(Class<?> type) {
    return type.isAnnotationPresent(XmlRegistry.class);
  }

  private static @Nullable Class<?> scope(XmlElementDecl decl) {
    return decl.scope() == XmlElementDecl.GLOBAL.class ? null : decl.scope();
  }

  private static QName name(Class<?> factory, XmlElementDecl decl) {
    return new QName(uri(factory, decl.namespace()), decl.name());
  }

  private static String uri(Class<?> factory, String uri) {
    if (!uri.equals("##default")) {
      return uri;
    }
    var schema =
        factory.getPackage() == null
            ? null
            : factory.getPackage().getAnnotation(jakarta.xml.bind.annotation.XmlSchema.class);
    return schema == null ? "" : schema.namespace();
  }

  /** The element of that name in that scope, or the global one; null if none is declared. */
  @Nullable ElementDecl element(@Nullable Class<?> scope, XmlName name) {
    readAll();
    for (Class<?> c = scope; c != null; c = c.getSuperclass()) {
      ElementDecl local = exact(new Key(c, name));
      if (local != null) {
        return local;
      }
    }
    return exact(new Key(null, name));
  }

  private @Nullable ElementDecl exact(Key key) {
    Method method = methods.get(key);
    return method == null ? null : exact(key, method);
  }

  private ElementDecl exact(Key key, Method method) {
    ElementDecl known = decls.get(key);
    if (known == null) {
      known = plan(key, method);
      decls.put(key, known);
    }
    return known;
  }

  private ElementDecl plan(Key key, Method method) {
    XmlElementDecl annotation = method.getAnnotation(XmlElementDecl.class);
    Type value = Types.typeArgument(method.getGenericReturnType(), JAXBElement.class);
    if (method.getReturnType() != JAXBElement.class || value == null) {
      throw new UnsupportedBinding("element class " + method.getReturnType().getName());
    }
    QName head =
        annotation.substitutionHeadName().isEmpty()
            ? null
            : new QName(
                uri(method.getDeclaringClass(), annotation.substitutionHeadNamespace()),
                annotation.substitutionHeadName());
    String defaultText =
        annotation.defaultValue().equals("\u0000") ? null : annotation.defaultValue();
    ElementProperty element =
        planner.element(
            key.name.toQName(),
            value,
            Annotations.of(method),
            method.getDeclaringClass(),
            defaultText);
    ElementType type = element.types.get(0);
    return new ElementDecl(
        codecs.markup(key.name),
        key.scope,
        head,
        Types.erase(value),
        type.codec,
        element.adaptation);
  }

  /** All elements that name this one as the head of their substitution group. */
  List<ElementDecl> substitutesOf(ElementDecl head) {
    readAll();
    List<ElementDecl> members = new ArrayList<>();
    QName name = head.tag().name.toQName();
    for (Map.Entry<Key, Method> each : List.copyOf(methods.entrySet())) {
      XmlElementDecl annotation = each.getValue().getAnnotation(XmlElementDecl.class);
      if (annotation.substitutionHeadName().equals(name.getLocalPart())) {
        ElementDecl member = exact(each.getKey(), each.getValue());
        if (name.equals(member.substitutes())) {
          members.add(member);
        }
      }
    }
    return members;
  }

  /** The global elements whose value is of that type. */
  List<ElementDecl> globalElementsOfType(Class<?> type) {
    readAll();
    List<ElementDecl> found = new ArrayList<>();
    for (Map.Entry<Key, Method> each : List.copyOf(methods.entrySet())) {
      if (each.getKey().scope == null && type != Object.class && type != JAXBElement.class) {
        Type value = Types.typeArgument(each.getValue().getGenericReturnType(), JAXBElement.class);
        if (value != null && type.isAssignableFrom(Types.erase(value))) {
          found.add(exact(each.getKey(), each.getValue()));
        }
      }
    }
    return found;
  }

  /** The classes that the factories create or declare elements of. */
  Set<Class<?>> types() {
    readAll();
    Set<Class<?>> types = new LinkedHashSet<>();
    for (List<Method> methods : factories.values()) {
      for (Method method : methods) {
        Type value = Types.typeArgument(method.getGenericReturnType(), JAXBElement.class);
        if (value != null) {
          types.add(Types.erase(value));
        } else if (method.getName().startsWith("create") && method.getParameterCount() == 0) {
          types.add(method.getReturnType());
        }
      }
    }
    types.removeIf(
        type ->
            type.isPrimitive()
                || type.isInterface()
                || Arrays.asList(Object.class, void.class).contains(type));
    return types;
  }

  /** The factories themselves, for the reference implementation. */
  Set<Class<?>> factories() {
    Set<Class<?>> all = new LinkedHashSet<>(factories.keySet());
    all.addAll(unread);
    return all;
  }
}
