package io.castile.soap.model.internal;

import io.castile.codec.Codec;
import io.castile.codec.bean.BeanMaker;
import io.castile.codec.bean.BeanProperty;
import io.castile.codec.encoded.EncodedCodecs;
import io.castile.codec.encoded.EncodedMessage;
import io.castile.codec.encoded.EncodedReading;
import io.castile.codec.encoded.EncodedWriting;
import io.castile.codec.encoded.EncodingRules;
import io.castile.soap.SoapVersion;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import jakarta.xml.bind.JAXBElement;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Writes and reads the one element in the body of a message, from and to the message's values. */
public interface BodyCodec {
  /** The name of the element; null if the body is empty. */
  @Nullable QName name();

  void write(Object[] values, XmlWriter out);

  /** Writes the element in an envelope of a version, on which an encoded body depends. */
  default void write(Object[] values, SoapVersion version, XmlWriter out) {
    write(values, out);
  }

  /** Whether the body is in SOAP encoding. */
  default boolean isEncoded() {
    return false;
  }

  /** Whether values may refer to attachments, as {@link Codec#refersToAttachments} says. */
  boolean refersToAttachments();

  /** Whether values have binary data, as {@link Codec#hasBinaryData} says. */
  boolean hasBinaryData();

  /** Reads the element at which {@code in} stands; afterwards {@code in} is at its end. */
  void read(XmlReader in, Object[] values);

  /**
   * Returns the object that the codec writes for a message's values.
   *
   * @return null where there is no {@link #codec}, or the element is nil
   */
  default @Nullable Object element(Object[] values) {
    return null;
  }

  /**
   * Puts the object that the codec has read into the values of a message; where there is a {@link
   * #codec}.
   */
  default void take(@Nullable Object element, Object[] values) {
    throw new AssertionError("a body without a codec");
  }

  /**
   * Whether one object may be in several parts, so that parts are not copied and compared each by
   * itself.
   */
  default boolean sharesAmongParts() {
    return false;
  }

  /** Returns the codec of the element; null if the body is empty, or encoded. */
  @Nullable Codec<?> codec();

  /** The values of the parts, in their order, out of those of a message. */
  private static Object[] partValues(MessagePart[] parts, Object[] values) {
    Object[] partValues = new Object[parts.length];
    for (int i = 0; i < parts.length; i++) {
      partValues[i] = values[parts[i].slot()];
    }
    return partValues;
  }

  /** A body without an element: document/literal bare without parameters. */
  final class Empty implements BodyCodec {
    @Override
    public @Nullable QName name() {
      return null;
    }

    @Override
    public @Nullable Codec<?> codec() {
      return null;
    }

    @Override
    public void write(Object[] values, XmlWriter out) {}

    @Override
    public boolean refersToAttachments() {
      return false;
    }

    @Override
    public boolean hasBinaryData() {
      return false;
    }

    @Override
    public void read(XmlReader in, Object[] values) {
      throw in.unexpected("an empty body", "element " + in.name());
    }
  }

  /**
   * Any element, or none: the one value is the element as a document of its own in UTF-8, without
   * an XML declaration; null for an empty body.
   */
  final class Any implements BodyCodec {
    @Override
    public @Nullable QName name() {
      return null;
    }

    @Override
    public @Nullable Codec<?> codec() {
      return null;
    }

    @Override
    public boolean refersToAttachments() {
      return false;
    }

    @Override
    public boolean hasBinaryData() {
      return false;
    }

    @Override
    public void write(Object[] values, XmlWriter out) {
      if (values[0] != null) {
        out.raw((byte[]) values[0]);
      }
    }

    @Override
    public void read(XmlReader in, Object[] values) {
      throw new AssertionError("EnvelopeReader.payload reads it, as it needs the whole message");
    }
  }

  /** The element is the value of one part: document/literal bare. */
  final class Bare implements BodyCodec {
    private final MessagePart part;
    private final Codec<Object> codec;

    Bare(MessagePart part, Codec<Object> codec) {
      this.part = part;
      this.codec = codec;
    }

    @Override
    public QName name() {
      return part.name();
    }

    @Override
    public Codec<?> codec() {
      return codec;
    }

