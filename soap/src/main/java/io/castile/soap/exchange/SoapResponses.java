package io.castile.soap.exchange;

import io.castile.soap.Headers;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.internal.Responses;

/** Makes the responses of interceptors that answer a request themselves. */
public final class SoapResponses {
  private SoapResponses() {}

  /**
   * Returns a response that has values.
   *
   * @param values the result (null for a void method), then the values of the OUT and INOUT
   *     parameters in their order; the response's own from here on
   * @throws SoapMessageException if the request is for no operation of the service
   * @throws IllegalArgumentException if there are more or fewer values than the operation has
   */
  public static SoapResponse ofValues(SoapRequest request, Object... values)
      throws SoapMessageException {
    return Responses.ofValues(request, values);
  }

  /**
   * Returns a response that is a message.
   *
   * @param bytes the message, in the encoding that it declares; the response's own from here on
   * @throws SoapMessageException if the request is for no operation of the service
   */
  public static SoapResponse ofBytes(SoapRequest request, byte[] bytes)
      throws SoapMessageException {
    return Responses.ofBytes(request, bytes);
  }

  /**
   * Returns a response that is sent as it is, and is known to be no fault.
   *
   * @param message in UTF-8; not changed from here on
   * @param headers headers of the transport, to be sent beside the usual ones
   */
  public static SoapResponse ofMessage(SoapRequest request, byte[] message, Headers headers) {
    return Responses.ofMessage(request, message, headers);
  }

  /** Returns a fault as the response to {@code request}. */
  public static SoapResponse ofFault(SoapRequest request, SoapFault fault) {
    return Responses.ofFault(request, fault);
  }

  /**
   * Returns the response to a request whose sender wants none: the transport says that the request
   * has been accepted, and there is no message.
   */
  public static SoapResponse silent(SoapRequest request) {
    return Responses.silent(request);
  }
}
