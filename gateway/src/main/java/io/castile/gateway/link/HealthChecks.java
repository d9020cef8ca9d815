package io.castile.gateway.link;

import io.castile.gateway.config.HealthCheck;
import io.castile.gateway.config.Limits;
import io.castile.gateway.http.HealthProbe;
import io.castile.gateway.http.Loops;
import io.castile.gateway.http.Origin;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The health checks of the routes that hold. Not thread-safe. */
public final class HealthChecks {
  private final Loops loops;
  private Map<Origin, Running> running = new IdentityHashMap<>();

  /** A check that goes on. */
  private record Running(HealthCheck check, HealthProbe probe) {}

  /**
   * @param loops on which origins are checked, and with which checks end
   */
  public HealthChecks(Loops loops) {
    this.loops = loops;
  }

  /** Checks the origins of these routes, and of no others; checks that stay go on. */
  public void hold(List<Route> routes, Limits limits) {
    Map<Origin, Running> before = running;
    running = new IdentityHashMap<>();
    for (Route route : routes) {
      HealthCheck check = route.config().health();
      if (check != null) {
        for (Origin origin : route.allOrigins()) {
          Running known = before.get(origin);
          running.computeIfAbsent(
              origin,
              each ->
                  known != null && known.check.equals(check) ? known : start(each, check, limits));
        }
      }
    }
    before.forEach(
        (origin, old) -> {
          if (running.get(origin) != old) {
            old.probe.stop(running.containsKey(origin));
          }
        });
  }

  private Running start(Origin origin, HealthCheck check, Limits limits) {
    HealthProbe probe = new HealthProbe(loops, origin, check, limits);
    probe.start();
    return new Running(check, probe);
  }
}
