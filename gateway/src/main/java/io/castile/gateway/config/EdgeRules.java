package io.castile.gateway.config;

import java.util.Objects;

/**
 * What a route asks of requests before they go on.
 *
 * @param limits how much clients may use
 */
public record EdgeRules(RouteLimits limits) {
  /** All requests go on as they came. */
  public static final EdgeRules NONE = new EdgeRules(RouteLimits.NONE);

  public EdgeRules {
    Objects.requireNonNull(limits, "limits");
  }
}
