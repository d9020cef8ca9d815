package io.castile.bench.delta;

import io.castile.bench.calls.LinkSpeed;
import io.castile.bench.delta.LinkMessage.Kind;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Figures 6 and 7 of the mSOAP paper: delays, which here are computed of bytes for each {@link
 * LinkSpeed}.
 */
final class LinkDelays {
  private static final String PAPER = "average delay in the paper, measured";

  /** What the paper says of its Figure 6, in milliseconds. */
  private static final Map<LinkRow, Integer> PAPER_MILLIS =
      Map.of(LinkRow.SOAP, 800, LinkRow.ENCODING, 600, LinkRow.UPDATES, 400, LinkRow.MSOAP, 350);

  private LinkDelays() {}

  private static String scenario(LinkSpeed link, LinkMessage message) {
    return "delay over " + link.label() + " (computed), " + message.label();
  }

  private static String averageScenario(LinkSpeed link) {
    return "average delay over " + link.label() + " (computed)";
  }

  /**
   * The delays of what has so many bytes.
   *
   * @param bytes rows of {@link LinkBytes} for ratings with all these shares
   * @param shares how many per cent have changed
   * @param averaged those of them over which averages are taken
   */
  static List<BenchRow> rows(List<BenchRow> bytes, List<Integer> shares, List<Integer> averaged) {
    List<BenchRow> rows = new ArrayList<>();
    for (LinkRow row : LinkRow.values()) {
      Map<String, Double> known = new LinkedHashMap<>();
      bytes.stream()
          .filter(each -> each.row().equals(row.label()))
          .forEach(each -> known.put(each.scenario(), each.value()));
      for (LinkSpeed link : LinkSpeed.values()) {
        double sum = 0;
        for (int share : shares) {
          LinkMessage message = new LinkMessage(Kind.RATINGS, share);
          double millis = link.delayMillis(known.get(LinkBytes.scenario(message)));
          rows.add(row(row, scenario(link, message), millis));
          sum += averaged.contains(share) ? millis : 0;
        }
        rows.add(row(row, averageScenario(link), sum / averaged.size()));
      }
      if (PAPER_MILLIS.containsKey(row)) {
        rows.add(row(row, PAPER, PAPER_MILLIS.get(row)));
      }
    }
    return rows;
  }

  private static BenchRow row(LinkRow row, String scenario, double millis) {
    return new BenchRow(row.label(), scenario, millis, "ms", Double.NaN);
  }

  static List<Figure> figures(List<Integer> shares, Figure.Axis axis) {
    List<Figure> figures = new ArrayList<>();
    List<Figure.Point> averages = new ArrayList<>();
    for (LinkSpeed link : LinkSpeed.values()) {
      averages.add(Figure.Point.named(link.label(), averageScenario(link)));
    }
    averages.add(Figure.Point.named("the paper's ms", PAPER));
    figures.add(Figure.ofNames("Figure 6: average delay, computed", averages, LinkRow.labels()));
    for (LinkSpeed link : LinkSpeed.values()) {
      List<Figure.Point> points =
          shares.stream()
              .map(share -> new LinkMessage(Kind.RATINGS, share))
              .map(message -> new Figure.Point(message.changed(), scenario(link, message)))
              .toList();
      figures.add(
          new Figure(
              "Figure 7: delay over " + link.label() + ", computed",
              axis,
              points,
              LinkRow.labels()));
    }
    return figures;
  }
}
