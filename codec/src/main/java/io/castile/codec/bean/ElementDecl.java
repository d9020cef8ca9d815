package io.castile.codec.bean;

import io.castile.codec.value.AdapterBinding;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.ListType;
import io.castile.codec.value.Markup;
import io.castile.codec.value.SimpleValue;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.XmlReader;
import jakarta.xml.bind.JAXBElement;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An element that stands in Java as a {@link JAXBElement}: one {@code XmlElementDecl} method of an
 * {@code ObjectFactory}.
 *
 * @param tag its name
 * @param scope the class in which alone the name means this element; null for a global element
 * @param substitutes the name of the head of its substitution group; null for none
 * @param javaType the class of the value
 * @param codec how the value is written
 * @param adaptation an adapter around the value; null for none
 */
record ElementDecl(
    Markup tag,
    @Nullable Class<?> scope,
    @Nullable QName substitutes,
    Class<?> javaType,
    ValueCodec codec,
    @Nullable AdapterBinding adaptation) {

  /** Reads the element at which {@code in} stands. */
  JAXBElement<Object> read(XmlReader in, @Nullable Object parent, CodecContext context) {
    boolean nil = in.attributeCount() != 0 && !isList() && in.isNil();
    Object bound =
        nil ? XsiMarkup.readNil(in, codec, parent, context) : codec.read(in, parent, context);
    JAXBElement<Object> read =
        element(
            adaptation == null || nil && bound == null
                ? bound
                : adaptation.toValue(bound, in, context));
    if (nil) {
      read.setNil(true);
    }
    return read;
  }

  /** A list is read from the text whatever {@code xsi:nil} says, as by the RI: it is never null. */
  private boolean isList() {
    return codec instanceof SimpleValue simple && simple.type instanceof ListType;
  }

  @SuppressWarnings("unchecked") // the codec reads values of exactly this class
  private JAXBElement<Object> element(@Nullable Object value) {
    return new JAXBElement<>(tag.name.toQName(), (Class<Object>) javaType, scope, value);
  }
}
