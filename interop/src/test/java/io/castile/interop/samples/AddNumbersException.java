package io.castile.interop.samples;

import jakarta.xml.ws.WebFault;

/** As generators write it. */
@WebFault(name = "AddFault", targetNamespace = "urn:add")
public class AddNumbersException extends Exception {
  private static final long serialVersionUID = 1L;

  private final AddFault faultInfo;

  public AddNumbersException(String message, AddFault faultInfo) {
    super(message);
    this.faultInfo = faultInfo;
  }

  public AddNumbersException(String message, AddFault faultInfo, Throwable cause) {
    super(message, cause);
    this.faultInfo = faultInfo;
  }

  public AddFault getFaultInfo() {
    return faultInfo;
  }
}
