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
 * @param policyOfStore whether the policy is the one that the store has for the fleet; there is no
 *     file then
 * @param cacheBytes how much memory answers may take
 * @param store the address of the store that a fleet of gateways shares; null for memory alone. Who
 *     starts the gateway makes the store
 * @param storeKeyFile has the keys by which the fleet encrypts what is in the store; null for none
 * @param trustedProxies from whom {@code Forwarded} and {@code X-Forwarded-…} are believed
 * @param limits what is borne with
 * @param timeouts how long is waited
 * @param accessLog what is written of each request, and where; null for none
 * @param observe whether calls are recorded, by digests, so that a policy can be advised
 * @param admin the listener of console, API and metrics; null for none
 * @param link whether clients are answered over the differential link if they offer it
 * @param http2 whether clients may speak HTTP/2
 * @param proxyProtocol whether connections of {@code trustedProxies} begin with a header of the
 *     PROXY protocol, which tells of the client
 * @param probes where clients ask whether the gateway works
 * @param warmUp whether made-up requests are answered before the gateway is ready; null where
 *     nothing is said of it: the command does so then, and a program that starts a gateway does not
 */
public record GatewayConfig(
    ListenAddress listen,
    @Nullable ListenerTls tls,
    List<RouteConfig> routes,
    @Nullable Path policy,
    boolean policyOfStore,
    long cacheBytes,
    @Nullable String store,
    @Nullable Path storeKeyFile,
    List<AddressRange> trustedProxies,
    Limits limits,
    Timeouts timeouts,
    @Nullable AccessLogConfig accessLog,
    boolean observe,
    @Nullable AdminConfig admin,
    boolean link,
    boolean http2,
    boolean proxyProtocol,
    ProbePaths probes,
    @Nullable Boolean warmUp) {
  /** How much memory answers may take where nothing else is said. */
  public static final long DEFAULT_CACHE_BYTES = 256L << 20;

  public GatewayConfig {
    Objects.requireNonNull(listen, "listen");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(timeouts, "timeouts");
    Objects.requireNonNull(probes, "probes");
    routes = List.copyOf(routes);
    trustedProxies = List.copyOf(trustedProxies);
    if (routes.isEmpty()) {
      throw new IllegalArgumentException("expected one route or more but found none");
    }
    if (policyOfStore && policy != null) {
      throw new IllegalArgumentException("expected the policy of the store or a file, found both");
    }
    if (storeKeyFile != null && store == null) {
      throw new IllegalArgumentException("expected a store for the key file, found none");
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
        false,
        DEFAULT_CACHE_BYTES,
        null,
        null,
        List.of(),
        Limits.DEFAULT,
        Timeouts.DEFAULT,
        null,
        true,
        null,
        false,
        true,
        false,
        ProbePaths.NONE,
        null);
  }

  /**
   * Reads a configuration file. Files that it names are relative to its folder.
   *
   * @throws PolicyException if it is not one, with line and column
   * @throws IOException if it cannot be read
   */
  public static GatewayConfig load(Path file) throws IOException {
    return GatewayConfigReader.read(
        file.toString(), Files.readAllBytes(file), file.resolveSibling(""), true);
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
    return GatewayConfigReader.read(source, yaml, folder, false);
  }

  /** Returns the same configuration with another listener. */
  public GatewayConfig withListen(ListenAddress other) {
    Copy copy = new Copy(this);
    copy.listen = other;
    return copy.config();
  }

  /** Returns the same configuration with other TLS of the listener; null for plain HTTP. */
  public GatewayConfig withTls(@Nullable ListenerTls other) {
    Copy copy = new Copy(this);
    copy.tls = other;
    return copy.config();
  }

  /** Returns the same configuration with another cache policy. */
  public GatewayConfig withPolicy(@Nullable Path file) {
    Copy copy = new Copy(this);
    copy.policy = file;
    copy.policyOfStore = false;
    return copy.config();
  }

  /** Returns the same configuration with the cache policy that the store has for the fleet. */
  public GatewayConfig withPolicyOfStore() {
    Copy copy = new Copy(this);
    copy.policy = null;
    copy.policyOfStore = true;
    return copy.config();
  }

  /** Returns the same configuration with another store. */
  public GatewayConfig withStore(@Nullable String address) {
    Copy copy = new Copy(this);
    copy.store = address;
    return copy.config();
  }

  /** Returns the same configuration, with what is in the store encrypted; null for not. */
  public GatewayConfig withStoreKeyFile(@Nullable Path file) {
    Copy copy = new Copy(this);
    copy.storeKeyFile = file;
    return copy.config();
  }

  /** Returns the same configuration, with calls recorded or not. */
  public GatewayConfig withObserve(boolean isObserved) {
    Copy copy = new Copy(this);
    copy.observe = isObserved;
    return copy.config();
  }

  /** Returns the same configuration with other limits. */
  public GatewayConfig withLimits(Limits other) {
    Copy copy = new Copy(this);
    copy.limits = other;
    return copy.config();
  }

  /** Returns the same configuration with other timeouts. */
  public GatewayConfig withTimeouts(Timeouts other) {
    Copy copy = new Copy(this);
    copy.timeouts = other;
    return copy.config();
  }

  /** Returns the same configuration with another listener of console, API and metrics. */
  public GatewayConfig withAdmin(@Nullable AdminConfig other) {
    Copy copy = new Copy(this);
    copy.admin = other;
    return copy.config();
  }

  /** Returns the same configuration, with clients answered over the differential link or not. */
  public GatewayConfig withLink(boolean isLinked) {
    Copy copy = new Copy(this);
    copy.link = isLinked;
    return copy.config();
  }

  /** Returns the same configuration, with clients that may speak HTTP/2 or not. */
  public GatewayConfig withHttp2(boolean isSpoken) {
    Copy copy = new Copy(this);
    copy.http2 = isSpoken;
    return copy.config();
  }

  /** Returns the same configuration, with made-up requests before the gateway is ready, or not. */
  public GatewayConfig withWarmUp(boolean isWarmedUp) {
    Copy copy = new Copy(this);
    copy.warmUp = isWarmedUp;
    return copy.config();
  }

  /** Returns the same configuration with other routes. */
  public GatewayConfig withRoutes(List<RouteConfig> other) {
    Copy copy = new Copy(this);
    copy.routes = other;
    return copy.config();
  }

  /** The components of a configuration, one of which is about to be another. */
  private static final class Copy {
    private ListenAddress listen;
    private @Nullable ListenerTls tls;
    private List<RouteConfig> routes;
    private @Nullable Path policy;
    private boolean policyOfStore;
    private long cacheBytes;
    private @Nullable String store;
    private @Nullable Path storeKeyFile;
    private List<AddressRange> trustedProxies;
    private Limits limits;
    private Timeouts timeouts;
    private @Nullable AccessLogConfig accessLog;
    private boolean observe;
    private @Nullable AdminConfig admin;
    private boolean link;
    private boolean http2;
    private final boolean proxyProtocol;
    private final ProbePaths probes;
    private @Nullable Boolean warmUp;

    Copy(GatewayConfig of) {
      listen = of.listen;
      tls = of.tls;
      routes = of.routes;
      policy = of.policy;
      policyOfStore = of.policyOfStore;
      cacheBytes = of.cacheBytes;
      store = of.store;
      storeKeyFile = of.storeKeyFile;
      trustedProxies = of.trustedProxies;
      limits = of.limits;
      timeouts = of.timeouts;
      accessLog = of.accessLog;
      observe = of.observe;
      admin = of.admin;
      link = of.link;
      http2 = of.http2;
      proxyProtocol = of.proxyProtocol;
      probes = of.probes;
      warmUp = of.warmUp;
    }

    GatewayConfig config() {
      return new GatewayConfig(
          listen,
          tls,
          routes,
          policy,
          policyOfStore,
          cacheBytes,
          store,
          storeKeyFile,
          trustedProxies,
          limits,
          timeouts,
          accessLog,
          observe,
          admin,
          link,
          http2,
          proxyProtocol,
          probes,
          warmUp);
    }
  }
}
