package io.castile.demo;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.demo.portal.Mio;
import io.castile.demo.portal.Portal;
import io.castile.demo.portal.PortalData;
import io.castile.template.TemplateStatistics;
import io.castile.template.Templates;
import io.castile.template.key.Direction;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A client that asks for the ratings again and again, and posts arrays: what the templates of both
 * ends do for it. It has a portal of its own, whose ratings change.
 */
final class Polling {
  /** Enough for both ends to find out whether templates pay. */
  private static final int MIN_CALLS = 60;

  private static final int CHANGED_RATINGS = 10;
  private static final int ITEMS = 1000;

  /** A quarter of the items, as in the paper's figures. */
  private static final int CHANGED_ITEMS = ITEMS / 4;

  private Polling() {}

  /**
   * @param operation what is called
   * @param direction of the message that is looked at: the large one
   * @param change comes before each call
   */
  private record Scenario(
      String name, String operation, Direction direction, Change change, Workload.Call call) {}

  /** Changes something of what is sent. */
  private interface Change {
    void make() throws SQLException;
  }

  /**
   * Plays every scenario.
   *
   * @param budget how long to call in all, at least {@link #MIN_CALLS} calls each
   */
  static List<Saving> run(PortalData data, Duration budget) throws IOException, SQLException {
    List<Saving> savings = new ArrayList<>();
    try (RatingsDatabase database = new RatingsDatabase(data)) {
      List<Scenario> scenarios = scenarios(data, database);
      Portal service = new PortalService(data, database, Clock.systemUTC());
      for (Scenario scenario : scenarios) {
        savings.add(play(scenario, service, budget.toNanos() / scenarios.size()));
      }
    }
    return savings;
  }

  private static List<Scenario> scenarios(PortalData data, RatingsDatabase database) {
    Random random = new Random(195);
    List<String> symbols = data.ratings().stream().map(rating -> rating.getSymbol()).toList();
    List<Double> doubles = new ArrayList<>(data.doubles(ITEMS));
    List<Integer> ints = new ArrayList<>(data.ints(ITEMS));
    List<Mio> mios = data.mios(ITEMS);
    Workload.Call ratings = portal -> portal.getStockRatings(symbols);
    return List.of(
        new Scenario(
            "getStockRatings(195), the same",
            "getStockRatings",
            Direction.RESPONSE,
            () -> {},
            ratings),
        new Scenario(
            "getStockRatings(195), " + CHANGED_RATINGS + " prices change",
            "getStockRatings",
            Direction.RESPONSE,
            () -> database.changePrices(CHANGED_RATINGS, random),
            ratings),
        new Scenario(
            "putDoubles(1000), the same",
            "putDoubles",
            Direction.REQUEST,
            () -> {},
            portal -> portal.putDoubles(doubles)),
        new Scenario(
            "putDoubles(1000), 25 % change",
            "putDoubles",
            Direction.REQUEST,
            () ->
                random
                    .ints(CHANGED_ITEMS, 0, ITEMS)
                    .forEach(i -> doubles.set(i, random.nextDouble())),
            portal -> portal.putDoubles(doubles)),
        new Scenario(
            "putInts(1000), 25 % change",
            "putInts",
            Direction.REQUEST,
            () -> random.ints(CHANGED_ITEMS, 0, ITEMS).forEach(i -> ints.set(i, random.nextInt())),
            portal -> portal.putInts(ints)),
        new Scenario(
            "putMios(1000), 25 % change",
            "putMios",
            Direction.REQUEST,
            () ->
                random
                    .ints(CHANGED_ITEMS, 0, ITEMS)
                    .forEach(i -> mios.get(i).setValue(random.nextDouble())),
            portal -> portal.putMios(mios)));
  }

  private static Saving play(Scenario scenario, Portal service, long nanos)
      throws IOException, SQLException {
    Templates templates = Templates.builder().build();
    SoapServer server = Castile.server().templates(templates).publish("/portal", service).start();
    try (server;
        Peer.Calling client = Peer.castileClient(server.url("/portal"), templates)) {
      long start = System.nanoTime();
      for (int i = 0; i < MIN_CALLS || System.nanoTime() - start < nanos; i++) {
        scenario.change().make();
        scenario.call().on(client.portal());
      }
    }
    return saving(scenario, templates.statistics().row(scenario.direction(), scenario.operation()));
  }

  private static Saving saving(Scenario scenario, TemplateStatistics.Row row) {
    long messages = Math.max(1, row.withTemplate());
    return new Saving(
        scenario.name(),
        scenario.direction() == Direction.REQUEST ? "request" : "response",
        row.calls(),
        row.content(),
        row.perfectStructural(),
        row.partialStructural(),
        row.firstTime(),
        row.abandoned(),
        row.plain() + row.busy(),
        (double) row.changedFields() / Math.max(1, row.withTemplate() - row.firstTime()),
        row.messageBytes() / messages,
        row.savedNanos() / 1e3 / messages);
  }
}
