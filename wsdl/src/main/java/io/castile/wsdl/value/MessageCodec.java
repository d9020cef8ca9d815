package io.castile.wsdl.value;

import io.castile.codec.Codec;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** All that is in the body of a message, as a map. Thread-safe. */
final class MessageCodec implements Codec<Object> {
  private static final QName NOTHING = new QName("nothing");

  private final LiteralValues message;

  MessageCodec(LiteralValues message) {
    this.message = message;
  }

  @Override
  public QName name() {
    return Objects.requireNonNullElse(message.element(), NOTHING);
  }

  @Override
  @SuppressWarnings("unchecked") // the codec's values are such maps
  public void write(@Nullable Object value, XmlWriter out) {
    if (value == null || message.element() == null) {
      out.startElement("", NOTHING.getLocalPart());
      out.endElement();
    } else {
      message.write(message.values((Map<String, Object>) value), out);
    }
  }

  @Override
  public @Nullable Object read(XmlReader in) {
    if (in.name().uri().isEmpty() && in.name().local().equals(NOTHING.getLocalPart())) {
      in.skipElement();
      return null;
    }
    return message.read(in);
  }

  @Override
  public @Nullable Object copy(@Nullable Object value) {
    return Trees.copy(value);
  }

  @Override
  public boolean equal(@Nullable Object one, @Nullable Object other) {
    return Trees.equal(one, other);
  }

  @Override
  public int hash(@Nullable Object value) {
    return Trees.hash(value);
  }

  @Override
  public byte[] toBytes(@Nullable Object value) {
    XmlWriter out = new XmlWriter();
    write(value, out);
    return out.toByteArray();
  }

  @Override
  public @Nullable Object fromBytes(byte[] document) {
    XmlReader in = Documents.reader(message.plans(), document);
    Object value = read(in);
    Documents.end(in);
    return value;
  }
}
