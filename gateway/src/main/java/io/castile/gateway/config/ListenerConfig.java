package io.castile.gateway.config;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A listener for clients. Immutable and thread-safe.
 *
 * @param address where clients connect
 * @param tls null for plain HTTP
 * @param http2 whether clients may speak HTTP/2
 * @param proxyProtocol whether connections of proxies that are trusted begin with a header of the
 *     PROXY protocol, which tells of the client
 */
public record ListenerConfig(
    ListenAddress address, @Nullable ListenerTls tls, boolean http2, boolean proxyProtocol) {
  public ListenerConfig {
    Objects.requireNonNull(address, "address");
  }

  /** Returns a listener for plain HTTP/1.1 and HTTP/2. */
  public static ListenerConfig of(ListenAddress address) {
    return new ListenerConfig(address, null, true, false);
  }

  /** Returns whether the listener requests certificates of clients. */
  public boolean seesCertificates() {
    return tls != null && tls.clients() != ListenerTls.Clients.NONE;
  }

  ListenerConfig withAddress(ListenAddress other) {
    return new ListenerConfig(other, tls, http2, proxyProtocol);
  }

  ListenerConfig withTls(@Nullable ListenerTls other) {
    return new ListenerConfig(address, other, http2, proxyProtocol);
  }

  ListenerConfig withHttp2(boolean isSpoken) {
    return new ListenerConfig(address, tls, isSpoken, proxyProtocol);
  }
}
