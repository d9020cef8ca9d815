package io.castile.gateway.link;

import io.castile.gateway.config.HealthCheck;
import io.castile.gateway.config.Limits;
import io.castile.gateway.http.HealthProbe;
import io.castile.gateway.http.Loops;
import io.castile.gateway.http.Origin;
import io.castile.gateway.http.OriginGroup;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The health checks of the routes that hold. Not thread-safe. */
public final class HealthChecks {
  private final Loops loops;
  private Map<OriginGroup, List<HealthProbe>> running = new IdentityHashMap<>();

  /**
   * @param loops on which origins are checked, and with which checks end
   */
  public HealthChecks(Loops loops) {
    this.loops = loops;
  }

  /** Checks the origins of these routes, and of no others; checks of origins that stay go on. */
  public void hold(List<Route> routes, Limits limits) {
    Map<OriginGroup, List<HealthProbe>> before = running;
    running = new IdentityHashMap<>();
    for (Route route : routes) {
      List<HealthProbe> known = before.remove(route.origins());
      if (known != null) {
        running.put(route.origins(), known);
      } else if (!running.containsKey(route.origins())) {
        running.put(route.origins(), start(route, limits));
      }
    }
    before.values().forEach(probes -> probes.forEach(HealthProbe::stop));
  }

  private List<HealthProbe> start(Route route, Limits limits) {
    List<HealthProbe> probes = new ArrayList<>();
    HealthCheck check = route.config().health();
    if (check != null) {
      for (Origin origin : route.origins().origins()) {
        HealthProbe probe = new HealthProbe(loops, origin, check, limits);
        probe.start();
        probes.add(probe);
      }
    }
    return probes;
  }
}
