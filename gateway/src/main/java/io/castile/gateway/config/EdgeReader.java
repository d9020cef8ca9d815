package io.castile.gateway.config;

import io.castile.cache.policy.internal.PolicyNodes;
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
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads what a route asks of callers: access, limits and changes of header fields. */
final class EdgeReader {
  private static final String LIMITS = "limits.";

  private final ConfigValues values;
  private final PolicyNodes in;
  private final boolean seesCertificates;

  /**
   * @param seesCertificates whether the listener asks clients for certificates
   */
  EdgeReader(ConfigValues values, boolean seesCertificates) {
    this.values = values;
    this.in = values.nodes();
    this.seesCertificates = seesCertificates;
  }

  // ---- access ----

  AccessConfig accessOfRoute(Node node) {
    boolean isOpen = node instanceof ScalarNode scalar && scalar.getValue().equals("none");
    return isOpen ? AccessConfig.OPEN : access(node);
  }

  AccessConfig access(Node node) {
    ConfigValues.Words words =
        values.words(
            node, "the callers that may call", "'access'", "addresses", "basic", "keys", "jwt");
    if (words.isEmpty()) {
      throw in.error(node, "expected 'addresses', 'basic', 'keys' or 'jwt' but found none of them");
    }
    AddressRules addresses = words.optional("addresses", this::addresses, AddressRules.ANY);
    BasicAccess basic = words.optional("basic", this::basic, null);
    KeyAccess keys = words.optional("keys", this::keys, null);
    JwtAccess jwt = words.optional("jwt", this::jwt, null);
    return new AccessConfig(addresses, basic, keys, jwt);
  }

  private AddressRules addresses(Node node) {
    ConfigValues.Words words = values.words(node, "addresses", "'addresses'", "allow", "deny");
    List<AddressRange> allow = words.optional("allow", values::ranges, List.of());
    List<AddressRange> deny = words.optional("deny", values::ranges, List.of());
    if (allow.isEmpty() && deny.isEmpty()) {
      throw in.error(node, "expected addresses in 'allow' or 'deny' but found none");
    }
    return new AddressRules(allow, deny);
  }

  private BasicAccess basic(Node node) {
    ConfigValues.Words words =
        values.words(node, "passwords", "'basic'", "users", "realm", "forward", "shared");
    Path users = words.required("users", values::presentFile);
    String realm = realm(words);
    Passing passing = passing(node, words);
    return in.checked(node, () -> new BasicAccess(users, realm, passing));
  }

  private String realm(ConfigValues.Words words) {
    return words.optional("realm", each -> values.text(each, "a realm"), BasicAccess.DEFAULT_REALM);
  }

  private JwtAccess jwt(Node node) {
    ConfigValues.Words words =
        values.words(
            node,
            "tokens",
            "'jwt'",
            "jwks",
            "issuer",
            "audience",
            "claims",
            "leeway",
            "realm",
            "forward",
            "shared");
    JwkSetPlace jwks = words.required("jwks", this::jwkSet);
    String issuer = words.required("issuer", each -> values.text(each, "an issuer"));
    String audience = words.required("audience", each -> values.text(each, "an audience"));
    Map<String, String> claims = words.optional("claims", this::claims, Map.of());
    Duration leeway = words.optional("leeway", values::duration, JwtAccess.DEFAULT_LEEWAY);
    String realm = realm(words);
    Passing passing = passing(node, words);
    return in.checked(
        node, () -> new JwtAccess(jwks, issuer, audience, claims, leeway, realm, passing));
  }

  private JwkSetPlace jwkSet(Node node) {
    boolean isUrl = JwkSetPlace.isUrl(values.text(node, "an address or a file"));
    return isUrl
        ? in.value(node, "an address", JwkSetPlace::ofUrl)
        : JwkSetPlace.ofFile(values.presentFile(node));
  }

  private Map<String, String> claims(Node node) {
    Map<String, String> claims = new HashMap<>();
    for (PolicyNodes.Entry claim : in.goodEntries(node, "claims and values", "'claims'", null)) {
      claims.put(claim.word(), values.text(claim.value(), "the value of a claim"));
    }
    return claims;
  }

