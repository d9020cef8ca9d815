package io.castile.cache.observe;

import io.castile.cache.policy.CacheRule.NamePattern;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * The operations that are known to read only, by another source than their names: the operator, or
 * a WSDL. Immutable and thread-safe.
 */
public final class KnownReads {
  /** No knowledge but the names of operations. */
  public static final KnownReads NONE = new KnownReads(Map.of());

  private final Map<NamePattern, String> patterns;

  private KnownReads(Map<NamePattern, String> patterns) {
    this.patterns = patterns;
  }

  /**
   * Returns the operations that an operator names.
   *
   * @param patterns names with {@code *} and {@code ?}, as in a policy's {@code operation}
   * @throws IllegalArgumentException if one cannot be a pattern
   */
  public static KnownReads of(Collection<String> patterns) {
    KnownReads all = NONE;
    for (String each : patterns) {
      all = all.and(each, "the operator says that it only reads");
    }
    return all;
  }

  /**
   * Returns these and the operations that fit a pattern.
   *
   * @param because how that is known, in words
   * @throws IllegalArgumentException if it cannot be a pattern
   */
  public KnownReads and(String pattern, String because) {
    Map<NamePattern, String> more = new LinkedHashMap<>(patterns);
    more.putIfAbsent(new NamePattern(pattern), because);
    return new KnownReads(more);
  }

  /** Returns how it is known that an operation only reads; empty if it is not. */
  public Optional<String> because(QName operation) {
    return patterns.entrySet().stream()
        .filter(each -> each.getKey().matchesName(operation.toString()))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
