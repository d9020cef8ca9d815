package io.castile.redis;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** A service with something to ask, and something to change. */
@WebService(name = "Prices", serviceName = "PricesService", targetNamespace = "urn:prices")
public interface Prices {
  @WebMethod
  String price(@WebParam(name = "item") String item);

  @WebMethod
  String stock(@WebParam(name = "item") String item);

  @WebMethod
  String setPrice(@WebParam(name = "item") String item, @WebParam(name = "price") String price);

  @WebMethod
  String setStock(@WebParam(name = "item") String item, @WebParam(name = "stock") String stock);
}
