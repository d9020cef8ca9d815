package io.castile.interop.faults;

import jakarta.jws.WebParam;
import java.util.List;

/**
 * The operations of the service in all its editions.
 *
 * @param <L> a line
 */
public interface MarketOf<L> {
  /** The lines of a market for whoever asks, as {@link Boards} has them. */
  List<L> board(@WebParam(name = "market") String market, @WebParam(name = "tick") long tick);

  /**
   * Takes an order, each time that it is called.
   *
   * @param id of this order only
   * @return the receipt, which says what has come: see {@link Boards#receipt}
   */
  String order(@WebParam(name = "id") String id, @WebParam(name = "lines") List<L> lines);

  /** What the server has done and keeps: see {@link State}. */
  String state();
}
