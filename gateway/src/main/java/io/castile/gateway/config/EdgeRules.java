package io.castile.gateway.config;

import java.util.Objects;

/**
 * The demands of a route on requests before they go on, and its changes to them.
 *
 * @param access the clients that may call
 * @param limits how much clients may use
 * @param fields what is changed of header fields
 */
public record EdgeRules(AccessConfig access, RouteLimits limits, RouteFields fields) {
  /** All requests go on as they came. */
  public static final EdgeRules NONE =
      new EdgeRules(AccessConfig.OPEN, RouteLimits.NONE, RouteFields.NONE);

  public EdgeRules {
    Objects.requireNonNull(access, "access");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(fields, "fields");
  }
}
