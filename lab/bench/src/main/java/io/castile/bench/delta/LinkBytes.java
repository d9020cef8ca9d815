package io.castile.bench.delta;

import io.castile.bench.delta.LinkMessage.Kind;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The bytes that rows of the suite {@code differential} send. */
public final class LinkBytes {
  private LinkBytes() {}

  static String scenario(LinkMessage message) {
    return "bytes of " + message.label();
  }

  private static String firstScenario(Kind kind) {
    return "bytes of first " + kind.label();
  }

  /**
   * What a row sends for each message, the mean of so many of them.
   *
   * @throws IllegalStateException if a message does not come out as it went in
   */
  public static List<BenchRow> rows(LinkRow row, List<LinkMessage> messages, int count)
      throws IOException {
    Map<Kind, BenchRow> firsts = new LinkedHashMap<>();
    List<BenchRow> rows = new ArrayList<>();
    for (LinkMessage message : messages) {
      List<byte[]> all = message.messages(count);
      double sum = 0;
      try (LinkEnd sender = row.open();
          LinkEnd receiver = row.open()) {
        for (byte[] next : all.subList(1, all.size())) {
          sender.forget();
          receiver.forget();
          int first = sent(row, sender, receiver, all.get(0));
          firsts.putIfAbsent(message.kind(), row(row, firstScenario(message.kind()), first));
          sum += sent(row, sender, receiver, next);
        }
      }
      rows.add(row(row, scenario(message), sum / count));
    }
    firsts.remove(Kind.REPLACED); // whose first message is the ratings'
    rows.addAll(firsts.values());
    return rows;
  }

  private static int sent(LinkRow row, LinkEnd sender, LinkEnd receiver, byte[] message)
      throws IOException {
    byte[] body = sender.encode(message);
    if (!Arrays.equals(receiver.decode(body), message)) {
      throw new IllegalStateException(row.label() + " does not give back a message");
    }
    return body.length;
  }

  private static BenchRow row(LinkRow row, String scenario, double bytes) {
    return new BenchRow(row.label(), scenario, bytes, "B", Double.NaN);
  }

  /** Bytes by the share of ratings that have changed; and those of others. */
  static List<Figure> figures(List<Integer> shares, List<LinkMessage> others, Figure.Axis axis) {
    List<Figure.Point> points =
        shares.stream()
            .map(share -> new LinkMessage(Kind.RATINGS, share))
            .map(message -> new Figure.Point(message.changed(), scenario(message)))
            .toList();
    List<Figure.Point> named = new ArrayList<>();
    for (Kind kind : List.of(Kind.RATINGS, Kind.DOUBLES)) {
      named.add(Figure.Point.named("first " + kind.label(), firstScenario(kind)));
    }
    others.forEach(other -> named.add(Figure.Point.named(other.label(), scenario(other))));
    return List.of(
        new Figure("Bytes on the wire", axis, points, LinkRow.labels()),
        Figure.ofNames("Bytes on the wire of other messages", named, LinkRow.labels()));
  }
}
