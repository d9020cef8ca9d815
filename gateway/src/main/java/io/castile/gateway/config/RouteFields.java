package io.castile.gateway.config;

import java.util.Objects;

/**
 * The changes of a route to header fields.
 *
 * @param request of what the origin gets, and the cache sees
 * @param response of what the client gets, from the origin, the cache or the gateway itself
 */
public record RouteFields(FieldEdits request, FieldEdits response) {
  /** No changes. */
  public static final RouteFields NONE = new RouteFields(FieldEdits.NONE, FieldEdits.NONE);

  public RouteFields {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(response, "response");
  }
}
