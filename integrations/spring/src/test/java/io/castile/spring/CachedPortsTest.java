package io.castile.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.spring.app.Catalog;
import io.castile.spring.app.Stock;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.data.SpanData;
import jakarta.xml.ws.WebServiceException;
import java.util.List;
import org.apache.cxf.frontend.ClientProxy;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ports of Apache CXF in an application that has three lines about them. */
class CachedPortsTest {
  private static final Application APPLICATION = Application.SHARED;

  private static final AttributeKey<String> CACHE = AttributeKey.stringKey("castile.cache");

  private final Catalog catalog = APPLICATION.bean("catalog", Catalog.class);

  @BeforeEach
  void clear() throws Exception {
    APPLICATION.clear();
  }

  private static List<SpanData> spans() {
    return APPLICATION.clientSpans();
  }

  private static List<String> calls() {
    return APPLICATION.origin.calls();
  }

  @Test
  void whatThePolicyCachesIsAskedOnce() {
    Stock stock = APPLICATION.bean("stock", Stock.class);
    for (int i = 0; i < 3; i++) {
      assertThat(catalog.getPrice("ink")).isEqualTo(3);
      assertThat(stock.findArticles("north")).containsExactly("north ink", "north paper");
      catalog.setPrice("ink", 1);
    }

    assertThat(calls())
        .containsExactly("getPrice", "findArticles", "setPrice", "setPrice", "setPrice");
  }

  @Test
  void aPortOfAFactoryBeanIsCachedToo() {
    Catalog made = APPLICATION.bean("madeCatalog", Catalog.class);
    made.getPrice("paper");
    made.getPrice("paper");

    assertThat(calls()).containsExactly("getPrice");
  }

  @Test
  void aPortOfAnotherStackIsCachedToo() {
    Catalog other = APPLICATION.bean("otherCatalog", Catalog.class);
    other.getPrice("paper");
    other.getPrice("paper");
    catalog.getPrice("paper"); // has answers of its own

    assertThat(calls()).containsExactly("getPrice", "getPrice");
    assertThat(spans())
        .extracting(span -> span.getAttributes().get(CACHE))
        .containsExactly("miss", "hit", "miss");
  }

  @Test
  void aPortWithAFeatureOfItsOwnIsLeftAsItIs() {
    Catalog own = APPLICATION.bean("featureCatalog", Catalog.class);
    own.getPrice("ink");
    own.getPrice("ink");
    own.setPrice("ink", 1);
    own.setPrice("ink", 1);

    assertThat(calls()).containsExactly("getPrice", "getPrice", "setPrice");
  }

  @Test
  void beansThatAreLeftOutAreAskedEachTime() {
    for (String name : List.of("freshCatalog", "excludedCatalog")) {
      Catalog port = APPLICATION.bean(name, Catalog.class);
      calls().clear();
      port.getPrice("ink");
      port.getPrice("ink");

      assertThat(calls()).as(name).containsExactly("getPrice", "getPrice");
    }
  }

  /** The cache cannot know that the interceptor adds the same for all. */
  @Test
  void aPortWhoseInterceptorMayAddATokenGoesPastTheCache() throws Exception {
    Catalog personal = APPLICATION.bean("personalCatalog", Catalog.class);
    personal.getPrice("ink");
    personal.getPrice("ink");

    assertThat(calls()).containsExactly("getPrice", "getPrice");
    assertThat(APPLICATION.get("/actuator/castile")).contains("\"hiddenParts\":");
  }

  @Test
  void anInterceptorThatIsNamedAsHarmlessKeepsNothingFromTheCache() {
    Catalog timed = APPLICATION.bean("timedCatalog", Catalog.class);
    timed.getPrice("paper");
    timed.getPrice("paper");

    assertThat(calls()).containsExactly("getPrice");
  }

  @Test
  void aPortIsStillOneOfCxf() {
    assertThat(ClientProxy.getClient(catalog).getEndpoint().getEndpointInfo().getAddress())
        .isEqualTo(APPLICATION.origin.url() + "/catalog");
  }

