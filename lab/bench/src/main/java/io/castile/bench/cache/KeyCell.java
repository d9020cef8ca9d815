package io.castile.bench.cache;

import com.github.benmanes.caffeine.cache.Cache;
import io.castile.bench.data.GoogleOperation;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import io.castile.bench.report.Unit;
import io.castile.cache.key.CacheKey;
import io.castile.cache.representation.Stored;
import java.util.List;
import java.util.function.Supplier;

/**
 * A cell of the suite {@code representations}: the key of a call.
 *
 * @param made how it is made
 * @param isFound whether it is then looked up in the map
 */
public record KeyCell(GoogleOperation operation, KeyRow made, boolean isFound) implements Cell {
  public static final String KEY = "cachekey";

  @Override
  public String row() {
    return made.label();
  }

  @Override
  public String scenario() {
    return scenario(operation, isFound);
  }

  static String scenario(GoogleOperation operation, boolean isFound) {
    return (isFound ? "find " : "key of ") + operation.label();
  }

  @Override
  public String key() {
    return String.join("\t", KEY, operation.name(), made.name(), Boolean.toString(isFound));
  }

  public static KeyCell parse(List<String> parts) {
    return new KeyCell(
        GoogleOperation.valueOf(parts.get(0)),
        KeyRow.valueOf(parts.get(1)),
        Boolean.parseBoolean(parts.get(2)));
  }

  @Override
  public Unit unit() {
    return Unit.NANOS;
  }

  @Override
  public Call call(Outlet socket) {
    AnswerMap map = AnswerMap.of(operation, made, AnswerRow.REFERENCE);
    Supplier<CacheKey> maker = map.keyOf(0);
    Make make = new Make(maker);
    make.run();
    if (map.answers().getIfPresent(make.last) == null
        || map.answers().getIfPresent(map.keyOf(-1).get()) != null) {
      throw new IllegalStateException("a key of " + row() + " finds the wrong answer");
    }
    return isFound ? new Find(maker, map.answers()) : make;
  }

  /** Makes the key again and again. */
  private static final class Make implements Call {
    private final Supplier<CacheKey> maker;
    private CacheKey last; // kept, so that nothing of the making can be left out

    Make(Supplier<CacheKey> maker) {
      this.maker = maker;
    }

    @Override
    public void run() {
      last = maker.get();
    }
  }

  /** Makes the key and looks it up. */
  private static final class Find implements Call {
    private final Supplier<CacheKey> maker;
    private final Cache<CacheKey, Stored<Object>> answers;

    Find(Supplier<CacheKey> maker, Cache<CacheKey, Stored<Object>> answers) {
      this.maker = maker;
      this.answers = answers;
    }

    @Override
    public void run() {
      if (answers.getIfPresent(maker.get()) == null) {
        throw new IllegalStateException("the answer is gone");
      }
    }
  }
}
