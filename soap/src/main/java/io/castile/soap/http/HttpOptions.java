package io.castile.soap.http;

import java.time.Duration;
import java.util.Objects;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an {@link HttpTransport}: timeouts, limits, TLS and proxy.
 *
 * @param connectTimeout until a connection stands, with TLS and proxy; positive
 * @param readTimeout how long the other side may be silent while a response is awaited, or take
 *     nothing of a request; positive
 * @param callTimeout for a whole call, from connecting to the end of the response; positive, or
 *     null for no limit
 * @param idleTimeout after which an unused connection is not used again; positive
 * @param maxIdleConnections connections kept for each host
 * @param maxResponseBytes the size of a response's content
 * @param tls makes TLS sockets; null for the platform's default
 * @param proxy the HTTP proxy; null for none
 */
public record HttpOptions(
    Duration connectTimeout,
    Duration readTimeout,
    @Nullable Duration callTimeout,
    Duration idleTimeout,
    int maxIdleConnections,
    int maxResponseBytes,
    @Nullable SSLSocketFactory tls,
    @Nullable HttpProxy proxy) {

  /** The default settings. */
  public static final HttpOptions DEFAULT =
      new HttpOptions(
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          null,
          Duration.ofSeconds(30),
          16,
          256 << 20,
          null,
          null);

  public HttpOptions {
    positive(connectTimeout, "connectTimeout");
    positive(readTimeout, "readTimeout");
    if (callTimeout != null) {
      positive(callTimeout, "callTimeout");
    }
    positive(idleTimeout, "idleTimeout");
    if (maxIdleConnections < 0) {
      throw new IllegalArgumentException("maxIdleConnections < 0: " + maxIdleConnections);
    }
    if (maxResponseBytes <= 0) {
      throw new IllegalArgumentException("maxResponseBytes <= 0: " + maxResponseBytes);
    }
  }

  /** Returns {@code value}, which a call has by now, as milliseconds for a socket, at least one. */
  static int millis(@Nullable Duration value) {
    long millis = Objects.requireNonNull(value, "timeout").toMillis();
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, millis));
  }

  /**
   * Returns a time that sockets can wait.
   *
   * @param name what it is, for the message
   * @throws IllegalArgumentException if it is not positive, or longer than 2147483647 ms
   */
  public static Duration positive(Duration value, String name) {
    Objects.requireNonNull(value, name);
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + " <= 0: " + value);
    }
    if (value.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) > 0) {
      throw new IllegalArgumentException(name + " > " + Integer.MAX_VALUE + " ms: " + value);
    }
    return value;
  }

  /** Returns a copy with this connect timeout. */
  public HttpOptions withConnectTimeout(Duration timeout) {
    return new HttpOptions(
        timeout,
        readTimeout,
        callTimeout,
        idleTimeout,
        maxIdleConnections,
        maxResponseBytes,
        tls,
        proxy);
  }

  /** Returns a copy with this read timeout. */
  public HttpOptions withReadTimeout(Duration timeout) {
    return new HttpOptions(
        connectTimeout,
        timeout,
        callTimeout,
        idleTimeout,
        maxIdleConnections,
        maxResponseBytes,
        tls,
        proxy);
  }

  /** Returns a copy with this limit for whole calls; null for none. */
  public HttpOptions withCallTimeout(@Nullable Duration timeout) {
    return new HttpOptions(
        connectTimeout,
        readTimeout,
        timeout,
        idleTimeout,
        maxIdleConnections,
        maxResponseBytes,
        tls,
        proxy);
  }

  /** Returns a copy that keeps up to the given number of idle connections for each host. */
  public HttpOptions withMaxIdleConnections(int count) {
    return new HttpOptions(
        connectTimeout, readTimeout, callTimeout, idleTimeout, count, maxResponseBytes, tls, proxy);
  }

  /** Returns a copy with this limit on the size of a response. */
  public HttpOptions withMaxResponseBytes(int bytes) {
    return new HttpOptions(
        connectTimeout,
        readTimeout,
        callTimeout,
        idleTimeout,
        maxIdleConnections,
        bytes,
        tls,
        proxy);
  }

  /** Returns a copy that makes TLS sockets with {@code factory}. */
  public HttpOptions withTls(SSLSocketFactory factory) {
    return new HttpOptions(
        connectTimeout,
        readTimeout,
        callTimeout,
        idleTimeout,
        maxIdleConnections,
        maxResponseBytes,
        factory,
        proxy);
  }

  /** Returns a copy that connects by this proxy; null for none. */
  public HttpOptions withProxy(@Nullable HttpProxy proxy) {
    return new HttpOptions(
        connectTimeout,
        readTimeout,
        callTimeout,
        idleTimeout,
        maxIdleConnections,
        maxResponseBytes,
        tls,
        proxy);
  }
}
