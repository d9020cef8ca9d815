package io.castile.shop;

import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.Holder;

/** Document/literal bare. */
@WebService(targetNamespace = "urn:bare-shop")
@SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
public interface BareShop {
  @WebResult(name = "found", targetNamespace = "urn:bare-shop")
  Item find(@WebParam(name = "wanted", targetNamespace = "urn:bare-shop") Item wanted);

  String length(String text);

  void change(
      @WebParam(name = "changed", mode = WebParam.Mode.INOUT) Holder<Item> item,
      @WebParam(name = "token", header = true) String token);

  double[] values(double[] values);

  void nothing();
}
