package io.castile.bench.gateway;

import io.castile.bench.report.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** An open loop beside the closed one, on fronts that are warm, and what the load can do alone. */
final class OpenRows {
  private static final int CONNECTIONS = 25;

  /** How many times as fast as the fastest open loop the load has to be alone. */
  private static final int ROOM = 3;

  static final String NOTE =
      "Open loops ask at a constant rate on one thread, whatever answers take: a latency counts from the"
          + " time at which its request was due. A request goes by a connection that is free, or by a new"
          + " one, up to 256. How late requests are sent after they were due is in a table of its own: it"
          + " is what the load itself adds.";

  private static final String LOAD = "the load alone";
  private static final String LIMIT =
      "most requests, search, never asked before, to the origin directly, "
          + CONNECTIONS
          + " connections";

  /** What is asked, how fast. */
  private enum Case {
    SIMPLE(Load.Question.SIMPLE, false, 4_000),
    SEARCH(Load.Question.SEARCH, false, 4_000),
    LARGE(Load.Question.LARGE, false, 400),
    NEW(Load.Question.SEARCH, true, 1_000);

    private final Load.Question question;
    private final boolean isNew;
    private final int perSecond;

    Case(Load.Question question, boolean isNew, int perSecond) {
      this.question = question;
      this.isNew = isNew;
      this.perSecond = perSecond;
    }

    String label() {
      return question.label() + (isNew ? ", new" : "") + ", " + perSecond + "/s";
    }

    String scenario(String what) {
      return "open loop: "
          + what
          + ", "
          + question.label()
          + (isNew ? ", never asked before, " : ", ")
          + perSecond
          + "/s";
    }

    boolean isFor(Front front) {
      return !isNew || front.caches() || front == Front.DIRECT;
    }
  }

  private static final Map<String, ToDoubleFunction<LoadAnswer>> VALUES = values();

  private OpenRows() {}

  private static Map<String, ToDoubleFunction<LoadAnswer>> values() {
    Map<String, ToDoubleFunction<LoadAnswer>> values = new LinkedHashMap<>();
    values.put("p50", answer -> answer.slices().get(0).p50());
    values.put("p99", answer -> answer.slices().get(0).p99());
    values.put("p99.9", answer -> answer.slices().get(0).p999());
    values.put("max", answer -> answer.slices().get(0).max());
    values.put("p99 of how late requests are sent", answer -> answer.late().p99());
    return values;
  }

  /**
   * Has the load warm up in both loops, and takes how many questions a second it asks of the origin
   * at most.
   *
   * @param notes gets the number, and whether it is enough
   */
  static void limit(
      Front.Origin origin, Loader loader, Extent extent, Medians medians, List<String> notes)
      throws IOException {
    double most = warmUp(origin, loader, extent);
    int fastest = fastest();
    medians.add(LOAD, LIMIT, "1/s", most);
    if (most < ROOM * fastest) {
      notes.add(
          "The load asks the origin directly "
              + Math.round(most)
              + " times a second at most, which is"
              + " less than "
              + ROOM
              + " times the "
              + fastest
              + " of the fastest open loop: it may be"
              + " what open loops measure.");
    }
  }

  /**
   * Has the load warm up in both loops.
   *
   * @return how many questions a second it asks of the origin at most
   */
  static double warmUp(Front.Origin origin, Loader loader, Extent extent) throws IOException {
    int count = extent.limitRequests();
    double most = 0;
    for (int round = 0; round < 3; round++) { // the first ones warm up
      most =
          loader
              .run(
                  LoadOrder.closed(
                      origin.port(), Load.Question.SEARCH, loader.fresh(count), count, CONNECTIONS))
              .perSecond();
    }
    loader.run(LoadOrder.open(origin.port(), Load.Question.SIMPLE, 0, count, fastest(), count));
    return most;
  }

  private static int fastest() {
    return Stream.of(Case.values()).mapToInt(each -> each.perSecond).max().orElseThrow();
  }

  /** Asks all fronts, in turns. */
  static void play(
      Loader loader,
      List<Front.Running> fronts,
      Extent extent,
      Medians medians,
      Consumer<String> progress)
      throws IOException {
    for (Case each : Case.values()) {
      for (int round = 0; round < extent.rounds(); round++) {
        progress.accept("open loop: " + each.label());
        for (Front.Running front : fronts) {
          if (each.isFor(front.front())) {
            LoadAnswer answer = loader.run(order(each, front, loader, extent));
            VALUES.forEach(
                (what, value) ->
                    medians.add(
                        front.label(), each.scenario(what), "µs", value.applyAsDouble(answer)));
          }
        }
      }
    }
  }

  private static LoadOrder order(Case asked, Front.Running front, Loader loader, Extent extent) {
    int count = asked.perSecond * extent.openSeconds();
    return LoadOrder.open(
        front.port(),
        asked.question,
        asked.isNew ? loader.fresh(count) : 0,
        count,
        asked.perSecond,
        count);
  }

  /** Returns the tables. */
  static List<Figure> figures(List<String> labels) {
    List<Figure> figures = new ArrayList<>();
    for (String what : VALUES.keySet()) {
      figures.add(
          Figure.ofNames(
              "Gateway, open loop: " + what,
              Stream.of(Case.values())
                  .map(each -> Figure.Point.named(each.label(), each.scenario(what)))
                  .toList(),
              labels));
    }
    figures.add(
        Figure.ofNames(
            "Gateway: the load alone",
            List.of(Figure.Point.named("most requests", LIMIT)),
            List.of(LOAD)));
    return figures;
  }
}
