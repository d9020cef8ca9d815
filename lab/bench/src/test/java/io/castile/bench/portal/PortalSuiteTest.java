package io.castile.bench.portal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.SoapServer;
import io.castile.bench.Suites;
import io.castile.bench.harness.PageLoad;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.demo.portal.GoogleSearchResult;
import io.castile.demo.portal.PortalData;
import io.castile.demo.portal.ResultElement;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The portal, its clients and the load on it. */
@Tag("long")
final class PortalSuiteTest {
  private static SoapServer google;

  @BeforeAll
  static void startTheService() throws Exception {
    google = ReadyGoogle.start();
    // The first answer is that to all later requests.
    try (PortalClient.Open client = PortalClient.CASTILE.open(ReadyGoogle.address(google))) {
      SearchServlet.ask(client.google(), PageLoad.QUERY);
    }
  }

  @AfterAll
  static void stopTheService() {
    google.close();
  }

  @ParameterizedTest
  @EnumSource
  void everyClientMakesTheRightPageAndKeepsAnswersIfItShall(PortalClient client) throws Exception {
    try (PortalSite site = PortalSite.start(client, ReadyGoogle.address(google))) {
      site.check(client);
      PortalSuite.check(client, site.port());

      PageLoad.Result result = LoadGenerator.play(new PageLoad(site.port(), 3, 50, 30, 7));

      assertThat(result.perSecond()).isPositive();
      assertThat(result.p50()).isPositive().isLessThanOrEqualTo(result.p99());
    }
  }

  @Test
  void aClientThatKeepsNothingIsFoundOut() throws Exception {
    try (PortalSite site = PortalSite.start(PortalClient.CASTILE, ReadyGoogle.address(google))) {
      assertThatThrownBy(() -> site.check(PortalClient.CASTILE_CACHED))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("Castile, cached keeps no answer");
    }
  }

  @Test
  void everyRequestHasTheFirstAnswerUnread() throws Exception {
    try (PortalClient.Open client = PortalClient.CASTILE.open(ReadyGoogle.address(google))) {
      assertThat(SearchServlet.ask(client.google(), "something else").getSearchQuery())
          .isEqualTo(PageLoad.QUERY);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"CXF", "CXF_AUTOMATIC", "CXF_SPRING", "CASTILE", "CASTILE_CACHED"})
  void aServiceThatDoesNotAnswerIsABadGateway(PortalClient client) throws Exception {
    String nobody;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = "http://localhost:" + socket.getLocalPort() + "/portal";
    }
    try (PortalSite site = PortalSite.start(client, nobody)) {
      HttpResponse<String> response = get(site, "?q=x");

      assertThat(response.statusCode()).isEqualTo(502);
      assertThat(response.body()).contains("does not answer").endsWith(SearchPage.END);
      assertThatThrownBy(() -> LoadGenerator.play(new PageLoad(site.port(), 1, 100, 1, 1)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("502");
    }
  }

  @Test
  void aPageWithoutQueryIsABadRequest() throws Exception {
    try (PortalSite site = PortalSite.start(PortalClient.CASTILE, ReadyGoogle.address(google))) {
      assertThat(get(site, "").statusCode()).isEqualTo(400);
      assertThat(get(site, "?q=+").statusCode()).isEqualTo(400);
      HttpResponse<String> script = get(site, "?q=%3Cscript%3E%22");

      assertThat(script.statusCode()).isEqualTo(200);
      assertThat(script.headers().firstValue("content-type")).contains("text/html;charset=utf-8");
      assertThat(script.body()).contains("&lt;script>&quot;").doesNotContain("<script>");
    }
  }

  private static HttpResponse<String> get(PortalSite site, String query) throws Exception {
    URI uri = URI.create("http://localhost:" + site.port() + PortalSite.PATH + query);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void whatTheServiceSaysIsEscapedAndOnlyPagesAreLinked() {
    GoogleSearchResult result = PortalData.standard().search("x");
    ResultElement hit = result.getResultElements().get(0);
    hit.setTitle("<b>5\" & more</b>");
    hit.setUrl("javascript:alert(1)");
    result.getResultElements().get(1).setUrl("http://a/?\"b\"&c");

    String page = SearchPage.of("<i>", result);

    assertThat(page)
        .contains("<title>Search: &lt;i></title>")
        .contains("<li>&lt;b>5&quot; &amp; more&lt;/b><br/>")
        .contains("<a href=\"http://a/?&quot;b&quot;&amp;c\">")
        .doesNotContain("href=\"javascript");
  }

  @Test
  void loadsAndResultsAreLines() {
    PageLoad load = new PageLoad(8080, 25, 40, 500, -3);
    PageLoad.Result result = PageLoad.Result.of(new long[] {3000, 1000, 2000, 6000}, 8_000_000);

    assertThat(PageLoad.parse(load.line())).isEqualTo(load);
    assertThat(result).isEqualTo(new PageLoad.Result(500, 3, 3, 6));
    assertThat(PageLoad.Result.parse(result.line())).isEqualTo(result);
  }

  @Test
  void theSuiteHasARowForEachClientAndCell() throws Exception {
    PortalSuite suite =
        new PortalSuite(
            List.of(PortalClient.CASTILE, PortalClient.CASTILE_CACHED),
            List.of(0, 100),
            List.of(1, 3));
    List<String> progress = new ArrayList<>();

    BenchReport report = suite.run("test", new Timing(1, 1, 1, 20), progress::add);

    assertThat(report.rows()).hasSize(2 * 2 * 2 * 5);
    assertThat(report.rows())
        .extracting(row -> row.row() + ": " + row.scenario() + ", " + row.unit())
        .contains(
            "Castile: throughput, 1 concurrent, 0 % hits, pages/s",
            "Castile, cached: average response time, 3 concurrent, 100 % hits, µs");
    assertThat(report.rows())
        .filteredOn(row -> !row.unit().equals("%"))
        .allSatisfy(row -> assertThat(row.value()).isPositive());
    assertThat(report.figures()).hasSize(2 * 5);
    assertThat(report.html()).contains("Figure 4: throughput, 3 concurrent</h2>");
    assertThat(report.notes())
        .anyMatch(note -> note.startsWith("Castile, cached, 3 concurrent: 100 %"));
    assertThat(report.notes())
        .last()
        .asString()
        .matches("Goal (met|missed): Castile, cached, 3 concurrent: at 0 % hits .*");
    assertThat(progress).contains("round 1 of 1: 3 concurrent, 100 % hits");
  }

  @Test
  void clientsAreChosenByName() {
    assertThat(Suites.portalClients()).contains("cxf", "cxf-xml-message", "castile-cached");
    assertThat(PortalSuite.of(true, List.of()).clients()).containsExactly(PortalClient.values());
    assertThat(PortalSuite.of(true, List.of(PortalClient.CXF, PortalClient.CXF)).clients())
        .containsExactly(PortalClient.CXF);
    assertThat(PortalClient.of("cxf-spring")).isEqualTo(PortalClient.CXF_SPRING);
    assertThatThrownBy(() -> Suites.run("portal", true, List.of("nonsense"), null, line -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nonsense")
        .hasMessageContaining("cxf-clone");
    assertThatThrownBy(() -> Suites.run("codegen", true, List.of("cxf"), null, line -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("portal");
  }
}
