package io.castile.bench.encoded;

import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import io.castile.bench.report.SpeedGoals;
import io.castile.bench.stack.CellSuite;
import io.castile.bench.stack.GsoapProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The suite {@code encoded}: messages of rpc/encoded, written and read in memory. */
public final class Encoded {
  public static final String SUITE = "encoded";

  private static final double LEAST_OF_AXIS = 5;

  private static final List<String> NOTES =
      List.of(
          "Whole SOAP 1.1 envelopes in memory. Castile: its codec between constant bytes of the"
              + " envelope. Axis 1.4: an envelope with an element of RPC, by its contexts of"
              + " serialization and deserialization, with type mappings for all classes.",
          "Each stack writes its own form: Axis writes each object behind the message, and refers"
              + " to it; Castile does so with those that are referred to more than once. Both"
              + " read the same bytes: what Castile writes, and what Axis writes (multiRef).");

  private Encoded() {}

  /** Runs the suite; a quick one has fewer messages. */
  public static BenchReport run(
      boolean quick, String command, Timing timing, Consumer<String> progress) throws IOException {
    List<EncodedReply> replies = quick ? EncodedReply.some() : List.of(EncodedReply.values());
    BenchReport report = suite(replies).run(SUITE, command, timing, progress);
    try (EncodedGsoap gsoap = EncodedGsoap.build(progress)) {
      report = report.and(gsoap.measure(replies, timing, progress)).saying(rows -> gsoap.notes());
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("messages for gSOAP cannot be written: " + e.getMessage(), e);
    }
    return report.saying(rows -> goals(replies, rows));
  }

  /** The suite of these messages; each stack has a JVM of its own for a message. */
  static CellSuite suite(List<EncodedReply> replies) {
    List<List<? extends Cell>> groups = new ArrayList<>();
    List<Figure> figures = new ArrayList<>();
    List<String> rows = new ArrayList<>();
    for (EncodedStack stack : EncodedStack.values()) {
      rows.add(stack.label());
    }
    rows.add(GsoapProgram.NAME);
    for (EncodedCell.Way way : EncodedCell.Way.values()) {
      for (EncodedReply reply : replies) {
        for (EncodedStack stack : EncodedStack.values()) {
          groups.add(List.of(new EncodedCell(way, reply, stack)));
        }
      }
      List<Figure.Point> points =
          replies.stream()
              .map(reply -> Figure.Point.named(reply.label(), EncodedCell.scenario(way, reply)))
              .toList();
      figures.add(Figure.ofNames("rpc/encoded, " + way.label(), points, rows));
    }
    return new CellSuite(groups, List.of(), figures, NOTES);
  }

  /** Says of each goal whether it is met. */
  static List<String> goals(List<EncodedReply> replies, List<BenchRow> rows) {
    List<SpeedGoals.Goal> goals =
        List.of(
            new SpeedGoals.Goal(
                EncodedStack.CASTILE.label(), EncodedStack.AXIS.label(), LEAST_OF_AXIS));
    List<String> judged = new ArrayList<>();
    for (EncodedCell.Way way : EncodedCell.Way.values()) {
      for (EncodedReply reply : replies) {
        judged.addAll(SpeedGoals.judged(goals, EncodedCell.scenario(way, reply), rows));
      }
    }
    return judged;
  }
}
