package example;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;

/** The contract that both ends have. */
@WebService
public interface Shop {
  @WebMethod
  Order order(@WebParam(name = "number") int number);
}
