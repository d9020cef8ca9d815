package io.castile.interop.peers;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;

/** A service that says how it has read a text. */
@WebService(
    name = "EchoedText",
    serviceName = "EchoedTextService",
    portName = "EchoedTextPort",
    targetNamespace = EchoedText.NAMESPACE)
public class EchoedText {
  static final String NAMESPACE = "urn:echoed";
  static final String ACTION = "urn:echo";

  @WebMethod(action = ACTION)
  @WebResult(name = "text")
  public String echo(@WebParam(name = "text") String text) {
    return "echo " + text;
  }

  /** Answers to another action, where a service goes by that. */
  @WebMethod(action = "urn:other")
  @WebResult(name = "text")
  public String other(@WebParam(name = "text") String text) {
    return "other " + text;
  }
}
