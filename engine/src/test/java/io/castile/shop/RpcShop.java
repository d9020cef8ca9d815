package io.castile.shop;

import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.Holder;

/** Rpc/literal. */
@WebService(targetNamespace = "urn:rpc-shop")
@SOAPBinding(style = SOAPBinding.Style.RPC)
public interface RpcShop {
  @WebResult(partName = "sum")
  int add(@WebParam(partName = "a") int a, @WebParam(partName = "b") int b);

  Item item(@WebParam(partName = "item") Item item);

  double[] numbers(@WebParam(partName = "numbers") double[] numbers);

  String exchange(
      @WebParam(partName = "both", mode = WebParam.Mode.INOUT) Holder<Item> both,
      @WebParam(partName = "out", mode = WebParam.Mode.OUT) Holder<Integer> out)
      throws OutOfStock;

  void ping();
}
