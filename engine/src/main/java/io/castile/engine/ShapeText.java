package io.castile.engine;

import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.MessagePart;
import io.castile.soap.model.internal.OperationModel;
import io.castile.template.key.Direction;
import jakarta.xml.bind.annotation.XmlSchema;
import jakarta.xml.bind.annotation.XmlType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The names and types of which the messages of an operation are made, as a text that is equal for
 * operations whose messages are alike though the Java of their services is not.
 *
 * <p>Two messages that are not alike may have one text, where a schema's type has one name and two
 * contents. That costs time and nothing else: a template is told which operation writes, and
 * compares all that is written by another one than last time, with the objects that say that they
 * have not changed.
 */
final class ShapeText {
  private static final String DEFAULT = "##default";

  private ShapeText() {}

  /**
   * Returns the text for the messages of one direction; an operation without them has an empty one.
   */
  static String of(OperationModel operation, Direction direction) {
    Message message = direction == Direction.REQUEST ? operation.request() : operation.response();
    if (message == null) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    text.append(operation.style()).append(' ').append(message.body().isEncoded());
    text.append(' ').append(message.body().name());
    message.bodyParts().forEach(part -> add(text, part));
    message.headers().forEach(header -> add(text, header.part()));
    return text.toString();
  }

  private static void add(StringBuilder text, MessagePart part) {
    text.append('\n').append(part.header() ? "header " : "").append(part.name()).append(' ');
    add(text, part.type());
  }

  /** The name that a schema has for a class of the application; the name of any other type. */
  private static void add(StringBuilder text, Type type) {
    if (type instanceof ParameterizedType parameterized) {
      add(text, parameterized.getRawType());
      for (Type argument : parameterized.getActualTypeArguments()) {
        text.append(" of ");
        add(text, argument);
      }
    } else if (type instanceof Class<?> array && array.isArray()) {
      text.append("array of ");
      add(text, array.getComponentType());
    } else if (type instanceof Class<?> own && !isOfThePlatform(own)) {
      XmlType named = own.getAnnotation(XmlType.class);
      String local = named == null ? DEFAULT : named.name();
      String namespace = named == null ? DEFAULT : named.namespace();
      text.append('{').append(namespace.equals(DEFAULT) ? namespace(own) : namespace).append('}');
      text.append(local.equals(DEFAULT) ? own.getSimpleName() : local);
    } else {
      text.append(type.getTypeName());
    }
  }

  private static boolean isOfThePlatform(Class<?> type) {
    return type.isPrimitive() || type.getName().startsWith("java");
  }

  private static String namespace(Class<?> type) {
    @Nullable XmlSchema schema =
        type.getPackage() == null ? null : type.getPackage().getAnnotation(XmlSchema.class);
    return schema == null ? "" : Objects.requireNonNull(schema.namespace());
  }
}
