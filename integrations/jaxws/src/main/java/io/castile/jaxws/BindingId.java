package io.castile.jaxws;

import io.castile.soap.SoapVersion;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of a binding's identifier (Jakarta XML Web Services 4.0 §10.4).
 *
 * @param mtom whether it is one of those that send binary data in parts
 */
record BindingId(SoapVersion version, boolean mtom) {
  /**
   * Reads an identifier.
   *
   * @param id null for SOAP 1.1 over HTTP
   * @throws WebServiceException if it is another than SOAP 1.1 or 1.2 over HTTP
   */
  static BindingId of(@Nullable String id) {
    if (id == null) {
      return new BindingId(SoapVersion.SOAP_1_1, false);
    }
    boolean mtom =
        id.equals(SOAPBinding.SOAP11HTTP_MTOM_BINDING)
            || id.equals(SOAPBinding.SOAP12HTTP_MTOM_BINDING);
    try {
      return new BindingId(SoapVersion.ofBinding(id), mtom);
    } catch (IllegalArgumentException e) {
      throw new WebServiceException(e.getMessage(), e);
    }
  }
}
