package io.castile.bench.data;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.template.internal.Content;
import io.castile.xml.XmlWriter;

/**
 * A bean in a SOAP envelope, as Castile writes it. Made once for each message, so that writing it
 * again makes nothing.
 *
 * @param bean the message, not to be changed
 * @param codec what writes it
 */
public record Envelope<T>(T bean, Codec<T> codec) implements Content<RuntimeException> {
  private static final ClassValue<Codec<?>> COMPILED =
      new ClassValue<>() {
        @Override
        protected Codec<?> computeValue(Class<?> type) {
          return Codecs.builder().types(type).mode(CodecMode.COMPILED).build().of(type);
        }
      };

  /** The message in an envelope, written by a compiled codec. */
  public static Envelope<?> of(Object bean) {
    return of(bean, bean.getClass());
  }

  private static <T> Envelope<T> of(Object bean, Class<T> type) {
    @SuppressWarnings("unchecked") // The codec of a class is one of its objects.
    Codec<T> codec = (Codec<T>) COMPILED.get(type);
    return new Envelope<>(type.cast(bean), codec);
  }

  @Override
  public void writeTo(XmlWriter out) {
    out.raw(Envelopes.start());
    codec.write(bean, out);
    out.raw(Envelopes.end());
  }

  /** The whole message, the caller's own. */
  public byte[] toByteArray() {
    XmlWriter out = new XmlWriter();
    writeTo(out);
    return out.toByteArray();
  }
}