  @Test
  void theEndpointShowsOperationsAndDropsThem() throws Exception {
    catalog.getPrice("ink");
    catalog.getPrice("ink");

    assertThat(APPLICATION.get("/actuator/castile"))
        .containsPattern(
            "\"service\":\"CatalogService\",\"operation\":\"getPrice\",\"hits\":[1-9]\\d*,")
        .contains("\"entries\":1,", "\"policy\":\"rules:");

    APPLICATION.delete("/actuator/castile/CatalogService/setPrice");
    catalog.getPrice("ink");
    assertThat(calls()).hasSize(1);
    APPLICATION.delete("/actuator/castile/CatalogService/getPrice");
    catalog.getPrice("ink");
    assertThat(calls()).hasSize(2);
    APPLICATION.delete("/actuator/castile/CatalogService");
    catalog.getPrice("ink");
    assertThat(calls()).hasSize(3);
  }

  @Test
  void healthTellsWhatTheCacheHolds() throws Exception {
    catalog.getPrice("ink");

    assertThat(APPLICATION.get("/actuator/health/castile"))
        .contains("\"status\":\"UP\"", "\"entries\":1", "\"storeFailures\":0");
  }

  @Test
  void prometheusReadsHitsAndCalls() throws Exception {
    catalog.getPrice("ink");
    catalog.getPrice("ink");

    assertThat(APPLICATION.get("/actuator/prometheus").lines())
        .anyMatch(line -> isMeter(line, "cache_gets_total", "result=\"hit\""))
        .anyMatch(line -> isMeter(line, "cache_gets_total", "result=\"miss\""))
        .anyMatch(line -> isCall(line, "castile_cache=\"hit\""))
        .anyMatch(line -> isCall(line, "castile_cache=\"miss\""));
  }

  private static boolean isMeter(String line, String name, String tag) {
    return line.startsWith(name + "{")
        && line.contains("operation=\"getPrice\"")
        && line.contains(tag)
        && !line.endsWith(" 0.0");
  }

  private static boolean isCall(String line, String tag) {
    return line.startsWith("castile_port_calls_seconds_count{")
        && line.contains("rpc_method=\"CatalogService/getPrice\"")
        && line.contains(tag);
  }

  @Test
  void tracesHaveOneSpanForACallWithHitsMarked() {
    catalog.getPrice("ink");
    catalog.getPrice("ink");
    catalog.setPrice("ink", 1);

    assertThat(spans())
        .extracting(
            SpanData::getName,
            SpanData::getKind,
            span -> span.getAttributes().get(AttributeKey.stringKey("rpc.system.name")),
            span -> span.getAttributes().get(AttributeKey.stringKey("rpc.method")),
            span -> span.getAttributes().get(CACHE))
        .containsExactly(
            tuple("CatalogService/getPrice", "miss"),
            tuple("CatalogService/getPrice", "hit"),
            tuple("CatalogService/setPrice", "passed"));
  }

  private static Tuple tuple(String method, String cache) {
    return Tuple.tuple(method, SpanKind.CLIENT, "soap", method, cache);
  }

  @Test
  void aTraceGoesOnAtTheService() {
    catalog.getPrice("ink");
    catalog.getPrice("ink");

    SpanData miss = spans().get(0);
    assertThat(APPLICATION.origin.traces())
        .containsExactly("00-" + miss.getTraceId() + "-" + miss.getSpanId() + "-01");
  }

  @Test
  void aCallThatFailsIsMarked() {
    Catalog lost = APPLICATION.bean("lostCatalog", Catalog.class);

    assertThatThrownBy(() -> lost.getPrice("lost")).isInstanceOf(WebServiceException.class);

    assertThat(spans())
        .singleElement()
        .satisfies(span -> assertThat(span.getStatus().getStatusCode().name()).isEqualTo("ERROR"));
  }
}
