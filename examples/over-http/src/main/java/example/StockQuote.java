package example;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The contract that both ends have. */
@WebService
public interface StockQuote {
  @WebMethod
  double lastPrice(@WebParam(name = "symbol") String symbol);
}
