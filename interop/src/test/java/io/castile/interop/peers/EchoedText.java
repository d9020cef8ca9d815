package io.castile.interop.peers;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.ResponseWrapper;

/**
 * A service that says how it has read a text. Its wrapper classes, which CXF and Metro make, have
 * names of their own: another service of the package has an operation {@code echo} with other
 * parts.
 */
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
  @RequestWrapper(className = "io.castile.interop.peers.echoed.Echo")
  @ResponseWrapper(className = "io.castile.interop.peers.echoed.EchoResponse")
  public String echo(@WebParam(name = "text") String text) {
    return "echo " + text;
  }

  /** Answers to another action, where a service goes by that. */
  @WebMethod(action = "urn:other")
  @WebResult(name = "text")
  @RequestWrapper(className = "io.castile.interop.peers.echoed.Other")
  @ResponseWrapper(className = "io.castile.interop.peers.echoed.OtherResponse")
  public String other(@WebParam(name = "text") String text) {
    return "other " + text;
  }
}
