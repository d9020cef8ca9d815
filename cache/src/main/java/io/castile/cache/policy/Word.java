package io.castile.cache.policy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A word of a policy: its name, the type of its value, and what holds where no rule states it.
 *
 * @param <T> the type of the value
 */
public final class Word<T> {
  static final Word<Boolean> CACHE = new Word<>("cache", ValueType.BOOLEAN, false);

  /** Without a default: what has no lifetime is not kept. */
  static final Word<Duration> TTL = new Word<>("ttl", ValueType.LIFETIME, null);

  public static final Word<Boolean> HTTP = new Word<>("http", ValueType.BOOLEAN, false);
  static final Word<Boolean> READ_ONLY = new Word<>("readOnly", ValueType.BOOLEAN, false);
  static final Word<Duration> STALE_WHILE_REVALIDATE =
      new Word<>("staleWhileRevalidate", ValueType.DURATION, Duration.ZERO);
  static final Word<Duration> STALE_IF_ERROR =
      new Word<>("staleIfError", ValueType.DURATION, Duration.ZERO);
  public static final Word<List<Vary>> VARY = new Word<>("vary", ListTypes.VARY, List.of());
  public static final Word<List<String>> CREDENTIALS =
      new Word<>("credentials", ListTypes.CREDENTIALS, List.of());
  public static final Word<Boolean> SHARED = new Word<>("shared", ValueType.BOOLEAN, false);
  public static final Word<List<Ignored>> IGNORE =
      new Word<>("ignore", ListTypes.IGNORE, List.of());
  static final Word<List<Invalidation>> INVALIDATES =
      new Word<>("invalidates", ListTypes.INVALIDATES, List.of());
  static final Word<KeyKind> KEY = new Word<>("key", ValueType.KEY, KeyKind.AUTOMATIC);
  static final Word<RepresentationKind> REPRESENTATION =
      new Word<>("representation", ValueType.REPRESENTATION, RepresentationKind.AUTOMATIC);
  static final Word<Long> MAX_ENTRY_BYTES =
      new Word<>("maxEntryBytes", ValueType.BYTE_COUNT, 1L << 20);

  /** In the order in which they are printed. */
  public static final List<Word<?>> ALL =
      List.of(
          CACHE,
          TTL,
          HTTP,
          READ_ONLY,
          STALE_WHILE_REVALIDATE,
          STALE_IF_ERROR,
          VARY,
          CREDENTIALS,
          SHARED,
          IGNORE,
          INVALIDATES,
          KEY,
          REPRESENTATION,
          MAX_ENTRY_BYTES);

  private final String name;
  private final ValueType<T> type;
  private final T otherwise;

  private Word(String name, ValueType<T> type, T otherwise) {
    this.name = name;
    this.type = type;
    this.otherwise = otherwise;
  }

  public String name() {
    return name;
  }

  public ValueType<T> type() {
    return type;
  }

  /** What holds where no rule states this word; null for none. */
  public T otherwise() {
    return otherwise;
  }

  /** The word of this name. */
  static Optional<Word<?>> of(String name) {
    return ALL.stream().filter(word -> word.name.equals(name)).findFirst();
  }

  @Override
  public String toString() {
    return name;
  }
}
