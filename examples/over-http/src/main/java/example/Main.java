package example;

import io.castile.Castile;
import io.castile.SoapServer;

/** Serves at a free port, and calls there. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    try (SoapServer server =
        Castile.server().port(0).publish("/quotes", new FixedQuotes()).start()) {
      StockQuote port =
          Castile.client(StockQuote.class).endpoint(server.url("/quotes")).build();
      System.out.println("CSTL " + port.lastPrice("CSTL"));
    }
  }
}
