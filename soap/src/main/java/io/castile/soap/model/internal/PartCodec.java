package io.castile.soap.model.internal;

import io.castile.codec.Codec;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The codec of a value that may be several elements, such as a list: the one part of a wrapper.
 * Thread-safe.
 */
final class PartCodec implements Codec<Object> {
  private final Codec<Object[]> wrapper;
  private final Supplier<Object> absent;

  /**
   * @param absent makes the value of no elements at all, as in a message
   */
  PartCodec(Codec<Object[]> wrapper, Supplier<Object> absent) {
    this.wrapper = wrapper;
    this.absent = absent;
  }

  @Override
  public QName name() {
    return wrapper.name();
  }

  @Override
  public void write(@Nullable Object value, XmlWriter out) {
    wrapper.write(wrapped(value), out);
  }

  @Override
  public @Nullable Object read(XmlReader in) {
    return read(wrapper.read(in));
  }

  @Override
  public @Nullable Object copy(@Nullable Object value) {
    return unwrapped(wrapper.copy(wrapped(value)));
  }

  @Override
  public boolean equal(@Nullable Object one, @Nullable Object other) {
    return wrapper.equal(wrapped(one), wrapped(other));
  }

  @Override
  public int hash(@Nullable Object value) {
    return wrapper.hash(wrapped(value));
  }

  @Override
  public boolean refersToAttachments() {
    return wrapper.refersToAttachments();
  }

  @Override
  public boolean hasBinaryData() {
    return wrapper.hasBinaryData();
  }

  @Override
  public byte[] toBytes(@Nullable Object value) {
    return wrapper.toBytes(wrapped(value));
  }

  @Override
  public @Nullable Object fromBytes(byte[] document) {
    return read(wrapper.fromBytes(document));
  }

  private static Object @Nullable [] wrapped(@Nullable Object value) {
    return value == null ? null : new Object[] {value};
  }

  /** A wrapper that has come says that there is a value. */
  private @Nullable Object read(Object @Nullable [] parts) {
    Object value = unwrapped(parts);
    return parts != null && value == null ? absent.get() : value;
  }

  private static @Nullable Object unwrapped(Object @Nullable [] parts) {
    return parts == null ? null : parts[0];
  }
}
