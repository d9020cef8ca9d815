package io.castile.spring;

import io.castile.ServerBuilder;

/**
 * A bean that has a say in how the application's services are served. Beans are called in their
 * order, before the services are published.
 */
@FunctionalInterface
public interface CastileServerCustomizer {
  /** Changes the server that is being made; port and TLS are the web server's. */
  void customize(ServerBuilder server);
}
