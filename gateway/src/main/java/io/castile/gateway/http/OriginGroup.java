package io.castile.gateway.http;

import io.castile.gateway.config.Balance;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The origins of a route, one of which is asked each time. Thread-safe. */
public final class OriginGroup {
  private final List<Origin> origins;
  private final OriginChoice choice;

  /**
   * @param origins one or more
   * @param balance how one is chosen; has a weight for each, or none
   */
  public OriginGroup(List<Origin> origins, Balance balance) {
    this.origins = List.copyOf(origins);
    this.choice = new OriginChoice(this.origins, balance);
  }

  /** Returns all, in the order in which they were given. */
  public List<Origin> origins() {
    return origins;
  }

  /** Returns the first, by which the service is named. */
  public Origin first() {
    return origins.get(0);
  }

  /** Whether all of them have said that they read requests in gzip. */
  public boolean readGzip() {
    for (Origin origin : origins) {
      if (!origin.readsGzip()) {
        return false;
      }
    }
    return true;
  }

  /** Whether one or more of them are not left out at the moment. */
  public boolean isIn() {
    for (Origin each : origins) {
      if (each.isIn()) {
        return true;
      }
    }
    return false;
  }

  /** Whether none has answered for a while, as far as is known. */
  public boolean isDown() {
    for (Origin each : origins) {
      if (!each.isDown()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the origin that is to be asked, one of those that are not left out. Where all are left
   * out, one is asked nevertheless: it may be back.
   *
   * @param but another one than this, if there is another; null for any
   * @param fields of the request
   */
  Origin next(@Nullable Origin but, HttpHeaders fields) {
    if (origins.size() == 1) {
      return origins.get(0);
    }
    Origin found = choice.next(each -> each != but && each.isIn(), fields);
    if (found == null) {
      found = choice.next(each -> each != but, fields);
    }
    return found == null ? origins.get(0) : found;
  }
}
