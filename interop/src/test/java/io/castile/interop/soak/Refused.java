package io.castile.interop.soak;

import jakarta.xml.ws.WebFault;

/** There is no such thing. */
@WebFault(name = "refused", targetNamespace = Workshop.NAMESPACE)
public class Refused extends Exception {
  private static final long serialVersionUID = 1L;

  private final String faultInfo;

  public Refused(String message, String faultInfo) {
    super(message);
    this.faultInfo = faultInfo;
  }

  public String getFaultInfo() {
    return faultInfo;
  }
}
