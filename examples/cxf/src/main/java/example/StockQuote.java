package example;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.util.List;

/** The contract that both ends have. */
@WebService
public interface StockQuote {
  @WebMethod
  double lastPrice(@WebParam(name = "symbol") String symbol);

  @WebMethod
  List<Rating> ratings(@WebParam(name = "market") String market);
}
