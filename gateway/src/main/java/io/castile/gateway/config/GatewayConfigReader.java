package io.castile.gateway.config;

import io.castile.cache.policy.ByteCounts;
import io.castile.cache.policy.Durations;
import io.castile.cache.policy.PolicyException;
import io.castile.cache.policy.PolicyNodes;
import io.castile.cache.policy.YamlComposer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Reads the configuration of a gateway from YAML, as policies are read: every error has a place.
 */
final class GatewayConfigReader {
  private static final String ROOT = "a mapping with 'listen' and 'routes'";

  private final PolicyNodes in;
  private final Path folder;

  private GatewayConfigReader(PolicyNodes in, Path folder) {
    this.in = in;
    this.folder = folder;
  }

  static GatewayConfig read(String source, byte[] yaml, Path folder) {
    PolicyNodes nodes = new PolicyNodes(source);
    Node root = new YamlComposer(source, nodes).compose(yaml, ROOT);
    GatewayConfig config = null;
    try {
      config = new GatewayConfigReader(nodes, folder).config(root);
    } catch (PolicyException e) {
      nodes.note(e); // perhaps as a word that was noted before it is missing
    }
    if (config == null || !nodes.problems().isEmpty()) {
      throw nodes.problems().get(0);
    }
    return config;
  }

  private GatewayConfig config(Node root) {
    Words words =
        words(
            root,
            ROOT,
            "a gateway",
            "listen",
            "tls",
            "routes",
            "policy",
            "cacheBytes",
            "store",
            "storeKeyFile",
            "trustedProxies",
            "limits",
            "timeouts",
            "accessLog",
            "observe",
            "admin",
            "link",
            "http2");
    ListenAddress listen = words.required("listen", this::listen);
    ListenerTls tls = words.optional("tls", this::listenerTls, null);
    List<RouteConfig> routes = words.required("routes", this::routes);
    boolean policyOfStore = words.optional("policy", this::isOfStore, false);
    Path policy = policyOfStore ? null : words.optional("policy", this::file, null);
    long cacheBytes = words.optional("cacheBytes", this::size, GatewayConfig.DEFAULT_CACHE_BYTES);
    String store = words.optional("store", each -> text(each, "an address"), null);
    if (policyOfStore && store == null) {
      throw in.error(root, "'store' is missing, which 'policy: store' needs");
    }
    Path storeKeyFile = words.optional("storeKeyFile", this::file, null);
    List<AddressRange> trusted = words.optional("trustedProxies", this::ranges, List.of());
    Limits limits = words.optional("limits", this::limits, Limits.DEFAULT);
    Timeouts timeouts = words.optional("timeouts", this::timeouts, Timeouts.DEFAULT);
    Path accessLog = words.optional("accessLog", this::file, null);
    boolean observe = words.optional("observe", this::flag, true);
    AdminConfig admin = words.optional("admin", this::admin, null);
    boolean link = words.optional("link", this::flag, false);
    boolean http2 = words.optional("http2", this::flag, true);
    return in.checked(
        root,
        () ->
            new GatewayConfig(
                listen,
                tls,
                routes,
                policy,
                policyOfStore,
                cacheBytes,
                store,
                storeKeyFile,
                trusted,
                limits,
                timeouts,
                accessLog,
                observe,
                admin,
                link,
                http2));
  }

  // ---- routes ----

  private List<RouteConfig> routes(Node node) {
    List<RouteConfig> routes = new ArrayList<>();
    in.items(node, "a list of routes").forEach(item -> routes.add(route(item)));
    return routes;
  }

