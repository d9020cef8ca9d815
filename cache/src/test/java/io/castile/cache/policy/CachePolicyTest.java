package io.castile.cache.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.policy.CachePolicy.Explanation;
import io.castile.cache.policy.CacheRule.NamePattern;
import io.castile.cache.policy.internal.ElementPath;
import io.castile.cache.policy.text.ByteCounts;
import io.castile.cache.policy.text.Durations;
import io.castile.cache.request.ElementPaths;
import io.castile.xml.NameTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CachePolicyTest {
  @Test
  void nothingIsCachedByDefault() {
    OperationPolicy policy =
        CachePolicy.NOTHING.forTarget(new CachePolicy.Target("s", "http://e", "o"));

    assertThat(policy.cached()).isFalse();
    assertThat(policy.reason()).isEqualTo("not cached: no rule that decides states 'cache: true'");
    assertThat(policy.ttl()).isEmpty();
    assertThat(policy.http()).isFalse();
    assertThat(policy.readOnly()).isFalse();
    assertThat(policy.refreshAhead()).isZero();
    assertThat(policy.staleWhileRevalidate()).isZero();
    assertThat(policy.staleIfError()).isZero();
    assertThat(policy.vary()).isEmpty();
    assertThat(policy.shared()).isFalse();
    assertThat(policy.ignore()).isEmpty();
    assertThat(policy.invalidates()).isEmpty();
    assertThat(policy.key()).isEqualTo(KeyKind.AUTOMATIC);
    assertThat(policy.representation()).isEqualTo(RepresentationKind.AUTOMATIC);
    assertThat(policy.maxEntryBytes()).isEqualTo(1024 * 1024);
    assertThat(policy.httpGet()).isFalse();
    assertThat(policy.attachments()).isFalse();
  }

  @Test
  void everyWordIsRead() {
    CachePolicy policy =
        parse(
            """
            rules:
              - service: "{urn:shop}*"
                operation: [get*, find?]
                cache: true
                ttl: 1h30m
                http: true
                readOnly: true
                refreshAhead: 1m
                staleWhileRevalidate: 30s
                staleIfError: PT24H
                vary:
                  - httpHeader: Accept-Language
                  - soapHeader: "{urn:shop}Region"
                  - argument: locale
                ignore:
                  - argument: requestTime
                  - soapHeader: MessageID
                  - element: /getPrice/meta/**/stamp
                key: xmlMessage
                representation: reference
                maxEntryBytes: 64KiB
                httpGet: true
                attachments: true
              - endpoint: https://*.example.com/*
                vary: wsSecurityUser
                shared: false
              - operation: setPrice
                invalidates:
                  - find*
                  - operation: getPrice
                    matching: {item: id}
            """);

    assertThat(policy)
        .isEqualTo(
            CachePolicy.builder()
                .rule(
                    CacheRule.forOperations("get*", "find?")
                        .service("{urn:shop}*")
                        .cache(true)
                        .ttl(Duration.ofMinutes(90))
                        .http(true)
                        .readOnly(true)
                        .refreshAhead(Duration.ofMinutes(1))
                        .staleWhileRevalidate(Duration.ofSeconds(30))
                        .staleIfError(Duration.ofDays(1))
                        .vary(
                            Vary.httpHeader("accept-language"),
                            Vary.soapHeader("{urn:shop}Region"),
                            Vary.argument("locale"))
                        .ignore(
                            IgnoredPart.argument("requestTime"),
                            IgnoredPart.soapHeader("MessageID"),
                            IgnoredPart.element("/getPrice/meta/**/stamp"))
                        .key(KeyKind.XML_MESSAGE)
                        .representation(RepresentationKind.REFERENCE)
                        .maxEntryBytes(65536)
                        .httpGet(true)
                        .attachments(true)
                        .build())
                .rule(
                    CacheRule.forOperations()
                        .endpoint("https://*.example.com/*")
                        .vary(Vary.wsSecurityUser())
                        .shared(false)
                        .build())
                .rule(
                    CacheRule.forOperations("setPrice")
                        .invalidates(
                            Invalidation.of("find*"),
                            Invalidation.of("getPrice").matching("item", "id"))
                        .build())
                .build());
  }

  @Test
  void forEachWordTheLastRuleDecides() {
    CachePolicy policy =
        parse(
            """
            rules:
              - cache: true
                ttl: 1h
                vary: [{httpHeader: a}, {httpHeader: b}]
              - operation: get*
                ttl: 1m
              - operation: getPrice
                vary: {httpHeader: c}
              - operation: getSecret
                cache: false
              - operation: "*"
                staleIfError: 5m
            """);

    OperationPolicy price = operation(policy, "getPrice");
    assertThat(price.cached()).isTrue();
    assertThat(price.ttl()).contains(Duration.ofMinutes(1));
    assertThat(price.vary()).containsExactly(Vary.httpHeader("c"));
    assertThat(price.staleIfError()).isEqualTo(Duration.ofMinutes(5));
    assertThat(operation(policy, "find").ttl()).contains(Duration.ofHours(1));
    assertThat(operation(policy, "find").vary()).hasSize(2);
    assertThat(operation(policy, "getSecret").cached()).isFalse();
  }

  @Test
  void theOrderOfRulesMatters() {
    CacheRule all = CacheRule.forOperations("*").cache(true).ttl(Duration.ofHours(1)).build();
    CacheRule none = CacheRule.forOperations("set*").cache(false).build();

    CachePolicy last = CachePolicy.builder().rule(all).rule(none).build();
    CachePolicy first = CachePolicy.builder().rule(none).rule(all).build();

    assertThat(operation(last, "setPrice").cached()).isFalse();
    assertThat(operation(first, "setPrice").cached()).isTrue();
    assertThat(last).isNotEqualTo(first);
  }

  @Test
  void whatRulesStateTogetherIsTakenTheSafeWay() {
    CachePolicy policy =
        parse(
            """
            rules:
              - {cache: true, shared: true, readOnly: true, ignore: {argument: a}}
              - {operation: get*, ttl: 1h}
              - {operation: get*, vary: [wsSecurityUser, {argument: a}], representation: clone}
              - {operation: set*, ttl: 1h, invalidates: get*}
            """);

    assertThat(operation(policy, "setPrice").cached()).isFalse();
    assertThat(operation(policy, "setPrice").reason())
        .isEqualTo("not cached: the operation invalidates others");
    assertThat(operation(policy, "find").cached()).isFalse();
    assertThat(operation(policy, "find").reason())
        .isEqualTo("not cached: neither 'ttl' nor 'http: true' gives it a lifetime");
    OperationPolicy get = operation(policy, "getPrice");
    assertThat(get.cached()).isTrue();
    assertThat(get.perCaller()).isTrue();
    assertThat(get.vary()).contains(Vary.argument("a"));
    assertThat(get.representation()).isEqualTo(RepresentationKind.CLONE);
  }

  @Test
  void rulesAreChosenByWhatIsKnown() {
    CachePolicy policy =
        parse(
            """
            rules:
              - {service: Shop, cache: true, ttl: 1m}
              - {endpoint: "https://a.example/*", cache: true, ttl: 2m}
              - {operation: "{urn:b}get", cache: true, ttl: 3m}
            """);

    assertThat(ttl(policy, new CachePolicy.Target("{urn:a}Shop", "", "x"))).isEqualTo("1m");
    assertThat(ttl(policy, new CachePolicy.Target("Shop", "https://a.example/s", "x")))
        .isEqualTo("2m");
    assertThat(ttl(policy, new CachePolicy.Target("Shop", "https://a.example/s", "{urn:b}get")))
        .isEqualTo("3m");
    assertThat(ttl(policy, new CachePolicy.Target("", "", "x"))).isEqualTo("none");
    assertThat(ttl(policy, new CachePolicy.Target("", "", "get"))).isEqualTo("none");
    assertThat(ttl(policy, new CachePolicy.Target("shop", "https://A.example/s", "x")))
        .isEqualTo("none");
  }

  @Test
  void anExplanationNamesTheRuleThatDecides() {
    CachePolicy policy =
        CachePolicy.parse(
            "shop.yaml",
            """
            rules:
              - cache: true
                ttl: 1h
              - operation: getPrice
                ttl: 1m
                vary: [wsSecurityUser, {httpHeader: Accept-Language}]
            """);

    Explanation explanation = policy.explain("Shop", "getPrice");

    assertThat(explanation.cached()).isTrue();
    assertThat(explanation.reason()).isEqualTo("cached for 1m");
    assertThat(explanation.target()).hasToString("operation getPrice of service Shop");
    assertThat(explanation.policy()).isEqualTo(operation(policy, "getPrice"));
    assertThat(explanation.rules())
        .containsExactly("rule 1 (shop.yaml:2:5)", "rule 2 (shop.yaml:4:5)");
    assertThat(explanation.settings()).hasSize(18);
    assertThat(explanation.setting("ttl"))
        .isEqualTo(
            new Explanation.Setting(
                "ttl", "1m", "rule 2 (shop.yaml:5:5)", List.of("rule 1 (shop.yaml:3:5)")));
    assertThat(explanation.setting("vary").value())
        .isEqualTo("[wsSecurityUser, {httpHeader: accept-language}]");
    assertThat(explanation.setting("http"))
        .isEqualTo(new Explanation.Setting("http", "false", "default", List.of()));
    assertThatThrownBy(() -> explanation.setting("ttll"))
        .hasMessageStartingWith("unknown word 'ttll', did you mean 'ttl'?");
  }

  @Test
  void anExplanationTakesAnAddressForAService() {
    CachePolicy policy = parse("rules:\n- {endpoint: 'http://h/*', cache: true, http: true}\n");

    assertThat(policy.explain("http://h/s", "a").cached()).isTrue();
    assertThat(policy.explain("http://h/s", "a").reason()).isEqualTo("cached as long as HTTP says");
    assertThat(policy.explain("http://i/s", "a").cached()).isFalse();
    assertThat(policy.explain("{http://h/}s", "a").cached()).isFalse();
    assertThat(policy.explain("", "a").setting("ttl").value()).isEmpty();
  }

  @Test
  void aBuiltRuleHasANumberButNoPlace() {
    CachePolicy policy =
        CachePolicy.builder()
            .rule(CacheRule.forOperations().cache(true).http(true).ttl(Duration.ofDays(1)).build())
            .build();

    Explanation explanation = policy.explain("", "a");

    assertThat(explanation.setting("cache").from()).isEqualTo("rule 1");
    assertThat(explanation.reason())
        .isEqualTo("cached as long as HTTP says, for 1d where it says nothing");
  }

  @Test
  void aPolicyIsPrintedAsItWouldBeWritten() {
    CachePolicy policy =
        CachePolicy.builder()
            .rule(
                CacheRule.forOperations("get*", "true")
                    .cache(true)
                    .ttl(Duration.ofSeconds(90))
                    .vary(Vary.wsSecurityUser(), Vary.soapHeader("{urn:a}b"))
                    .maxEntryBytes(1 << 20)
                    .build())
            .rule(
                CacheRule.forOperations("set")
                    .endpoint("https://h/a\"b")
                    .invalidates(Invalidation.of("get*").matching("id", "id"))
                    .build())
            .build();

    assertThat(policy.print())
        .isEqualTo(
            """
            rules:
              - operation:
                  - "get*"
                  - "true"
                cache: true
                ttl: 1m30s
                vary:
                  - wsSecurityUser
                  - {soapHeader: "{urn:a}b"}
                maxEntryBytes: 1MiB
              - endpoint: "https://h/a\\"b"
                operation: [set]
                invalidates: [{operation: "get*", matching: [id]}]
            """);
    assertThat(parse(policy.print())).isEqualTo(policy);
    assertThat(CachePolicy.NOTHING.print()).isEqualTo("rules: []\n");
    assertThat(parse("rules: []")).isEqualTo(CachePolicy.NOTHING);
  }

  @Test
  void buildersStartFromWhatIs() {
    CachePolicy policy = parse("rules:\n- {operation: a, cache: true, ttl: 1m}\n");
    CacheRule rule = policy.rules().get(0);

    assertThat(policy.toBuilder().build()).isEqualTo(policy).hasSameHashCodeAs(policy);
    assertThat(rule.toBuilder().build()).isEqualTo(rule).hasSameHashCodeAs(rule);
    CacheRule longer = rule.toBuilder().ttl(Duration.ofHours(1)).build();
    assertThat(longer).isNotEqualTo(rule);
    assertThat(longer.operations()).containsExactly(new NamePattern("a"));
    CachePolicy more = policy.toBuilder().rule(longer).build();
    assertThat(more.rules()).containsExactly(rule, longer);
    assertThat(policy.rules()).hasSize(1);
  }

  @Test
  void aBuilderChecksAsTheReaderDoes() {
    CacheRule.Builder rule = CacheRule.forOperations();

    assertThatThrownBy(() -> rule.ttl(Duration.ZERO))
        .hasMessageStartingWith("expected ttl > 0, found 0");
    assertThatThrownBy(() -> rule.staleIfError(Duration.ofSeconds(-1)))
        .hasMessage("duration < 0: PT-1S");
    assertThatThrownBy(() -> rule.maxEntryBytes(0)).hasMessage("maxEntryBytes <= 0: 0");
    assertThatThrownBy(() -> rule.vary(Vary.argument("a"), Vary.argument("a")))
        .hasMessage("vary: expected each entry once, found argument a twice");
    assertThatThrownBy(() -> new Vary(Vary.Kind.WS_SECURITY_USER, "a"))
        .hasMessage(
            "Cannot name 'a' with wsSecurityUser, because it has no name. Remove the name.");
    assertThatThrownBy(() -> rule.service("a\u0000b"))
        .hasMessage("pattern: expected printable characters, found U+0000 at index 1");
    assertThatThrownBy(
            () -> CachePolicy.builder().rule(CacheRule.forOperations().cache(true).build()).build())
        .isInstanceOf(PolicyException.class);
  }

  @Test
  void aFileIsNamedInItsErrors(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("shop.yaml");
    Files.writeString(file, "rules:\n- cache: no\n");

    assertThatThrownBy(() -> CachePolicy.load(file))
        .isInstanceOf(PolicyException.class)
        .hasMessage(file + ":2:10: expected true or false but found 'no'");
  }

  @Test
  void aByteOrderMarkIsPassedOver() {
    assertThat(parse("\uFEFFrules: []\n")).isEqualTo(CachePolicy.NOTHING);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "KeywordSearch",
        "TextStreamSearch",
        "PowerSearch",
        "BrowseNodeSearch",
        "AsinSearch",
        "BlendedSearch",
        "UpcSearch",
        "SkuSearch",
        "AuthorSearch",
        "ArtistSearch",
        "ActorSearch",
        "ManufacturerSearch",
        "DirectorSearch",
        "ListManiaSearch",
        "WishlistSearch",
        "ExchangeSearch",
        "MarketplaceSearch",
        "SellerProfileSearch",
        "SellerSearch",
        "SimilaritySearch"
      })
  void amazonsSearchesAreCached(String operation) throws IOException {
    assertThat(example("amazon.yaml").explain("", operation).cached()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GetShoppingCart",
        "ClearShoppingCart",
        "AddShoppingCartItems",
        "RemoveShoppingCartItems",
        "ModifyShoppingCartItems",
        "GetTransactionDetails"
      })
  void amazonsShoppingCartIsNotCached(String operation) throws IOException {
    Explanation explanation = example("amazon.yaml").explain("", operation);

    assertThat(explanation.cached()).isFalse();
    assertThat(explanation.setting("cache").from()).startsWith("rule 2 (amazon.yaml:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"doSpellingSuggestion", "doGetCachedPage", "doGoogleSearch"})
  void googlesOperationsAreCachedForAnHour(String operation) throws IOException {
    OperationPolicy policy = example("google.yaml").explain("", operation).policy();

    assertThat(policy.cached()).isTrue();
    assertThat(policy.ttl()).contains(Duration.ofHours(1));
  }

  @ParameterizedTest
  @CsvSource({
    "a, a, true",
    "a, b, false",
    "a, aa, false",
    "*, anything, true",
    "*, '', true",
    "a*, a, true",
    "*a, bca, true",
    "*a*b, xaybzb, true",
    "*a*b, xaybz, false",
    "a?c, abc, true",
    "a?c, ac, false",
    "?, '', false",
    "**, x, true",
    "*ab, aab, true",
    "A, a, false",
    "[a], a, false",
    "a.c, abc, false"
  })
  void globs(String pattern, String text, boolean matches) {
    assertThat(new NamePattern(pattern).matches(text)).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource({
    "get*, '{urn:a}getPrice', true",
    "'{urn:a}*', '{urn:a}getPrice', true",
    "'{urn:b}*', '{urn:a}getPrice', false",
    "'{*}getPrice', '{urn:a}getPrice', true",
    "'{urn:a}*', getPrice, false"
  })
  void globsOfQualifiedNames(String pattern, String name, boolean matches) {
    assertThat(new NamePattern(pattern).matchesName(name)).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource({
    "500ms, PT0.5S, 500ms",
    "30s, PT30S, 30s",
    "90s, PT1M30S, 1m30s",
    "5m, PT5M, 5m",
    "1h30m, PT1H30M, 1h30m",
    "7d, PT168H, 7d",
    "1w, PT168H, 7d",
    "1w2d3h4m5s6ms, PT219H4M5.006S, 9d3h4m5s6ms",
    "PT1H, PT1H, 1h",
    "P1DT1S, PT24H1S, 1d1s",
    "PT0.000001S, PT0.000001S, PT0.000001S",
    "0s, PT0S, 0s",
    "3650d, PT87600H, 3650d"
  })
  void durations(String text, Duration duration, String printed) {
    assertThat(Durations.parse(text)).isEqualTo(duration);
    assertThat(Durations.print(duration)).isEqualTo(printed);
    assertThat(Durations.parse(printed)).isEqualTo(duration);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1",
    "4096, 4096, 4KiB",
    "1000B, 1000, 1000",
    "64KiB, 65536, 64KiB",
    "1 MiB, 1048576, 1MiB",
    "1GiB, 1073741824, 1GiB",
    "2147483647, 2147483647, 2147483647"
  })
  void sizes(String text, long bytes, String printed) {
    assertThat(ByteCounts.parse(text)).isEqualTo(bytes);
    assertThat(ByteCounts.print(bytes)).isEqualTo(printed);
  }

  @ParameterizedTest
  @CsvSource({
    "/a/b, a b, true",
    "/a/b, a, false",
    "/a/b, a b c, false",
    "/*/b, a b, true",
    "/**/b, b, true",
    "/**/b, a c b, true",
    "/a/**/b, a b, true",
    "/a/**/b, a b c, false",
    "/**/a/**/b, x a y a z b, true",
    "/{urn:x/y}a/b, {urn:x/y}a b, true",
    "/{urn:x/y}a/b, a b, false",
    "/{}a, a, true",
    "/{}a, {urn:x}a, false",
    "/a, {urn:x}a, true",
    "/**/a/**/a, a, false",
    "/**/a/**/a, a a, true",
    "/*/**/{urn:x}a, b c {urn:x}a, true",
    "/a/@b, a, false"
  })
  void elementPaths(String path, String way, boolean matches) {
    ElementPaths paths = new ElementPaths(List.of(new ElementPath(path)));
    NameTable names = new NameTable();
    long[] at = paths.start();
    boolean named = false;
    for (String step : way.split(" ", -1)) {
      QName name = QName.valueOf(step);
      long[] next = new long[1];
      named = paths.enter(at, names.intern(name.getNamespaceURI(), name.getLocalPart()), next);
      at = next;
    }

    assertThat(named).isEqualTo(matches);
  }

  @Test
  void matchingMayBeANameAListOrAMapping() {
    String head = "rules:\n- invalidates: {operation: get, matching: ";

    assertThat(invalidation(head + "a}").matching()).isEqualTo(Map.of("a", "a"));
    assertThat(invalidation(head + "[a, b]}").matching()).isEqualTo(Map.of("a", "a", "b", "b"));
    assertThat(invalidation(head + "{a: b}}").matching()).isEqualTo(Map.of("a", "b"));
  }

  private static Invalidation invalidation(String yaml) {
    return operation(parse(yaml), "set").invalidates().get(0);
  }

  private static CachePolicy example(String name) throws IOException {
    try (var in = CachePolicy.class.getResourceAsStream(name)) {
      return CachePolicy.parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static CachePolicy parse(String yaml) {
    return CachePolicy.parse("cache.yaml", yaml);
  }

  private static OperationPolicy operation(CachePolicy policy, String operation) {
    return policy.forTarget(new CachePolicy.Target("", "", operation));
  }

  private static String ttl(CachePolicy policy, CachePolicy.Target target) {
    return policy.forTarget(target).ttl().map(Durations::print).orElse("none");
  }
}
