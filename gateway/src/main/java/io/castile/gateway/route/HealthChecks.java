package io.castile.gateway.route;

import io.castile.gateway.config.HealthCheck;
import io.castile.gateway.config.HealthQuestion;
import io.castile.gateway.config.Limits;
import io.castile.gateway.http.HealthProbe;
import io.castile.gateway.http.Loops;
import io.castile.gateway.http.Origin;
import java.io.IOException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The health checks of the routes that hold. Not thread-safe. */
public final class HealthChecks {
  private final Loops loops;
  private Map<Origin, Running> running = new IdentityHashMap<>();

  /**
   * A check that goes on.
   *
   * @param message that is sent; null for one by GET
   */
  private record Running(HealthCheck check, @Nullable HealthMessage message, HealthProbe probe) {
    boolean isOf(HealthCheck other, @Nullable HealthMessage sent) {
      return check.equals(other) && (message == null ? sent == null : message.isSameAs(sent));
    }
  }

  /**
   * @param loops on which origins are checked, and with which checks end
   */
  public HealthChecks(Loops loops) {
    this.loops = loops;
  }

  /**
   * Checks the origins of these routes, and of no others; checks that stay go on.
   *
   * @throws IOException if the message of a check cannot be read, or is none; then nothing changes
   */
  public void hold(List<Route> routes, Limits limits) throws IOException {
    Map<HealthQuestion, HealthMessage> messages = messages(routes);
    Map<Origin, Running> before = running;
    running = new IdentityHashMap<>();
    for (Route route : routes) {
      HealthCheck check = route.config().health();
      if (check != null) {
        HealthMessage message = check.question() == null ? null : messages.get(check.question());
        for (Origin origin : route.allOrigins()) {
          Running known = before.get(origin);
          running.computeIfAbsent(
              origin,
              each ->
                  known != null && known.isOf(check, message)
                      ? known
                      : start(each, check, message, limits));
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

  private static Map<HealthQuestion, HealthMessage> messages(List<Route> routes)
      throws IOException {
    Map<HealthQuestion, HealthMessage> messages = new HashMap<>();
    for (Route route : routes) {
      HealthCheck check = route.config().health();
      if (check != null && check.question() != null && !messages.containsKey(check.question())) {
        messages.put(check.question(), HealthMessage.read(check.question()));
      }
    }
    return messages;
  }

  private Running start(
      Origin origin, HealthCheck check, @Nullable HealthMessage message, Limits limits) {
    HealthProbe probe = new HealthProbe(loops, origin, check, limits, message);
    probe.start();
    return new Running(check, message, probe);
  }
}
