package io.castile.axis2;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;

/** {@link Quotes}, as a client of Castile knows it. */
@WebService(name = "Quotes", targetNamespace = Messages.NAMESPACE)
public interface ReportPort {
  @WebMethod
  @WebResult(name = "return")
  String report(@WebParam(name = "name") String name);

  @WebMethod
  @WebResult(name = "return")
  double getPrice(@WebParam(name = "symbol") String symbol);
}
