package io.castile.bench;

import io.castile.Castile;
import io.castile.ClientBuilder;
import io.castile.SoapServer;
import io.castile.bench.WholeCell.Carrier;
import io.castile.template.Templates;

/** How whole calls of the suite {@code differential} are made: the rows. */
enum WholeRow {
  /** Every message is written and read whole, and sent as it is. */
  SOAP("SOAP", false, false),
  /** Messages are written over the last one, and read by their difference to it. */
  TEMPLATES("SOAP, templates", true, false),
  /** Besides, they are sent as their difference to the last one. */
  LINK("Castile's link, templates", true, true);

  private static final String PATH = "/stocks";

  private final String label;
  private final boolean hasTemplates;
  private final boolean isLinked;

  WholeRow(String label, boolean hasTemplates, boolean isLinked) {
    this.label = label;
    this.hasTemplates = hasTemplates;
    this.isLinked = isLinked;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /**
   * Client and server of a service, both in this JVM.
   *
   * @param client calls the service
   * @param stop closes both
   */
  record Pair(Stocks client, AutoCloseable stop) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      stop.close();
    }
  }

  /** Starts a server of the service, and a client of that. */
  Pair open(StockAnswers service, Carrier carrier) {
    SoapServer server =
        Castile.server()
            .host("127.0.0.1")
            .templates(templates())
            .differential(isLinked)
            .publish(PATH, service)
            .start();
    ClientBuilder<Stocks> client =
        Castile.client(Stocks.class)
            .endpoint(server.url(PATH))
            .templates(templates())
            .differential(isLinked);
    if (carrier == Carrier.MEMORY) {
      client.transport(server.localTransport());
    }
    Stocks port = client.build();
    return new Pair(
        port,
        () -> {
          ((AutoCloseable) port).close();
          server.close();
        });
  }

  /** Each end has its own, as it would in a process of its own. */
  private Templates templates() {
    return hasTemplates ? Templates.builder().build() : Templates.off();
  }
}
