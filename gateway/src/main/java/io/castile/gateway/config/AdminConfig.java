package io.castile.gateway.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The listener of console, API and metrics. Where it has tokens, each request of API and metrics
 * shows one; only a listener on loopback may do without.
 *
 * @param listen where it is
 * @param tokenFile has a token that may do everything; null for none
 * @param tokens has the SHA-256 of tokens, each with a name and roles; null for none
 * @param tls null for plain HTTP
 * @param hosts names under which it is called, beside addresses, {@code localhost}, and the host of
 *     {@code listen}
 * @param auditLog gets a line for each request that changes something, or is refused; null for none
 */
public record AdminConfig(
    ListenAddress listen,
    @Nullable Path tokenFile,
    @Nullable Path tokens,
    @Nullable ListenerTls tls,
    List<String> hosts,
    @Nullable Path auditLog) {
  public AdminConfig {
    Objects.requireNonNull(listen, "listen");
    hosts = List.copyOf(hosts);
    if (tokenFile == null && tokens == null && !listen.isLoopback()) {
      throw new IllegalArgumentException(
          "Cannot open the admin listener at "
              + listen
              + " without a token, because it is not on loopback. Set 'tokenFile' or 'tokens'.");
    }
  }

  /** A listener of at most one token, without an audit log. */
  public AdminConfig(
      ListenAddress listen,
      @Nullable Path tokenFile,
      @Nullable ListenerTls tls,
      List<String> hosts) {
    this(listen, tokenFile, null, tls, hosts, null);
  }

  /**
   * Returns the same listener at another place.
   *
   * @param otherToken null for the token file that it has
   */
  public AdminConfig withListen(ListenAddress other, @Nullable Path otherToken) {
    return new AdminConfig(
        other, otherToken == null ? tokenFile : otherToken, tokens, tls, hosts, auditLog);
  }
}
