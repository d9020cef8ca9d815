package io.castile.codec.encoded;

import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.value.Markup;
import io.castile.codec.value.WrapperPart;
import io.castile.xml.XmlName;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import javax.xml.namespace.QName;

/**
 * The codecs of encoded messages of a set of Java types, planned when they are first needed.
 * Thread-safe; made once per set of types and kept.
 */
public final class EncodedCodecs {
  private final BeanCodecs codecs;
  private final JavaTypes types;

  /**
   * @param codecs what the annotations of the classes say
   * @param roots the classes that messages may have, apart from those that they refer to; asked for
   *     when a message names a type first
   * @param defaultNamespace of types for which no annotation gives one
   */
  public EncodedCodecs(
      BeanCodecs codecs, Supplier<? extends Collection<Class<?>>> roots, String defaultNamespace) {
    this.codecs = codecs;
    this.types = new JavaTypes(codecs, roots, defaultNamespace);
  }

  /**
   * The schemas of the types, which grow with what is named.
   *
   * @param arrayNamespace of the types that arrays have
   */
  public EncodedSchema schema(String arrayNamespace) {
    EncodedSchema schema = new EncodedSchema(types, arrayNamespace);
    schema.addAll(types.roots());
    return schema;
  }

  /**
   * The codec of a message.
   *
   * @param name of the element around the parts
   * @param parts in their order; annotations say which schema types the texts in them have, and
   *     which adapters make these
   * @param hasResult whether the first part is the result of an operation, which is known by its
   *     place, whatever its name (SOAP 1.1 §7.1)
   * @throws io.castile.codec.BindingException if a type has no form in SOAP encoding
   */
  public EncodedMessage message(QName name, List<WrapperPart> parts, boolean hasResult) {
    return message(name, parts, List.of(), hasResult);
  }

  /** Returns the codec of a message with header blocks, whose values follow those of the parts. */
  public EncodedMessage message(
      QName name, List<WrapperPart> parts, List<WrapperPart> blocks, boolean hasResult) {
    List<EncodedMessage.Part> outside = new ArrayList<>();
    for (WrapperPart block : blocks) {
      int index = parts.size() + outside.size();
      outside.add(new EncodedMessage.Part(tag(block.name()), index, types.of(block), true));
    }
    return new EncodedMessage(name, tag(name), parts(parts, true), outside, hasResult, types);
  }

  /**
   * The codec of an element with a value.
   *
   * @throws io.castile.codec.BindingException if its type has no form in SOAP encoding
   */
  public EncodedElement element(QName name, Type type) {
    return new EncodedElement(name, tag(name), types.of(type), types);
  }

  /**
   * The codec of an element that is a struct without a class, whose value is an array.
   *
   * @param typeName of the struct
   * @param properties of the struct, in the order of the array
   * @throws io.castile.codec.BindingException if a type has no form in SOAP encoding
   */
  public EncodedElement element(QName name, QName typeName, List<WrapperPart> properties) {
    EncodedType struct =
        new PropertiesType(typeName, types.namespaceOf(typeName), parts(properties, false));
    return new EncodedElement(name, tag(name), struct, types);
  }

  private List<EncodedMessage.Part> parts(List<WrapperPart> parts, boolean isNillable) {
    List<EncodedMessage.Part> planned = new ArrayList<>();
    for (WrapperPart part : parts) {
      XmlName local = codecs.names().intern("", part.name().getLocalPart());
      Markup markup = new Markup(local, null);
      planned.add(new EncodedMessage.Part(markup, planned.size(), types.of(part), isNillable));
    }
    return planned;
  }

  private Markup tag(QName name) {
    XmlName element = codecs.names().intern(name.getNamespaceURI(), name.getLocalPart());
    return new Markup(element, types.namespaceOf(name));
  }
}
