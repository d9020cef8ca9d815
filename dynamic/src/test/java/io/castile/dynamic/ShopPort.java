package io.castile.dynamic;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import java.util.List;

/** The interface that a typed client of the shop has. */
@WebService(name = "Shop", targetNamespace = "urn:shop")
public interface ShopPort {
  @WebMethod
  @WebResult(name = "order")
  Shop.Order order(
      @WebParam(name = "items") List<Shop.Item> items, @WebParam(name = "note") String note)
      throws Shop.SoldOut;

  @WebMethod
  @WebResult(name = "token")
  String whoAmI(
      @WebParam(name = "session", header = true, targetNamespace = "urn:shop") String session);
}
