package io.castile.soap.model.internal;

import io.castile.codec.Codec;
import io.castile.codec.annotation.Literal;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.binding.Types;
import io.castile.codec.value.WrapperPart;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * One value of a message: a parameter or the result.
 *
 * @param slot where the value stands in the array of the message's values
 * @param name the name of its element
 * @param partName its name in the WSDL
 * @param type its Java type, without {@code Holder}
 * @param annotations its binding annotations
 * @param header whether it is a header block
 * @param itemized whether an array is one element with items, not one element for each item: a part
 *     of an rpc message is exactly one element (WS-I Basic Profile R2211)
 */
public record MessagePart(
    int slot,
    QName name,
    String partName,
    Type type,
    List<Annotation> annotations,
    boolean header,
    boolean itemized) {
  public MessagePart {
    annotations = List.copyOf(annotations);
  }

  /** Returns this as a part of a codec. */
  public WrapperPart toPart() {
    return new WrapperPart(
        name, isStream() ? Types.listOf(itemType()) : type, annotations, itemized);
  }

  /**
   * The part as applications see it.
   *
   * @param body of the message
   */
  Parameter toParameter(BeanCodecs codecs, BodyCodec body) {
    return new Parameter(slot, partName, name, rawType(), header, codec(codecs, body));
  }

  private Codec<Object> codec(BeanCodecs codecs, BodyCodec body) {
    if (body instanceof BodyCodec.Encoded encoded && encoded.has(slot)) {
      return new PartCodec(encoded.part(this), this::absent);
    }
    return isRepeated() || itemized
        ? new PartCodec(codecs.wrapper(name, List.of(toPart())), this::absent)
        : codecs.element(type, annotations, name);
  }

  /** The class of the type, without type arguments. */
  public Class<?> rawType() {
    return Types.erase(type);
  }

  /** Whether a header block of an encoded operation is literal all the same. */
  boolean isLiteral() {
    return annotations.stream().anyMatch(Literal.class::isInstance);
  }

  /** Whether the items of the value are given and taken one by one. */
  boolean isStream() {
    return rawType() == Stream.class;
  }

  /** Whether several elements of the name stand for one value. */
  public boolean isRepeated() {
    Class<?> raw = rawType();
    return !itemized
        && ((raw.isArray() && raw != byte[].class)
            || Collection.class.isAssignableFrom(raw)
            || raw == Stream.class);
  }

  /**
   * Whether its element may be nil: as its {@code XmlElement} says, and where it has none, the
   * items of a repeated one.
   */
  public boolean isNillable() {
    for (Annotation annotation : annotations) {
      if (annotation instanceof XmlElement element) {
        return element.nillable();
      }
    }
    return isRepeated();
  }

  /**
   * Returns the type of which there is a schema: the one to which an adapter maps the value, else
   * the type of one element of the name.
   */
  public Type schemaType() {
    if (!isRepeated()) {
      for (Annotation annotation : annotations) {
        if (annotation instanceof XmlJavaTypeAdapter adapter) {
          return new TypeVariables(adapter.value())
              .resolve(XmlAdapter.class.getTypeParameters()[0]);
        }
      }
    }
    return itemType();
  }

  /** The annotations that hold for {@link #schemaType}. */
  public List<Annotation> schemaAnnotations() {
    return isRepeated()
        ? annotations
        : annotations.stream().filter(each -> !(each instanceof XmlJavaTypeAdapter)).toList();
  }

  /** The type of one element of the name. */
  public Type itemType() {
    if (!isRepeated()) {
      return type;
    }
    if (rawType().isArray()) {
      return rawType().getComponentType();
    }
    return type instanceof ParameterizedType parameterized
        ? parameterized.getActualTypeArguments()[0]
        : Object.class;
  }

  /**
   * Returns the value for an absent element: zero for a primitive, no items for a collection or an
   * array, else null.
   */
  @Nullable Object absent() {
    Class<?> raw = rawType();
    if (raw.isPrimitive()) {
      return Array.get(Array.newInstance(raw, 1), 0);
    }
    if (raw.isAssignableFrom(ArrayList.class) && Collection.class.isAssignableFrom(raw)) {
      return new ArrayList<>();
    }
    if (raw.isArray() && raw != byte[].class && !itemized) {
      return Array.newInstance(raw.getComponentType(), 0);
    }
    return null;
  }
}
