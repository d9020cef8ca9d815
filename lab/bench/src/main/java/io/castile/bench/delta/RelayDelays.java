package io.castile.bench.delta;

import io.castile.bench.calls.LinkSpeed;
import io.castile.bench.calls.Relay;
import io.castile.bench.data.WholeLoad;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.openjdk.jmh.util.ListStatistics;

/**
 * Figures 6 and 7 of the mSOAP paper, measured: whole calls through a {@link Relay} that is as slow
 * as a link.
 */
final class RelayDelays {
  private static final double CONFIDENCE = 0.999;
  private static final int GOAL_MAX_SHARE = 20;
  private static final double GOAL_RATIO = 8;

  /** The slowest link: that of the goals. */
  private static final LinkSpeed SLOWEST = LinkSpeed.MOBILE_2G;

  /** The links of which the goal of gateway pairs says something. */
  private static final List<LinkSpeed> THIN = List.of(LinkSpeed.MOBILE_2G, LinkSpeed.SATELLITE);

  private static final double GOAL_PAIR_RATIO = 1.1;

  /** Returns the rows that are measured. */
  private static List<WholeRow> measured() {
    return WholeRow.present().stream().filter(row -> row != WholeRow.TEMPLATES).toList();
  }

  /** What is said of them. */
  static final List<String> NOTES =
      List.of(
          "Delays measured through a relay are those of whole calls for 195 ratings, both ends and"
              + " their work included, on a connection that is open, one call after the other. The"
              + " relay gives each direction the link's rate and half its round trip. TCP's slow start"
              + " is not in them, as the relay acknowledges at once; in the computed delays it is."
              + " Java RMI asks before a call whether its connection still lives, one more round"
              + " trip, if the last call was more than two round trips ago: not here.",
          "The paper's forms go between Castile's own ends, as a client asks for them; calls are else"
              + " as linked ones are.",
          "Of a gateway pair the relay is between the two gateways, which are in the JVM of the"
              + " service; zeep has a process of its own, and makes objects of each answer. It is"
              + " measured when no other row is.");

  /**
   * How much is measured.
   *
   * @param shares per cent of the ratings that change
   * @param warmups calls before those that count
   * @param calls calls that count
   */
  record Plan(List<LinkSpeed> links, List<Integer> shares, int warmups, int calls) {
    static Plan of(boolean quick) {
      return quick
          ? new Plan(List.of(LinkSpeed.values()), List.of(0, GOAL_MAX_SHARE), 1, 1)
          : new Plan(List.of(LinkSpeed.values()), List.of(0, 10, GOAL_MAX_SHARE, 50, 100), 2, 5);
    }

    /** On a fast link there is time for more calls, and ends that are not warm would be seen. */
    private int times(LinkSpeed link) {
      return link == LinkSpeed.PAPER ? 10 : 1;
    }
  }

  /** One place in the figures. */
  private record Place(WholeRow row, LinkSpeed link, int share) {
    String scenario() {
      return RelayDelays.scenario(link, share);
    }
  }

  private RelayDelays() {}

  private static String scenario(LinkSpeed link, int share) {
    return "delay over "
        + link.label()
        + " (measured through a relay), ratings, "
        + share
        + " % changed";
  }

  /**
   * Measures all delays. On slow links those of all rows and shares at once, each through a relay
   * of its own, as nearly all of the time is spent waiting; on the paper's one after the other.
   */
  static List<BenchRow> rows(Plan plan, Consumer<String> progress) throws Exception {
    List<BenchRow> rows = new ArrayList<>();
    for (LinkSpeed link : plan.links()) {
      progress.accept("delays over " + link.label());
      List<Callable<BenchRow>> all = new ArrayList<>();
      List<Callable<BenchRow>> alone = new ArrayList<>(); // their client takes much processor time
      for (WholeRow row : measured()) {
        for (int share : plan.shares()) {
          List<Callable<BenchRow>> own = row == WholeRow.ZEEP_PAIR ? alone : all;
          own.add(() -> delay(new Place(row, link, share), plan));
        }
      }
      int threads = link == LinkSpeed.PAPER ? 1 : all.size();
      rows.addAll(results(all, threads));
      rows.addAll(results(alone, 1));
    }
    return rows;
  }

