package io.castile.gateway.http;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The origins of a route, asked by turns. Thread-safe. */
public final class OriginGroup {
  private final List<Origin> origins;
  private final AtomicInteger turn = new AtomicInteger();

  /**
   * @param origins one or more
   */
  public OriginGroup(List<Origin> origins) {
    this.origins = List.copyOf(origins);
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
   * Returns the origin whose turn it is, of those that are not left out. Where all are left out, it
   * is asked nevertheless: it may be back.
   *
   * @param but another one than this, if there is another; null for any
   */
  Origin next(@Nullable Origin but) {
    if (origins.size() == 1) {
      return origins.get(0);
    }
    int start = Math.floorMod(turn.getAndIncrement(), origins.size());
    Origin other = null;
    for (int i = 0; i < origins.size(); i++) {
      Origin each = origins.get((start + i) % origins.size());
      if (each != but && each.isIn()) {
        return each;
      }
      other = other == null && each != but ? each : other;
    }
    return other == null ? origins.get(start) : other;
  }
}
