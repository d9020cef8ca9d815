package io.castile.servlet;

import jakarta.xml.ws.WebFault;

/** There is no such thing. */
@WebFault(name = "missing", targetNamespace = Depot.NAMESPACE)
public class Missing extends Exception {
  private static final long serialVersionUID = 1L;

  private final String faultInfo;

  public Missing(String message, String faultInfo) {
    super(message);
    this.faultInfo = faultInfo;
  }

  public String getFaultInfo() {
    return faultInfo;
  }
}
