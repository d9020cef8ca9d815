package io.castile.wsdl.model.internal;

/** The protocol that carries the messages of a binding. */
public enum Protocol {
  /** SOAP 1.1 (WSDL 1.1 §3). */
  SOAP_1_1("SOAP 1.1"),
  /** SOAP 1.2 (WSDL 1.1 Binding Extension for SOAP 1.2). */
  SOAP_1_2("SOAP 1.2"),
  /** HTTP GET (WSDL 1.1 §4). */
  HTTP_GET("HTTP GET"),
  /** HTTP POST of a form (WSDL 1.1 §4). */
  HTTP_POST("HTTP POST"),
  /** A protocol that is not known here. */
  OTHER("another protocol");

  private final String text;

  Protocol(String text) {
    this.text = text;
  }

  /** Whether messages are SOAP envelopes. */
  public boolean isSoap() {
    return this == SOAP_1_1 || this == SOAP_1_2;
  }

  @Override
  public String toString() {
    return text;
  }
}
