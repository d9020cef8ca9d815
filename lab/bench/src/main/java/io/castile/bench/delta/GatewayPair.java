package io.castile.bench.delta;

import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.internal.Configs;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Two gateways in this JVM that speak the link with each other; what is between is the line. */
final class GatewayPair implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  private final Gateway far;
  private final Gateway near;

  private GatewayPair(Gateway far, Gateway near) {
    this.far = far;
    this.near = near;
  }

  /**
   * Starts the gateways.
   *
   * @param service the port of the service
   * @param route gives for the far gateway's port the one to which the near one connects
   */
  static GatewayPair open(int service, IntUnaryOperator route) throws IOException {
    Gateway far = Gateway.start(Configs.of(config(service).withLink(true)), 1);
    GatewaySettings near = config(route.applyAsInt(far.port()));
    List<RouteConfig> linked = near.routes().stream().map(each -> each.withLink(true)).toList();
    return new GatewayPair(far, Gateway.start(Configs.of(near.withRoutes(linked)), 1));
  }

  private static GatewaySettings config(int origin) {
    URI address = URI.create("http://" + HOST + ":" + origin);
    return GatewaySettings.of(new ListenAddress(HOST, 0), address).withObserve(false);
  }

  /** Where clients find a path of the service. */
  String address(String path) {
    return "http://" + HOST + ":" + near.port() + path;
  }

  @Override
  public void close() {
    near.close();
    far.close();
  }
}
