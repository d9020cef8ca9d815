package io.castile.soap.model.internal;

import io.castile.codec.BindingException;
import io.castile.codec.Codec;
import io.castile.codec.bean.BeanProperty;
import io.castile.codec.encoded.EncodedCodecs;
import io.castile.codec.value.WrapperPart;
import io.castile.soap.model.Operation;
import io.castile.soap.model.internal.OperationDescription.MessageDescription;
import io.castile.xml.NameTable;
import io.castile.xml.XmlName;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Plans the messages of a service's operations, with one set of codecs for all of them. */
final class ServiceMessages implements MessagePlanner {
  private final FoundClasses found;
  private final ServiceCodecs codecs;

  ServiceMessages(FoundClasses found, ServiceCodecs codecs) {
    this.found = found;
    this.codecs = codecs;
  }

  @Override
  public List<FaultType> faults(OperationDescription operation) {
    List<FaultType> types = new ArrayList<>();
    EncodedCodecs encoded = operation.isEncoded() ? codecs.encoded() : null;
    for (Class<? extends Throwable> exception : operation.exceptions()) {
      types.add(FaultType.of(found.fault(exception), codecs.get(), encoded));
    }
    return List.copyOf(types);
  }

  @Override
  public Message message(OperationDescription operation, MessageDescription message) {
    List<Message.Header> headers = new ArrayList<>();
    for (MessagePart part : message.headerParts()) {
      boolean isEncoded = operation.isEncoded() && !part.isLiteral();
      headers.add(
          new Message.Header(
              part,
              isEncoded
                  ? null
                  : codecs.get().element(part.type(), part.annotations(), part.name())));
    }
    return new Message(message.slots(), body(operation, message), message.bodyParts(), headers);
  }

  private BodyCodec body(OperationDescription operation, MessageDescription message) {
    List<MessagePart> parts = message.bodyParts();
    for (MessagePart part : message.parts()) {
      if (part.isStream()) {
        return items(operation, message, parts);
      }
    }
    if (operation.isEncoded()) {
      boolean hasResult =
          message == operation.response()
              && hasResult(operation)
              && !parts.isEmpty()
              && parts.get(0).slot() == 0;
      List<MessagePart> blocks =
          message.headerParts().stream().filter(part -> !part.isLiteral()).toList();
      return new BodyCodec.Encoded(
          parts, blocks, wrapperName(message), hasResult, codecs.encoded());
    }
    return switch (operation.style()) {
      case BARE -> parts.isEmpty() ? new BodyCodec.Empty() : bare(parts.get(0));
      case RPC -> parts(wrapperName(message), parts);
      case WRAPPED -> {
        Class<?> wrapperClass = found.wrapper(message);
        yield wrapperClass == null
            ? parts(wrapperName(message), parts)
            : wrapper(operation, message, wrapperClass, parts);
      }
    };
  }

  /** The body of a message with a stream, which there may be one of, behind all else. */
  private BodyCodec items(
      OperationDescription operation, MessageDescription message, List<MessagePart> parts) {
    boolean fits =
        operation.style() == Operation.Style.WRAPPED
            && !parts.isEmpty()
            && parts.get(parts.size() - 1).isStream();
    List<Codec<Object>> codecs = new ArrayList<>();
    List<XmlName> names = new ArrayList<>();
    NameTable table = this.codecs.get().names();
    for (MessagePart part : parts) {
      names.add(table.intern(part.name().getNamespaceURI(), part.name().getLocalPart()));
      codecs.add(this.codecs.get().element(part.itemType(), part.annotations(), part.name()));
    }
    for (MessagePart part : message.parts()) {
      boolean isLast = !parts.isEmpty() && part == parts.get(parts.size() - 1);
      fits &= isLast || !part.isRepeated();
    }
    if (!fits) {
      throw new BindingException(
          "Cannot use the Stream of "
              + operation.method()
              + ", because its items are given one by one. Make it the result or"
              + " the last parameter of a document/literal wrapped operation, in the body, with no"
              + " list, array or other Stream beside it.");
    }
    List<WrapperPart> codecParts = new ArrayList<>();
    for (MessagePart part : parts) {
      codecParts.add(part.toPart());
    }
    int last = parts.size() - 1;
    return new ItemsBody(
        parts,
        this.codecs.get().wrapper(wrapperName(message), codecParts),
        codecs.subList(0, last),
        codecs.get(last),
        names);
  }

  private static boolean hasResult(OperationDescription operation) {
    return operation.method().getReturnType() != void.class;
  }

  private BodyCodec bare(MessagePart part) {
    return new BodyCodec.Bare(
        part, codecs.get().element(part.type(), part.annotations(), part.name()));
  }

  /** The name of the element around the parts, which only the bare style is without. */
  private static QName wrapperName(MessageDescription message) {
    return Objects.requireNonNull(message.wrapper(), "wrapper");
  }

  private BodyCodec parts(QName wrapper, List<MessagePart> parts) {
    List<WrapperPart> codecParts = new ArrayList<>();
    for (MessagePart part : parts) {
      codecParts.add(part.toPart());
    }
    return new BodyCodec.Parts(parts, codecs.get().wrapper(wrapper, codecParts));
  }

  /**
   * A class under the default name may be that of an overload, or the product of another stack in
   * this process: it is used only if it has what the parameters need.
   */
  private BodyCodec wrapper(
      OperationDescription operation,
      MessageDescription message,
      Class<?> wrapperClass,
      List<MessagePart> parts) {
    List<BeanProperty> properties;
    try {
      properties = codecs.get().properties(wrapperClass);
    } catch (BindingException e) {
      return parts(wrapperName(message), parts); // the class is not needed to write what it would
    }
    List<BeanProperty> used = new ArrayList<>();
    for (MessagePart part : parts) {
      BeanProperty property = property(properties, part);
      if (property != null) {
        used.add(property);
      } else if (message.wrapperNamed()) {
        throw new BindingException(
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
      return parts(wrapperName(message), parts);
    }
    Codec<Object> codec =
        codecs.get().element((Type) wrapperClass, List.of(), wrapperName(message));
    return new BodyCodec.Wrapper(parts, used, codecs.get().maker(wrapperClass), codec);
  }

  /** The property of a wrapper class for a part: by name, else by local name; null for none. */
  private static @Nullable BeanProperty property(List<BeanProperty> properties, MessagePart part) {
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
