package io.castile.gateway.config;

import java.util.Objects;

/**
 * What a route asks of requests before they go on.
 *
 * @param access who may call
 * @param limits how much clients may use
 */
public record EdgeRules(AccessConfig access, RouteLimits limits) {
  /** All requests go on as they came. */
  public static final EdgeRules NONE = new EdgeRules(AccessConfig.OPEN, RouteLimits.NONE);

  public EdgeRules {
    Objects.requireNonNull(access, "access");
    Objects.requireNonNull(limits, "limits");
  }
}
