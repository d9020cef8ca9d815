package io.castile.bench.portal;

import io.castile.bench.harness.PageLoad;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.openjdk.jmh.util.ListStatistics;

/** What the suite {@code portal} has measured, and what is to be said and drawn of it. */
final class PortalRows {
  /** Of the pages of the site without a cache, so many at least where nothing is asked again. */
  private static final double MIN_PAGES = 0.9;

  private static final double CONFIDENCE = 0.999;
  private static final Figure.Axis AXIS = new Figure.Axis("% hits", false);

  private static final List<String> NOTES =
      List.of(
          "Each page asks the search service once: of a hundred pages so many for the query that is in"
              + " the cache, the others for queries that were never asked for. Each connection asks"
              + " for its next page when it has the last one. The caches keep all answers, until they"
              + " are full.",
          "Keys are of the arguments (in the paper: concatenated by toString); without a cache hits"
              + " are calls like others. Automatic is a copy by compiled code. Spring and pass by"
              + " reference give the same object to all.",
          "The portals, the search service, which answers with the same message each time, and the"
              + " load simulator share the processors of one machine.");

  /** What is measured of a cell; the first two are in the paper's figures. */
  private enum Measure {
    THROUGHPUT("throughput", "pages/s"),
    MEAN("average response time", "µs"),
    P50("median response time", "µs"),
    P99("response time of all but 1 %", "µs"),
    CPU("portal's share of one processor", "%");

    private final String label;
    private final String unit;

    Measure(String label, String unit) {
      this.label = label;
      this.unit = unit;
    }

    double of(PageLoad.Result result, double cpuPercent) {
      return switch (this) {
        case THROUGHPUT -> result.perSecond();
        case MEAN -> result.mean();
        case P50 -> result.p50();
        case P99 -> result.p99();
        case CPU -> cpuPercent;
      };
    }
  }

  /** A place in the tables. */
  private record Place(PortalClient client, Measure measure, int connections, int hits) {
    String scenario() {
      return measure.label + ", " + cell(connections, hits);
    }
  }

  private final PortalSuite suite;
  private final Map<Place, ListStatistics> values = new LinkedHashMap<>();

  PortalRows(PortalSuite suite) {
    this.suite = suite;
    for (Measure measure : Measure.values()) {
      for (int many : suite.connections()) {
        for (PortalClient client : suite.clients()) {
          for (int share : suite.hits()) {
            values.put(new Place(client, measure, many, share), new ListStatistics());
          }
        }
      }
    }
  }

  /** What tables call a cell. */
  static String cell(int connections, int hits) {
    return connections + " concurrent, " + hits + " % hits";
  }

  /** Adds what came of a round. */
  void add(
      PortalClient client, int connections, int hits, PageLoad.Result result, double cpuPercent) {
    for (Measure measure : Measure.values()) {
      values
          .get(new Place(client, measure, connections, hits))
          .addValue(measure.of(result, cpuPercent));
    }
  }

  /** The report of all rounds. */
  BenchReport report(Map<String, Object> environment) {
    List<BenchRow> rows = new ArrayList<>();
    values.forEach(
        (place, statistics) ->
            rows.add(
                new BenchRow(
                    place.client().label(),
                    place.scenario(),
                    statistics.getPercentile(50),
                    place.measure().unit,
                    statistics.getMeanErrorAt(CONFIDENCE))));
    List<String> notes = new ArrayList<>(NOTES);
    suite.clients().stream().filter(PortalClient::isCached).forEach(c -> notes.add(gain(c)));
    suite.clients().forEach(c -> addBesideNoCache(notes, c));
    return new BenchReport(PortalSuite.SUITE, environment, rows, notes, figures());
  }

  /** What hits are worth where most is asked at once: what the paper says of its Figure 4. */
  private String gain(PortalClient client) {
    int many = suite.connections().stream().mapToInt(Integer::intValue).max().orElseThrow();
    return String.format(
        Locale.ROOT,
        "%s, %d concurrent: 100 %% hits have %.1f times the throughput of 0 %%, and 1/%.1f of the"
            + " average response time.",
        client.label(),
        many,
        median(client, Measure.THROUGHPUT, many, 100) / median(client, Measure.THROUGHPUT, many, 0),
        median(client, Measure.MEAN, many, 0) / median(client, Measure.MEAN, many, 100));
  }

  /** What a cache costs where nothing is asked again, and from when on it pays. */
  private void addBesideNoCache(List<String> notes, PortalClient client) {
    PortalClient without = client.withoutCache();
    if (without == client || !suite.clients().contains(without)) {
      return;
    }
    for (int many : suite.connections()) {
      int from = -1;
      for (int share : suite.hits()) {
        boolean isAhead =
            median(client, Measure.THROUGHPUT, many, share)
                >= median(without, Measure.THROUGHPUT, many, share);
        from = !isAhead ? -1 : from < 0 ? share : from;
      }
      int least = suite.hits().get(0);
      double part =
          median(client, Measure.THROUGHPUT, many, least)
              / median(without, Measure.THROUGHPUT, many, least);
      notes.add(
          String.format(
              Locale.ROOT,
              "Goal %s: %s, %d concurrent: at %d %% hits %.2f of the pages of the site without a cache"
                  + " (at least %.2f); %s.",
              least > 0 || part >= MIN_PAGES ? "met" : "missed",
              client.label(),
              many,
              least,
              part,
              MIN_PAGES,
              from < 0 ? "never ahead of it" : "ahead of it from " + from + " % on"));
    }
  }

  private double median(PortalClient client, Measure measure, int connections, int hits) {
    return values.get(new Place(client, measure, connections, hits)).getPercentile(50);
  }

  /** First those of the paper, by the number of connections, then the others. */
  private List<Figure> figures() {
    List<String> rows = suite.clients().stream().map(PortalClient::label).toList();
    List<Figure> figures = new ArrayList<>();
    for (int many : suite.connections()) {
      String number = many == 1 ? "Figure 3: " : "Figure 4: ";
      figures.add(figure(number, Measure.THROUGHPUT, many, rows));
      figures.add(figure(number, Measure.MEAN, many, rows));
    }
    Stream.of(Measure.P50, Measure.P99, Measure.CPU)
        .forEach(
            measure -> suite.connections().forEach(n -> figures.add(figure("", measure, n, rows))));
    return figures;
  }

  private Figure figure(String number, Measure measure, int many, List<String> rows) {
    List<Figure.Point> points =
        suite.hits().stream()
            .map(share -> new Figure.Point(share, new Place(null, measure, many, share).scenario()))
            .toList();
    return new Figure(number + measure.label + ", " + many + " concurrent", AXIS, points, rows);
  }
}
