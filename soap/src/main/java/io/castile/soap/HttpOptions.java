package io.castile.soap;

import java.time.Duration;
import java.util.Objects;
import javax.net.ssl.SSLSocketFactory;

/**
 * How an {@link HttpTransport} connects and what it bears with.
 *
 * @param connectTimeout until a connection stands; positive
 * @param readTimeout how long the other side may be silent while a response is awaited; positive
 * @param idleTimeout after which an unused connection is not used again; positive
 * @param maxIdleConnections connections kept for each host
 * @param maxResponseBytes the size of a response's content
 * @param tls makes TLS sockets; null for the platform's default
 */
public record HttpOptions(
    Duration connectTimeout,
    Duration readTimeout,
    Duration idleTimeout,
    int maxIdleConnections,
    int maxResponseBytes,
    SSLSocketFactory tls) {

  /** Ten seconds to connect, a minute to answer, 16 idle connections for half a minute. */
  public static final HttpOptions DEFAULT =
      new HttpOptions(
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          Duration.ofSeconds(30),
          16,
          256 << 20,
          null);

  public HttpOptions {
    positive(connectTimeout, "connectTimeout");
    positive(readTimeout, "readTimeout");
    positive(idleTimeout, "idleTimeout");
    if (maxIdleConnections < 0) {
      throw new IllegalArgumentException("maxIdleConnections < 0: " + maxIdleConnections);
    }
    if (maxResponseBytes <= 0) {
      throw new IllegalArgumentException("maxResponseBytes <= 0: " + maxResponseBytes);
    }
  }

  /** Returns {@code value} as milliseconds for a socket, at least one. */
  static int millis(Duration value) {
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, value.toMillis()));
  }

  static void positive(Duration value, String name) {
    Objects.requireNonNull(value, name);
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + " <= 0: " + value);
    }
    if (value.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) > 0) {
      throw new IllegalArgumentException(name + " > " + Integer.MAX_VALUE + " ms: " + value);
    }
  }

  /** Returns a copy with this connect timeout. */
  public HttpOptions withConnectTimeout(Duration timeout) {
    return new HttpOptions(
        timeout, readTimeout, idleTimeout, maxIdleConnections, maxResponseBytes, tls);
  }

  /** Returns a copy with this read timeout. */
  public HttpOptions withReadTimeout(Duration timeout) {
    return new HttpOptions(
        connectTimeout, timeout, idleTimeout, maxIdleConnections, maxResponseBytes, tls);
  }

  /** Returns a copy with this limit on the size of a response. */
  public HttpOptions withMaxResponseBytes(int bytes) {
    return new HttpOptions(
        connectTimeout, readTimeout, idleTimeout, maxIdleConnections, bytes, tls);
  }

  /** Returns a copy that makes TLS sockets with {@code factory}. */
  public HttpOptions withTls(SSLSocketFactory factory) {
    return new HttpOptions(
        connectTimeout, readTimeout, idleTimeout, maxIdleConnections, maxResponseBytes, factory);
  }
}
