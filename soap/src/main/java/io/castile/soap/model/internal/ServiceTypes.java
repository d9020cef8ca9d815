package io.castile.soap.model.internal;

import io.castile.codec.binding.Types;
import io.castile.soap.model.internal.OperationDescription.MessageDescription;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The classes that the messages and faults of a service are made of. They are looked for when they
 * are first asked for, as most of what a service has is not needed by most clients. Thread-safe.
 */
final class ServiceTypes implements Supplier<Collection<Class<?>>> {
  private final Class<?> sei;
  private final Class<?> service;
  private final FoundClasses found;
  private final @Nullable OperationDescriptions descriptions;
  private volatile @Nullable List<Class<?>> types; // null until they are asked for

  ServiceTypes(
      Class<?> sei,
      Class<?> service,
      FoundClasses found,
      @Nullable OperationDescriptions descriptions) {
    this.sei = sei;
    this.service = service;
    this.found = found;
    this.descriptions = descriptions;
  }

  /** The classes that a binding has to know, without those that they refer to. */
  @Override
  public List<Class<?>> get() {
    List<Class<?>> known = types;
    if (known == null) {
      known = List.copyOf(find());
      types = known;
    }
    return known;
  }

  private Set<Class<?>> find() {
    Set<Class<?>> types = new LinkedHashSet<>();
    List<OperationDescription> all = operations();
    for (OperationDescription description : all) {
      addTypes(description.request(), types);
      if (description.response() != null) {
        addTypes(description.response(), types);
      }
    }
    for (Class<? extends Throwable> exception : exceptions()) {
      addTypes(found.fault(exception), types);
    }
    addSeeAlso(sei, types);
    addSeeAlso(service, types);
    return types;
  }

  /** The classes of service exceptions. */
  Set<Class<? extends Throwable>> exceptions() {
    Set<Class<? extends Throwable>> exceptions = new LinkedHashSet<>();
    for (OperationDescription each : operations()) {
      exceptions.addAll(each.exceptions());
    }
    return exceptions;
  }

  /** The names by which classes of wrappers and faults are looked for, which may be absent. */
  Set<String> names() {
    Set<String> names = new TreeSet<>();
    for (OperationDescription each : operations()) {
      addName(each.request(), names);
      if (each.response() != null) {
        addName(each.response(), names);
      }
    }
    for (Class<? extends Throwable> exception : exceptions()) {
      if (found.fault(exception).faultInfo() == null) {
        names.add(FaultDescription.beanName(exception, sei));
      }
    }
    return names;
  }

  private static void addName(MessageDescription message, Set<String> names) {
    if (message.wrapperClass() != null) {
      names.add(message.wrapperClass());
    }
  }

  private List<OperationDescription> operations() {
    return descriptions == null ? List.of() : descriptions.operations();
  }

  private static void addTypes(FaultDescription fault, Set<Class<?>> types) {
    if (fault.bean() != null) {
      addType(fault.bean(), types);
      return;
    }
    for (MessagePart part : fault.parts()) {
      addType(part.type(), types);
    }
  }

  private void addTypes(MessageDescription message, Set<Class<?>> types) {
    Class<?> wrapper = found.wrapper(message);
    if (wrapper != null) {
      types.add(wrapper);
    }
    for (MessagePart part : message.parts()) {
      if (part.annotations().isEmpty()) {
        addType(part.type(), types);
      } else if (part.schemaAnnotations().isEmpty()) { // but for its adapter
        addType(part.schemaType(), types);
      }
    }
  }

  /** Adds the classes of a type that a binding has to know: no interfaces, nothing of the JDK. */
  private static void addType(Type type, Set<Class<?>> types) {
    if (type instanceof ParameterizedType parameterized) {
      for (Type argument : parameterized.getActualTypeArguments()) {
        addType(argument, types);
      }
      return;
    }
    Class<?> raw = Types.erase(type);
    while (raw.isArray()) {
      raw = raw.getComponentType();
    }
    if (!raw.isPrimitive()
        && !raw.isInterface()
        && !raw.getName().startsWith("java.")
        && !raw.getName().startsWith("javax.")
        && (!raw.getName().startsWith("jakarta.") || raw.isAnnotationPresent(XmlType.class))
        && !raw.getName().startsWith("org.w3c.dom.")) {
      types.add(raw);
    }
  }

  private static void addSeeAlso(Class<?> annotated, Set<Class<?>> types) {
    XmlSeeAlso seeAlso = annotated.getAnnotation(XmlSeeAlso.class);
    if (seeAlso != null) {
      types.addAll(List.of(seeAlso.value()));
    }
  }
}
