package example;

import jakarta.jws.WebService;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/** Is served at /services/quotes, as a bean whose class has WebService. */
@Component
@WebService(
    endpointInterface = "example.StockQuote",
    serviceName = "quotes",
    targetNamespace = "urn:quotes")
public class SlowQuotes implements StockQuote {
  private final AtomicInteger calls = new AtomicInteger();

  @Override
  public double lastPrice(String symbol) {
    calls.incrementAndGet();
    return 42.5;
  }

  int calls() {
    return calls.get();
  }
}
