package io.castile.bench.cache;

import com.github.benmanes.caffeine.cache.Cache;
import io.castile.bench.data.GoogleOperation;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import io.castile.bench.report.Unit;
import io.castile.cache.key.CacheKey;
import io.castile.cache.representation.Stored;
import io.castile.codec.Codec;
import java.util.List;
import java.util.function.Supplier;

/**
 * A cell of the suite {@code representations}: an answer from the cache.
 *
 * @param isHit whether its key, of the arguments, is made and looked up too
 */
public record AnswerCell(GoogleOperation operation, AnswerRow answer, boolean isHit)
    implements Cell {
  public static final String KEY = "cacheanswer";

  @Override
  public String row() {
    return answer.label();
  }

  @Override
  public String scenario() {
    return scenario(operation, isHit);
  }

  static String scenario(GoogleOperation operation, boolean isHit) {
    return (isHit ? "hit of " : "restore ") + operation.label();
  }

  @Override
  public String key() {
    return String.join("\t", KEY, operation.name(), answer.name(), Boolean.toString(isHit));
  }

  public static AnswerCell parse(List<String> parts) {
    return new AnswerCell(
        GoogleOperation.valueOf(parts.get(0)),
        AnswerRow.valueOf(parts.get(1)),
        Boolean.parseBoolean(parts.get(2)));
  }

  @Override
  public Unit unit() {
    return Unit.NANOS;
  }

  @Override
  public Call call(Outlet socket) {
    AnswerMap map = AnswerMap.of(operation, KeyRow.ARGUMENTS, answer);
    Supplier<CacheKey> maker = map.keyOf(0);
    Stored<Object> stored = map.answers().getIfPresent(maker.get());
    AnswerCall call = isHit ? new Hit(maker, map.answers()) : new Restore(stored);
    check(call);
    return call;
  }

  /** Twice the right answer: the same one, or another one each time. */
  private void check(AnswerCall call) {
    call.run();
    Object first = call.last;
    call.run();
    Codec<Object> codec = operation.answerCodec();
    boolean mayBeShared = answer == AnswerRow.REFERENCE || first instanceof String;
    if (!codec.equal(first, operation.answer(0))
        || !codec.equal(call.last, first)
        || (first == call.last && !mayBeShared)) {
      throw new IllegalStateException(row() + " gives a wrong answer");
    }
  }

  /** Gets an answer again and again. */
  private abstract static class AnswerCall implements Call {
    private Object last; // kept, so that nothing of the getting can be left out

    @Override
    public final void run() {
      last = get();
    }

    abstract Object get();
  }

  private static final class Restore extends AnswerCall {
    private final Stored<Object> stored;

    Restore(Stored<Object> stored) {
      this.stored = stored;
    }

    @Override
    Object get() {
      return stored.restore();
    }
  }

  private static final class Hit extends AnswerCall {
    private final Supplier<CacheKey> maker;
    private final Cache<CacheKey, Stored<Object>> answers;

    Hit(Supplier<CacheKey> maker, Cache<CacheKey, Stored<Object>> answers) {
      this.maker = maker;
      this.answers = answers;
    }

    @Override
    Object get() {
      return answers.getIfPresent(maker.get()).restore();
    }
  }
}
