package io.castile.bench.delta;

import io.castile.bench.delta.LinkCell.Act;
import io.castile.bench.delta.LinkMessage.Kind;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A cell of the suite {@code differential}: the threshold of mSOAP (§III.A.3), above which a
 * message goes whole. The paper does not tell its own.
 *
 * @param percent the threshold
 * @param changed how many per cent of the ratings change
 */
public record ThresholdCell(Coding coding, int percent, Act act, int changed) implements Cell {
  public static final String KEY = "threshold";

  /** The thresholds, in per cent; by the last one a difference goes wherever it is shorter. */
  static final List<Integer> THRESHOLDS = List.of(10, 25, 50, 75, 95, 100);

  private static final List<Integer> SHARES = List.of(1, 10, 20, 30, 50, 70, 90, 100);

  /** Those of which a full run takes times. */
  private static final List<Integer> TIMED_SHARES = List.of(10, 50, 90);

  /** Bytes are means over so many messages. */
  private static final int MESSAGES = 5;

  static final String NOTE =
      "Thresholds: of mSOAP the share of the elements that may have changed, of Castile's delta its"
          + " size as a share of the message's; where there is more, the message goes whole, and both"
          + " ends keep it. Messages follow each other, each changed as much.";

  /** What has a threshold. */
  enum Coding {
    MSOAP("mSOAP"),
    DELTA("Castile's delta");

    private final String label;

    Coding(String label) {
      this.label = label;
    }

    private LinkEnd open(int percent) {
      return this == MSOAP ? PaperEnd.upTo(percent / 100.0) : new DeltaEnd(percent / 100.0);
    }
  }

  @Override
  public String row() {
    return row(coding, percent);
  }

  private static String row(Coding coding, int percent) {
    return coding.label + ", threshold " + percent + " %";
  }

  @Override
  public String scenario() {
    return scenario(act, changed);
  }

  private static String scenario(Act act, int changed) {
    return LinkCell.scenario(act, message(changed)) + ", by threshold";
  }

  private static LinkMessage message(int changed) {
    return new LinkMessage(Kind.RATINGS, changed);
  }

  @Override
  public String key() {
    return String.join("\t", KEY, coding.name(), percent + "", act.name(), changed + "");
  }

  public static ThresholdCell parse(List<String> parts) {
    return new ThresholdCell(
        Coding.valueOf(parts.get(0)),
        Integer.parseInt(parts.get(1)),
        Act.valueOf(parts.get(2)),
        Integer.parseInt(parts.get(3)));
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    return LinkCell.call(
        row() + " in '" + scenario() + "'", () -> coding.open(percent), act, message(changed));
  }

  /** The cells whose time is taken, for each coding those of a JVM. */
  static List<List<ThresholdCell>> groups(boolean quick) {
    List<List<ThresholdCell>> groups = new ArrayList<>();
    for (Coding coding : Coding.values()) {
      List<ThresholdCell> cells = new ArrayList<>();
      for (int percent : timedThresholds(quick)) {
        for (Act act : List.of(Act.ENCODE, Act.DECODE)) {
          for (int changed : timedShares(quick)) {
            cells.add(new ThresholdCell(coding, percent, act, changed));
          }
        }
      }
      groups.add(cells);
    }
    return groups;
  }

  private static List<Integer> timedThresholds(boolean quick) {
    return quick ? List.of(25, 95) : THRESHOLDS;
  }

  private static List<Integer> timedShares(boolean quick) {
    return quick ? List.of(50) : TIMED_SHARES;
  }

  private static List<String> rows(List<Integer> thresholds) {
    return Stream.of(Coding.values())
        .flatMap(coding -> thresholds.stream().map(percent -> row(coding, percent)))
        .toList();
  }

  /**
   * What is sent, by threshold and share.
   *
   * @throws IllegalStateException if a message does not come out as it went in
   */
  static List<BenchRow> bytes() throws IOException {
    List<BenchRow> rows = new ArrayList<>();
    for (Coding coding : Coding.values()) {
      for (int percent : THRESHOLDS) {
        for (int changed : SHARES) {
          rows.add(
              new BenchRow(
                  row(coding, percent),
                  bytesScenario(changed),
                  mean(coding, percent, changed),
                  "B",
                  Double.NaN));
        }
      }
    }
    return rows;
  }

  private static double mean(Coding coding, int percent, int changed) throws IOException {
    List<byte[]> messages = message(changed).messages(MESSAGES);
    double sum = 0;
    try (LinkEnd sender = coding.open(percent);
        LinkEnd receiver = coding.open(percent)) {
      for (int i = 0; i < messages.size(); i++) {
        byte[] body = sender.encode(messages.get(i));
        if (!Arrays.equals(receiver.decode(body), messages.get(i))) {
          throw new IllegalStateException(row(coding, percent) + " does not give back a message");
        }
        sum += i == 0 ? 0 : body.length;
      }
    }
    return sum / MESSAGES;
  }

  private static String bytesScenario(int changed) {
    return "bytes of " + message(changed).label() + ", by threshold";
  }

  /** What is drawn of bytes and times. */
  static List<Figure> figures(boolean quick, Figure.Axis axis) {
    List<Figure> figures = new ArrayList<>();
    figures.add(
        new Figure(
            "Bytes on the wire by threshold",
            axis,
            SHARES.stream()
                .map(changed -> new Figure.Point(changed, bytesScenario(changed)))
                .toList(),
            rows(THRESHOLDS)));
    for (Act act : List.of(Act.ENCODE, Act.DECODE)) {
      figures.add(
          new Figure(
              "Time by threshold: " + (act == Act.ENCODE ? "encoding" : "decoding"),
              axis,
              timedShares(quick).stream()
                  .map(changed -> new Figure.Point(changed, scenario(act, changed)))
                  .toList(),
              rows(timedThresholds(quick))));
    }
    return figures;
  }
}
