package io.castile.gateway.config;

import io.castile.cache.policy.PolicyException;
import io.castile.cache.policy.internal.PolicyNodes;
import io.castile.cache.policy.internal.YamlComposer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Reads the configuration of a gateway from YAML, as policies are read: every error has a place.
 */
final class SettingsReader {
  private static final String ROOT = "a mapping with 'listen' and 'routes'";

  private static final String LIMITS = "limits.";

  /** The words of a listener. */
  private static final String[] OF_LISTENER = {"listen", "tls", "http2", "proxyProtocol"};

  private final ConfigValues values;
  private final PolicyNodes in;

  private SettingsReader(ConfigValues values) {
    this.values = values;
    this.in = values.nodes();
  }

  /**
   * @param checksFiles whether certificates, keys and tokens have to be there
   */
  static GatewaySettings read(String source, byte[] yaml, Path folder, boolean checksFiles) {
    PolicyNodes nodes = new PolicyNodes(source);
    Node root = new YamlComposer(source, nodes).compose(yaml, ROOT);
    GatewaySettings config = null;
    try {
      config = new SettingsReader(new ConfigValues(nodes, folder, checksFiles)).config(root);
    } catch (PolicyException e) {
      nodes.note(e); // perhaps as a word that was noted before it is missing
    }
    if (config == null || !nodes.problems().isEmpty()) {
      throw nodes.problems().get(0);
    }
    return config;
  }

  private GatewaySettings config(Node root) {
    ConfigValues.Words words =
        values.words(
            root,
            ROOT,
            "a gateway",
            "listen",
            "listeners",
            "tls",
            "routes",
            "policy",
            "cacheBytes",
            "cacheFile",
            "store",
            "storeKeyFile",
            "trustedProxies",
            "limits",
            "timeouts",
            "accessLog",
            "observe",
            "admin",
            "link",
            "http2",
            "proxyProtocol",
            "access",
            "healthPath",
            "readyPath",
            "warmUp");
    List<AddressRange> trusted = words.optional("trustedProxies", values::ranges, List.of());
    List<ListenerConfig> listeners = listeners(root, words);
    if (trusted.isEmpty() && listeners.stream().anyMatch(ListenerConfig::proxyProtocol)) {
      throw in.error(
          root,
          "Cannot use 'proxyProtocol: true' without 'trustedProxies'. Set the proxies that send"
              + " it.");
    }
    boolean seesCertificates = listeners.stream().anyMatch(ListenerConfig::seesCertificates);
    EdgeReader edge = new EdgeReader(values, seesCertificates);
    AccessConfig access = words.optional("access", edge::access, AccessConfig.OPEN);
    List<RouteConfig> routes =
        words.required("routes", new RouteReader(values, edge, access)::routes);
    boolean policyOfStore = words.optional("policy", this::isOfStore, false);
    Path policy = policyOfStore ? null : words.optional("policy", values::file, null);
    long cacheBytes =
        words.positive("cacheBytes", "", values::size, GatewaySettings.DEFAULT_CACHE_BYTES);
    Path cacheFile = words.optional("cacheFile", values::file, null);
    String store = words.optional("store", each -> values.text(each, "an address"), null);
    if (policyOfStore && store == null) {
      throw in.error(root, "Cannot use 'policy: store' without 'store'. Set it.");
    }
    Path storeKeyFile = words.optional("storeKeyFile", values::presentFile, null);
    Limits limits = words.optional("limits", this::limits, Limits.DEFAULT);
    Timeouts timeouts = words.optional("timeouts", this::timeouts, Timeouts.DEFAULT);
    AccessLogConfig accessLog = words.optional("accessLog", this::accessLog, null);
    boolean observe = words.optional("observe", values::flag, true);
    AdminConfig admin = words.optional("admin", this::admin, null);
    boolean link = words.optional("link", values::flag, false);
    String healthPath = words.optional("healthPath", this::probePath, null);
    String readyPath = words.optional("readyPath", this::probePath, null);
    Boolean warmUp = words.optional("warmUp", values::flag, null);
    ProbePaths probes = in.checked(root, () -> new ProbePaths(healthPath, readyPath));
    return in.checked(
        root,
        () ->
            new GatewaySettings(
                listeners,
                routes,
                policy,
                policyOfStore,
                cacheBytes,
                cacheFile,
                store,
                storeKeyFile,
                trusted,
                limits,
                timeouts,
                accessLog,
                observe,
                admin,
                link,
                probes,
                warmUp));
  }

  /** A file of that name is {@code ./store}. */
  private boolean isOfStore(Node node) {
    return values.text(node, "a file, or store").equals("store");
  }

  // ---- listeners ----

  /** Reads 'listeners', or the one whose words stand in the root. */
  private List<ListenerConfig> listeners(Node root, ConfigValues.Words words) {
    if (!words.has("listeners")) {
      return List.of(listener(words));
    }
    for (String word : OF_LISTENER) {
      if (words.has(word)) {
        throw in.error(
            root, "Cannot use 'listeners' and '" + word + "' together. Remove one of them.");
      }
    }
    return words.required("listeners", this::listeners);
  }