    @Override
    public void write(Object[] values, XmlWriter out) {
      codec.write(element(values), out);
    }

    @Override
    public @Nullable Object element(Object[] values) {
      return values[part.slot()];
    }

    @Override
    public boolean refersToAttachments() {
      return codec.refersToAttachments();
    }

    @Override
    public boolean hasBinaryData() {
      return codec.hasBinaryData();
    }

    @Override
    public void read(XmlReader in, Object[] values) {
      take(codec.read(in), values);
    }

    @Override
    public void take(@Nullable Object element, Object[] values) {
      values[part.slot()] = element == null ? part.absent() : element;
    }
  }

  /** The element wraps one element for each part, and has no class of its own. */
  final class Parts implements BodyCodec {
    private final MessagePart[] parts;
    private final Codec<Object[]> codec;

    Parts(List<MessagePart> parts, Codec<Object[]> codec) {
      this.parts = parts.toArray(new MessagePart[0]);
      this.codec = codec;
    }

    @Override
    public QName name() {
      return codec.name();
    }

    @Override
    public Codec<?> codec() {
      return codec;
    }

    @Override
    public void write(Object[] values, XmlWriter out) {
      codec.write(element(values), out);
    }

    @Override
    public Object[] element(Object[] values) {
      return partValues(parts, values);
    }

    @Override
    public boolean refersToAttachments() {
      return codec.refersToAttachments();
    }

    @Override
    public boolean hasBinaryData() {
      return codec.hasBinaryData();
    }

    @Override
    public void read(XmlReader in, Object[] values) {
      take(codec.read(in), values);
    }

    @Override
    public void take(@Nullable Object element, Object[] values) {
      Object[] partValues = (Object[]) element;
      for (int i = 0; i < parts.length; i++) {
        Object value = partValues == null ? null : partValues[i];
        values[parts[i].slot()] = value == null ? parts[i].absent() : value;
      }
    }
  }

  /**
   * An element that is a struct in SOAP encoding, which may refer to later elements, and so may
   * header blocks.
   */
  final class Encoded implements BodyCodec {
    private final MessagePart[] parts; // those of the body, then header blocks
    private final int blocks; // how many of them are header blocks
    private final EncodedCodecs codecs;
    private final EncodedMessage codec;

    Encoded(
        List<MessagePart> parts,
        List<MessagePart> blocks,
        QName name,
        boolean hasResult,
        EncodedCodecs codecs) {
      this.parts = Stream.concat(parts.stream(), blocks.stream()).toArray(MessagePart[]::new);
      this.blocks = blocks.size();
      this.codecs = codecs;
      this.codec =
          codecs.message(
              name,
              parts.stream().map(MessagePart::toPart).toList(),
              blocks.stream().map(MessagePart::toPart).toList(),
              hasResult);
    }

    /** Whether there are header blocks that are encoded. */
    public boolean hasBlocks() {
      return blocks > 0;
    }

    /** Whether a part is of the body, or an encoded header block. */
    boolean has(int slot) {
      return Arrays.stream(parts).anyMatch(part -> part.slot() == slot);
    }

    /** The place of an encoded header block among these. */
    public int block(MessagePart part) {
      return Arrays.asList(parts).indexOf(part) - (parts.length - blocks);
    }

    /** Starts to write a message that has header blocks. */
    public EncodedWriting writing(Object[] values, SoapVersion version, XmlWriter out) {
      return codec.writing(partValues(parts, values), rules(version), out);
    }

    /** Starts to read a message that has header blocks. */
    public EncodedReading reading(XmlReader in) {
      return codec.reading(in);
    }

    /** Reads the element in the body, after header blocks. */
    public void read(EncodedReading reading, Object[] values) {
      assign(reading.body(), values);
    }

    private static EncodingRules rules(SoapVersion version) {
      return version == SoapVersion.SOAP_1_1 ? EncodingRules.SOAP_1_1 : EncodingRules.SOAP_1_2;
    }

    /** The codec of a part alone. */
    Codec<Object[]> part(MessagePart part) {
      return codecs.message(part.name(), List.of(part.toPart()), false);
    }

    @Override
    public QName name() {
      return codec.name();
    }

    @Override
    public @Nullable Codec<?> codec() {
      return null;
    }

