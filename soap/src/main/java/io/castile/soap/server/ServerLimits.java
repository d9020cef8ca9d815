package io.castile.soap.server;

/**
 * What a server bears with at once, and of one request.
 *
 * @param maxRequests requests that are served at once, at least 1
 * @param maxQueued requests that may wait for that; more are answered with status 503
 * @param maxRequestBytes the size of a request's content; more is answered with status 413
 * @param maxHeaderBytes the size of a request's head, at least 256; more is answered with status
 *     431
 * @param maxHeaderFields the number of a request's header fields; more are answered with status 431
 * @param minBytesPerSecond that a client must send of a request's content, and take of an answer,
 *     on average and after the first five seconds; 0 for no such bound. A request that is slower is
 *     answered with status 408, and the connection of an answer that is taken more slowly ends
 */
public record ServerLimits(
    int maxRequests,
    int maxQueued,
    int maxRequestBytes,
    int maxHeaderBytes,
    int maxHeaderFields,
    int minBytesPerSecond) {

  /**
   * 200 requests at once and 1000 that wait; 256 MiB of content; heads of 16 KiB, 200 fields; 240
   * bytes a second.
   */
  public static final ServerLimits DEFAULT =
      new ServerLimits(200, 1000, 256 << 20, 16 << 10, 200, 240);

  /** Each has a thread. */
  private static final int MOST_REQUESTS = 1_000_000;

  public ServerLimits {
    atLeast(maxRequests, 1, "maxRequests");
    if (maxRequests > MOST_REQUESTS) {
      throw new IllegalArgumentException("maxRequests > " + MOST_REQUESTS + ": " + maxRequests);
    }
    atLeast(maxQueued, 0, "maxQueued");
    atLeast(maxRequestBytes, 1, "maxRequestBytes");
    atLeast(maxHeaderBytes, 256, "maxHeaderBytes");
    atLeast(maxHeaderFields, 1, "maxHeaderFields");
    atLeast(minBytesPerSecond, 0, "minBytesPerSecond");
  }

  private static void atLeast(int value, int least, String name) {
    if (value < least) {
      throw new IllegalArgumentException(name + " < " + least + ": " + value);
    }
  }

  /** Returns a copy that serves so many requests at once. */
  public ServerLimits withMaxRequests(int count) {
    return new ServerLimits(
        count, maxQueued, maxRequestBytes, maxHeaderBytes, maxHeaderFields, minBytesPerSecond);
  }

  /** Returns a copy in which so many requests may wait. */
  public ServerLimits withMaxQueued(int count) {
    return new ServerLimits(
        maxRequests, count, maxRequestBytes, maxHeaderBytes, maxHeaderFields, minBytesPerSecond);
  }

  /** Returns a copy with this limit on a request's content. */
  public ServerLimits withMaxRequestBytes(int bytes) {
    return new ServerLimits(
        maxRequests, maxQueued, bytes, maxHeaderBytes, maxHeaderFields, minBytesPerSecond);
  }

  /** Returns a copy with these limits on a request's head. */
  public ServerLimits withMaxHeader(int bytes, int fields) {
    return new ServerLimits(
        maxRequests, maxQueued, maxRequestBytes, bytes, fields, minBytesPerSecond);
  }

  /** Returns a copy with this least rate of clients; 0 for none. */
  public ServerLimits withMinBytesPerSecond(int bytes) {
    return new ServerLimits(
        maxRequests, maxQueued, maxRequestBytes, maxHeaderBytes, maxHeaderFields, bytes);
  }
}
