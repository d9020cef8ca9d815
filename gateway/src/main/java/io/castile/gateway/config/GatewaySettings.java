package io.castile.gateway.config;

import io.castile.cache.policy.PolicyException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a gateway. Immutable and thread-safe.
 *
 * @param listeners for clients, one or more
 * @param routes in the order in which they are looked through; the first that fits is taken
 * @param policy the file of the cache policy; null for none, so that nothing is cached
 * @param policyOfStore whether the policy is the one that the store has for the fleet; there is no
 *     file then
 * @param cacheBytes how much memory answers may take
 * @param cacheFile where the responses are over a restart: written when the gateway ends, read and
 *     deleted when it starts; null for nowhere
 * @param store the address of the store that a fleet of gateways shares; null for memory alone. The
 *     code that starts the gateway makes the store
 * @param storeKeyFile has the keys by which the fleet encrypts what is in the store; null for none
 * @param trustedProxies proxies whose {@code Forwarded} and {@code X-Forwarded-…} are believed
 * @param limits what is borne with
 * @param timeouts how long is waited
 * @param accessLog what is written of each request, and where; null for none
 * @param observe whether calls are recorded, by digests, so that a policy can be advised
 * @param admin the listener of console, API and metrics; null for none
 * @param link whether clients are answered over the differential link if they offer it
 * @param probes where clients ask whether the gateway works
 * @param warmUp whether made-up requests are answered before the gateway is ready; null where
 *     nothing is said of it: the command does so then, and a program that starts a gateway does not
 */
