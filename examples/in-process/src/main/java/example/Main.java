package example;

import io.castile.Castile;
import io.castile.SoapMount;

/** Calls a service in the same JVM: whole SOAP messages, and no socket. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    try (SoapMount services = Castile.server().publish("/quotes", new FixedQuotes()).mount()) {
      StockQuote port =
          Castile.client(StockQuote.class)
              .endpoint("http://localhost/quotes")
              .transport(services.localTransport())
              .build();
      System.out.println("CSTL " + port.lastPrice("CSTL"));
    }
  }
}
