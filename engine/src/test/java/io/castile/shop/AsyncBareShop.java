package io.castile.shop;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.Response;
import java.util.concurrent.Future;

/** A part of {@link BareShop} with asynchronous methods, as generated from a WSDL. */
@WebService(name = "BareShop", targetNamespace = "urn:bare-shop")
@SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
public interface AsyncBareShop {
  @WebResult(name = "found", targetNamespace = "urn:bare-shop")
  Item find(@WebParam(name = "wanted", targetNamespace = "urn:bare-shop") Item wanted);

  @WebResult(name = "found", targetNamespace = "urn:bare-shop")
  @WebMethod(operationName = "find")
  Response<Item> findAsync(
      @WebParam(name = "wanted", targetNamespace = "urn:bare-shop") Item wanted);

  @WebResult(name = "found", targetNamespace = "urn:bare-shop")
  @WebMethod(operationName = "find")
  Future<?> findAsync(
      @WebParam(name = "wanted", targetNamespace = "urn:bare-shop") Item wanted,
      AsyncHandler<Item> handler);
}
