package example;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/** Is served at /services/quotes, as a bean whose class has WebService. */
@Component
@WebService(serviceName = "quotes", portName = "QuotesPort", targetNamespace = "urn:quotes")
public class FixedQuotes {
  private final AtomicInteger calls = new AtomicInteger();

  @WebMethod
  public double lastPrice(@WebParam(name = "symbol") String symbol) {
    System.out.println("asked for " + symbol + ", call " + calls.incrementAndGet());
    return 42.5;
  }
}
