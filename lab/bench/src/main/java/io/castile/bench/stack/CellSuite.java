package io.castile.bench.stack;

import io.castile.bench.data.Message;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.DrainProcess;
import io.castile.bench.harness.Measurement;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Environment;
import io.castile.bench.report.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A suite whose times are taken by {@link Measurement}.
 *
 * @param groups the cells; each group in a JVM of its own
 * @param gsoap the cells of gSOAP
 * @param figures what is drawn of them
 * @param notes what a reader must know besides
 */
public record CellSuite(
    List<List<? extends Cell>> groups,
    List<GsoapCell> gsoap,
    List<Figure> figures,
    List<String> notes) {

  /** Runs the suite, with the draining server in another process. */
  public BenchReport run(String suite, String command, Timing timing, Consumer<String> progress)
      throws IOException {
    List<BenchRow> rows = new ArrayList<>();
    List<String> told = new ArrayList<>(notes);
    try (DrainProcess drain = DrainProcess.start()) {
      for (List<? extends Cell> group : groups) {
        rows.addAll(Measurement.of(group, drain.port(), timing, progress));
      }
      if (!gsoap.isEmpty()) {
        told.addAll(measureGsoap(drain.port(), timing, progress, rows));
      }
    }
    return new BenchReport(suite, Environment.describe(command), rows, told, figures);
  }

  /** Adds the rows of gSOAP; returns what to tell of them. */
  private List<String> measureGsoap(
      int port, Timing timing, Consumer<String> progress, List<BenchRow> rows) throws IOException {
    try (GsoapPeer peer = GsoapPeer.build(progress)) {
      if (peer.present()) {
        for (GsoapCell cell : gsoap) {
          progress.accept(cell.scenario() + ": " + GsoapPeer.NAME);
          Message message = cell.message().get();
          rows.add(peer.measure(message, cell.way(), port, cell.scenario(), timing));
        }
      }
      return peer.notes();
    }
  }
}
