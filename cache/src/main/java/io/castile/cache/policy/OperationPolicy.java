package io.castile.cache.policy;

import io.castile.cache.policy.internal.PolicyKey;
import io.castile.cache.policy.internal.ResolvedRule;
import io.castile.cache.policy.internal.RuleValues;
import io.castile.cache.policy.text.Durations;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The policy of one operation, in which each word has its value.
 *
 * <p>Where rules together state what no single rule may, the response is the safe one: an operation
 * that invalidates is not cached; {@code vary} holds beside {@code shared}; what {@code vary} names
 * is in the key even if it is ignored; a stated representation holds beside {@code readOnly}.
 *
 * <p>Immutable and thread-safe.
 */
public final class OperationPolicy {
  /** The policy by which nothing is cached. */
  public static final OperationPolicy NOTHING = new OperationPolicy(new RuleValues());

  static {
    ResolvedRule.POLICIES.readBy(any -> OperationPolicy::new);
    ResolvedRule.VALUES.readBy(policy -> policy.values);
  }

  private final Map<PolicyKey<?>, Object> values;

  // What every call asks for.
  private final boolean http;
  private final boolean shared;
  private final List<Vary> vary;
  private final List<String> credentials;
  private final Set<String> unkeyedFields;

  private OperationPolicy(RuleValues stated) {
    Map<PolicyKey<?>, Object> all = new LinkedHashMap<>();
    for (PolicyKey<?> word : PolicyKey.ALL) {
      Object value = stated.has(word) ? stated.get(word) : word.otherwise();
      if (value != null) {
        all.put(word, value);
      }
    }
    this.values = Collections.unmodifiableMap(all);
    this.http = some(PolicyKey.HTTP);
    this.shared = some(PolicyKey.SHARED);
    this.vary = some(PolicyKey.VARY);
    this.credentials = some(PolicyKey.CREDENTIALS);
    this.unkeyedFields = unkeyed();
  }

  /**
   * Returns the fields that no general rule puts into the key; those that {@code vary} names are
   * there anyway.
   */
  private Set<String> unkeyed() {
    Set<String> names = new HashSet<>(credentials);
    for (Vary each : vary) {
      if (each.kind() == Vary.Kind.HTTP_HEADER) {
        names.add(each.name());
      }
    }
    for (IgnoredPart each : ignore()) {
      if (each.kind() == IgnoredPart.Kind.HTTP_HEADER) {
        names.add(each.name());
      }
    }
    return Set.copyOf(names);
  }

  /** Returns the value for {@code word}; null for none, which only the lifetime may have. */
  private <T> @Nullable T get(PolicyKey<T> word) {
    @SuppressWarnings("unchecked") // each word has a value of its type
    T value = (T) values.get(word);
    return value;
  }

  /** Returns the value for {@code word}, which has a default. */
  private <T> T some(PolicyKey<T> word) {
    return Objects.requireNonNull(get(word));
  }

  /** Whether responses are cached. */
  public boolean cached() {
    return some(PolicyKey.CACHE) && invalidates().isEmpty() && (ttl().isPresent() || http());
  }

  /** Returns why responses are cached, or not, in words. */
  public String reason() {
    if (!invalidates().isEmpty()) {
      return "not cached: the operation invalidates others";
    }
    if (!some(PolicyKey.CACHE)) {
      return "not cached: no rule that decides states 'cache: true'";
    }
    if (!cached()) {
      return "not cached: neither 'ttl' nor 'http: true' gives it a lifetime";
    }
    String lifetime = ttl().map(ttl -> "for " + Durations.print(ttl)).orElse("");
    if (!http()) {
      return "cached " + lifetime;
    }
    return "cached as long as HTTP says"
        + (lifetime.isEmpty() ? "" : ", " + lifetime + " where it says nothing");
  }

  /**
   * Returns how long a response is fresh where HTTP states no lifetime or is not consulted;
   * positive.
   */
  public Optional<Duration> ttl() {
    return Optional.ofNullable(get(PolicyKey.TTL));
  }

  /** Whether the freshness that HTTP headers state is followed. */
  public boolean http() {
    return http;
  }

  /** Whether the application never changes returned objects. */
  public boolean readOnly() {
    return some(PolicyKey.READ_ONLY);
  }

  /** Returns how long before the end of a response's lifetime a hit has a new one fetched. */
  public Duration refreshAhead() {
    return some(PolicyKey.REFRESH_AHEAD);
  }

  /** Returns how long a stale response may be given while a new one is fetched. */
  public Duration staleWhileRevalidate() {
    return some(PolicyKey.STALE_WHILE_REVALIDATE);
  }

  /** Returns how long a stale response may be given where the origin fails. */
  public Duration staleIfError() {
    return some(PolicyKey.STALE_IF_ERROR);
  }

  /**
   * Returns how long a call waits for the origin where a stale response may be given if the origin
   * fails, before it is given that; zero for as long as it takes.
   */
  public Duration staleIfSlow() {
    return some(PolicyKey.STALE_IF_SLOW);
  }

  /** Returns the parts of the key beside the arguments. */
  public List<Vary> vary() {
    return vary;
  }

  /** Returns names of header fields that are credentials, too, in lower case. */
  public List<String> credentials() {
    return credentials;
  }

  /**
   * Returns the header fields of HTTP, in lower case, that rules or their kind place: {@code vary}
   * puts them into the key, {@code ignore} leaves them out, or they are credentials. The same
   * object each time.
   */
  public Set<String> unkeyedFields() {
    return unkeyedFields;
  }

  /** Whether callers with credentials share responses. */
  public boolean shared() {
    return shared;
  }

  /** Returns the parts that are not in the key, except where {@link #vary} names them. */
  public List<IgnoredPart> ignore() {
    return some(PolicyKey.IGNORE);
  }

  /** Returns the responses that a successful call invalidates. */
  public List<Invalidation> invalidates() {
    return some(PolicyKey.INVALIDATES);
  }

  /** Returns the kind of data that keys are made of. */
  public KeyKind key() {
    return some(PolicyKey.KEY);
  }

  /** Returns how values are kept. */
  public RepresentationKind representation() {
    return some(PolicyKey.REPRESENTATION);
  }

  /** Returns beyond how many bytes a response is not kept; positive. */
  public long maxEntryBytes() {
    return some(PolicyKey.MAX_ENTRY_BYTES);
  }

  /** Whether all this holds for requests by HTTP GET, too. */
  public boolean httpGet() {
    return some(PolicyKey.HTTP_GET);
  }

  /** Whether all this holds for messages with attachments, too, where the gateway sees them. */
  public boolean attachments() {
    return some(PolicyKey.ATTACHMENTS);
  }

  /** Whether each caller, known by credentials, has entries of its own: a private cache. */
  public boolean perCaller() {
    return vary().stream()
        .anyMatch(
            vary ->
                vary.byCredentials()
                    || (vary.kind() == Vary.Kind.HTTP_HEADER
                        && credentials().contains(vary.name())));
  }

  /** Whether keys depend on header fields of HTTP. */
  public boolean variesByHttp() {
    return vary().stream().anyMatch(vary -> vary.kind() == Vary.Kind.HTTP_HEADER);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof OperationPolicy policy && values.equals(policy.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
