package io.castile.interop.peers;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The service of {@link Desk} where a description says that it is told things, and it answers. */
@WebService(name = "Desk", targetNamespace = Desk.NAMESPACE)
public interface AnsweringDesk {
  void tell(@WebParam(name = "text") String text);

  int count(@WebParam(name = "text") String text);

  /** Throws. */
  void refuse(@WebParam(name = "text") String text);

  String inquire(@WebParam(name = "text") String text);
}