  private RouteConfig route(Node node) {
    Words words =
        words(
            node,
            "a route",
            "a route",
            "path",
            "host",
            "origin",
            "origins",
            "service",
            "preserveHost",
            "tls",
            "link",
            "health");
    String path = words.optional("path", each -> text(each, "a path"), "/");
    String host = words.optional("host", each -> text(each, "the name of a host"), null);
    URI single = words.optional("origin", this::origin, null);
    List<URI> origins =
        words.optional("origins", this::origins, single == null ? List.of() : List.of(single));
    if (single != null && words.has("origins")) {
      throw in.error(node, "'origin' and 'origins' exclude each other");
    }
    String service = words.optional("service", each -> text(each, "the name of a service"), "");
    boolean preserveHost = words.optional("preserveHost", this::flag, false);
    OriginTls tls = words.optional("tls", this::originTls, OriginTls.DEFAULT);
    boolean link = words.optional("link", this::flag, false);
    HealthCheck health = words.optional("health", this::health, null);
    return in.checked(
        node, () -> new RouteConfig(path, host, origins, service, preserveHost, tls, link, health));
  }

  private HealthCheck health(Node node) {
    Words words =
        words(node, "a health check", "'health'", "path", "every", "timeout", "fails", "passes");
    String path = words.required("path", each -> text(each, "a path"));
    Duration every = words.optional("every", this::duration, HealthCheck.DEFAULT_EVERY);
    Duration timeout = words.optional("timeout", this::duration, HealthCheck.DEFAULT_TIMEOUT);
    int fails = words.optional("fails", this::count, HealthCheck.DEFAULT_COUNT);
    int passes = words.optional("passes", this::count, HealthCheck.DEFAULT_COUNT);
    return in.checked(node, () -> new HealthCheck(path, every, timeout, fails, passes));
  }

  private List<URI> origins(Node node) {
    List<URI> origins = new ArrayList<>();
    in.items(node, "a list of addresses").forEach(item -> origins.add(origin(item)));
    return origins;
  }

  private URI origin(Node node) {
    return in.value(node, "the address of an origin", RouteConfig::origin);
  }

  private OriginTls originTls(Node node) {
    Words words = words(node, "TLS to origins", "'tls'", "trust", "certificate", "key");
    Path trust = words.optional("trust", this::file, null);
    Path certificate = words.optional("certificate", this::file, null);
    Path key = words.optional("key", this::file, null);
    return in.checked(node, () -> new OriginTls(trust, certificate, key));
  }

  // ---- the listener ----

  private ListenAddress listen(Node node) {
    return in.value(node, "HOST:PORT", ListenAddress::parse);
  }

  private AdminConfig admin(Node node) {
    Words words =
        words(node, "an admin listener", "'admin'", "listen", "tokenFile", "tls", "hosts");
    ListenAddress listen = words.required("listen", this::listen);
    Path tokenFile = words.optional("tokenFile", this::file, null);
    ListenerTls tls = words.optional("tls", this::listenerTls, null);
    List<String> hosts = words.optional("hosts", this::hosts, List.of());
    return in.checked(node, () -> new AdminConfig(listen, tokenFile, tls, hosts));
  }

  private List<String> hosts(Node node) {
    List<String> hosts = new ArrayList<>();
    in.items(node, "a list of hosts").forEach(item -> hosts.add(text(item, "a host")));
    return hosts;
  }

  private ListenerTls listenerTls(Node node) {
    Words words =
        words(node, "TLS of a listener", "'tls'", "certificate", "key", "clients", "trust");
    Path certificate = words.required("certificate", this::file);
    Path key = words.required("key", this::file);
    ListenerTls.Clients clients =
        words.optional("clients", this::clients, ListenerTls.Clients.NONE);
    Path trust = words.optional("trust", this::file, null);
    return in.checked(node, () -> new ListenerTls(certificate, key, clients, trust));
  }

  private ListenerTls.Clients clients(Node node) {
    String expected = "none, optional or required";
    return in.value(
        node,
        expected,
        word -> {
          for (ListenerTls.Clients each : ListenerTls.Clients.values()) {
            if (each.name().toLowerCase(Locale.ROOT).equals(word)) {
              return each;
            }
          }
          throw new IllegalArgumentException("expected " + expected + " but found '" + word + "'");
        });
  }

  private List<AddressRange> ranges(Node node) {
    List<AddressRange> ranges = new ArrayList<>();
    in.items(node, "a list of addresses")
        .forEach(item -> ranges.add(in.value(item, "an address", AddressRange::parse)));
    return ranges;
  }