  private static List<BenchRow> results(List<Callable<BenchRow>> all, int threads)
      throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<BenchRow> rows = new ArrayList<>();
      for (Future<BenchRow> each : executor.invokeAll(all)) {
        rows.add(each.get());
      }
      return rows;
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot measure a delay: " + e.getMessage(), e);
    } finally {
      executor.shutdownNow();
    }
  }

  private static BenchRow delay(Place place, Plan plan) throws Exception {
    ListStatistics millis = new ListStatistics();
    int times = plan.times(place.link());
    try (RelayedCalls calls =
        RelayedCalls.open(place.row(), WholeLoad.RATINGS, place.share(), place.link())) {
      calls.check(plan.warmups() * times);
      for (int i = 0; i < plan.calls() * times; i++) {
        long start = System.nanoTime();
        Object answer = calls.call();
        millis.addValue((System.nanoTime() - start) / 1e6);
        calls.check(answer);
      }
    }
    return new BenchRow(
        place.row().label(),
        place.scenario(),
        millis.getPercentile(50),
        "ms",
        millis.getMeanErrorAt(CONFIDENCE));
  }

  static List<Figure> figures(Plan plan, Figure.Axis axis) {
    List<Figure> figures = new ArrayList<>();
    for (LinkSpeed link : plan.links()) {
      figures.add(
          new Figure(
              "Figure 7: delay over " + link.label() + ", measured through a relay",
              axis,
              plan.shares().stream()
                  .map(share -> new Figure.Point(share, scenario(link, share)))
                  .toList(),
              measured().stream().map(WholeRow::label).toList()));
    }
    return figures;
  }

  /** Says of each goal whether it is met, where it is met least. */
  static List<String> goals(Plan plan, List<BenchRow> rows) {
    double toSoap = Double.POSITIVE_INFINITY;
    double toRmi = Double.POSITIVE_INFINITY;
    for (int share : plan.shares()) {
      if (share <= GOAL_MAX_SHARE) {
        String scenario = scenario(SLOWEST, share);
        double linked = value(rows, WholeRow.LINK, scenario);
        toSoap = Math.min(toSoap, value(rows, WholeRow.SOAP, scenario) / linked);
        toRmi = Math.min(toRmi, value(rows, WholeRow.RMI, scenario) / linked);
      }
    }
    return List.of(
        goal("plain SOAP", toSoap, toSoap >= GOAL_RATIO, "at least 8×"),
        goal("Java RMI", toRmi, toRmi > 1, "more than 1×"));
  }

  /** Says whether the goal of gateway pairs is met, where it is met least. */
  static List<String> pairGoals(Plan plan, List<BenchRow> rows) {
    double most = 0;
    for (LinkSpeed link : THIN) {
      for (int share : plan.shares()) {
        String scenario = scenario(link, share);
        double pair = value(rows, WholeRow.ZEEP_PAIR, scenario);
        most = Math.max(most, pair / value(rows, WholeRow.LINK, scenario));
      }
    }
    return List.of(
        String.format(
            Locale.ROOT,
            "Goal %s: over 2G and satellite, zeep through a gateway pair takes at most %.2f× as long"
                + " as Castile's link at both ends, measured through a relay (at most %.1f×).",
            most <= GOAL_PAIR_RATIO ? "met" : "missed",
            most,
            GOAL_PAIR_RATIO));
  }

  private static String goal(String who, double ratio, boolean isMet, String wanted) {
    return String.format(
        Locale.ROOT,
        "Goal %s: over %s, with at most %d %% changed, %s takes at least %.2f× as long as Castile's"
            + " link, measured through a relay (%s).",
        isMet ? "met" : "missed",
        SLOWEST.label(),
        GOAL_MAX_SHARE,
        who,
        ratio,
        wanted);
  }

  private static double value(List<BenchRow> rows, WholeRow row, String scenario) {
    return WholeCalls.value(rows, row, scenario);
  }
}
