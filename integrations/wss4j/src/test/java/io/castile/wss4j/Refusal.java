package io.castile.wss4j;

import jakarta.xml.ws.WebFault;

/** The service does not greet. */
@WebFault(name = "Refusal", targetNamespace = "urn:greeter")
public class Refusal extends Exception {
  private static final long serialVersionUID = 1;

  private final String info;

  public Refusal(String message, String info) {
    super(message);
    this.info = info;
  }

  public String getFaultInfo() {
    return info;
  }
}
