package io.castile.soap.model.internal;

import io.castile.codec.Codec;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.encoded.EncodedCodecs;
import io.castile.codec.encoded.EncodedElement;
import io.castile.codec.encoded.EncodedWriting;
import io.castile.codec.encoded.EncodingRules;
import io.castile.soap.SoapVersion;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Writes and reads the entry of a fault's detail, which is literal or encoded. Thread-safe. */
final class FaultEntry<T> {
  private final @Nullable Codec<T> literal; // null for an encoded entry
  private final @Nullable EncodedElement encoded; // null for a literal one

  private FaultEntry(@Nullable Codec<T> literal, @Nullable EncodedElement encoded) {
    this.literal = literal;
    this.encoded = encoded;
  }

  /**
   * The entry of a Java type.
   *
   * @param encoded the codecs of encoded messages; null for a literal entry
   */
  static FaultEntry<Object> of(
      Type type, QName name, BeanCodecs codecs, @Nullable EncodedCodecs encoded) {
    return encoded == null
        ? of(codecs.element(type, List.of(), name))
        : of(encoded.element(name, type));
  }

  static <T> FaultEntry<T> of(Codec<T> literal) {
    return new FaultEntry<>(literal, null);
  }

  static <T> FaultEntry<T> of(EncodedElement encoded) {
    return new FaultEntry<>(null, encoded);
  }

  @Nullable Codec<T> literal() {
    return literal;
  }

  @Nullable EncodedElement encoded() {
    return encoded;
  }

  /** Like {@link io.castile.soap.FaultDetail#write}. */
  @Nullable Runnable write(@Nullable T value, SoapVersion version, XmlWriter out) {
    if (encoded == null) {
      Objects.requireNonNull(literal).write(value, out);
      return null;
    }
    if (version == SoapVersion.SOAP_1_1) {
      EncodedWriting writing = encoded.write(value, EncodingRules.SOAP_1_1, out);
      return writing::end;
    }
    encoded.write(value, EncodingRules.SOAP_1_2, out).end(); // which writes nothing more
    return null;
  }

  @SuppressWarnings("unchecked") // the element is of the entry's type
  @Nullable T read(XmlReader in) {
    return encoded == null ? Objects.requireNonNull(literal).read(in) : (T) encoded.read(in);
  }
}
