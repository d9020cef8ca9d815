package io.castile.delta.message;

import io.castile.codec.Codec;
import io.castile.soap.model.internal.BodyCodec;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The body of messages of another stack, whose one value is what a codec writes and reads.
 * Immutable and thread-safe.
 */
final class BoundElement implements BodyCodec {
  private final Codec<Object> codec;

  BoundElement(Codec<Object> codec) {
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
  public @Nullable Object element(Object[] values) {
    return values[0];
  }

  @Override
  public void take(@Nullable Object element, Object[] values) {
    values[0] = element;
  }

  @Override
  public void write(Object[] values, XmlWriter out) {
    codec.write(values[0], out);
  }

  /** The other stack reads messages that are XML. */
  @Override
  public void read(XmlReader in, Object[] values) {
    throw in.unexpected("values", "element " + in.name());
  }

  @Override
  public boolean refersToAttachments() {
    return codec.refersToAttachments();
  }

  @Override
  public boolean hasBinaryData() {
    return codec.hasBinaryData();
  }
}
