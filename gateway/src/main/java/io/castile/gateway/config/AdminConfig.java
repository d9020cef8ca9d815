package io.castile.gateway.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The listener of console, API and metrics.
 *
 * @param listen where it is
 * @param tokenFile has the token that each request must have; null for none, which only a listener
 *     on loopback may do without
 * @param tls null for plain HTTP
 * @param hosts names under which it is called, beside addresses, {@code localhost}, and the host of
 *     {@code listen}
 */
public record AdminConfig(
    ListenAddress listen, @Nullable Path tokenFile, @Nullable ListenerTls tls, List<String> hosts) {
  public AdminConfig {
    Objects.requireNonNull(listen, "listen");
    hosts = List.copyOf(hosts);
    if (tokenFile == null && !listen.isLoopback()) {
      throw new IllegalArgumentException(
          "expected a token file for the admin listener, as " + listen + " is not on loopback");
    }
  }
}
