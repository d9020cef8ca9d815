package example;

import java.util.concurrent.atomic.AtomicInteger;

/** A service of Axis2; nothing of it is about the cache. */
public class Quotes {
  static final AtomicInteger CALLS = new AtomicInteger();

  public double getPrice(String symbol) {
    CALLS.incrementAndGet();
    return 42.5;
  }
}
