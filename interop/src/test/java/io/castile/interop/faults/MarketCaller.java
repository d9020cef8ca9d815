package io.castile.interop.faults;

import io.castile.Castile;
import io.castile.ClientBuilder;
import io.castile.delta.Differential;
import io.castile.soap.http.HttpOptions;
import io.castile.soap.http.HttpTransport;
import io.castile.template.Templates;
import jakarta.xml.ws.BindingProvider;
import java.time.Duration;
import java.util.List;

/** A caller in this process, with the link or without it. */
final class MarketCaller implements Caller {
  /** Names the caller, for the relay. */
  static final String NAME_FIELD = "Lane";

  /** So long that no call ends by it: nothing that these tests do leaves a connection silent. */
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  /** Keeps no connection: orders are to be served once, whatever the transport makes of breaks. */
  private static final HttpOptions ONCE =
      HttpOptions.builder()
          .connectTimeout(TIMEOUT)
          .readTimeout(TIMEOUT)
          .maxIdleConnections(0)
          .maxResponseBytes(Integer.MAX_VALUE)
          .build();

  /** Less than is kept by default, to see whether anything else grows. */
  private static final Templates TEMPLATES =
      Templates.builder().maxBytes(4 << 20).maxReadBytes(4 << 20).build();

  private final Market boards;
  private final Market orders;

  /**
   * @param name see {@link #NAME_FIELD}
   * @param link null for none, and then no templates either
   */
  MarketCaller(String name, int port, Differential link) {
    boards =
        builder(name, port, link).transport(t -> t.readTimeout(TIMEOUT)).retrySafe("board").build();
    orders = builder(name, port, link).transport(new HttpTransport(ONCE)).build();
  }

  private static ClientBuilder<Market> builder(String name, int port, Differential link) {
    ClientBuilder<Market> builder =
        Castile.client(Market.class)
            .endpoint("http://localhost:" + port + "/market")
            .header(NAME_FIELD, name);
    return link == null
        ? builder.templates(Templates.off())
        : builder.templates(TEMPLATES).differential(link);
  }

  private static void identify(Market market, String user) {
    var context = ((BindingProvider) market).getRequestContext();
    context.put(BindingProvider.USERNAME_PROPERTY, user);
    context.put(BindingProvider.PASSWORD_PROPERTY, "x");
  }

  @Override
  public Boards.Maker board(String user, String market, long tick) {
    identify(boards, user);
    return Boards.check(boards.board(market, tick), market, tick, user);
  }

  @Override
  public int order(String user, String id, String market, long tick) {
    identify(orders, user);
    List<Line> lines = Boards.ordered(market, tick, user);
    return Boards.check(orders.order(id, lines), user, id, lines);
  }

  State state() {
    return State.of(boards.state());
  }

  @Override
  public void close() {
    for (Market market : List.of(boards, orders)) {
      try {
        ((AutoCloseable) market).close();
      } catch (Exception e) {
        throw new IllegalStateException("a client could not be closed", e);
      }
    }
  }
}
