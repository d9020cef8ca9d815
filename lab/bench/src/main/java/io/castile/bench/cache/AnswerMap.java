package io.castile.bench.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.bench.data.GoogleOperation;
import io.castile.cache.key.CacheKey;
import io.castile.cache.representation.Representation;
import io.castile.cache.representation.Stored;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Answers of an operation in a Caffeine map that is bounded by the weight of its entries, and keeps
 * them for a time. The time is the same for all: with {@code expireAfter}, Caffeine notes every
 * read for its timers, and hits wait for the thread that keeps them.
 *
 * @param operation whose answers they are
 * @param maker makes the keys
 * @param answers those of the calls from 0 to {@link #SIZE}
 */
record AnswerMap(
    GoogleOperation operation, KeyRow.Maker maker, Cache<CacheKey, Stored<Object>> answers) {
  /** How many answers there are. */
  static final int SIZE = 100;

  private static final long MAX_BYTES = 64 << 20;
  private static final Duration LIFETIME = Duration.ofHours(1);

  /** A map with all of its answers. */
  static AnswerMap of(GoogleOperation operation, KeyRow key, AnswerRow answer) {
    Cache<CacheKey, Stored<Object>> answers =
        Caffeine.newBuilder()
            .maximumWeight(MAX_BYTES)
            .weigher((CacheKey k, Stored<Object> v) -> (int) (k.weight() + v.weight()))
            .expireAfterWrite(LIFETIME)
            .build();
    AnswerMap map = new AnswerMap(operation, key.maker(operation), answers);
    Representation<Object> representation = answer.representation(operation);
    for (int i = 0; i < SIZE; i++) {
      CacheKey stored = map.keyOf(i).get().toStored();
      answers.put(stored, answer.store(representation, operation.answer(i)));
    }
    return map;
  }

  /** What makes the key of that call, of arguments that are equal to those in the map. */
  Supplier<CacheKey> keyOf(int number) {
    return maker.of(operation.arguments(number));
  }
}
