package io.castile.bench.gateway;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewayConfig;
import io.castile.gateway.config.ListenAddress;
import java.net.URI;

/** Castile's gateway with one event loop: says its port, and ends with its input. */
final class GatewayProgram {
  private static final String ALL =
      "rules: [{operation: '*', cache: true, ttl: 1h, maxEntryBytes: 4MiB}]";

  private GatewayProgram() {}

  /**
   * Runs the gateway.
   *
   * @param arguments the port of the origin, and what it does: {@code cache}, {@code observe} or
   *     {@code pass}
   */
  public static void main(String[] arguments) throws Exception {
    URI origin = URI.create("http://127.0.0.1:" + arguments[0]);
    GatewayConfig config = GatewayConfig.of(new ListenAddress("127.0.0.1", 0), origin);
    Gateway gateway = Gateway.start(config.withObserve(arguments[1].equals("observe")), 1);
    if (arguments[1].equals("cache")) {
      gateway.policy(CachePolicy.parse("all", ALL));
    }
    System.out.println(OriginProgram.PORT + gateway.port());
    int read = System.in.read();
    while (read >= 0) {
      read = System.in.read();
    }
    System.exit(0);
  }
}
