package io.castile.bench.floor.items;

import io.castile.bench.message.RatedStock;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;
import java.util.List;

/** A service whose messages have as many items as are asked for. */
@WebService(targetNamespace = ItemsRow.NAMESPACE)
public interface ItemsPort {
  /** Returns numbers. */
  @WebMethod
  double[] getDoubles(int count);

  /** Takes numbers, and returns how many there were. */
  @WebMethod
  int putDoubles(double[] items);

  /** Returns ratings. */
  @WebMethod
  List<RatedStock> getRatings(int count);

  /** Takes ratings, and returns how many there were. */
  @WebMethod
  int putRatings(List<RatedStock> items);
}
