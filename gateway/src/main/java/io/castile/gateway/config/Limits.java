package io.castile.gateway.config;

/**
 * The limits for all that a gateway serves at once, and for one request. All are finite.
 *
 * @param connections open connections of clients; a further one is closed at once
 * @param requests requests that are under way; a further one is answered with status 503
 * @param waiting requests of cached operations, or over the differential link, that may wait for
 *     the origin; a further one is answered with status 503
 * @param headerBytes the size of a request's head; more is answered with status 431
 * @param requestBytes the size of a request's content; more is answered with status 413
 * @param inspectedBytes up to which size a request or a response is held to be looked at; more
 *     passes without
 * @param originConnections connections to one origin, idle ones included
 */
public record Limits(
    int connections,
    int requests,
    int waiting,
    int headerBytes,
    long requestBytes,
    int inspectedBytes,
    int originConnections) {
  /** The default limits. */
  public static final Limits DEFAULT =
      new Limits(10_000, 5_000, 500, 32 << 10, 256L << 20, 1 << 20, 1_000);

  public Limits {
    positive(connections, "connections");
    positive(requests, "requests");
    positive(waiting, "waiting");
    positive(headerBytes, "headerBytes");
    positive(requestBytes, "requestBytes");
    positive(inspectedBytes, "inspectedBytes");
    positive(originConnections, "originConnections");
  }

  private static void positive(long value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " <= 0: " + value);
    }
  }
}
