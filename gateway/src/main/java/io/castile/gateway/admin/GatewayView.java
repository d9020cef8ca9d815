package io.castile.gateway.admin;

import io.castile.cache.ResponseCache;
import io.castile.cache.observe.Recording;
import io.castile.cache.policy.FleetPolicy;
import io.castile.delta.LinkStatistics;
import io.castile.gateway.http.Origin;
import io.castile.gateway.meter.Meters;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the admin listener sees of the gateway. Thread-safe. */
public interface GatewayView {
  /** What is counted of requests. */
  Meters meters();

  /** The cache. */
  ResponseCache cache();

  /** The file of the policy; null if it has none. */
  @Nullable Path policyFile();

  /** The policy of the fleet that this gateway is of; null where it has its own. */
  @Nullable FleetPolicy fleetPolicy();

  /** How the origins of each route fare. */
  List<RouteHealth> routes();

  /** What was recorded of calls; empty where nothing is observed. */
  Optional<Recording> recording();

  /** Whether it takes connections: it listens, and does not drain. */
  boolean isListening();

  /** How many connections of clients are open. */
  int connections();

  /** How many requests are under way. */
  int requests();

  /** What has been done over the differential link to origins: as the near gateway of a pair. */
  LinkStatistics linkToOrigins();

  /** What has been done over the differential link to clients: as the far gateway of a pair. */
  LinkStatistics linkToClients();

  /** How often a connection or a request was refused. */
  long refusals();

  /**
   * A route's origins.
   *
   * @param route what it is known by
   */
  record RouteHealth(String route, List<Origin.Health> origins) {
    public RouteHealth {
      origins = List.copyOf(origins);
    }

    boolean isIn() {
      return origins.stream().anyMatch(Origin.Health::in);
    }
  }
}
