package io.castile.gateway.config;

import io.castile.cache.policy.ByteCounts;
import io.castile.cache.policy.Durations;
import io.castile.cache.policy.PolicyException;
import io.castile.cache.policy.PolicyNodes;
import io.castile.cache.policy.YamlComposer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Reads the configuration of a gateway from YAML, as policies are read: every error has a place.
 */
final class GatewayConfigReader {
  private static final String ROOT = "a mapping with 'listen' and 'routes'";

  private static final String LIMITS = "limits.";

  private final PolicyNodes in;
  private final Path folder;

  private final boolean checksFiles;

  private boolean seesCertificates; // those of clients
  private AccessConfig access = AccessConfig.OPEN; // of routes that say nothing of it

  private GatewayConfigReader(PolicyNodes in, Path folder, boolean checksFiles) {
    this.in = in;
    this.folder = folder;
    this.checksFiles = checksFiles;
  }

  /**
   * @param checksFiles whether certificates, keys and tokens have to be there
   */
  static GatewayConfig read(String source, byte[] yaml, Path folder, boolean checksFiles) {
    PolicyNodes nodes = new PolicyNodes(source);
    Node root = new YamlComposer(source, nodes).compose(yaml, ROOT);
    GatewayConfig config = null;
    try {
      config = new GatewayConfigReader(nodes, folder, checksFiles).config(root);
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
            "http2",
            "proxyProtocol",
            "access",
            "healthPath",
            "readyPath",
            "warmUp");
    ListenAddress listen = words.required("listen", this::listen);
    ListenerTls tls = words.optional("tls", this::listenerTls, null);
    seesCertificates = tls != null && tls.clients() != ListenerTls.Clients.NONE;
    access = words.optional("access", this::access, AccessConfig.OPEN);
    List<RouteConfig> routes = words.required("routes", this::routes);
    boolean policyOfStore = words.optional("policy", this::isOfStore, false);
    Path policy = policyOfStore ? null : words.optional("policy", this::file, null);
    long cacheBytes =
        words.positive("cacheBytes", "", this::size, GatewayConfig.DEFAULT_CACHE_BYTES);
    String store = words.optional("store", each -> text(each, "an address"), null);
    if (policyOfStore && store == null) {
      throw in.error(root, "'store' is missing, which 'policy: store' needs");
    }
    Path storeKeyFile = words.optional("storeKeyFile", this::presentFile, null);
    List<AddressRange> trusted = words.optional("trustedProxies", this::ranges, List.of());
    Limits limits = words.optional("limits", this::limits, Limits.DEFAULT);
    Timeouts timeouts = words.optional("timeouts", this::timeouts, Timeouts.DEFAULT);
    AccessLogConfig accessLog = words.optional("accessLog", this::accessLog, null);
    boolean observe = words.optional("observe", this::flag, true);
    AdminConfig admin = words.optional("admin", this::admin, null);
    boolean link = words.optional("link", this::flag, false);
    boolean http2 = words.optional("http2", this::flag, true);
    boolean proxyProtocol = words.optional("proxyProtocol", this::flag, false);
    if (proxyProtocol && trusted.isEmpty()) {
      throw in.error(
          root,
          "'trustedProxies' is missing, which 'proxyProtocol: true' needs: those who send it");
    }
    String healthPath = words.optional("healthPath", this::probePath, null);
    String readyPath = words.optional("readyPath", this::probePath, null);
    Boolean warmUp = words.optional("warmUp", this::flag, null);
    ProbePaths probes = in.checked(root, () -> new ProbePaths(healthPath, readyPath));
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
                http2,
                proxyProtocol,
                probes,
                warmUp));
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
            "pathPattern",
            "host",
            "origin",
            "origins",
            "balance",
            "canary",
            "service",
            "preserveHost",
            "tls",
            "link",
            "health",
            "passTags",
            "access",
            "limits",
            "fields");
    String path = words.optional("path", each -> text(each, "a path"), "/");
    PathPattern pathPattern = words.optional("pathPattern", this::pathPattern, null);
    HostPattern host = words.optional("host", this::host, null);
    URI single = words.optional("origin", this::origin, null);
    Weighted origins =
        words.optional(
            "origins",
            this::origins,
            new Weighted(single == null ? List.of() : List.of(single), List.of()));
    if (single != null && words.has("origins")) {
      throw in.error(node, "'origin' and 'origins' exclude each other");
    }
    Balance chosen = words.optional("balance", this::balance, Balance.BY_TURNS);
    Balance balance = chosen.withWeights(origins.weights);
    Canary canary = words.optional("canary", this::canary, null);
    String service = words.optional("service", each -> text(each, "the name of a service"), "");
    boolean preserveHost = words.optional("preserveHost", this::flag, false);
    OriginTls tls = words.optional("tls", this::originTls, OriginTls.DEFAULT);
    boolean link = words.optional("link", this::flag, false);
    HealthCheck health = words.optional("health", this::health, null);
    boolean passTags = words.optional("passTags", this::flag, false);
    RouteLimits limits = words.optional("limits", this::routeLimits, RouteLimits.NONE);
    AccessConfig allowed = words.optional("access", this::accessOfRoute, access);
    RouteFields fields =
        words.optional("fields", each -> routeFields(each, allowed), RouteFields.NONE);
    EdgeRules edge = new EdgeRules(allowed, limits, fields);
    return in.checked(
        node,
        () ->
            new RouteConfig(
                path,
                pathPattern,
                host,
                origins.addresses,
                balance,
                canary,
                service,
                preserveHost,
                tls,
                link,
                health,
                passTags,
                edge));
  }

  private HostPattern host(Node node) {
    return in.value(node, "the name of a host", HostPattern::parse);
  }

  private PathPattern pathPattern(Node node) {
    return in.value(node, "a regular expression", PathPattern::parse);
  }

  // ---- access ----

  private AccessConfig accessOfRoute(Node node) {
    boolean isOpen = node instanceof ScalarNode scalar && scalar.getValue().equals("none");
    return isOpen ? AccessConfig.OPEN : access(node);
  }

  private AccessConfig access(Node node) {
    Words words = words(node, "who may call", "'access'", "addresses", "basic", "keys");
    if (words.values.isEmpty()) {
      throw in.error(node, "expected 'addresses', 'basic' or 'keys' but found none of them");
    }
    AddressRules addresses = words.optional("addresses", this::addresses, AddressRules.ANY);
    BasicAccess basic = words.optional("basic", this::basic, null);
    KeyAccess keys = words.optional("keys", this::keys, null);
    return new AccessConfig(addresses, basic, keys);
  }

  private AddressRules addresses(Node node) {
    Words words = words(node, "addresses", "'addresses'", "allow", "deny");
    List<AddressRange> allow = words.optional("allow", this::ranges, List.of());
    List<AddressRange> deny = words.optional("deny", this::ranges, List.of());
    if (allow.isEmpty() && deny.isEmpty()) {
      throw in.error(node, "expected addresses in 'allow' or 'deny' but found none");
    }
    return new AddressRules(allow, deny);
  }

  private BasicAccess basic(Node node) {
    Words words = words(node, "passwords", "'basic'", "users", "realm", "forward", "shared");
    Path users = words.required("users", this::presentFile);
    String realm =
        words.optional("realm", each -> text(each, "a realm"), BasicAccess.DEFAULT_REALM);
    Passing passing = passing(node, words);
    return in.checked(node, () -> new BasicAccess(users, realm, passing));
  }

  private KeyAccess keys(Node node) {
    Words words = words(node, "keys", "'keys'", "file", "field", "forward", "shared");
    Path file = words.required("file", this::presentFile);
    String field = words.optional("field", this::keyField, KeyAccess.DEFAULT_FIELD);
    return new KeyAccess(file, field, passing(node, words));
  }

  private String keyField(Node node) {
    return in.value(node, "the name of a header field", FieldNames::ofKey);
  }

  private Passing passing(Node node, Words words) {
    boolean isForwarded = words.optional("forward", this::flag, true);
    boolean isShared = words.optional("shared", this::flag, false);
    if (isShared && isForwarded) {
      throw in.error(
          node, "'shared: true' needs 'forward: false', as the origin may answer by what it gets");
    }
    return isForwarded
        ? Passing.FORWARDED
        : isShared ? Passing.REMOVED_AND_SHARED : Passing.REMOVED;
  }

  // ---- header fields ----

  private RouteFields routeFields(Node node, AccessConfig allowed) {
    Words words = words(node, "changes of fields", "'fields'", "request", "response");
    FieldEdits request = words.optional("request", this::fieldEdits, FieldEdits.NONE);
    FieldEdits response = words.optional("response", this::fieldEdits, FieldEdits.NONE);
    KeyAccess keys = allowed.keys();
    if ((keys != null && request.has(keys.field()))
        || (allowed.basic() != null && request.has("Authorization"))) {
      throw in.error(
          node, "a field that 'access' asks for is not changed; 'forward: false' removes it");
    }
    return new RouteFields(request, response);
  }

  private FieldEdits fieldEdits(Node node) {
    Words words = words(node, "changes of fields", "'fields'", "set", "remove");
    Set<String> names = new HashSet<>(); // in lower case
    Map<String, String> set = new LinkedHashMap<>();
    Node wanted = words.values.get("set");
    if (wanted != null) {
      for (PolicyNodes.Entry field : in.goodEntries(wanted, "fields and values", "'set'", null)) {
        String value = in.value(field.value(), "the value of a field", FieldNames::value);
        set.put(edited(field.key(), names), value);
      }
    }
    List<String> remove = new ArrayList<>();
    Node unwanted = words.values.get("remove");
    if (unwanted != null) {
      in.items(unwanted, "a list of fields").forEach(each -> remove.add(edited(each, names)));
    }
    if (names.isEmpty()) {
      throw in.error(node, "expected fields in 'set' or 'remove' but found none");
    }
    return new FieldEdits(set, remove);
  }

  private String edited(Node node, Set<String> names) {
    String name = in.value(node, "the name of a header field", FieldNames::ofEdit);
    if (!names.add(name.toLowerCase(Locale.ROOT))) {
      throw in.error(node, "the field " + name + " is named twice");
    }
    return name;
  }

  // ---- limits of a route ----

  private RouteLimits routeLimits(Node node) {
    Words words =
        words(
            node,
            "limits",
            "'limits' of a route",
            "rate",
            "burst",
            "requests",
            "perAddress",
            "perCertificate",
            "perField");
    boolean isOfAll = words.has("rate") || words.has("burst") || words.has("requests");
    RateLimit all = isOfAll ? rateLimit(node, words, LIMITS) : null;
    RateLimit perAddress =
        words.optional("perAddress", each -> limitOfEach(each, "perAddress"), null);
    RateLimit perCertificate = words.optional("perCertificate", this::limitOfCertificates, null);
    FieldLimit perField = words.optional("perField", this::limitOfField, null);
    return new RouteLimits(
        all,
        perAddress,
        perCertificate,
        perField == null ? null : perField.name,
        perField == null ? null : perField.limit);
  }

  private RateLimit limitOfCertificates(Node node) {
    if (!seesCertificates) {
      throw in.error(node, "'perCertificate' needs a listener whose 'tls' has 'clients'");
    }
    return limitOfEach(node, "perCertificate");
  }

  private RateLimit limitOfEach(Node node, String word) {
    Words words = words(node, "a limit", "'" + word + "'", "rate", "burst", "requests");
    return rateLimit(node, words, LIMITS + word + ".");
  }

  /** A limit of each value of a header field. */
  private record FieldLimit(String name, RateLimit limit) {}

  private FieldLimit limitOfField(Node node) {
    Words words = words(node, "a limit", "'perField'", "name", "rate", "burst", "requests");
    String name = words.required("name", this::fieldName);
    return new FieldLimit(name, rateLimit(node, words, LIMITS + "perField."));
  }

  /**
   * @param mapping that the words stand in, for errors
   */
  private RateLimit rateLimit(Node node, Words words, String mapping) {
    RequestRate rate =
        words.optional(
            "rate", each -> in.value(each, RequestRate.EXPECTED, RequestRate::parse), null);
    if (rate == null && words.has("burst")) {
      throw in.error(node, "'rate' is missing, which 'burst' needs");
    }
    int usual = rate == null ? 1 : rate.inOneSecond();
    int burst = words.positive("burst", mapping, this::count, usual);
    int requests = words.positive("requests", mapping, this::count, RateLimit.UNLIMITED);
    return in.checked(node, () -> new RateLimit(rate, burst, requests));
  }

  private String fieldName(Node node) {
    return in.value(node, "the name of a header field", FieldNames::name);
  }

  private HealthCheck health(Node node) {
    Words words =
        words(
            node,
            "a health check",
            "'health'",
            "path",
            "every",
            "timeout",
            "fails",
            "passes",
            "body",
            "soapAction",
            "expect");
    String path = words.required("path", each -> text(each, "a path"));
    Duration every = words.optional("every", this::duration, HealthCheck.DEFAULT_EVERY);
    Duration timeout = words.optional("timeout", this::duration, HealthCheck.DEFAULT_TIMEOUT);
    int fails = words.positive("fails", "health.", this::count, HealthCheck.DEFAULT_COUNT);
    int passes = words.positive("passes", "health.", this::count, HealthCheck.DEFAULT_COUNT);
    HealthQuestion question = healthQuestion(node, words);
    return in.checked(node, () -> new HealthCheck(path, every, timeout, fails, passes, question));
  }

  private @Nullable HealthQuestion healthQuestion(Node node, Words words) {
    Path body = words.optional("body", this::presentFile, null);
    String action = words.optional("soapAction", each -> text(each, "an action"), "");
    String expect = words.optional("expect", each -> text(each, "the name of an element"), null);
    if (body == null) {
      if (words.has("soapAction") || words.has("expect")) {
        throw in.error(node, "'body' is missing, which 'soapAction' and 'expect' need");
      }
      return null;
    }
    return in.checked(node, () -> new HealthQuestion(body, action, expect));
  }

  /**
   * Addresses of origins, and their weights.
   *
   * @param weights empty where none is said
   */
  private record Weighted(List<URI> addresses, List<Integer> weights) {}

  private Weighted origins(Node node) {
    List<URI> addresses = new ArrayList<>();
    List<Integer> weights = new ArrayList<>();
    for (Node item : in.items(node, "a list of addresses")) {
      if (item instanceof MappingNode) {
        Words words = words(item, "an origin", "an origin", "address", "weight");
        addresses.add(words.required("address", this::origin));
        weights.add(words.optional("weight", this::weight, 1));
      } else {
        addresses.add(origin(item));
        weights.add(1);
      }
    }
    boolean isWeighted = weights.stream().anyMatch(weight -> weight != 1);
    return new Weighted(addresses, isWeighted ? weights : List.of());
  }

  private int weight(Node node) {
    int weight = count(node);
    if (weight < 1 || weight > Balance.MOST_WEIGHT) {
      throw in.error(
          node, "expected a weight from 1 to " + Balance.MOST_WEIGHT + " but found " + weight);
    }
    return weight;
  }

  private Balance balance(Node node) {
    if (node instanceof MappingNode) {
      Words words = words(node, "a choice of origins", "'balance'", "sticky");
      return words.required("sticky", this::sticky);
    }
    String expected = "roundRobin, leastConnections or {sticky: …}";
    return in.value(
        node,
        expected,
        word -> {
          for (Balance.Choice each : Balance.Choice.values()) {
            if (each != Balance.Choice.STICKY && each.word().equals(word)) {
              return new Balance(each, null, null, List.of());
            }
          }
          throw new IllegalArgumentException("expected " + expected + " but found '" + word + "'");
        });
  }

  private Balance sticky(Node node) {
    Words words = words(node, "a field or a cookie", "'sticky'", "field", "cookie");
    if (words.has("field") == words.has("cookie")) {
      throw in.error(node, "expected 'field' or 'cookie' and not both");
    }
    String field = words.optional("field", this::fieldName, null);
    String cookie = words.optional("cookie", this::cookieName, null);
    return new Balance(Balance.Choice.STICKY, field, cookie, List.of());
  }

  private String cookieName(Node node) {
    return in.value(node, "the name of a cookie", FieldNames::cookie);
  }

  private Canary canary(Node node) {
    Words words =
        words(
            node, "a canary", "'canary'", "origin", "origins", "share", "field", "value", "shared");
    URI single = words.optional("origin", this::origin, null);
    if (single != null && words.has("origins")) {
      throw in.error(node, "'origin' and 'origins' exclude each other");
    }
    Weighted origins =
        words.optional(
            "origins",
            this::origins,
            new Weighted(single == null ? List.of() : List.of(single), List.of()));
    int share = words.optional("share", each -> in.value(each, Canary.EXPECTED, Canary::share), 0);
    String field = words.optional("field", this::fieldName, null);
    String value =
        words.optional(
            "value", each -> in.value(each, "the value of a field", FieldNames::value), null);
    boolean shared = words.optional("shared", this::flag, false);
    return in.checked(
        node, () -> new Canary(origins.addresses, origins.weights, share, field, value, shared));
  }

  private URI origin(Node node) {
    return in.value(node, "the address of an origin", RouteConfig::origin);
  }

  private OriginTls originTls(Node node) {
    Words words = words(node, "TLS to origins", "'tls'", "trust", "certificate", "key");
    Path trust = words.optional("trust", this::presentFile, null);
    Path certificate = words.optional("certificate", this::presentFile, null);
    Path key = words.optional("key", this::presentFile, null);
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
    Path tokenFile = words.optional("tokenFile", this::presentFile, null);
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
    Path certificate = words.required("certificate", this::presentFile);
    Path key = words.required("key", this::presentFile);
    ListenerTls.Clients clients =
        words.optional("clients", this::clients, ListenerTls.Clients.NONE);
    Path trust = words.optional("trust", this::presentFile, null);
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
      return AccessLogConfig.of(file(node));
    }
    Words words = words(node, "an access log", "'accessLog'", "file", "format", "fields");
    Path file = words.required("file", this::file);
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
    int connections = words.positive("connections", LIMITS, this::count, usual.connections());
    int requests = words.positive("requests", LIMITS, this::count, usual.requests());
    int waiting = words.positive("waiting", LIMITS, this::count, usual.waiting());
    int headerBytes = words.positive("headerBytes", LIMITS, this::smallSize, usual.headerBytes());
    long requestBytes = words.positive("requestBytes", LIMITS, this::size, usual.requestBytes());
    int inspected =
        words.positive("inspectedBytes", LIMITS, this::smallSize, usual.inspectedBytes());
    int toOrigin =
        words.positive("originConnections", LIMITS, this::count, usual.originConnections());
    return new Limits(
        connections, requests, waiting, headerBytes, requestBytes, inspected, toOrigin);
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
    Duration connect = words.time("connect", usual.connect());
    Duration response = words.time("response", usual.response());
    Duration request = words.time("request", usual.request());
    Duration idle = words.time("idle", usual.idle());
    Duration originIdle = words.time("originIdle", usual.originIdle());
    Duration drain = words.time("drain", usual.drain());
    return new Timeouts(connect, response, request, idle, originIdle, drain);
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

  /** A file that has to be there when the gateway starts. */
  private Path presentFile(Node node) {
    return in.value(
        node,
        "a file",
        text -> {
          Path file = folder.resolve(text);
          if (!checksFiles) {
            return file;
          }
          if (Files.isDirectory(file)) {
            throw new IllegalArgumentException("expected a file, found the folder " + file);
          }
          if (!Files.isReadable(file)) {
            throw new IllegalArgumentException(
                (Files.exists(file) ? "no permission for " : "no file ") + file);
          }
          return file;
        });
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

    /**
     * A number that has to be positive; an error names it.
     *
     * @param mapping that the word stands in, for the error
     */
    <N extends Number> N positive(String word, String mapping, Function<Node, N> reader, N usual) {
      Node value = values.get(word);
      if (value == null) {
        return usual;
      }
      String name = mapping + word;
      N number = named(value, name, reader);
      if (number.longValue() <= 0) {
        throw in.error(value, "expected a positive number but found " + number + " (" + name + ")");
      }
      return number;
    }

    /** A time of {@code timeouts} that has to be positive; an error names it. */
    Duration time(String word, Duration usual) {
      Node value = values.get(word);
      if (value == null) {
        return usual;
      }
      String name = "timeouts." + word;
      Duration time = named(value, name, GatewayConfigReader.this::duration);
      if (time.isNegative() || time.isZero()) {
        throw in.error(
            value, "expected a time above zero but found " + in.found(value) + " (" + name + ")");
      }
      return time;
    }

    private <T> T named(Node value, String name, Function<Node, T> reader) {
      try {
        return reader.apply(value);
      } catch (PolicyException e) {
        throw in.error(value, e.problem() + " (" + name + ")");
      }
    }

    @SuppressWarnings("NullAway") // null only where the caller says so
    <T extends @Nullable Object> T optional(
        String word, Function<Node, ? extends T> reader, @Nullable T otherwise) {
      Node value = values.get(word);
      return value == null ? otherwise : reader.apply(value);
    }
  }
}
