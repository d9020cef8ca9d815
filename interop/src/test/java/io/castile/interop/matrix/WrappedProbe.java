package io.castile.interop.matrix;

import jakarta.jws.Oneway;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;

/** Document/literal wrapped. */
@WebService(targetNamespace = WrappedProbe.NAMESPACE)
public interface WrappedProbe extends Probe {
  String NAMESPACE = "urn:castile:probe:wrapped";

  @Override
  Sheet echo(@WebParam(name = "sheet") Sheet sheet);

  @Override
  Sheet refuse(@WebParam(name = "sheet") Sheet sheet) throws Refused;

  @Override
  Sheet fail(@WebParam(name = "sheet") Sheet sheet);

  @Override
  Sheet stamp(
      @WebParam(name = "sheet") Sheet sheet,
      @WebParam(name = "caller", header = true) String caller,
      @WebParam(name = "ticket", header = true, mode = WebParam.Mode.INOUT) Holder<String> ticket);

  @Override
  @Oneway
  void tell(@WebParam(name = "sheet") Sheet sheet);
}
