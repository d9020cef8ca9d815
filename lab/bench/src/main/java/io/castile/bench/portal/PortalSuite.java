package io.castile.bench.portal;

import io.castile.bench.harness.ChildJvm;
import io.castile.bench.harness.PageLoad;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.Environment;
import io.castile.demo.portal.PortalData;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The suite {@code portal}: Figures 3 and 4 of Takase and Tatsubori: Efficient Web Services
 * Response Caching by Selecting Optimal Data Representation (ICDCS 2004). A portal on a servlet
 * engine, the search service that it asks, and the load simulator are processes of their own.
 *
 * @param clients by which the portal asks, each in a portal of its own
 * @param hits of a hundred pages so many are for the query that was asked before
 * @param connections how many ask for pages at once
 */
public record PortalSuite(
    List<PortalClient> clients, List<Integer> hits, List<Integer> connections) {
  public static final String SUITE = "portal";

  private static final List<Integer> CONNECTIONS = List.of(1, 25);

  /** Room for the caches, which hold answers to all that was asked; too little heap for waste. */
  private static final List<String> SITE_OPTIONS = List.of("-Xms256m", "-Xmx512m");

  private static final List<String> OTHER_OPTIONS = List.of("-Xmx256m");

  /**
   * The shares of hits while a portal warms up, in turn: with hits alone a cached site would get to
   * its calls of the service later than one without a cache.
   */
  private static final List<Integer> WARMUP_HITS = List.of(50, 0);

  /** A portal under way. */
  private record Site(PortalClient client, ChildJvm jvm, int port) {}

  /**
   * The suite.
   *
   * @param quick whether fewer shares of hits will do
   * @param clients empty for all
   */
  public static PortalSuite of(boolean quick, List<PortalClient> clients) {
    return new PortalSuite(
        clients.isEmpty() ? List.of(PortalClient.values()) : clients.stream().distinct().toList(),
        quick ? List.of(0, 10, 40, 100) : List.of(0, 10, 20, 40, 60, 80, 100),
        CONNECTIONS);
  }

  /** Runs the suite. */
  public BenchReport run(String command, Timing timing, Consumer<String> progress)
      throws IOException {
    List<Site> sites = new ArrayList<>();
    PortalRows rows = new PortalRows(this);
    try (ChildJvm google = ChildJvm.start(ReadyGoogle.class, OTHER_OPTIONS, List.of());
        ChildJvm load = ChildJvm.start(LoadGenerator.class, OTHER_OPTIONS, List.of())) {
      String url = google.hear(ReadyGoogle.ADDRESS, "address of the search service");
      for (PortalClient client : clients) {
        progress.accept("starting the portal with " + client.label());
        Site site = start(client, url, sites);
        warmUp(site, load, timing);
      }
      for (int round = 0; round < timing.rounds(); round++) {
        play(sites, load, round, timing, rows, progress);
      }
    } finally {
      sites.forEach(site -> site.jvm().close());
    }
    return rows.report(Environment.describe(command));
  }

  /** Starts a portal, adds it to those under way, and looks at its page. */
  private static Site start(PortalClient client, String url, List<Site> sites) throws IOException {
    ChildJvm jvm = ChildJvm.start(PortalSite.class, SITE_OPTIONS, List.of(client.word(), url));
    int port;
    try {
      String what = "port of the portal with " + client.label();
      port = Integer.parseInt(jvm.hear(PortalSite.PORT, what));
    } catch (IOException | RuntimeException e) {
      jvm.close();
      throw e;
    }
    Site site = new Site(client, jvm, port);
    sites.add(site);
    check(client, port);
    return site;
  }

  /** The right page must come before any is timed, from the service and from a cache. */
  static void check(PortalClient client, int port) throws IOException {
    String expected = SearchPage.of(PageLoad.QUERY, PortalData.standard().search(PageLoad.QUERY));
    try (PageConnection connection = new PageConnection(port)) {
      for (int i = 0; i < 2; i++) {
        connection.get(PageConnection.request(PageLoad.QUERY));
        if (!connection.page().equals(expected)) {
          throw new IllegalStateException(
              "the portal with " + client.label() + " makes a wrong page: " + connection.page());
        }
      }
    }
  }

  private void warmUp(Site site, ChildJvm load, Timing timing) throws IOException {
    for (int i = 1; i <= timing.warmups(); i++) {
      int many = connections.get(i % connections.size());
      int share = WARMUP_HITS.get(i / connections.size() % WARMUP_HITS.size());
      play(site, load, new PageLoad(site.port(), many, share, timing.roundMillis(), -i));
    }
  }

  /** Every portal has its turn in each cell before any has its next round. */
  private void play(
      List<Site> sites,
      ChildJvm load,
      int round,
      Timing timing,
      PortalRows rows,
      Consumer<String> progress)
      throws IOException {
    long seed = (long) round * hits.size() * connections.size();
    for (int many : connections) {
      for (int share : hits) {
        progress.accept(
            "round "
                + (round + 1)
                + " of "
                + timing.rounds()
                + ": "
                + PortalRows.cell(many, share));
        for (Site site : sites) {
          long start = System.nanoTime();
          Duration cpu = site.jvm().cpu();
          PageLoad.Result result =
              play(site, load, new PageLoad(site.port(), many, share, timing.roundMillis(), seed));
          double percent =
              100.0 * site.jvm().cpu().minus(cpu).toNanos() / (System.nanoTime() - start);
          rows.add(site.client(), many, share, result, percent);
        }
        seed++;
      }
    }
  }

  private static PageLoad.Result play(Site site, ChildJvm load, PageLoad round) throws IOException {
    load.say(round.line());
    String what = "result of the load on the portal with " + site.client().label();
    return PageLoad.Result.parse(load.hear(LoadGenerator.RESULT, what));
  }
}
