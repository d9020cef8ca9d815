package example;

import io.castile.spring.client.CastileClient;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** A client of this is a bean, whose address is in application.yaml. */
@CastileClient("quotes")
@WebService(targetNamespace = "urn:quotes")
public interface StockQuote {
  double lastPrice(@WebParam(name = "symbol") String symbol);
}
