package io.castile.interop.matrix;

import jakarta.jws.Oneway;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.Holder;

/** Rpc/literal. */
@WebService(targetNamespace = RpcProbe.NAMESPACE)
@SOAPBinding(style = SOAPBinding.Style.RPC)
public interface RpcProbe extends Probe {
  String NAMESPACE = "urn:castile:probe:rpc";

  @Override
  Sheet echo(@WebParam(name = "sheet", partName = "sheet") Sheet sheet);

  @Override
  Sheet refuse(@WebParam(name = "sheet", partName = "sheet") Sheet sheet) throws Refused;

  @Override
  Sheet fail(@WebParam(name = "sheet", partName = "sheet") Sheet sheet);

  @Override
  Sheet stamp(
      @WebParam(name = "sheet", partName = "sheet") Sheet sheet,
      @WebParam(name = "caller", partName = "caller", header = true) String caller,
      @WebParam(name = "ticket", partName = "ticket", header = true, mode = WebParam.Mode.INOUT)
          Holder<String> ticket);

  @Override
  @Oneway
  void tell(@WebParam(name = "sheet", partName = "sheet") Sheet sheet);
}
