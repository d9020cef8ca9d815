package io.castile.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.PolicyException;
import io.castile.gateway.TestOrigin;
import io.castile.gateway.config.Balance;
import io.castile.gateway.config.DescribedRoute;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.http.Origin;
import io.castile.gateway.http.OriginGroup;
import io.castile.gateway.json.ServiceDescription;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OperationSitesTest {
  private static final int INVENTED = 25_000;

  private static final String NAMED =
      """
      rules:
        - {operation: getQuote, cache: true, ttl: 1h, httpGet: true}
        - {operation: setQuote, invalidates: getQuote}
      """;

  private static final String BY_PATTERN =
      """
      rules:
        - {operation: "*", cache: true, ttl: 1h, httpGet: true}
        - {operation: set*, invalidates: getQuote}
      """;

  private static final URI ADDRESS = URI.create("http://origin.example/");

  private final Route route =
      new Route(
          RouteConfig.of(ADDRESS),
          new OriginGroup(List.of(new Origin(ADDRESS, null)), Balance.BY_TURNS),
          null,
          null,
          null);

  private static ResponseCache cache(String policy) {
    return ResponseCache.of(CachePolicy.parse("test", policy));
  }

  private void invent(OperationSites sites) {
    for (int i = 0; i < INVENTED; i++) {
      sites.find(route, new QName("urn:invented", "getQuote" + i));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {NAMED, BY_PATTERN})
  void operationsOfThePolicyAreFoundAfterManyInventedNames(String policy) {
    try (ResponseCache cache = cache(policy)) {
      OperationSites sites = new OperationSites(cache);

      invent(sites);

      OperationSites.Site read = sites.find(route, new QName("urn:q", "getQuote"));
      assertThat(read.cached()).isNotNull();
      assertThat(read.policy().cached()).isTrue();
      OperationSites.Site write = sites.find(route, new QName("urn:q", "setQuote"));
      assertThat(write.cached()).isNotNull();
      assertThat(write.policy().invalidates()).hasSize(1);
      assertThat(sites.findGet(route, new QName("getQuote"))).isNotNull();
    }
  }

  private List<String> unfit(String policy, String... called) {
    try (ResponseCache cache = cache(policy)) {
      OperationSites sites = new OperationSites(cache);
      for (String name : called) {
        sites.find(route, QName.valueOf(name));
      }
      return sites.namesThatFitNothing(List.of(route)).stream()
          .map(PolicyException::problem)
          .toList();
    }
  }

  @Test
  void namesThatAreLikeThoseOfRequestsAndFitNoneAreFound() {
    assertThat(
            unfit(
                "rules: [{operation: [getQuote, setQuot], cache: true, ttl: 1h}]",
                "{urn:q}getQuote",
                "{urn:q}setQuote"))
        .singleElement()
        .asString()
        .startsWith("operation 'setQuot' fits nothing, did you mean 'setQuote'?");
    assertThat(
            unfit(
                "rules: [{operation: '{urn:Q}getQuote', cache: true, ttl: 1h}]", "{urn:q}getQuote"))
        .singleElement()
        .asString()
        .startsWith("operation '{urn:Q}getQuote' fits nothing, did you mean '{urn:q}getQuote'?");
    assertThat(unfit("rules: [{service: Quotes, cache: true, ttl: 1h}]"))
        .containsExactly("service 'Quotes' fits nothing; there is none");
  }

  @Test
  void operationsThatHaveNotBeenCalledYetAreNotFound() {
    assertThat(
            unfit(
                """
                rules:
                  - {operation: [getQuote, getQuotes], cache: true, ttl: 1h}
                  - {operation: listExchanges, cache: true, ttl: 1h}
                  - {operation: buy, invalidates: listExchanges}
                """,
                "{urn:q}getQuote"))
        .isEmpty();
  }

  @Test
  void theListOfNamesIsBounded() {
    String[] names = new String[500];
    Arrays.setAll(names, i -> "a" + i + "b".repeat(5_000));
    names[0] = "getQuote";

    assertThat(unfit("rules: [{operation: getQuot, cache: true, ttl: 1h}]", names))
        .singleElement()
        .asString()
        .hasSizeLessThan(5_000)
        .endsWith(", and others");
  }

  @Test
  void anOperationThatIsCalledIsFoundUnderANewPolicyAfterManyInventedNames() {
    try (ResponseCache cache = cache(NAMED)) {
      OperationSites sites = new OperationSites(cache);
      QName operation = new QName("urn:q", "getNews");
      assertThat(sites.find(route, operation).cached()).isNull();
      invent(sites);

      cache.policy(
          CachePolicy.parse("test", "rules: [{operation: getNews, cache: true, ttl: 1h}]"));

      assertThat(sites.find(route, operation).cached()).isNotNull();
    }
  }

  // ---- routes with a description ----

  private static Route described(Path folder, String renamed) throws Exception {
    Path file = folder.resolve("ask.wsdl");
    try (InputStream in = TestOrigin.class.getResourceAsStream("ask.wsdl")) {
      String wsdl = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Files.writeString(
          file, wsdl.replace("<operation name=\"ask\"", "<operation name=\"" + renamed + "\""));
    }
    return new Route(
        RouteConfig.of(ADDRESS).withDescribed(DescribedRoute.ofJson(file.toString())),
        new OriginGroup(List.of(new Origin(ADDRESS, null)), Balance.BY_TURNS),
        null,
        null,
        null);
  }

  private static List<String> unfit(List<Route> routes, String policy) {
    try (ResponseCache cache = cache(policy)) {
      OperationSites sites = new OperationSites(cache);
      return sites.namesThatFitNothing(routes).stream().map(PolicyException::getMessage).toList();
    }
  }

  private static Route prepared(Route route) {
    route.descriptions().forEach(ServiceDescription::look);
    return route;
  }

  private static final String UNFIT =
      """
      rules:
        - {operation: [ask, listExchanges], cache: true, ttl: 1h}
        - {operation: question, ttl: 2h}
        - {operation: tell, invalidates: [{operation: ask, matching: {txt: text}}]}
        - {operation: ask, ignore: [{element: /ask/tags}, {element: /ask/text}, {argument: texts}]}
      """;

  @Test
  void namesThatNoDescriptionHasAreFoundBeforeAnyRequest(@TempDir Path folder) throws Exception {
    assertThat(unfit(List.of(prepared(described(folder, "question"))), UNFIT))
        .containsExactly(
            "test:2:6: operation 'listExchanges' fits nothing; there are: ask, tell",
            "test:3:6: operation 'question' fits nothing, did you mean 'ask'?; there are: ask,"
                + " tell",
            "test:4:23: invalidates matching argument 'txt' fits nothing, did you mean 'text'?;"
                + " there are: parameters, tell, text",
            "test:5:22: ignore element '/ask/tags' fits nothing at step 'tags', did you mean"
                + " 'tag'?; there are: count, tag, text",
            "test:5:22: ignore argument 'texts' fits nothing, did you mean 'text'?; there are: ask,"
                + " count, parameters, tag, text, trace");
  }

  @Test
  void aDescriptionThatHasNotBeenReadIsNotComparedWith(@TempDir Path folder) throws Exception {
    assertThat(unfit(List.of(described(folder, "question")), UNFIT)).isEmpty();
  }

  @Test
  void whereARouteHasNoDescriptionNamesMayBeOfItsRequests(@TempDir Path folder) throws Exception {
    assertThat(unfit(List.of(route, prepared(described(folder, "question"))), UNFIT)).isEmpty();
  }

  @Test
  void whatADescriptionHasFits(@TempDir Path folder) throws Exception {
    assertThat(
            unfit(
                List.of(prepared(described(folder, "ask"))),
                """
                rules:
                  - {operation: "*", cache: true, ttl: 1h}
                  - {operation: '{urn:q}ask', vary: [{argument: text}, {soapHeader: any}]}
                  - {ignore: [{element: /ask/count}, {element: "/*/text"}, {httpHeader: any}]}
                  - {operation: tell, invalidates: [{operation: ask, matching: text}]}
                """))
        .isEmpty();
  }
}
