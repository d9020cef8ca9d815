package io.castile.bench.startup;

import io.castile.Castile;
import io.castile.ClientBuilder;
import io.castile.bench.calls.ApacheTransport;
import io.castile.bench.calls.JdkTransport;
import io.castile.bench.calls.JettyTransport;

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
