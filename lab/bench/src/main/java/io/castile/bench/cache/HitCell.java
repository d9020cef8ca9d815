package io.castile.bench.cache;

import io.castile.bench.data.Google;
import io.castile.bench.data.GoogleOperation;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Meter;
import io.castile.bench.harness.Outlet;
import io.castile.bench.report.Unit;
import io.castile.cache.CacheStatistics;
import io.castile.codec.Codec;
import java.util.List;

/** A cell of the suite {@code hits}: a kept answer, as an application asks for it. */
public record HitCell(GoogleOperation operation, HitRow hit) implements Cell {
  public static final String KEY = "hit";

  @Override
  public String row() {
    return hit.label();
  }

  @Override
  public String scenario() {
    return scenario(operation);
  }

  static String scenario(GoogleOperation operation) {
    return "asking again for a " + operation.label();
  }

  @Override
  public String key() {
    return String.join("\t", KEY, operation.name(), hit.name());
  }

  public static HitCell parse(List<String> parts) {
    return new HitCell(GoogleOperation.valueOf(parts.get(0)), HitRow.valueOf(parts.get(1)));
  }

  @Override
  public Unit unit() {
    return Unit.NANOS;
  }

  /** A hit waits for nothing. */
  @Override
  public Meter meter() {
    return Meter.THREAD;
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    Ask ask = new Ask(operation, hit.open(operation));
    try {
      check(ask);
      return ask;
    } catch (RuntimeException e) {
      ask.close();
      throw e;
    }
  }

  /** The right answer each time; the same object, or another one each time, as the row says. */
  private void check(Ask ask) {
    ask.run();
    ask.run();
    Object first = ask.last;
    ask.run();
    Codec<Object> codec = operation.answerCodec();
    boolean mayBeShared = hit.isByReference() || (first instanceof String && !hit.isRead());
    if (!codec.equal(first, operation.answer(0))
        || !codec.equal(ask.last, first)
        || (ask.last == first) != mayBeShared
        || !ask.wereHits()) {
      throw new IllegalStateException(row() + " gives a wrong answer");
    }
  }

  /** Asks the same again and again. */
  private static final class Ask implements Call {
    private final GoogleOperation operation;
    private final HitRow.Open open;
    private final Google google;
    private final Object[] arguments;
    private Object last; // kept, so that nothing of the asking can be left out

    Ask(GoogleOperation operation, HitRow.Open open) {
      this.operation = operation;
      this.open = open;
      this.google = open.google();
      this.arguments = operation.arguments(0);
    }

    @Override
    public void run() {
      last = operation.ask(google, arguments);
    }

    /** Whether but the first call was answered from the cache, as far as that can be seen. */
    private boolean wereHits() {
      if (open.cache() == null) {
        return true;
      }
      CacheStatistics.Row row = open.cache().statistics().rows().get(0);
      return row.hits() > 0 && row.hits() + row.misses() == row.calls();
    }

    @Override
    public void close() throws Exception {
      open.close();
    }
  }
}
