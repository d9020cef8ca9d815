package io.castile.bench;

import io.castile.bench.LinkCell.Act;
import io.castile.bench.LinkMessage.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The suite {@code differential}: Figures 6 to 9 of Bodorik, Qaiser and Jutla: Differential Caches
 * for Web Services in Mobile Environments; bytes, times and computed delays of messages that differ
 * little from the one before.
 */
final class Differential {
  private static final Figure.Axis AXIS = new Figure.Axis("% of ratings changed", false);

  /** The paper's variability, over which it takes averages. */
  private static final List<Integer> TENS = List.of(0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100);

  private static final List<Integer> SHARES =
      List.of(0, 1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100);

  private static final LinkMessage REPLACED = new LinkMessage(Kind.REPLACED, 20);
  private static final LinkMessage DOUBLES = new LinkMessage(Kind.DOUBLES, 10);

  /** Bytes are means over so many messages. */
  private static final int MESSAGES = 5;

  private static final List<String> NOTES =
      List.of(
          "Bytes are those of bodies, the mean of "
              + MESSAGES
              + " messages that differ from one; dcz with its head of "
              + DczEnd.HEAD_BYTES
              + " bytes. HTTP's heads are not counted. The first message goes as it is where there is"
              + " no coding without one before it.",
          "Encoding, Differential Updates and mSOAP are the paper's, written anew by its text: a"
              + " message is compared with the last one, and sent whole if more than 95 %"
              + " of its elements have changed; the paper does not tell its threshold. Each body has a"
              + " check of 5 bytes that the paper has not. Its Binary, Java RMI, is not here.",
          "Times: two messages in turn, each the base of the other. dcz loads a new dictionary and"
              + " takes one SHA-256 at each end for every message, as RFC 9842 has it when each"
              + " message is the dictionary of the next.",
          "Delays are computed of bytes and round trips: one round trip, the bytes at the link's"
              + " rate, and the stalls of TCP's slow start from ten segments on. The time that"
              + " encoding and decoding take is not in them.");

  /** Said of a quick run, in which a coding in Java took up to four times as long. */
  private static final String COLD =
      "A quick run: what is coded in Java is not all compiled yet, and its times, Castile's among"
          + " them, are too long; gzip and dcz are in C. Bytes and delays are as in a full run.";

  private Differential() {}

  /** Runs the suite, and counts bytes. */
  static BenchReport run(boolean quick, String command, Timing timing, Consumer<String> progress)
      throws IOException {
    BenchReport codings =
        complete(suite(quick).run(LinkCell.SUITE, command, timing, progress), progress);
    BenchReport calls =
        WholeCalls.suite(quick)
            .run(LinkCell.SUITE, command, WholeCalls.timing(quick), progress)
            .saying(WholeCalls::goals);
    return codings.and(calls);
  }

  /** The report with all that is not measured by a clock. */
  static BenchReport complete(BenchReport times, Consumer<String> progress) throws IOException {
    List<BenchRow> rows = new ArrayList<>();
    for (LinkRow row : LinkRow.values()) {
      progress.accept("bytes: " + row.label());
      rows.addAll(LinkBytes.rows(row, messages(), MESSAGES));
    }
    rows.addAll(LinkDelays.rows(rows, SHARES, TENS));
    List<Figure> figures = new ArrayList<>();
    figures.addAll(LinkBytes.figures(SHARES, List.of(REPLACED, DOUBLES), AXIS));
    figures.addAll(LinkDelays.figures(SHARES, AXIS));
    figures.addAll(times.figures());
    rows.addAll(times.rows());
    return new BenchReport(times.suite(), times.environment(), rows, times.notes(), figures);
  }

  /** The times, those of each row in a JVM of its own; a quick suite has fewer shares. */
  static CellSuite suite(boolean quick) {
    return quick ? suite(List.of(0, 10, 100), COLD) : suite(SHARES);
  }

  private static CellSuite suite(List<Integer> shares, String... more) {
    List<String> notes = new ArrayList<>(NOTES);
    notes.addAll(List.of(more));
    List<List<? extends Cell>> groups = new ArrayList<>();
    List<LinkRow> timed = Stream.of(LinkRow.values()).filter(LinkRow::isTimed).toList();
    for (LinkRow row : timed) {
      List<Cell> cells = new ArrayList<>();
      for (Act act : Act.values()) {
        for (LinkMessage message : act.isFirst() ? firsts() : messages(shares)) {
          cells.add(new LinkCell(row, act, message));
        }
      }
      groups.add(cells);
    }
    List<Cell> passes = new ArrayList<>();
    for (PassCell.Pass pass : PassCell.Pass.values()) {
      passes.add(new PassCell(pass, Kind.RATINGS));
      passes.add(new PassCell(pass, Kind.DOUBLES));
    }
    groups.add(passes);
    return new CellSuite(groups, List.of(), figures(shares, timed), notes);
  }

  private static List<Figure> figures(List<Integer> shares, List<LinkRow> timed) {
    List<String> rows = timed.stream().map(LinkRow::label).toList();
    List<Figure> figures = new ArrayList<>();
    for (Kind kind : List.of(Kind.RATINGS, Kind.DOUBLES)) {
      LinkMessage any = new LinkMessage(kind, 0);
      figures.add(
          Figure.ofNames(
              "Figure 8: the first message, " + kind.label(),
              List.of(
                  Figure.Point.named("encode", LinkCell.scenario(Act.FIRST_ENCODE, any)),
                  Figure.Point.named("decode", LinkCell.scenario(Act.FIRST_DECODE, any))),
              rows));
    }
    for (Act act : List.of(Act.ENCODE, Act.DECODE)) {
      String name = act == Act.ENCODE ? "encoding" : "decoding";
      List<Figure.Point> points =
          shares.stream()
              .map(share -> new LinkMessage(Kind.RATINGS, share))
              .map(message -> new Figure.Point(message.changed(), LinkCell.scenario(act, message)))
              .toList();
      figures.add(new Figure("Figure 9: " + name + " of later messages", AXIS, points, rows));
    }
    List<Figure.Point> others = new ArrayList<>();
    for (LinkMessage message : List.of(REPLACED, DOUBLES)) {
      for (Act act : List.of(Act.ENCODE, Act.DECODE)) {
        String scenario = LinkCell.scenario(act, message);
        others.add(Figure.Point.named(scenario, scenario));
      }
    }
    figures.add(Figure.ofNames("Other messages", others, rows));
    figures.add(
        Figure.ofNames(
            "Passes over a message",
            List.of(
                Figure.Point.named("ratings", PassCell.scenario(Kind.RATINGS)),
                Figure.Point.named(Kind.DOUBLES.label(), PassCell.scenario(Kind.DOUBLES))),
            Stream.of(PassCell.Pass.values()).map(PassCell.Pass::label).toList()));
    return figures;
  }

  private static List<LinkMessage> firsts() {
    return List.of(new LinkMessage(Kind.RATINGS, 0), new LinkMessage(Kind.DOUBLES, 0));
  }

  /** All messages whose bytes are counted. */
  static List<LinkMessage> messages() {
    return messages(SHARES);
  }

  private static List<LinkMessage> messages(List<Integer> shares) {
    List<LinkMessage> messages = new ArrayList<>();
    shares.forEach(share -> messages.add(new LinkMessage(Kind.RATINGS, share)));
    messages.add(REPLACED);
    messages.add(DOUBLES);
    return messages;
  }
}
