package io.castile.gateway.config;

import io.castile.cache.policy.internal.PolicyNodes;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads routes, and the origins that they lead to. */
final class RouteReader {
  private final ConfigValues values;
  private final PolicyNodes in;
  private final EdgeReader edge;
  private final AccessConfig access;

  /**
   * @param access of routes that say nothing of it
   */
  RouteReader(ConfigValues values, EdgeReader edge, AccessConfig access) {
    this.values = values;
    this.in = values.nodes();
    this.edge = edge;
    this.access = access;
  }

  List<RouteConfig> routes(Node node) {
    List<RouteConfig> routes = new ArrayList<>();
    in.items(node, "a list of routes").forEach(item -> routes.add(route(item)));
    return routes;
  }

  private RouteConfig route(Node node) {
    ConfigValues.Words words =
        values.words(
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
            "http2",
            "link",
            "health",
            "passTags",
            "wsdl",
            "json",
            "validate",
            "record",
            "security",
            "access",
            "limits",
            "fields");
    String path = words.optional("path", each -> values.text(each, "a path"), "/");
    PathPattern pathPattern = words.optional("pathPattern", this::pathPattern, null);
    HostPattern host = words.optional("host", this::host, null);
    URI single = words.optional("origin", this::origin, null);
    Weighted origins =
        words.optional(
            "origins",
            this::origins,
            new Weighted(single == null ? List.of() : List.of(single), List.of()));
    if (single != null && words.has("origins")) {
      throw in.error(node, "Cannot use 'origin' and 'origins' together. Remove one of them.");
    }
    Balance chosen = words.optional("balance", this::balance, Balance.BY_TURNS);
    Balance balance = chosen.withWeights(origins.weights);
    Canary canary = words.optional("canary", this::canary, null);
    String service =
        words.optional("service", each -> values.text(each, "the name of a service"), "");
    boolean preserveHost = words.optional("preserveHost", values::flag, false);
    OriginTls tls = words.optional("tls", this::originTls, OriginTls.DEFAULT);
    boolean http2 = words.optional("http2", values::flag, false);
    boolean link = words.optional("link", values::flag, false);
    HealthCheck health = words.optional("health", this::health, null);
    boolean passTags = words.optional("passTags", values::flag, false);
    DescribedRoute described = described(node, words);
    Path security = words.optional("security", values::presentFile, null);
    RouteLimits limits = words.optional("limits", edge::routeLimits, RouteLimits.NONE);
    AccessConfig allowed = words.optional("access", edge::accessOfRoute, access);
    RouteFields fields =
        words.optional("fields", each -> edge.routeFields(each, allowed), RouteFields.NONE);
    EdgeRules rules = new EdgeRules(allowed, limits, fields);
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
                http2,
                link,
                health,
                passTags,
                described,
                security,
                rules));
  }

  private @Nullable DescribedRoute described(Node node, ConfigValues.Words words) {
    String wsdl = words.optional("wsdl", this::wsdl, null);
    String json = words.optional("json", each -> values.text(each, "a path"), null);
    Validation validation =
        words.optional(
            "validate",
            each -> in.value(each, Validation.EXPECTED, Validation::parse),
            Validation.NONE);
    Path record = words.optional("record", values::file, null);
    if (!words.has("wsdl") && json == null && validation == Validation.NONE && record == null) {
      return null;
    }
    return in.checked(node, () -> new DescribedRoute(wsdl, json, validation, record));
  }

  /** The file or the address of a description; null for that of the origin. */
  private @Nullable String wsdl(Node node) {
    String text = values.text(node, "a file, an address, or the word 'origin'");
    if (text.equals("origin")) {
      return null;
    }
    return DescribedRoute.isAddress(text) ? text : values.presentFile(node).toString();
  }

  private HostPattern host(Node node) {
    return in.value(node, "the name of a host", HostPattern::parse);
  }

  private PathPattern pathPattern(Node node) {
    return in.value(node, "a regular expression", PathPattern::parse);
  }

  // ---- origins ----

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
        ConfigValues.Words words =
            values.words(item, "an origin", "an origin", "address", "weight");
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

  private URI origin(Node node) {
    return in.value(node, "the address of an origin", RouteConfig::origin);
  }

  private int weight(Node node) {
    int weight = values.count(node);
    if (weight < 1 || weight > Balance.MOST_WEIGHT) {
      throw in.error(
          node, "expected a weight from 1 to " + Balance.MOST_WEIGHT + " but found " + weight);
    }
    return weight;
  }

  private OriginTls originTls(Node node) {
    ConfigValues.Words words =
        values.words(node, "TLS to origins", "'tls'", "trust", "certificate", "key");
    Path trust = words.optional("trust", values::presentFile, null);
    Path certificate = words.optional("certificate", values::presentFile, null);
    Path key = words.optional("key", values::presentFile, null);
    return in.checked(node, () -> new OriginTls(trust, certificate, key));
  }

  private Balance balance(Node node) {
    if (node instanceof MappingNode) {
      ConfigValues.Words words = values.words(node, "a choice of origins", "'balance'", "sticky");
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
    ConfigValues.Words words =
        values.words(node, "a field or a cookie", "'sticky'", "field", "cookie");
    if (words.has("field") == words.has("cookie")) {
      throw in.error(node, "expected 'field' or 'cookie' and not both");
    }
    String field = words.optional("field", values::fieldName, null);
    String cookie = words.optional("cookie", this::cookieName, null);
    return new Balance(Balance.Choice.STICKY, field, cookie, List.of());
  }

  private String cookieName(Node node) {
    return in.value(node, "the name of a cookie", FieldNames::cookie);
  }

  private Canary canary(Node node) {
    ConfigValues.Words words =
        values.words(
            node, "a canary", "'canary'", "origin", "origins", "share", "field", "value", "shared");
    URI single = words.optional("origin", this::origin, null);
    if (single != null && words.has("origins")) {
      throw in.error(node, "Cannot use 'origin' and 'origins' together. Remove one of them.");
    }
    Weighted origins =
        words.optional(
            "origins",
            this::origins,
            new Weighted(single == null ? List.of() : List.of(single), List.of()));
    int share = words.optional("share", each -> in.value(each, Canary.EXPECTED, Canary::share), 0);
    String field = words.optional("field", values::fieldName, null);
    String value =
        words.optional(
            "value", each -> in.value(each, "the value of a field", FieldNames::value), null);
    boolean shared = words.optional("shared", values::flag, false);
    return in.checked(
        node, () -> new Canary(origins.addresses, origins.weights, share, field, value, shared));
  }

  // ---- health ----

  private HealthCheck health(Node node) {
    ConfigValues.Words words =
        values.words(
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
    String path = words.required("path", each -> values.text(each, "a path"));
    Duration every = words.optional("every", values::duration, HealthCheck.DEFAULT_EVERY);
    Duration timeout = words.optional("timeout", values::duration, HealthCheck.DEFAULT_TIMEOUT);
    int fails = words.positive("fails", "health.", values::count, HealthCheck.DEFAULT_COUNT);
    int passes = words.positive("passes", "health.", values::count, HealthCheck.DEFAULT_COUNT);
    HealthQuestion question = healthQuestion(node, words);
    return in.checked(node, () -> new HealthCheck(path, every, timeout, fails, passes, question));
  }

  private @Nullable HealthQuestion healthQuestion(Node node, ConfigValues.Words words) {
    Path body = words.optional("body", values::presentFile, null);
    String action = words.optional("soapAction", each -> values.text(each, "an action"), "");
    String expect =
        words.optional("expect", each -> values.text(each, "the name of an element"), null);
    if (body == null) {
      if (words.has("soapAction") || words.has("expect")) {
        throw in.error(node, "Cannot use 'soapAction' or 'expect' without 'body'. Set it.");
      }
      return null;
    }
    return in.checked(node, () -> new HealthQuestion(body, action, expect));
  }
}
