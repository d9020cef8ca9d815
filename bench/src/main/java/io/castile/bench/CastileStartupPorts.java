package io.castile.bench;

import io.castile.Castile;
import io.castile.ClientBuilder;

/** Ports of Castile. */
record CastileStartupPorts(StartupRow row) implements StartupPorts {
  @Override
  public <T> T port(Class<T> sei, StartupTarget target) {
    ClientBuilder<T> builder = Castile.client(sei).endpoint(target.url());
    switch (row) {
      case CASTILE_APACHE -> builder.transport(new ApacheTransport());
      case CASTILE_JETTY -> builder.transport(new JettyTransport());
      case CASTILE_JDK -> builder.transport(new JdkTransport());
      default -> {
        // Its own.
      }
    }
    return builder.build();
  }
}
