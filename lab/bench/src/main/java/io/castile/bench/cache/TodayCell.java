package io.castile.bench.cache;

import io.castile.bench.data.Google;
import io.castile.bench.data.GoogleOperation;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import io.castile.bench.report.Unit;
import io.castile.bench.stack.SpringGoogle;
import io.castile.codec.Codec;
import java.util.List;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * A cell of the suite {@code representations}: an answer as users get it today.
 *
 * @param way how they get it
 */
public record TodayCell(GoogleOperation operation, Way way) implements Cell {
  public static final String KEY = "today";

  /** What users do today. */
  enum Way {
    /** Callers share the answers, and may spoil them for each other. */
    SPRING("Spring @Cacheable on Caffeine");

    private final String label;

    Way(String label) {
      this.label = label;
    }

    /** What tables call it. */
    String label() {
      return label;
    }
  }

  @Override
  public String row() {
    return way.label;
  }

  @Override
  public String scenario() {
    return AnswerCell.scenario(operation, true);
  }

  @Override
  public String key() {
    return String.join("\t", KEY, operation.name(), way.name());
  }

  public static TodayCell parse(List<String> parts) {
    return new TodayCell(GoogleOperation.valueOf(parts.get(0)), Way.valueOf(parts.get(1)));
  }

  @Override
  public Unit unit() {
    return Unit.NANOS;
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    AnnotationConfigApplicationContext spring = SpringGoogle.start();
    Ask ask = new Ask(operation, spring.getBean(Google.class), spring);
    try {
      check(ask);
      return ask;
    } catch (RuntimeException e) {
      ask.close();
      throw e;
    }
  }

  /** The right answer each time, and the same one. */
  private void check(Ask ask) {
    ask.run();
    Object first = ask.last;
    ask.run();
    Codec<Object> codec = operation.answerCodec();
    if (!codec.equal(first, operation.answer(0))
        || !codec.equal(ask.last, first)
        || ask.last != first) {
      throw new IllegalStateException(row() + " gives a wrong answer");
    }
  }

  /** Asks the same again and again. */
  private static final class Ask implements Call {
    private final GoogleOperation operation;
    private final Google google;
    private final Object[] arguments;
    private final AutoCloseable behind;
    private Object last; // kept, so that nothing of the asking can be left out

    /**
     * @param behind closed with the call
     */
    Ask(GoogleOperation operation, Google google, AutoCloseable behind) {
      this.operation = operation;
      this.google = google;
      this.arguments = operation.arguments(0);
      this.behind = behind;
    }

    @Override
    public void run() {
      last = operation.ask(google, arguments);
    }

    @Override
    public void close() throws Exception {
      behind.close();
    }
  }
}
