package io.castile.bench.delta;

import io.castile.bench.data.WholeLoad;
import io.castile.bench.delta.WholeCell.Carrier;
import io.castile.bench.delta.WholeCell.Cost;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Timing;
import io.castile.bench.harness.Turns;
import io.castile.bench.report.Figure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which whole calls are measured, and how long.
 *
 * @param cases what is asked for, and by what it is carried
 * @param lists of which 100 rows change
 * @param timing how time is taken of calls
 * @param longTiming the same of calls that take long, and of lists
 * @param allocation how allocated bytes are counted
 * @param profile for how long a linked call is looked into
 */
record WholePlan(
    List<Case> cases,
    List<WholeLoad> lists,
    Timing timing,
    Timing longTiming,
    Timing allocation,
    WholeProfile.Length profile) {
  private static final List<Integer> SHARES = List.of(0, 1, 10, 30);

  /** Those of calls beside other stacks, for which it does not matter what has changed. */
  private static final List<Integer> LOOPBACK_SHARES = List.of(1, 10, 100);

  /** Those of loads that take long. */
  private static final List<Integer> FEW_SHARES = List.of(1, 10);

  private static final List<WholeLoad> LOADS =
      List.of(
          WholeLoad.RATINGS, WholeLoad.MOVED_RATINGS, WholeLoad.MANY_RATINGS, WholeLoad.DOUBLES);

  private static final List<Integer> QUICK_SHARES = List.of(10);

  /** Four ratings of 195. */
  private static final List<Integer> MOVED_SHARES = List.of(2);

  /**
   * Whole calls for the same, in the same way.
   *
   * @param shares how many per cent change
   */
  record Case(Carrier carrier, WholeLoad load, List<Integer> shares) {
    /** The cells of each row. */
    private List<List<WholeCell>> groups(Cost cost) {
      return carrier.rows().stream().map(row -> cells(row, cost).toList()).toList();
    }

    /** The cells of a row; none of one that the carrier has not. */
    private Stream<WholeCell> cells(WholeRow row, Cost cost) {
      return carrier.rows().contains(row)
          ? shares.stream().map(share -> new WholeCell(row, carrier, load, share, cost))
          : Stream.empty();
    }
  }

  /**
   * Cells that are measured side by side.
   *
   * @param groups for each JVM its cells
   */
  record Part(List<? extends List<? extends Cell>> groups, Timing timing) {}

  /** The plan; a quick one has few cells. */
  static WholePlan of(boolean quick) {
    return quick ? quick() : full();
  }

  private static WholePlan quick() {
    return new WholePlan(
        List.of(
            new Case(Carrier.MEMORY, WholeLoad.RATINGS, QUICK_SHARES),
            new Case(Carrier.MEMORY, WholeLoad.DOUBLES, QUICK_SHARES),
            new Case(Carrier.LOOPBACK, WholeLoad.RATINGS, QUICK_SHARES)),
        List.of(WholeLoad.MANY_RATINGS),
        Timing.QUICK_PROCESSOR,
        Timing.QUICK_PROCESSOR,
        Timing.QUICK_ALLOCATION,
        new WholeProfile.Length(Duration.ofSeconds(2), Duration.ofSeconds(2)));
  }

  private static WholePlan full() {
    List<Case> cases = new ArrayList<>();
    for (Carrier carrier : Carrier.values()) {
      for (WholeLoad load : LOADS) {
        cases.add(new Case(carrier, load, shares(carrier, load)));
      }
    }
    return new WholePlan(
        cases,
        ChangedRowsCell.LOADS,
        Timing.FULL_PROCESSOR,
        Timing.FULL_LONG_PROCESSOR,
        Timing.FULL_ALLOCATION,
        new WholeProfile.Length(Duration.ofSeconds(20), Duration.ofSeconds(20)));
  }

  /** How long calls are made before any is timed. */
  Turns.WarmUp warmUp() {
    return timing.equals(Timing.FULL_PROCESSOR)
        ? Turns.WarmUp.LONG
        : new Turns.WarmUp(timing.warmups() * timing.roundMillis(), 1);
  }

  /** What is timed, the rows in turns. A JVM has all shares of a row and a case. */
  List<Part> timed() {
    List<Part> parts = new ArrayList<>();
    for (Case each : cases) {
      parts.add(new Part(each.groups(Cost.TIME), timing));
    }
    List<List<ChangedRowsCell>> lengths =
        Arrays.stream(ChangedRowsCell.Work.values())
            .map(work -> lists.stream().map(load -> new ChangedRowsCell(work, load)).toList())
            .toList();
    parts.add(new Part(lengths, longTiming));
    return parts;
  }

  private static List<Integer> shares(Carrier carrier, WholeLoad load) {
    if (load == WholeLoad.MOVED_RATINGS) {
      return MOVED_SHARES;
    }
    if (load == WholeLoad.MANY_RATINGS) {
      return FEW_SHARES;
    }
    return carrier == Carrier.MEMORY ? SHARES : LOOPBACK_SHARES;
  }

  /** What is counted, the cells of each row in a JVM. */
  List<List<WholeCell>> counted() {
    return Stream.of(WholeRow.values())
        .map(row -> cases.stream().flatMap(each -> each.cells(row, Cost.ALLOCATION)).toList())
        .filter(cells -> !cells.isEmpty())
        .toList();
  }

  /** What is drawn of all of it. */
  List<Figure> figures(Figure.Axis axis) {
    List<Figure> figures = new ArrayList<>();
    cases.forEach(each -> figures.add(figure("Processor time of a call", each, Cost.TIME, axis)));
    figures.add(ChangedRowsCell.figure(lists));
    cases.forEach(
        each -> figures.add(figure("Allocated bytes of a call", each, Cost.ALLOCATION, axis)));
    figures.add(WholeProfile.figure());
    return figures;
  }

  private static Figure figure(String title, Case of, Cost cost, Figure.Axis axis) {
    List<Figure.Point> points =
        of.cells(WholeRow.SOAP, cost)
            .map(cell -> new Figure.Point(cell.changed(), cell.scenario()))
            .toList();
    return new Figure(
        title + " for " + of.load.label() + " " + of.carrier.label(),
        axis,
        points,
        of.carrier.rows().stream().map(WholeRow::label).toList());
  }
}
