package io.castile.gateway.config;

import java.net.InetSocketAddress;
import java.util.Objects;

/**
 * The address on which a listener accepts connections.
 *
 * @param host a name or an address
 * @param port from 0 to 65535; 0 for any free one
 */
public record ListenAddress(String host, int port) {
  private static final int MAX_PORT = 65_535;

  public ListenAddress {
    Objects.requireNonNull(host, "host");
    if (port < 0 || port > MAX_PORT) {
      throw new IllegalArgumentException("expected a port from 0 to 65535 but found " + port);
    }
  }

  /**
   * Reads {@code HOST:PORT}, with an IPv6 address in brackets, or {@code PORT} alone, which is one
   * of loopback.
   *
   * @throws IllegalArgumentException with what was expected
   */
  public static ListenAddress parse(String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "127.0.0.1" : text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      throw new IllegalArgumentException(
          "expected an IPv6 address in brackets, as [::1]:8080, but found '" + text + "'");
    }
    if (host.isEmpty()) {
      throw new IllegalArgumentException(
          "expected HOST:PORT but found '" + text + "'; 0.0.0.0 is every interface");
    }
    try {
      return new ListenAddress(host, Integer.parseInt(text.substring(colon + 1)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("expected HOST:PORT but found '" + text + "'", e);
    }
  }

  /** Returns the address to bind to. */
  public InetSocketAddress toSocketAddress() {
    return new InetSocketAddress(host, port);
  }

  /** Whether only processes of this machine reach it. */
  public boolean isLoopback() {
    InetSocketAddress address = toSocketAddress();
    return !address.isUnresolved() && address.getAddress().isLoopbackAddress();
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
