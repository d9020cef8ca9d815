package io.castile.interop.peers;

import jakarta.jws.Oneway;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** A service that is mostly told things. */
@WebService(name = "Desk", targetNamespace = Desk.NAMESPACE)
public interface Desk {
  String NAMESPACE = "urn:castile:desk";

  @Oneway
  void tell(@WebParam(name = "text") String text);

  @Oneway
  void count(@WebParam(name = "text") String text);

  /** Throws. */
  @Oneway
  void refuse(@WebParam(name = "text") String text);

  /** Returns what it was given. */
  String inquire(@WebParam(name = "text") String text);
}