  private KeyAccess keys(Node node) {
    ConfigValues.Words words =
        values.words(node, "keys", "'keys'", "file", "field", "forward", "shared");
    Path file = words.required("file", values::presentFile);
    String field = words.optional("field", this::keyField, KeyAccess.DEFAULT_FIELD);
    return new KeyAccess(file, field, passing(node, words));
  }

  private String keyField(Node node) {
    return in.value(node, "the name of a header field", FieldNames::ofKey);
  }

  private Passing passing(Node node, ConfigValues.Words words) {
    boolean isForwarded = words.optional("forward", values::flag, true);
    boolean isShared = words.optional("shared", values::flag, false);
    if (isShared && isForwarded) {
      throw in.error(
          node,
          "Cannot use 'shared: true' without 'forward: false', because the origin may respond by"
              + " the credential. Set it.");
    }
    return isForwarded
        ? Passing.FORWARDED
        : isShared ? Passing.REMOVED_AND_SHARED : Passing.REMOVED;
  }

  // ---- header fields ----

  RouteFields routeFields(Node node, AccessConfig allowed) {
    ConfigValues.Words words =
        values.words(node, "changes of fields", "'fields'", "request", "response");
    FieldEdits request = words.optional("request", this::fieldEdits, FieldEdits.NONE);
    FieldEdits response = words.optional("response", this::fieldEdits, FieldEdits.NONE);
    KeyAccess keys = allowed.keys();
    if ((keys != null && request.has(keys.field()))
        || ((allowed.basic() != null || allowed.jwt() != null) && request.has("Authorization"))) {
      throw in.error(
          node, "Cannot change a field that 'access' reads. Set 'forward: false' to remove it.");
    }
    return new RouteFields(request, response);
  }

  private FieldEdits fieldEdits(Node node) {
    ConfigValues.Words words = values.words(node, "changes of fields", "'fields'", "set", "remove");
    Set<String> names = new HashSet<>(); // in lower case
    Map<String, String> set = new LinkedHashMap<>();
    Node wanted = words.get("set");
    if (wanted != null) {
      for (PolicyNodes.Entry field : in.goodEntries(wanted, "fields and values", "'set'", null)) {
        String value = in.value(field.value(), "the value of a field", FieldNames::value);
        set.put(edited(field.key(), names), value);
      }
    }
    List<String> remove = new ArrayList<>();
    Node unwanted = words.get("remove");
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
      throw in.error(node, "Cannot name the field " + name + " twice. Remove one of them.");
    }
    return name;
  }

  // ---- limits ----

  RouteLimits routeLimits(Node node) {
    ConfigValues.Words words =
        values.words(
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
      throw in.error(
          node,
          "Cannot use 'perCertificate', because no listener asks for certificates. Set 'clients' in"
              + " its 'tls'.");
    }
    return limitOfEach(node, "perCertificate");
  }

  private RateLimit limitOfEach(Node node, String word) {
    ConfigValues.Words words =
        values.words(node, "a limit", "'" + word + "'", "rate", "burst", "requests");
    return rateLimit(node, words, LIMITS + word + ".");
  }

  /** A limit of each value of a header field. */
  private record FieldLimit(String name, RateLimit limit) {}

  private FieldLimit limitOfField(Node node) {
    ConfigValues.Words words =
        values.words(node, "a limit", "'perField'", "name", "rate", "burst", "requests");
    String name = words.required("name", values::fieldName);
    return new FieldLimit(name, rateLimit(node, words, LIMITS + "perField."));
  }

  /**
   * @param mapping that the words stand in, for errors
   */
  private RateLimit rateLimit(Node node, ConfigValues.Words words, String mapping) {
    RequestRate rate =
        words.optional(
            "rate", each -> in.value(each, RequestRate.EXPECTED, RequestRate::parse), null);
    if (rate == null && words.has("burst")) {
      throw in.error(node, "Cannot use 'burst' without 'rate'. Set it.");
    }
    int usual = rate == null ? 1 : rate.inOneSecond();
    int burst = words.positive("burst", mapping, values::count, usual);
    int requests = words.positive("requests", mapping, values::count, RateLimit.UNLIMITED);
    return in.checked(node, () -> new RateLimit(rate, burst, requests));
  }
}