  private List<ListenerConfig> listeners(Node node) {
    List<ListenerConfig> listeners = new ArrayList<>();
    for (Node item : in.items(node, "a list of listeners")) {
      listeners.add(listener(values.words(item, "a listener", "a listener", OF_LISTENER)));
    }
    return listeners;
  }

  private ListenerConfig listener(ConfigValues.Words words) {
    ListenAddress address = words.required("listen", this::listen);
    ListenerTls tls = words.optional("tls", this::listenerTls, null);
    boolean http2 = words.optional("http2", values::flag, true);
    boolean proxyProtocol = words.optional("proxyProtocol", values::flag, false);
    return new ListenerConfig(address, tls, http2, proxyProtocol);
  }

  private ListenAddress listen(Node node) {
    return in.value(node, "HOST:PORT", ListenAddress::parse);
  }

  private AdminConfig admin(Node node) {
    ConfigValues.Words words =
        values.words(
            node,
            "an admin listener",
            "'admin'",
            "listen",
            "tokenFile",
            "tokens",
            "tls",
            "hosts",
            "auditLog");
    ListenAddress listen = words.required("listen", this::listen);
    Path tokenFile = words.optional("tokenFile", values::presentFile, null);
    Path tokens = words.optional("tokens", values::presentFile, null);
    ListenerTls tls = words.optional("tls", this::listenerTls, null);
    List<String> hosts = words.optional("hosts", this::hosts, List.of());
    Path auditLog = words.optional("auditLog", values::file, null);
    return in.checked(node, () -> new AdminConfig(listen, tokenFile, tokens, tls, hosts, auditLog));
  }

  private List<String> hosts(Node node) {
    List<String> hosts = new ArrayList<>();
    in.items(node, "a list of hosts").forEach(item -> hosts.add(values.text(item, "a host")));
    return hosts;
  }

  private ListenerTls listenerTls(Node node) {
    ConfigValues.Words words =
        values.words(node, "TLS of a listener", "'tls'", "certificate", "key", "clients", "trust");
    Path certificate = words.required("certificate", values::presentFile);
    Path key = words.required("key", values::presentFile);
    ListenerTls.Clients clients =
        words.optional("clients", this::clients, ListenerTls.Clients.NONE);
    Path trust = words.optional("trust", values::presentFile, null);
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

  private String probePath(Node node) {
    return in.value(node, "a path", ProbePaths::path);
  }

  // ---- the access log ----

  private AccessLogConfig accessLog(Node node) {
    if (!(node instanceof MappingNode)) {
      return AccessLogConfig.of(values.file(node));
    }
    ConfigValues.Words words =
        values.words(node, "an access log", "'accessLog'", "file", "format", "fields");
    Path file = words.required("file", values::file);
    AccessLogConfig.Format format =
        words.optional("format", this::logFormat, AccessLogConfig.Format.JSON);
    List<String> fields = words.optional("fields", this::logFields, AccessLogConfig.USUAL);
    return in.checked(node, () -> new AccessLogConfig(file, format, fields));
  }

  private AccessLogConfig.Format logFormat(Node node) {
    return in.value(
        node,
        "text or json",
        word ->
            switch (word) {
              case "text" -> AccessLogConfig.Format.TEXT;
              case "json" -> AccessLogConfig.Format.JSON;
              default ->
                  throw new IllegalArgumentException(
                      "expected text or json but found '" + word + "'");
            });
  }

  private List<String> logFields(Node node) {
    List<String> fields = new ArrayList<>();
    in.items(node, "a list of fields")
        .forEach(item -> fields.add(in.value(item, "a field", AccessLogConfig::field)));
    return fields;
  }

  // ---- limits ----

  private Limits limits(Node node) {
    Limits usual = Limits.DEFAULT;
    ConfigValues.Words words =
        values.words(
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
    int connections = words.positive("connections", LIMITS, values::count, usual.connections());
    int requests = words.positive("requests", LIMITS, values::count, usual.requests());
    int waiting = words.positive("waiting", LIMITS, values::count, usual.waiting());
    int headerBytes = words.positive("headerBytes", LIMITS, values::smallSize, usual.headerBytes());
    long requestBytes = words.positive("requestBytes", LIMITS, values::size, usual.requestBytes());
    int inspected =
        words.positive("inspectedBytes", LIMITS, values::smallSize, usual.inspectedBytes());
    int toOrigin =
        words.positive("originConnections", LIMITS, values::count, usual.originConnections());
    return new Limits(
        connections, requests, waiting, headerBytes, requestBytes, inspected, toOrigin);
  }

  private Timeouts timeouts(Node node) {
    Timeouts usual = Timeouts.DEFAULT;
    ConfigValues.Words words =
        values.words(
            node,
            "timeouts",
            "'timeouts'",
            "connect",
            "response",
            "request",
            "idle",
            "originIdle",
            "drain");
    Duration connect = words.time("connect", usual.connect());
    Duration response = words.time("response", usual.response());
    Duration request = words.time("request", usual.request());
    Duration idle = words.time("idle", usual.idle());
    Duration originIdle = words.time("originIdle", usual.originIdle());
    Duration drain = words.time("drain", usual.drain());
    return new Timeouts(connect, response, request, idle, originIdle, drain);
  }
}
