package io.castile.gateway.admin;

import io.castile.bridge.DescribedService;
import io.castile.cache.ResponseCache;
import io.castile.cache.observe.Recording;
import io.castile.cache.observe.internal.OperationText;
import io.castile.cache.policy.FleetPolicy;
import io.castile.delta.LinkStatistics;
import io.castile.gateway.http.Origin;
import io.castile.gateway.meter.Meters;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The gateway, as the admin listener sees it. Thread-safe. */
public interface GatewayView {
  /** Returns the meters of requests. */
  Meters meters();

  /** The cache. */
  ResponseCache cache();

  /** The file of the policy; null if it has none. */
  @Nullable Path policyFile();

  /** The policy of the fleet that this gateway is of; null where it has its own. */
  @Nullable FleetPolicy fleetPolicy();

  /** Returns the outcome of reading the configuration again. */
  Reload reload();

  /** How the origins of each route fare. */
  List<RouteHealth> routes();

  /**
   * Returns what the description of a route says of an operation; null where it has none, or has
   * not been read yet.
   *
   * @param route what it is known by
   * @param operation {@code {namespace}local}
   */
  DescribedService.@Nullable Operation described(String route, String operation);

  /** Returns what descriptions say of operations, as their requests name them; may take time. */
  Map<QName, OperationText> texts();

  /** Returns the recording of calls; empty where nothing is observed. */
  Optional<Recording> recording();

  /** Whether it takes connections: it listens, and does not drain. */
  boolean isListening();

  /** Whether its warm-up has ended, or it has none. */
  boolean isWarm();

  /**
   * Whether requests would be served well: it takes them, is warm, and each route has an origin
   * that is in.
   */
  default boolean isReady() {
    return isListening() && isWarm() && routes().stream().allMatch(RouteHealth::isIn);
  }

  /** How many connections of clients are open. */
  int connections();

  /** How many requests are under way. */
  int requests();

  /** Returns the counters of the differential link to origins, as the near gateway of a pair. */
  LinkStatistics linkToOrigins();

  /** Returns the counters of the differential link to clients, as the far gateway of a pair. */
  LinkStatistics linkToClients();

  /** How often a connection or a request was refused. */
  long refusals();

  /**
   * The outcome of reading a configuration again.
   *
   * @param read when the last one was taken; null where none was since the start
   * @param afterRestart settings that are others in it and hold only after a restart
   * @param refused when a later one was not taken; null where that is not so
   * @param problem why; null where there is none
   */
  record Reload(
      @Nullable Instant read,
      List<String> afterRestart,
      @Nullable Instant refused,
      @Nullable String problem) {
    /** The state of a gateway whose configuration has not changed. */
    public static final Reload NONE = new Reload(null, List.of(), null, null);

    public Reload {
      afterRestart = List.copyOf(afterRestart);
    }
  }

  /**
   * A route's origins.
   *
   * @param route what it is known by
   * @param canary those of its canary; empty where there is none
   */
  record RouteHealth(String route, List<Origin.Health> origins, List<Origin.Health> canary) {
    public RouteHealth {
      origins = List.copyOf(origins);
      canary = List.copyOf(canary);
    }

    List<Origin.Health> all() {
      List<Origin.Health> all = new ArrayList<>(origins);
      all.addAll(canary);
      return all;
    }

    boolean isIn() {
      return origins.stream().anyMatch(Origin.Health::in);
    }
  }
}
