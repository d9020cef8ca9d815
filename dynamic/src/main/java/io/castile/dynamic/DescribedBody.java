package io.castile.dynamic;

import io.castile.codec.Codec;
import io.castile.codec.encoded.EncodingRules;
import io.castile.soap.SoapVersion;
import io.castile.soap.model.internal.BodyCodec;
import io.castile.wsdl.value.MessageValues;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The body of a message, by its description. Thread-safe. */
final class DescribedBody implements BodyCodec {
  private final MessageValues message;
  private final boolean isMap;
  private final boolean isJson;
  private final @Nullable QName name;

  /**
   * @param isMap whether the first value is a map of all that is in the body; else there is one for
   *     each field
   * @param isJson whether that map is of the form of JSON
   */
  DescribedBody(MessageValues message, boolean isMap, boolean isJson) {
    this.message = message;
    this.isMap = isMap;
    this.isJson = isJson;
    this.name = message.element();
  }

  @Override
  public @Nullable QName name() {
    return name;
  }

  @Override
  public @Nullable Codec<?> codec() {
    return null; // no class is bound
  }

  @Override
  public boolean isEncoded() {
    return message.isEncoded();
  }

  /** Of a response, what is shared is within the one map. */
  @Override
  public boolean sharesAmongParts() {
    return message.isEncoded() && !isMap && message.bodySize() > 1;
  }

  @Override
  public void write(@Nullable Object[] values, XmlWriter out) {
    write(values, SoapVersion.SOAP_1_1, out);
  }

  @Override
  public void write(@Nullable Object[] values, SoapVersion version, XmlWriter out) {
    EncodingRules rules =
        version == SoapVersion.SOAP_1_1 ? EncodingRules.SOAP_1_1 : EncodingRules.SOAP_1_2;
    message.write(isMap ? ofMap(values[0]) : values, rules, out);
  }

  @SuppressWarnings("unchecked") // what is one map was read or given as such
  private @Nullable Object[] ofMap(@Nullable Object first) {
    Map<String, ?> map = first == null ? Map.of() : (Map<String, ?>) first;
    return isJson ? message.jsonValues(map) : message.values(map);
  }

  @Override
  public void read(XmlReader in, @Nullable Object[] values) {
    Map<String, Object> read = isJson ? message.readJson(in) : message.read(in);
    if (isMap) {
      values[0] = read;
    } else {
      @Nullable Object[] all = message.values(read);
      System.arraycopy(all, 0, values, 0, message.bodySize());
    }
  }

  @Override
  public boolean refersToAttachments() {
    return false;
  }

  @Override
  public boolean hasBinaryData() {
    return true;
  }
}
