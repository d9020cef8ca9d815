package io.castile.gateway.internal;

import io.castile.gateway.Gateway;
import io.castile.gateway.http.Origin;
import io.castile.xml.internal.HiddenPart;
import java.util.List;

/** The health of origins, which applications have by the API of the gateway. */
public final class Origins {
  /** Reads the health of all origins of a gateway. */
  public static final HiddenPart<Gateway, List<Origin.Health>> HEALTH = new HiddenPart<>();

  private Origins() {}

  /** Returns the health of each route's origins in their order, then that of its canary's. */
  public static List<Origin.Health> of(Gateway gateway) {
    return HEALTH.of(gateway);
  }
}
