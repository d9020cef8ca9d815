package io.castile.jaxws;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.ResponseWrapper;
import java.util.concurrent.Future;

/** As generators write it: without a word of the version of SOAP. */
@WebService(name = "Quotes", targetNamespace = "urn:quotes")
public interface Quotes {
  @WebMethod(action = "urn:quotes/price")
  @WebResult(name = "value", targetNamespace = "")
  @RequestWrapper(
      localName = "price",
      targetNamespace = "urn:quotes",
      className = "io.castile.jaxws.Price")
  @ResponseWrapper(
      localName = "priceResponse",
      targetNamespace = "urn:quotes",
      className = "io.castile.jaxws.PriceResponse")
  double price(@WebParam(name = "symbol", targetNamespace = "") String symbol);

  @WebMethod(operationName = "price", action = "urn:quotes/price")
  @RequestWrapper(
      localName = "price",
      targetNamespace = "urn:quotes",
      className = "io.castile.jaxws.Price")
  @ResponseWrapper(
      localName = "priceResponse",
      targetNamespace = "urn:quotes",
      className = "io.castile.jaxws.PriceResponse")
  Response<PriceResponse> priceAsync(
      @WebParam(name = "symbol", targetNamespace = "") String symbol);

  @WebMethod(operationName = "price", action = "urn:quotes/price")
  @RequestWrapper(
      localName = "price",
      targetNamespace = "urn:quotes",
      className = "io.castile.jaxws.Price")
  @ResponseWrapper(
      localName = "priceResponse",
      targetNamespace = "urn:quotes",
      className = "io.castile.jaxws.PriceResponse")
  Future<?> priceAsync(
      @WebParam(name = "symbol", targetNamespace = "") String symbol,
      @WebParam(name = "asyncHandler", targetNamespace = "")
          AsyncHandler<PriceResponse> asyncHandler);
}
