package io.castile.soap.exchange;

import io.castile.soap.SoapException;
import io.castile.soap.SoapFault;

/** Thrown where the other side responds with a fault, which is kept as data. */
public final class SoapFaultReceivedException extends SoapException {
  private static final long serialVersionUID = 1L;

  private final transient SoapResponse response;
  private final transient SoapFault fault;

  SoapFaultReceivedException(SoapResponse response, SoapFault fault) {
    super("fault " + fault.code().getLocalPart() + " received: " + fault.reason(), null);
    this.response = response;
    this.fault = fault;
  }

  /** Returns the fault; null after serialization. */
  public SoapFault fault() {
    return fault;
  }

  /** Returns the response that is the fault; null after serialization. */
  public SoapResponse response() {
    return response;
  }
}
