package io.castile.gateway.config;

import io.castile.cache.policy.PolicyException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All that a gateway is told. Immutable and thread-safe.
 *
 * @param listen where clients connect
 * @param tls of that listener; null for plain HTTP
 * @param routes in the order in which they are looked through; the first that fits is taken
 * @param policy the file of the cache policy; null for none, so that nothing is cached
 * @param cacheBytes how much memory answers may take
 * @param store the address of the store that a fleet of gateways shares; null for memory alone. Who
 *     starts the gateway makes the store
 * @param trustedProxies from whom {@code Forwarded} and {@code X-Forwarded-…} are believed
 * @param limits what is borne with
 * @param timeouts how long is waited
 * @param accessLog the file of the access log; null for none
 * @param observe whether calls are recorded, by digests, so that a policy can be advised
 * @param admin the listener of console, API and metrics; null for none
 */
public record GatewayConfig(
    ListenAddress listen,
    @Nullable ListenerTls tls,
    List<RouteConfig> routes,
    @Nullable Path policy,
    long cacheBytes,
    @Nullable String store,
    List<AddressRange> trustedProxies,
    Limits limits,
    Timeouts timeouts,
    @Nullable Path accessLog,
    boolean observe,
    @Nullable AdminConfig admin) {
  /** How much memory answers may take where nothing else is said. */
  public static final long DEFAULT_CACHE_BYTES = 256L << 20;

  public GatewayConfig {
    Objects.requireNonNull(listen, "listen");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(timeouts, "timeouts");
    routes = List.copyOf(routes);
    trustedProxies = List.copyOf(trustedProxies);
    if (routes.isEmpty()) {
      throw new IllegalArgumentException("expected one route or more but found none");
    }
    if (cacheBytes <= 0) {
      throw new IllegalArgumentException("cacheBytes <= 0: " + cacheBytes);
    }
  }

  /** Returns the configuration of a gateway before one origin, which caches nothing. */
  public static GatewayConfig of(ListenAddress listen, URI origin) {
    return new GatewayConfig(
        listen,
        null,
        List.of(RouteConfig.of(origin)),
        null,
        DEFAULT_CACHE_BYTES,
        null,
        List.of(),
        Limits.DEFAULT,
        Timeouts.DEFAULT,
        null,
        true,
        null);
  }

  /**
   * Reads a configuration file. Files that it names are relative to its folder.
   *
   * @throws PolicyException if it is not one, with line and column
   * @throws IOException if it cannot be read
   */
  public static GatewayConfig load(Path file) throws IOException {
    return parse(file.toString(), Files.readAllBytes(file), file.resolveSibling(""));
  }

  /**
   * Reads a configuration.
   *
   * @param source what messages call it, as a file name
   * @param yaml UTF-8
   * @param folder of the files that it names
   * @throws PolicyException if it is no configuration, with line and column: the first error
   */
  public static GatewayConfig parse(String source, byte[] yaml, Path folder) {
    return GatewayConfigReader.read(source, yaml, folder);
  }

  /** Returns the same configuration with another listener. */
  public GatewayConfig withListen(ListenAddress other) {
    return new GatewayConfig(
        other,
        tls,
        routes,
        policy,
        cacheBytes,
        store,
        trustedProxies,
        limits,
        timeouts,
        accessLog,
        observe,
        admin);
  }

  /** Returns the same configuration with another cache policy. */
  public GatewayConfig withPolicy(@Nullable Path file) {
    return new GatewayConfig(
        listen,
        tls,
        routes,
        file,
        cacheBytes,
        store,
        trustedProxies,
        limits,
        timeouts,
        accessLog,
        observe,
        admin);
  }

  /** Returns the same configuration with another store. */
  public GatewayConfig withStore(@Nullable String address) {
    return new GatewayConfig(
        listen,
        tls,
        routes,
        policy,
        cacheBytes,
        address,
        trustedProxies,
        limits,
        timeouts,
        accessLog,
        observe,
        admin);
  }

  /** Returns the same configuration, with calls recorded or not. */
  public GatewayConfig withObserve(boolean isObserved) {
    return new GatewayConfig(
        listen,
        tls,
        routes,
        policy,
        cacheBytes,
        store,
        trustedProxies,
        limits,
        timeouts,
        accessLog,
        isObserved,
        admin);
  }

  /** Returns the same configuration with other limits. */
  public GatewayConfig withLimits(Limits other) {
    return new GatewayConfig(
        listen,
        tls,
        routes,
        policy,
        cacheBytes,
        store,
        trustedProxies,
        other,
        timeouts,
        accessLog,
        observe,
        admin);
  }

  /** Returns the same configuration with other timeouts. */
  public GatewayConfig withTimeouts(Timeouts other) {
    return new GatewayConfig(
        listen,
        tls,
        routes,
        policy,
        cacheBytes,
        store,
        trustedProxies,
        limits,
        other,
        accessLog,
        observe,
        admin);
  }

  /** Returns the same configuration with another listener of console, API and metrics. */
  public GatewayConfig withAdmin(@Nullable AdminConfig other) {
    return new GatewayConfig(
        listen,
        tls,
        routes,
        policy,
        cacheBytes,
        store,
        trustedProxies,
        limits,
        timeouts,
        accessLog,
        observe,
        other);
  }
}