    @Override
    public boolean isEncoded() {
      return true;
    }

    @Override
    public boolean sharesAmongParts() {
      return codec.sharesAmongParts();
    }

    /** A copy of the values of a message, in which what is shared is shared. */
    Object[] copy(Object[] values) {
      Object[] copy = values.clone();
      Object[] copies = Objects.requireNonNull(codec.copy(partValues(parts, values)));
      for (int i = 0; i < copies.length; i++) {
        copy[parts[i].slot()] = copies[i];
      }
      return copy;
    }

    @Override
    public void write(Object[] values, XmlWriter out) {
      write(values, SoapVersion.SOAP_1_1, out);
    }

    @Override
    public void write(Object[] values, SoapVersion version, XmlWriter out) {
      codec.write(partValues(parts, values), rules(version), out);
    }

    @Override
    public boolean refersToAttachments() {
      return codec.refersToAttachments();
    }

    @Override
    public boolean hasBinaryData() {
      return codec.hasBinaryData();
    }

    @Override
    public void read(XmlReader in, Object[] values) {
      assign(codec.read(in), values);
    }

    private void assign(@Nullable Object[] partValues, Object[] values) {
      for (int i = 0; i < partValues.length; i++) {
        MessagePart part = parts[i];
        boolean isZero = partValues[i] == null && part.rawType().isPrimitive();
        values[part.slot()] = isZero ? part.absent() : partValues[i];
      }
    }
  }

  /** The element wraps one element for each part, as the properties of a wrapper class. */
  final class Wrapper implements BodyCodec {
    private final MessagePart[] parts;
    private final BeanProperty[] properties;
    private final BeanMaker maker;
    private final Codec<Object> codec;

    /**
     * @param properties for each part the property that holds it
     * @param maker makes the wrapper class
     */
    Wrapper(
        List<MessagePart> parts,
        List<BeanProperty> properties,
        BeanMaker maker,
        Codec<Object> codec) {
      this.parts = parts.toArray(new MessagePart[0]);
      this.properties = properties.toArray(new BeanProperty[0]);
      this.maker = maker;
      this.codec = codec;
    }

    @Override
    public QName name() {
      return codec.name();
    }

    @Override
    public Codec<?> codec() {
      return codec;
    }

    /** The class of the element. */
    public Class<?> wrapperClass() {
      return maker.type();
    }

    /** The element as an object of its class. */
    public Object bean(Object[] values) {
      Object bean = maker.start();
      for (int i = 0; i < parts.length; i++) {
        Object value = values[parts[i].slot()];
        boolean wrapped = value != null && isElement(i);
        properties[i].set(bean, wrapped ? element(i, value) : value);
      }
      return maker.finish(bean);
    }

    @Override
    public void write(Object[] values, XmlWriter out) {
      codec.write(element(values), out);
    }

    @Override
    public Object element(Object[] values) {
      return bean(values);
    }

    @Override
    public boolean refersToAttachments() {
      return codec.refersToAttachments();
    }

    @Override
    public boolean hasBinaryData() {
      return codec.hasBinaryData();
    }

    @Override
    public void read(XmlReader in, Object[] values) {
      take(codec.read(in), values);
    }

    @Override
    public void take(@Nullable Object bean, Object[] values) {
      for (int i = 0; i < parts.length; i++) {
        Object value = bean == null ? null : properties[i].get(bean);
        if (value instanceof JAXBElement<?> element && isElement(i)) {
          value = element.getValue();
        }
        values[parts[i].slot()] = value == null ? parts[i].absent() : value;
      }
    }

    /**
     * Whether the property holds an element whose value is the part: XJC makes such properties of
     * elements that may be nil and may be absent, and interfaces have the value only (Jakarta XML
     * Web Services 4.0 §2.3.1.2).
     */
    private boolean isElement(int part) {
      return properties[part].type() == JAXBElement.class
          && parts[part].rawType() != JAXBElement.class;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the value is of its part's type
    private JAXBElement<?> element(int part, Object value) {
      Class<?> type = MethodType.methodType(parts[part].rawType()).wrap().returnType();
      return new JAXBElement(properties[part].name(), type, wrapperClass(), value);
    }
  }
}