public record GatewaySettings(
    List<ListenerConfig> listeners,
    List<RouteConfig> routes,
    @Nullable Path policy,
    boolean policyOfStore,
    long cacheBytes,
    @Nullable Path cacheFile,
    @Nullable String store,
    @Nullable Path storeKeyFile,
    List<AddressRange> trustedProxies,
    Limits limits,
    Timeouts timeouts,
    @Nullable AccessLogConfig accessLog,
    boolean observe,
    @Nullable AdminConfig admin,
    boolean link,
    ProbePaths probes,
    @Nullable Boolean warmUp) {
  /** The default for the memory of the cache, in bytes. */
  public static final long DEFAULT_CACHE_BYTES = 256L << 20;

  public GatewaySettings {
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(timeouts, "timeouts");
    Objects.requireNonNull(probes, "probes");
    listeners = List.copyOf(listeners);
    routes = List.copyOf(routes);
    trustedProxies = List.copyOf(trustedProxies);
    if (listeners.isEmpty()) {
      throw new IllegalArgumentException("expected one listener or more but found none");
    }
    Set<ListenAddress> addresses = new HashSet<>();
    for (ListenerConfig each : listeners) {
      ListenAddress address = each.address();
      if (address.port() != 0 && !addresses.add(address)) {
        throw new IllegalArgumentException(
            "Cannot open two listeners at " + address + ". Give one of them another port.");
      }
    }
    if (routes.isEmpty()) {
      throw new IllegalArgumentException("expected one route or more but found none");
    }
    checkJson(routes);
    if (policyOfStore && policy != null) {
      throw new IllegalArgumentException(
          "Cannot use the policy of the store and of a file. Set one of them.");
    }
    if (cacheFile != null && store != null) {
      throw new IllegalArgumentException(
          "Cannot use 'cacheFile' with a store. Remove one of them.");
    }
    if (storeKeyFile != null && store == null) {
      throw new IllegalArgumentException("Cannot use 'storeKeyFile' without a store. Set 'store'.");
    }
    if (cacheBytes <= 0) {
      throw new IllegalArgumentException("cacheBytes <= 0: " + cacheBytes);
    }
  }

  /** Each place of JSON is of one route: of two that are the same, one could not be reached. */
  private static void checkJson(List<RouteConfig> routes) {
    for (int i = 0; i < routes.size(); i++) {
      for (RouteConfig other : routes.subList(0, i)) {
        RouteConfig one = routes.get(i);
        boolean meet =
            one.host() == null || other.host() == null || one.host().equals(other.host());
        String path = json(one) + "/";
        String before = json(other) + "/";
        if (meet
            && path.length() > 1
            && before.length() > 1
            && (path.startsWith(before) || before.startsWith(path))) {
          throw new IllegalArgumentException(
              "Cannot serve two routes by JSON under "
                  + before
                  + " and "
                  + path
                  + ". Give each its own 'json', none of which begins with another.");
        }
      }
    }
  }

  private static String json(RouteConfig route) {
    String json = route.described() == null ? null : route.described().json();
    return json == null ? "" : json;
  }

  /** Returns the configuration of a gateway before one origin, which caches nothing. */
  public static GatewaySettings of(ListenAddress listen, URI origin) {
    return new GatewaySettings(
        List.of(ListenerConfig.of(listen)),
        List.of(RouteConfig.of(origin)),
        null,
        false,
        DEFAULT_CACHE_BYTES,
        null,
        null,
        null,
        List.of(),
        Limits.DEFAULT,
        Timeouts.DEFAULT,
        null,
        true,
        null,
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
  public static GatewaySettings load(Path file) throws IOException {
    return SettingsReader.read(
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
  public static GatewaySettings parse(String source, byte[] yaml, Path folder) {
    return SettingsReader.read(source, yaml, folder, false);
  }

  /** Returns the same configuration with other listeners. */
  public GatewaySettings withListeners(List<ListenerConfig> other) {
    Copy copy = new Copy(this);
    copy.listeners = other;
    return copy.config();
  }

  /**
   * Returns the same configuration with another address of its listener.
   *
   * @throws IllegalArgumentException if it has several listeners
   */
  public GatewaySettings withListen(ListenAddress other) {
    if (listeners.size() > 1) {
      throw new IllegalArgumentException(
          "Cannot give the address "
              + other
              + " to "
              + listeners.size()
              + " listeners. Set 'listen' of each in the configuration.");
    }
    return withListeners(List.of(listeners.get(0).withAddress(other)));
  }

  /** Returns the same configuration with other TLS of all listeners; null for plain HTTP. */
  public GatewaySettings withTls(@Nullable ListenerTls other) {
    return withListeners(listeners.stream().map(each -> each.withTls(other)).toList());
  }

  /** Returns the same configuration with another cache policy. */
  public GatewaySettings withPolicy(@Nullable Path file) {
    Copy copy = new Copy(this);
    copy.policy = file;
    copy.policyOfStore = false;
    return copy.config();
  }

  /** Returns the same configuration with the cache policy that the store has for the fleet. */
  public GatewaySettings withPolicyOfStore() {
    Copy copy = new Copy(this);
    copy.policy = null;
    copy.policyOfStore = true;
    return copy.config();
  }

  /** Returns the same configuration with another store. */
  public GatewaySettings withStore(@Nullable String address) {
    Copy copy = new Copy(this);
    copy.store = address;
    return copy.config();
  }

  /**
   * Returns the same configuration, with encryption of the store by the keys in a file; null for
   * none.
   */
  public GatewaySettings withStoreKeyFile(@Nullable Path file) {
    Copy copy = new Copy(this);
    copy.storeKeyFile = file;
    return copy.config();
  }

  /** Returns the same configuration, with calls recorded or not. */
  public GatewaySettings withObserve(boolean isObserved) {
    Copy copy = new Copy(this);
    copy.observe = isObserved;
    return copy.config();
  }

  /** Returns the same configuration with other limits. */
  public GatewaySettings withLimits(Limits other) {
    Copy copy = new Copy(this);
    copy.limits = other;
    return copy.config();
  }

  /** Returns the same configuration with other timeouts. */
  public GatewaySettings withTimeouts(Timeouts other) {
    Copy copy = new Copy(this);
    copy.timeouts = other;
    return copy.config();
  }

  /** Returns the same configuration with another listener of console, API and metrics. */
  public GatewaySettings withAdmin(@Nullable AdminConfig other) {
    Copy copy = new Copy(this);
    copy.admin = other;
    return copy.config();
  }

  /** Returns the same configuration, with the differential link offered to clients or not. */
  public GatewaySettings withLink(boolean isLinked) {
    Copy copy = new Copy(this);
    copy.link = isLinked;
    return copy.config();
  }

  /** Returns the same configuration, with clients that may speak HTTP/2 or not. */
  public GatewaySettings withHttp2(boolean isSpoken) {
    return withListeners(listeners.stream().map(each -> each.withHttp2(isSpoken)).toList());
  }

  /** Returns the same configuration, with made-up requests before the gateway is ready, or not. */
  public GatewaySettings withWarmUp(boolean isWarmedUp) {
    Copy copy = new Copy(this);
    copy.warmUp = isWarmedUp;
    return copy.config();
  }

  /** Returns the same configuration with other routes. */
  public GatewaySettings withRoutes(List<RouteConfig> other) {
    Copy copy = new Copy(this);
    copy.routes = other;
    return copy.config();
  }

  /** The components of a configuration, one of which is about to be another. */
  private static final class Copy {
    private List<ListenerConfig> listeners;
    private List<RouteConfig> routes;
    private @Nullable Path policy;
    private boolean policyOfStore;
    private final long cacheBytes;
    private final @Nullable Path cacheFile;
    private @Nullable String store;
    private @Nullable Path storeKeyFile;
    private List<AddressRange> trustedProxies;
    private Limits limits;
    private Timeouts timeouts;
    private @Nullable AccessLogConfig accessLog;
    private boolean observe;
    private @Nullable AdminConfig admin;
    private boolean link;
    private final ProbePaths probes;
    private @Nullable Boolean warmUp;

    Copy(GatewaySettings of) {
      listeners = of.listeners;
      routes = of.routes;
      policy = of.policy;
      policyOfStore = of.policyOfStore;
      cacheBytes = of.cacheBytes;
      cacheFile = of.cacheFile;
      store = of.store;
      storeKeyFile = of.storeKeyFile;
      trustedProxies = of.trustedProxies;
      limits = of.limits;
      timeouts = of.timeouts;
      accessLog = of.accessLog;
      observe = of.observe;
      admin = of.admin;
      link = of.link;
      probes = of.probes;
      warmUp = of.warmUp;
    }

    GatewaySettings config() {
      return new GatewaySettings(
          listeners,
          routes,
          policy,
          policyOfStore,
          cacheBytes,
          cacheFile,
          store,
          storeKeyFile,
          trustedProxies,
          limits,
          timeouts,
          accessLog,
          observe,
          admin,
          link,
          probes,
          warmUp);
    }
  }
}
