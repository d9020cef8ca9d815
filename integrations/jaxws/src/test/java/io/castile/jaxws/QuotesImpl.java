package io.castile.jaxws;

import jakarta.annotation.Resource;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.ResponseWrapper;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;

@WebService(
    name = "Quotes",
    targetNamespace = "urn:quotes",
    serviceName = "QuoteService",
    portName = "QuotePort")
public class QuotesImpl {
  volatile Object servedPort;
  volatile String servedBy;

  @Resource private WebServiceContext context;

  @WebResult(name = "value")
  @RequestWrapper(
      localName = "price",
      targetNamespace = "urn:quotes",
      className = "io.castile.jaxws.Price")
  @ResponseWrapper(
      localName = "priceResponse",
      targetNamespace = "urn:quotes",
      className = "io.castile.jaxws.PriceResponse")
  public double price(@WebParam(name = "symbol") String symbol) {
    servedPort = context.getMessageContext().get(MessageContext.WSDL_PORT);
    servedBy = Thread.currentThread().getName();
    if (symbol == null) {
      throw new IllegalArgumentException("no symbol");
    }
    return symbol.length() + 0.5;
  }
}
