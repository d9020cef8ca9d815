package io.castile.soap.model.internal;

import io.castile.codec.Codec;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import java.util.Objects;
import javax.xml.namespace.QName;

/**
 * One value of a message of an operation: a parameter, or the result.
 *
 * @param slot where the value stands: in a request among {@link SoapRequest#arguments}, in a
 *     response among {@link SoapResponse#values}
 * @param name its name in the WSDL
 * @param element the name of its element, or of each of its elements
 * @param type its Java type, without {@code Holder} and type arguments
 * @param header whether it is a header block
 * @param codec writes it as an element, alone
 */
public record Parameter(
    int slot, String name, QName element, Class<?> type, boolean header, Codec<Object> codec) {
  public Parameter {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(element, "element");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(codec, "codec");
  }
}
