package io.castile.bench.send;

import io.castile.bench.harness.Cell;
import io.castile.bench.report.Figure;
import io.castile.bench.stack.CellSuite;
import io.castile.bench.stack.GsoapCell;
import io.castile.bench.stack.GsoapPeer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The suite {@code receivetime}: a message read after another one that is the same in part. */
public final class ReceiveTime {
  private static final Figure.Axis AXIS = new Figure.Axis("% changed", false);

  private static final List<String> NOTES =
      List.of(
          "Three messages are read in turn: of so many per cent of its ratings, texts of hits, or"
              + " items, each has others than the one before, of whatever length.",
          "By difference: the one message before is remembered. Values are copies, or read-only:"
              + " what has not changed is the same object as before.");

  private ReceiveTime() {}

  /** The suite; a quick one has fewer shares. */
  public static CellSuite suite(boolean quick) {
    return quick
        ? suite(ReceivedMessage.names(), List.of(0, 10, 100))
        : suite(ReceivedMessage.names(), List.of(0, 1, 10, 50, 100));
  }

  /** The suite of these messages with so many per cent changed. */
  static CellSuite suite(List<String> messages, List<Integer> shares) {
    List<List<? extends Cell>> groups = new ArrayList<>();
    List<GsoapCell> gsoap = new ArrayList<>();
    List<Figure> figures = new ArrayList<>();
    List<String> rows = new ArrayList<>();
    Stream.of(ReceiveCell.Reader.values()).forEach(reader -> rows.add(reader.label()));
    rows.add(GsoapPeer.NAME);
    for (String message : messages) {
      List<Figure.Point> points = new ArrayList<>();
      for (ReceiveCell.Reader reader : ReceiveCell.Reader.values()) {
        groups.add(shares.stream().map(share -> new ReceiveCell(reader, message, share)).toList());
      }
      for (int share : shares) {
        String scenario = ReceiveCell.scenario(message, share);
        points.add(new Figure.Point(share, scenario));
        gsoap.add(new GsoapCell(scenario, "read", () -> ReceivedMessage.of(message, share)));
      }
      figures.add(new Figure("Reading " + message, AXIS, points, rows));
    }
    return new CellSuite(groups, gsoap, figures, NOTES);
  }
}
