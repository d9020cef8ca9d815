package io.castile.cache.policy.internal;

import io.castile.cache.policy.IgnoredPart;
import io.castile.cache.policy.Invalidation;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.policy.RepresentationKind;
import io.castile.cache.policy.Vary;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A word of a policy: its name, the type of its value, and its default.
 *
 * @param <T> the type of the value
 */
public final class PolicyKey<T> {
  public static final PolicyKey<Boolean> CACHE = new PolicyKey<>("cache", ValueType.BOOLEAN, false);

  /** Without a default: what has no lifetime is not kept. */
  public static final PolicyKey<Duration> TTL = new PolicyKey<>("ttl", ValueType.LIFETIME, null);

  public static final PolicyKey<Boolean> HTTP = new PolicyKey<>("http", ValueType.BOOLEAN, false);
  public static final PolicyKey<Boolean> READ_ONLY =
      new PolicyKey<>("readOnly", ValueType.BOOLEAN, false);
  public static final PolicyKey<Duration> REFRESH_AHEAD =
      new PolicyKey<>("refreshAhead", ValueType.DURATION, Duration.ZERO);
  public static final PolicyKey<Duration> STALE_WHILE_REVALIDATE =
      new PolicyKey<>("staleWhileRevalidate", ValueType.DURATION, Duration.ZERO);
  public static final PolicyKey<Duration> STALE_IF_ERROR =
      new PolicyKey<>("staleIfError", ValueType.DURATION, Duration.ZERO);
  public static final PolicyKey<Duration> STALE_IF_SLOW =
      new PolicyKey<>("staleIfSlow", ValueType.DURATION, Duration.ZERO);
  public static final PolicyKey<List<Vary>> VARY =
      new PolicyKey<>("vary", ListTypes.VARY, List.of());
  public static final PolicyKey<List<String>> CREDENTIALS =
      new PolicyKey<>("credentials", ListTypes.CREDENTIALS, List.of());
  public static final PolicyKey<Boolean> SHARED =
      new PolicyKey<>("shared", ValueType.BOOLEAN, false);
  public static final PolicyKey<List<IgnoredPart>> IGNORE =
      new PolicyKey<>("ignore", ListTypes.IGNORE, List.of());
  public static final PolicyKey<List<Invalidation>> INVALIDATES =
      new PolicyKey<>("invalidates", ListTypes.INVALIDATES, List.of());
  public static final PolicyKey<KeyKind> KEY =
      new PolicyKey<>("key", ValueType.KEY, KeyKind.AUTOMATIC);
  public static final PolicyKey<RepresentationKind> REPRESENTATION =
      new PolicyKey<>("representation", ValueType.REPRESENTATION, RepresentationKind.AUTOMATIC);
  public static final PolicyKey<Long> MAX_ENTRY_BYTES =
      new PolicyKey<>("maxEntryBytes", ValueType.BYTE_COUNT, 1L << 20);
  public static final PolicyKey<Boolean> HTTP_GET =
      new PolicyKey<>("httpGet", ValueType.BOOLEAN, false);
  public static final PolicyKey<Boolean> ATTACHMENTS =
      new PolicyKey<>("attachments", ValueType.BOOLEAN, false);

  /** All words, in the order in which they are printed. */
  public static final List<PolicyKey<?>> ALL =
      List.of(
          CACHE,
          TTL,
          HTTP,
          READ_ONLY,
          REFRESH_AHEAD,
          STALE_WHILE_REVALIDATE,
          STALE_IF_ERROR,
          STALE_IF_SLOW,
          VARY,
          CREDENTIALS,
          SHARED,
          IGNORE,
          INVALIDATES,
          KEY,
          REPRESENTATION,
          MAX_ENTRY_BYTES,
          HTTP_GET,
          ATTACHMENTS);

  private final String name;
  private final ValueType<T> type;
  private final @Nullable T otherwise;

  private PolicyKey(String name, ValueType<T> type, @Nullable T otherwise) {
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

  /** The default of this word, where no rule states it; null for none. */
  public @Nullable T otherwise() {
    return otherwise;
  }

  /** The word of this name. */
  static Optional<PolicyKey<?>> of(String name) {
    return ALL.stream().filter(word -> word.name.equals(name)).findFirst();
  }

  @Override
  public String toString() {
    return name;
  }
}