  private Limits limits(Node node) {
    Limits usual = Limits.DEFAULT;
    Words words =
        words(
            node,
            "limits",
            "'limits'",
            "connections",
            "requests",
            "waiting",
            "headerBytes",
            "requestBytes",
            "inspectedBytes",
            "originConnections");
    int connections = words.optional("connections", this::count, usual.connections());
    int requests = words.optional("requests", this::count, usual.requests());
    int waiting = words.optional("waiting", this::count, usual.waiting());
    int headerBytes = words.optional("headerBytes", this::smallSize, usual.headerBytes());
    long requestBytes = words.optional("requestBytes", this::size, usual.requestBytes());
    int inspected = words.optional("inspectedBytes", this::smallSize, usual.inspectedBytes());
    int toOrigin = words.optional("originConnections", this::count, usual.originConnections());
    return in.checked(
        node,
        () ->
            new Limits(
                connections, requests, waiting, headerBytes, requestBytes, inspected, toOrigin));
  }

  private Timeouts timeouts(Node node) {
    Timeouts usual = Timeouts.DEFAULT;
    Words words =
        words(
            node,
            "timeouts",
            "'timeouts'",
            "connect",
            "response",
            "request",
            "idle",
            "originIdle",
            "drain");
    Duration connect = words.optional("connect", this::duration, usual.connect());
    Duration response = words.optional("response", this::duration, usual.response());
    Duration request = words.optional("request", this::duration, usual.request());
    Duration idle = words.optional("idle", this::duration, usual.idle());
    Duration originIdle = words.optional("originIdle", this::duration, usual.originIdle());
    Duration drain = words.optional("drain", this::duration, usual.drain());
    return in.checked(
        node, () -> new Timeouts(connect, response, request, idle, originIdle, drain));
  }

  // ---- values ----

  private String text(Node node, String expected) {
    return in.value(node, expected, Function.identity());
  }

  /** A file of that name is {@code ./store}. */
  private boolean isOfStore(Node node) {
    return text(node, "a file, or store").equals("store");
  }

  private Path file(Node node) {
    return in.value(node, "a file", text -> folder.resolve(text));
  }

  private boolean flag(Node node) {
    return in.value(
        node,
        "true or false",
        word ->
            switch (word) {
              case "true" -> true;
              case "false" -> false;
              default ->
                  throw new IllegalArgumentException(
                      "expected true or false but found '" + word + "'");
            });
  }

  private int count(Node node) {
    return in.value(
        node,
        "a number",
        word -> {
          try {
            return Integer.parseInt(word);
          } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected a number but found '" + word + "'", e);
          }
        });
  }

  private long size(Node node) {
    return in.value(node, ByteCounts.EXPECTED, ByteCounts::count);
  }

  private int smallSize(Node node) {
    return (int) Math.min(Integer.MAX_VALUE, size(node));
  }

  private Duration duration(Node node) {
    return in.value(node, Durations.EXPECTED, Durations::parse);
  }

  // ---- mappings ----

  private Words words(Node node, String expected, String what, String... allowed) {
    Words words = new Words(node);
    for (PolicyNodes.Entry entry : in.goodEntries(node, expected, what, List.of(allowed))) {
      words.values.put(entry.word(), entry.value());
    }
    return words;
  }

  /** The values of a mapping, by their words. */
  private final class Words {
    private final Node node;
    private final Map<String, Node> values = new HashMap<>();

    private Words(Node node) {
      this.node = node;
    }

    boolean has(String word) {
      return values.containsKey(word);
    }

    <T> T required(String word, Function<Node, T> reader) {
      Node value = values.get(word);
      if (value == null) {
        throw in.error(node, "'" + word + "' is missing");
      }
      return reader.apply(value);
    }

    @SuppressWarnings("NullAway") // null only where the caller says so
    <T extends @Nullable Object> T optional(
        String word, Function<Node, ? extends T> reader, @Nullable T otherwise) {
      Node value = values.get(word);
      return value == null ? otherwise : reader.apply(value);
    }
  }
}
