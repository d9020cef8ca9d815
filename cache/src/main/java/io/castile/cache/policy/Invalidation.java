package io.castile.cache.policy;

import io.castile.cache.policy.CacheRule.NamePattern;
import io.castile.cache.policy.text.NameChecks;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A rule for cached responses that a successful call invalidates.
 *
 * @param operation the operations of the same service whose answers are dropped
 * @param matching only answers whose argument (value) equals an argument of this call (key); empty
 *     for all responses
 */
public record Invalidation(NamePattern operation, Map<String, String> matching) {
  /**
   * @throws IllegalArgumentException if a name cannot be that of an argument
   */
  public Invalidation {
    Map<String, String> copy = new LinkedHashMap<>();
    matching.forEach(
        (own, cached) ->
            copy.put(NameChecks.checkedArgument(own), NameChecks.checkedArgument(cached)));
    matching = Collections.unmodifiableMap(copy);
  }

  /** Invalidates all responses of the operations that fit {@code glob}. */
  public static Invalidation of(String glob) {
    return new Invalidation(new NamePattern(glob), Map.of());
  }

  /**
   * Returns a copy that invalidates only responses whose argument {@code cached} equals {@code
   * own}.
   */
  public Invalidation matching(String own, String cached) {
    Map<String, String> more = new LinkedHashMap<>(matching);
    more.put(own, cached);
    return new Invalidation(operation, more);
  }

  @Override
  public String toString() {
    return matching.isEmpty() ? operation.pattern() : operation + " matching " + matching;
  }
}
