package io.castile.interop.fleet;

import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.internal.Configs;
import io.castile.redis.RedisStore;
import java.nio.file.Path;
import java.time.Duration;

/** A gateway of a fleet in a process of its own: says its ports, and ends with its input. */
final class FleetProgram {
  static final String PORTS = "ports ";

  private FleetProgram() {}

  /**
   * Runs the gateway.
   *
   * @param arguments the file of its configuration, and how long it waits for the store, in ms
   */
  public static void main(String[] arguments) throws Exception {
    GatewaySettings config = GatewaySettings.load(Path.of(arguments[0]));
    RedisStore store =
        RedisStore.builder(config.store())
            .timeout(Duration.ofMillis(Long.parseLong(arguments[1])))
            .build();
    Gateway gateway = Gateway.start(Configs.of(config), 1, store);
    System.out.println(PORTS + gateway.port() + " " + gateway.adminPort().orElseThrow());
    int read = System.in.read();
    while (read >= 0) {
      read = System.in.read();
    }
    System.exit(0);
  }
}
