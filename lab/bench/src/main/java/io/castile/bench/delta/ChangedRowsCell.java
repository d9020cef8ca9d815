package io.castile.bench.delta;

import io.castile.bench.data.Envelope;
import io.castile.bench.data.StockAnswers;
import io.castile.bench.data.WholeLoad;
import io.castile.bench.harness.AnswerCycle;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Meter;
import io.castile.bench.harness.Outlet;
import io.castile.bench.message.RatingsResponse;
import io.castile.bench.report.Figure;
import io.castile.template.TemplateOptions;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.internal.Template;
import java.util.Arrays;
import java.util.List;

/**
 * A cell of the suite {@code differential}: of a list of ratings the same number of rows changes,
 * however long it is. Taken is the processors' time of both ends.
 */
public record ChangedRowsCell(Work work, WholeLoad load) implements Cell {
  public static final String KEY = "changedRows";

  /** The list, and one that is ten times as long. */
  static final List<WholeLoad> LOADS = List.of(WholeLoad.MANY_RATINGS, WholeLoad.MOST_RATINGS);

  private static final int CHANGED = 100;

  /** What is said of them. */
  static final String NOTE =
      "The same number of changed rows, ten times the list: "
          + CHANGED
          + " ratings change from answer to answer. The client of the linked call has promised not"
          + " to change results, and gets rows that it has had as the same objects. The comparison"
          + " of the service's own objects is the processor time of putting an answer into its"
          + " template (Template.update), by itself: it compares all values of the new objects with"
          + " those before and writes the changed rows over the old ones; nothing is sent, named or"
          + " copied.";

  /** What is done with a list. */
  enum Work {
    LINKED(WholeRow.READ_ONLY_VALUES.label()),
    COMPARISON("comparison of the service's own objects");

    private final String label;

    Work(String label) {
      this.label = label;
    }

    /** What tables call it. */
    String label() {
      return label;
    }
  }

  static Figure figure(List<WholeLoad> loads) {
    return Figure.ofNames(
        "The same number of changed rows, ten times the list",
        loads.stream().map(ChangedRowsCell::scenario).map(s -> Figure.Point.named(s, s)).toList(),
        Arrays.stream(Work.values()).map(Work::label).toList());
  }

  @Override
  public String row() {
    return work.label;
  }

  @Override
  public String scenario() {
    return scenario(load);
  }

  static String scenario(WholeLoad load) {
    return CHANGED + " of " + load.label() + " changed, read-only, in memory";
  }

  @Override
  public String key() {
    return String.join("\t", KEY, work.name(), load.name());
  }

  public static ChangedRowsCell parse(List<String> parts) {
    return new ChangedRowsCell(Work.valueOf(parts.get(0)), WholeLoad.valueOf(parts.get(1)));
  }

  @Override
  public Meter meter() {
    return Meter.PROCESSOR;
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    StockAnswers service = load.answersWithChanged(CHANGED);
    return switch (work) {
      case LINKED ->
          RepeatedCall.checked(
              WholeRow.READ_ONLY_VALUES.openInMemory(service),
              load,
              service,
              "linked " + scenario());
      case COMPARISON -> new Updating(service).checked();
    };
  }

  /** Puts each answer into the template of the one before. */
  private static final class Updating implements Call {
    // As a server's answers that are sent as differences.
    private final Template template =
        new Template(
            TemplateOptions.builder().stuffing(Stuffing.NONE).padding(Padding.OUTSIDE).build());

    private final StockAnswers service;
    private long written; // kept, so that nothing of the work can be left out

    Updating(StockAnswers service) {
      this.service = service;
    }

    @Override
    public void run() {
      RatingsResponse answer = new RatingsResponse(service.getRatings(""));
      written += template.update(Envelope.of(answer)).written();
    }

    /** What the template has must be read as the answer. */
    Updating checked() throws Exception {
      ObjectCoding reading = ObjectCoding.of(ObjectRow.SOAP, WholeLoad.RATINGS);
      for (int i = 0; i < 2 * AnswerCycle.LENGTH; i++) {
        run();
        if (!service.isLast(reading.value(reading.read(template.toByteArray())))) {
          throw new IllegalStateException("a template has another answer than was put into it");
        }
      }
      return this;
    }

    @Override
    public String toString() {
      return written + " values written";
    }
  }
}
