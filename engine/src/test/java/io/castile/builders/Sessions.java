package io.castile.builders;

import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.Holder;

/** Encoded operations with header blocks. */
@WebService(name = "SessionsPortType", targetNamespace = Sessions.NAMESPACE)
@SOAPBinding(style = SOAPBinding.Style.RPC, use = SOAPBinding.Use.ENCODED)
public interface Sessions {
  String NAMESPACE = "http://soapinterop.org/sessions";

  /** Adds the data of both, and 100 where the session has the node itself on its left. */
  @WebResult(partName = "return")
  int use(
      @WebParam(partName = "node") Node node,
      @WebParam(name = "session", header = true) Node session,
      @WebParam(name = "ticket", header = true, mode = WebParam.Mode.INOUT) Holder<String> ticket);
}
