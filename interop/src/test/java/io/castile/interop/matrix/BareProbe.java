package io.castile.interop.matrix;

import jakarta.jws.Oneway;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.Holder;

/** Document/literal bare: each operation has an element of its own. */
@WebService(targetNamespace = BareProbe.NAMESPACE)
@SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
public interface BareProbe extends Probe {
  String NAMESPACE = "urn:castile:probe:bare";

  @Override
  Sheet echo(@WebParam(name = "echo") Sheet sheet);

  @Override
  Sheet refuse(@WebParam(name = "refuse") Sheet sheet) throws Refused;

  @Override
  Sheet fail(@WebParam(name = "fail") Sheet sheet);

  @Override
  Sheet stamp(
      @WebParam(name = "stamp") Sheet sheet,
      @WebParam(name = "caller", header = true) String caller,
      @WebParam(name = "ticket", header = true, mode = WebParam.Mode.INOUT) Holder<String> ticket);

  @Override
  @Oneway
  void tell(@WebParam(name = "tell") Sheet sheet);
}
