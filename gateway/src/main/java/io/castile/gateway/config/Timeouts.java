package io.castile.gateway.config;

import java.time.Duration;

/**
 * The timeouts of a gateway. All are positive; they are kept to a quarter of a second.
 *
 * @param connect for a connection to an origin
 * @param response for the head of an origin's response, and for each further piece of it
 * @param request for the head of a request once its connection is open, and for each further piece
 *     of a request
 * @param idle for the next request of a connection
 * @param originIdle how long an idle connection to an origin is kept; less than the origin's own
 * @param drain for requests that are under way when the gateway stops
 */
public record Timeouts(
    Duration connect,
    Duration response,
    Duration request,
    Duration idle,
    Duration originIdle,
    Duration drain) {
  /** The default timeouts. */
  public static final Timeouts DEFAULT =
      new Timeouts(
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          Duration.ofSeconds(15),
          Duration.ofSeconds(75),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30));

  public Timeouts {
    positive(connect, "connect");
    positive(response, "response");
    positive(request, "request");
    positive(idle, "idle");
    positive(originIdle, "originIdle");
    positive(drain, "drain");
  }

  private static void positive(Duration value, String name) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + " <= 0: " + value);
    }
  }
}
