package io.castile.bench.floor.items;

import io.castile.bench.message.RatedStock;
import java.util.List;

/** The client's end of a stack. */
interface ItemCalls {
  /** A call whose arguments are ready. */
  interface Call {
    /** Calls, and returns how many items there were. */
    int items() throws Exception;
  }

  /** Makes the arguments of a call. */
  Call prepare(ItemOperation operation, int count);

  /** The calls of a port. */
  static ItemCalls of(ItemsPort port) {
    return (operation, count) ->
        switch (operation) {
          case GET_DOUBLES -> () -> port.getDoubles(count).length;
          case PUT_DOUBLES -> {
            double[] doubles = ItemsService.doubles(count);
            yield () -> port.putDoubles(doubles);
          }
          case GET_RATINGS -> () -> port.getRatings(count).size();
          case PUT_RATINGS -> {
            List<RatedStock> ratings = ItemsService.ratings(count);
            yield () -> port.putRatings(ratings);
          }
        };
  }
}
