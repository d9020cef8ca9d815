package io.castile.interop.matrix;

import jakarta.xml.ws.WebFault;

/** The declared fault. */
@WebFault(name = "refused", targetNamespace = Probe.TYPES)
public final class Refused extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  public Refused(String message, Refusal refusal) {
    super(message);
    this.refusal = refusal;
  }

  public Refused(String message, Refusal refusal, Throwable cause) {
    super(message, cause);
    this.refusal = refusal;
  }

  public Refusal getFaultInfo() {
    return refusal;
  }
}
