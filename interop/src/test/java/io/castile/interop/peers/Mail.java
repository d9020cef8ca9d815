package io.castile.interop.peers;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** A service whose messages have attachments of which neither its WSDL nor its documents tell. */
@WebService(name = "Mail", targetNamespace = Archive.NAMESPACE)
public interface Mail {
  /** Sends all attachments back, if the stack can; returns their names and sizes. */
  String turn(@WebParam(name = "text") String text);
}
