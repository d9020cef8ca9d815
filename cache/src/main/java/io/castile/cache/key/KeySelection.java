package io.castile.cache.key;

import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A selection of keys: those of certain operations, all of them or some. A store that knows its
 * entries by their operations need not look at each.
 *
 * <p>Immutable; as thread-safe as its predicates, which may be asked by any thread.
 */
public final class KeySelection {
  private static final KeySelection ALL = ofOperations(scope -> true);

  private final Predicate<KeyScope> operations;
  private final @Nullable Predicate<CacheKey> keys; // null for all of these operations

  private KeySelection(Predicate<KeyScope> operations, @Nullable Predicate<CacheKey> keys) {
    this.operations = Objects.requireNonNull(operations, "operations");
    this.keys = keys;
  }

  /** Returns the selection of all keys. */
  public static KeySelection all() {
    return ALL;
  }

  /**
   * Returns all keys of certain operations.
   *
   * @param operations must not look at {@link KeyScope#parts}, which it may be asked without
   */
  public static KeySelection ofOperations(Predicate<KeyScope> operations) {
    return new KeySelection(operations, null);
  }

  /**
   * Returns certain keys of certain operations.
   *
   * @param operations as in {@link #ofOperations}
   * @param keys asked about keys of these operations only
   */
  public static KeySelection of(Predicate<KeyScope> operations, Predicate<CacheKey> keys) {
    return new KeySelection(operations, Objects.requireNonNull(keys, "keys"));
  }

  /** Returns certain keys, whatever their operation. */
  public static KeySelection of(Predicate<CacheKey> keys) {
    return of(scope -> true, keys);
  }

  /** Whether a key is meant. */
  public boolean has(CacheKey key) {
    return mayHave(key.scope()) && (keys == null || keys.test(key));
  }

  /** Whether keys of an operation are meant; the parts of the scope do not matter. */
  public boolean mayHave(KeyScope operation) {
    return operations.test(operation);
  }

  /** Whether all keys are meant of each operation of which some are. */
  public boolean isOfWholeOperations() {
    return keys == null;
  }
}
