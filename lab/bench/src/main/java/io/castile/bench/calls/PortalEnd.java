package io.castile.bench.calls;

import io.castile.bench.harness.Copies;
import io.castile.demo.portal.Portal;
import io.castile.demo.portal.PortalData;
import java.util.List;

/** The end of any SOAP stack, or of Java RMI: a client of the demo's portal. */
public final class PortalEnd implements CallEnd {
  /** What a search asks for besides. */
  public static final String KEY = "0000-portal-demo";

  private final Portal portal;
  private final AutoCloseable stop;
  private final Copies<List<Double>> doubles =
      new Copies<>(() -> PortalData.standard().doubles(CallOperation.DOUBLES));

  /**
   * @param stop closes the client
   */
  public PortalEnd(Portal portal, AutoCloseable stop) {
    this.portal = portal;
    this.stop = stop;
  }

  @Override
  public Object call(CallOperation operation, int turn) {
    return switch (operation) {
      case SIMPLE -> portal.getSimple();
      case SEARCH, SEARCHES ->
          portal.doGoogleSearch(
              KEY, operation.query(turn), 0, 10, false, "", false, "", "latin1", "latin1");
      case RATINGS -> portal.getStockRatings(List.of());
      case GET_DOUBLES -> portal.getDoubles(CallOperation.DOUBLES);
      case PUT_DOUBLES -> portal.putDoubles(doubles.next());
    };
  }

  @Override
  public void close() throws Exception {
    stop.close();
  }
}
