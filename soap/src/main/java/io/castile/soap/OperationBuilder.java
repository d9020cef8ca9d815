package io.castile.soap;

import io.castile.codec.BeanProperty;
import io.castile.codec.BindingException;
import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.Codecs;
import io.castile.codec.Part;
import io.castile.soap.OperationDescription.MessageDescription;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;

/** Makes operations from their descriptions, with one set of codecs for all of them. */
final class OperationBuilder {
  private final List<OperationDescription> descriptions;
  private final Map<Class<? extends Throwable>, FaultDescription> faults = new LinkedHashMap<>();
  private final List<Class<?>> boundTypes;
  private final Codecs codecs;

  OperationBuilder(
      Class<?> sei, Class<?> service, List<OperationDescription> descriptions, CodecMode mode) {
    this.descriptions = descriptions;
    for (OperationDescription description : descriptions) {
      for (Class<? extends Throwable> exception : description.exceptions()) {
        faults.computeIfAbsent(exception, type -> FaultDescription.of(type, sei));
      }
    }
    this.boundTypes = List.copyOf(boundTypes(sei, service));
    this.codecs =
        Codecs.builder()
            .types(boundTypes.toArray(new Class<?>[0]))
            .mode(mode)
            .defaultNamespace(JaxwsNames.targetNamespace(sei))
            .build();
  }

  Codecs codecs() {
    return codecs;
  }

  List<Class<?>> boundTypes() {
    return boundTypes;
  }

  List<Operation> operations() {
    Map<Class<? extends Throwable>, FaultType> faultTypes = new LinkedHashMap<>();
    faults.forEach((type, fault) -> faultTypes.put(type, FaultType.of(fault, codecs)));
    List<Operation> operations = new ArrayList<>();
    for (OperationDescription description : descriptions) {
      operations.add(
          new Operation(
              description.name(),
              description.style(),
              description.action(),
              description.method(),
              message(description, description.request()),
              description.response() == null ? null : message(description, description.response()),
              description.outputs(),
              description.exceptions().stream().map(faultTypes::get).toList()));
    }
    return operations;
  }

  // ---- types ----

  private Set<Class<?>> boundTypes(Class<?> sei, Class<?> service) {
    Set<Class<?>> types = new LinkedHashSet<>();
    for (OperationDescription description : descriptions) {
      addTypes(description.request(), types);
      if (description.response() != null) {
        addTypes(description.response(), types);
      }
    }
    for (FaultDescription fault : faults.values()) {
      if (fault.bean() != null) {
        addType(fault.bean(), types);
      }
      if (fault.bean() == null) {
        fault.parts().forEach(part -> addType(part.type(), types));
      }
    }
    addSeeAlso(sei, types);
    addSeeAlso(service, types);
    return types;
  }

  private static void addTypes(MessageDescription message, Set<Class<?>> types) {
    if (message.wrapperClass() != null) {
      types.add(message.wrapperClass());
    }
    for (MessagePart part : message.parts()) {
      boolean adapted = !part.annotations().isEmpty();
      if (!adapted) {
        addType(part.type(), types);
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
    Class<?> raw = TypeVariables.erase(type);
    while (raw.isArray()) {
      raw = raw.getComponentType();
    }
    if (!raw.isPrimitive()
        && !raw.isInterface()
        && !raw.getName().startsWith("java.")
        && !raw.getName().startsWith("javax.")
        && !raw.getName().startsWith("jakarta.")
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

  // ---- messages ----

  private Message message(OperationDescription operation, MessageDescription message) {
    List<Message.Header> headers = new ArrayList<>();
    for (MessagePart part : message.headerParts()) {
      headers.add(
          new Message.Header(part, codecs.element(part.type(), part.annotations(), part.name())));
    }
    return new Message(message.slots(), body(operation, message), message.bodyParts(), headers);
  }

  private BodyCodec body(OperationDescription operation, MessageDescription message) {
    List<MessagePart> parts = message.bodyParts();
    return switch (operation.style()) {
      case BARE -> parts.isEmpty() ? new BodyCodec.Empty() : bare(parts.get(0));
      case RPC -> parts(message.wrapper(), parts);
      case WRAPPED ->
          message.wrapperClass() == null
              ? parts(message.wrapper(), parts)
              : wrapper(operation, message, parts);
    };
  }

  private BodyCodec bare(MessagePart part) {
    return new BodyCodec.Bare(part, codecs.element(part.type(), part.annotations(), part.name()));
  }

  private BodyCodec parts(QName wrapper, List<MessagePart> parts) {
    List<Part> codecParts = parts.stream().map(MessagePart::toPart).toList();
    return new BodyCodec.Parts(parts, codecs.wrapper(wrapper, codecParts));
  }

  /**
   * A class under the default name may be that of an overload, or the product of another stack in
   * this process: it is used only if it has what the parameters need.
   */
  private BodyCodec wrapper(
      OperationDescription operation, MessageDescription message, List<MessagePart> parts) {
    Class<?> wrapperClass = message.wrapperClass();
    List<BeanProperty> properties;
    try {
      properties = codecs.properties(wrapperClass);
    } catch (BindingException e) {
      return parts(message.wrapper(), parts); // the class is not needed to write what it would
    }
    List<BeanProperty> used = new ArrayList<>();
    for (MessagePart part : parts) {
      BeanProperty property = property(properties, part);
      if (property != null) {
        used.add(property);
      } else if (message.wrapperNamed()) {
        throw new IllegalArgumentException(
            "wrapper class "
                + wrapperClass.getName()
                + " of "
                + operation.method()
                + " has no element "
                + part.name()
                + "; found "
                + properties.stream().map(BeanProperty::name).toList());
      }
    }
    if (used.size() < parts.size()) {
      return parts(message.wrapper(), parts);
    }
    Codec<Object> codec = codecs.element((Type) wrapperClass, List.of(), message.wrapper());
    return new BodyCodec.Wrapper(parts, used, ServiceModel.noArguments(wrapperClass), codec);
  }

  /** The property of a wrapper class for a part: by name, else by local name; null for none. */
  private static BeanProperty property(List<BeanProperty> properties, MessagePart part) {
    for (BeanProperty property : properties) {
      if (property.name().equals(part.name())) {
        return property;
      }
    }
    for (BeanProperty property : properties) {
      if (property.name().getLocalPart().equals(part.name().getLocalPart())) {
        return property;
      }
    }
    return null;
  }
}
