package io.castile.gateway;

import io.castile.gateway.config.Balance;
import io.castile.gateway.config.Canary;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.edge.RouteEdge;
import io.castile.gateway.http.Origin;
import io.castile.gateway.http.OriginGroup;
import io.castile.gateway.route.Route;
import io.castile.gateway.route.RouteSecurity;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes routes with their origins. One that stays in a route of the same name, with the same TLS
 * and HTTP/2, keeps its connections, its health and its figures. Not thread-safe.
 */
final class RouteOrigins {
  private final List<Route> before;

  /** Those of the routes before, and of new ones, by their files. */
  private final Map<Path, RouteSecurity> securities = new HashMap<>();

  /**
   * @param before routes that are replaced
   */
  RouteOrigins(Collection<Route> before) {
    this.before = List.copyOf(before);
    for (Route route : before) {
      RouteSecurity security = route.security();
      if (security != null) {
        securities.put(security.file(), security);
      }
    }
  }

  /**
   * @param edge what is asked of requests before they go on; null for nothing
   * @throws IOException if a file cannot be read, or is not what it should be
   */
  Route route(RouteConfig config, @Nullable RouteEdge edge) throws IOException {
    SslContext tls = TlsContexts.of(config);
    OriginGroup usual = group(config, config.origins(), config.balance(), tls);
    Canary canary = config.canary();
    OriginGroup other =
        canary == null
            ? null
            : group(config, canary.origins(), config.balance().withWeights(canary.weights()), tls);
    return new Route(config, usual, other, edge, security(config.security()));
  }

  /** One for all routes of a file: it remembers which messages it has received. */
  private @Nullable RouteSecurity security(@Nullable Path file) throws IOException {
    if (file == null) {
      return null;
    }
    RouteSecurity known = securities.get(file);
    if (known == null) {
      known = RouteSecurity.load(file);
      securities.put(file, known);
    }
    return known;
  }

  private OriginGroup group(
      RouteConfig config, List<URI> addresses, Balance balance, @Nullable SslContext tls) {
    List<Origin> origins = new ArrayList<>();
    for (URI uri : addresses) {
      Origin known = known(config, uri, origins);
      origins.add(
          known == null
              ? new Origin(uri, TlsContexts.isHttps(uri) ? tls : null, config.http2())
              : known);
    }
    return new OriginGroup(origins, balance);
  }

  /**
   * An origin that stays; null for one that is new.
   *
   * @param taken those that the group has already
   */
  private @Nullable Origin known(RouteConfig config, URI uri, List<Origin> taken) {
    for (Route route : before) {
      boolean isSame =
          route.config().place().equals(config.place())
              && route.config().tls().equals(config.tls())
              && route.config().http2() == config.http2();
      if (isSame) {
        for (Origin each : route.allOrigins()) {
          if (each.uri().equals(uri) && !taken.contains(each)) {
            return each;
          }
        }
      }
    }
    return null;
  }
}
