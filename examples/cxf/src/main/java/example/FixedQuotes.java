package example;

import jakarta.jws.WebService;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Two prices and two ratings, and how often they were asked for. */
@WebService(endpointInterface = "example.StockQuote")
public class FixedQuotes implements StockQuote {
  private final AtomicInteger calls = new AtomicInteger();

  @Override
  public double lastPrice(String symbol) {
    calls.incrementAndGet();
    return symbol.equals("CSTL") ? 42.5 : 1;
  }

  @Override
  public List<Rating> ratings(String market) {
    calls.incrementAndGet();
    return List.of(new Rating("CSTL", 5), new Rating("INK", 3));
  }

  int calls() {
    return calls.get();
  }
}
