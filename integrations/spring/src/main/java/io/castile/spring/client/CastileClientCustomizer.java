package io.castile.spring.client;

import io.castile.ClientBuilder;

/**
 * A bean that has a say in clients that properties or annotations make. Beans are called in their
 * order, after the properties.
 */
@FunctionalInterface
public interface CastileClientCustomizer {
  /**
   * Changes a client that is being made.
   *
   * @param name as in {@code castile.clients.<name>}
   */
  void customize(String name, ClientBuilder<?> client);
}
