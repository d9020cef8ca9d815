package io.castile.cache.representation;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.graph.ObjectLayout;
import io.castile.cache.policy.RepresentationKind;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A value as the cache keeps it. What callers do to a restored value reaches neither the cache nor
 * another caller.
 *
 * <p>Immutable and thread-safe. Made by {@link Representation#store}.
 *
 * @param <T> the type of the value
 */
public final class Stored<T> {
  private final RepresentationKind kind;
  private final @Nullable Object kept;
  private final UnaryOperator<Object> restorer;
  private final long weight;

  /**
   * @param kept what is kept, never changed from here on
   * @param restorer makes the value of it; thread-safe, and not counted as kept
   * @param keptBytes the size of what is kept
   */
  Stored(
      RepresentationKind kind,
      @Nullable Object kept,
      UnaryOperator<Object> restorer,
      long keptBytes) {
    this.kind = kind;
    this.kept = kept;
    this.restorer = restorer;
    this.weight = ObjectLayout.object(3, 8) + keptBytes;
  }

  /** Returns how the value is kept. */
  public RepresentationKind kind() {
    return kind;
  }

  /**
   * Returns the value: itself, or a copy that is the caller's own.
   *
   * @throws NotCacheableException if code of the application's fails that has not failed when the
   *     value was stored; the response must then be fetched again
   */
  @SuppressWarnings("unchecked") // what is restored is of the class of what was stored
  public @Nullable T restore() {
    if (kind == RepresentationKind.REFERENCE) {
      return (T) kept;
    }
    try {
      return (T) restorer.apply(kept);
    } catch (NotCacheableException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      throw NotCacheableException.failed("restoring from " + kind, e);
    }
  }

  /** Returns the bytes of memory that this takes, about; shared metadata not counted. */
  public long weight() {
    return weight;
  }

  public @Nullable Object kept() {
    return kept;
  }
}
