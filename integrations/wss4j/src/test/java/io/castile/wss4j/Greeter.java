package io.castile.wss4j;

import jakarta.jws.Oneway;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** Greets whom it is told. */
@WebService(name = "Greeter", targetNamespace = "urn:greeter")
public interface Greeter {
  /** Returns a greeting, in which the service says who called. */
  String greet(@WebParam(name = "name") String name) throws Refusal;

  /** Is told of somebody, and says nothing. */
  @Oneway
  void note(@WebParam(name = "name") String name);
}
