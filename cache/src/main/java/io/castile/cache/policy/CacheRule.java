package io.castile.cache.policy;

import io.castile.cache.policy.internal.Conflicts;
import io.castile.cache.policy.internal.ListTypes;
import io.castile.cache.policy.internal.PolicyKey;
import io.castile.cache.policy.internal.PolicyPrinter;
import io.castile.cache.policy.internal.RuleValues;
import io.castile.cache.policy.text.NameChecks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One rule of a {@link CachePolicy}: the calls that it is for, and the values that it states for
 * them. What it does not state is left to other rules.
 *
 * <pre>{@code
 * CacheRule.forOperations("do*").cache(true).ttl(Duration.ofHours(1)).build()
 * }</pre>
 *
 * <p>Immutable and thread-safe. Two rules are equal if they state the same, wherever it was read.
 */
public final class CacheRule {
  static {
    RuleValues.OF_RULE.readBy(rule -> rule.values);
    RuleValues.OF_BUILDER.readBy(builder -> builder.values);
  }

  private final @Nullable NamePattern service;
  private final @Nullable NamePattern endpoint;
  private final List<NamePattern> operations;
  private final RuleValues values;

  private CacheRule(Builder builder) {
    this.service = builder.service;
    this.endpoint = builder.endpoint;
    this.operations = List.copyOf(builder.operations);
    this.values = builder.values.copy();
  }

  /** A rule for the operations that fit one of {@code globs}, of every service; all for none. */
  public static Builder forOperations(String... globs) {
    return new Builder(new RuleValues()).operations(globs);
  }

  /** Returns the services it is for; empty for all. */
  public Optional<NamePattern> service() {
    return Optional.ofNullable(service);
  }

  /** Returns the addresses it is for; empty for all. */
  public Optional<NamePattern> endpoint() {
    return Optional.ofNullable(endpoint);
  }

  /** Returns the operations it is for; empty for all. */
  public List<NamePattern> operations() {
    return operations;
  }

  /** Whether this rule is for {@code target}. What is not known fits no pattern. */
  public boolean matches(CachePolicy.Target target) {
    return (service == null
            || (!target.service().isEmpty() && service.matchesName(target.service())))
        && (endpoint == null
            || (!target.endpoint().isEmpty() && endpoint.matches(target.endpoint())))
        && (operations.isEmpty()
            || operations.stream().anyMatch(glob -> glob.matchesName(target.operation())));
  }

  /** Returns a builder with the values of this rule. */
  public Builder toBuilder() {
    Builder builder = new Builder(values.withoutLocations());
    builder.service = service;
    builder.endpoint = endpoint;
    builder.operations.addAll(operations);
    return builder;
  }

  /** Returns the rule as a policy of its own would print it. */
  @Override
  public String toString() {
    return PolicyPrinter.print(List.of(this));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CacheRule rule
        && Objects.equals(service, rule.service)
        && Objects.equals(endpoint, rule.endpoint)
        && operations.equals(rule.operations)
        && values.equals(rule.values);
  }

  @Override
  public int hashCode() {
    return Objects.hash(service, endpoint, operations, values);
  }

  /** Builds a rule. Not thread-safe. */
  public static final class Builder {
    private @Nullable NamePattern service;
    private @Nullable NamePattern endpoint;
    private final List<NamePattern> operations = new ArrayList<>();
    private final RuleValues values;

    private Builder(RuleValues values) {
      this.values = values;
    }

    /**
     * Restricts the rule to services that fit: by {@code {namespace}local} if it begins so, else by
     * local name.
     */
    public Builder service(String glob) {
      service = new NamePattern(glob);
      return this;
    }

    /** Restricts the rule to addresses that fit. */
    public Builder endpoint(String glob) {
      endpoint = new NamePattern(glob);
      return this;
    }

    /**
     * Restricts the rule to operations that fit one of these, in place of those stated before; all
     * for none.
     */
    public Builder operations(String... globs) {
      requireAll(globs);
      List<NamePattern> all = new ArrayList<>();
      for (String glob : globs) {
        all.add(new NamePattern(glob));
      }
      return operations(all);
    }

    /** Sets the operations, in place of those stated before; all for none. */
    public Builder operations(List<NamePattern> globs) {
      List<NamePattern> checked = ListTypes.OPERATIONS.checked(globs);
      operations.clear();
      operations.addAll(checked);
      return this;
    }

    /** Whether responses are cached. */
    public Builder cache(boolean value) {
      return set(PolicyKey.CACHE, value);
    }

    /**
     * Sets the freshness lifetime of a response, where HTTP states none or is not consulted.
     *
     * @param value positive, at most ten years
     */
    public Builder ttl(Duration value) {
      return set(PolicyKey.TTL, value);
    }

    /** Whether the freshness that HTTP headers state is followed (RFC 9111). */
    public Builder http(boolean value) {
      return set(PolicyKey.HTTP, value);
    }

    /** Whether the application never changes returned objects, so that they need not be copied. */
    public Builder readOnly(boolean value) {
      return set(PolicyKey.READ_ONLY, value);
    }

    /**
     * Sets how long before the end of a response's lifetime a hit has a new one fetched in the
     * background; at most half of the lifetime that it had left when it came. Zero, the default:
     * not.
     */
    public Builder refreshAhead(Duration value) {
      return set(PolicyKey.REFRESH_AHEAD, value);
    }

    /** Sets how long a stale response may be given while a new one is fetched (RFC 5861 §3). */
    public Builder staleWhileRevalidate(Duration value) {
      return set(PolicyKey.STALE_WHILE_REVALIDATE, value);
    }

    /** Sets how long a stale response may be given where the origin fails (RFC 5861 §4). */
    public Builder staleIfError(Duration value) {
      return set(PolicyKey.STALE_IF_ERROR, value);
    }

    /**
     * Sets how long a call waits for the origin, before it is given a stale response that {@link
     * #staleIfError} allows. Zero: as long as it takes.
     */
    public Builder staleIfSlow(Duration value) {
      return set(PolicyKey.STALE_IF_SLOW, value);
    }

    /** Adds parts of the request to the key. */
    public Builder vary(Vary... value) {
      requireAll(value);
      return set(PolicyKey.VARY, List.of(value));
    }

    /**
     * Names header fields of HTTP that identify the sender of a request, besides {@code Cookie} and
     * the others that the page on policies names: they count like {@code Authorization}.
     *
     * @param names in any case
     */
    public Builder credentials(String... names) {
      requireAll(names);
      return set(
          PolicyKey.CREDENTIALS,
          Arrays.stream(names).map(NameChecks::checkedFieldName).distinct().toList());
    }

    /** Whether callers with credentials share responses. */
    public Builder shared(boolean value) {
      return set(PolicyKey.SHARED, value);
    }

    /** Leaves parts of the request out of the key. */
    public Builder ignore(IgnoredPart... value) {
      requireAll(value);
      return set(PolicyKey.IGNORE, List.of(value));
    }

    /**
     * Sets the responses that a successful call invalidates. An operation that drops something is
     * itself not cached.
     */
    public Builder invalidates(Invalidation... value) {
      requireAll(value);
      return set(PolicyKey.INVALIDATES, List.of(value));
    }

    /** Sets the kind of data that keys are made of. */
    public Builder key(KeyKind value) {
      return set(PolicyKey.KEY, value);
    }

    /** Sets the representation in which values are kept. */
    public Builder representation(RepresentationKind value) {
      return set(PolicyKey.REPRESENTATION, value);
    }

    /**
     * Sets the size of an entry beyond which a response is not kept.
     *
     * @param value in bytes, from 1 to {@link Integer#MAX_VALUE}
     */
    public Builder maxEntryBytes(long value) {
      return set(PolicyKey.MAX_ENTRY_BYTES, value);
    }

    /**
     * Whether the rule is for requests by HTTP GET, too, whose path ends with the operation's local
     * name (WSDL 1.1 §4). The gateway alone sees such requests.
     */
    public Builder httpGet(boolean value) {
      return set(PolicyKey.HTTP_GET, value);
    }

    /**
     * Whether the rule is for messages with attachments, too, in the gateway: they pass it
     * otherwise.
     */
    public Builder attachments(boolean value) {
      return set(PolicyKey.ATTACHMENTS, value);
    }

    private static void requireAll(Object[] values) {
      for (Object value : Objects.requireNonNull(values, "values")) {
        Objects.requireNonNull(value, "value");
      }
    }

    private <T> Builder set(PolicyKey<T> key, T value) {
      values.set(key, value);
      return this;
    }

    /**
     * Makes the rule.
     *
     * @throws PolicyException if what it states cannot hold together
     */
    public CacheRule build() {
      CacheRule rule = new CacheRule(this);
      Conflicts.check(rule);
      return rule;
    }
  }

  /**
   * A pattern for names: {@code *} stands for any run of characters, {@code ?} for one. Everything
   * else stands for itself, in its case.
   *
   * <p>Immutable and thread-safe. Matching takes time in proportion to pattern times text at most.
   *
   * @param pattern not empty
   */
  public record NamePattern(String pattern) {
    /** Matches every name. */
    public static final NamePattern ANY = new NamePattern("*");

    /**
     * @throws IllegalArgumentException if the pattern is empty, too long or has control characters
     */
    public NamePattern {
      NameChecks.checkedText(pattern, "pattern");
    }

    /** Whether the whole of {@code text} fits the pattern. */
    public boolean matches(String text) {
      int p = 0;
      int t = 0;
      int star = -1;
      int mark = 0;
      // Invariant: the pattern before p fits the text before t, where the last star, if there was
      // one, stands for the text up to mark. On a mismatch only that star has to take one more.
      while (t < text.length()) {
        char c = p < pattern.length() ? pattern.charAt(p) : 0;
        if (p < pattern.length() && c == '*') {
          star = p++;
          mark = t;
        } else if (p < pattern.length() && (c == '?' || c == text.charAt(t))) {
          p++;
          t++;
        } else if (star >= 0) {
          p = star + 1;
          t = ++mark;
        } else {
          return false;
        }
      }
      while (p < pattern.length() && pattern.charAt(p) == '*') {
        p++;
      }
      return p == pattern.length();
    }

    /**
     * Whether a qualified name fits: a pattern that begins with a brace is compared with {@code
     * {namespace}local}, any other with the local name.
     *
     * @param name {@code {namespace}local} or {@code local}
     */
    public boolean matchesName(String name) {
      return matches(pattern.startsWith("{") ? name : name.substring(name.lastIndexOf('}') + 1));
    }

    /**
     * Whether a name of some namespace fits, whose local name this is.
     *
     * @param local without a namespace
     */
    public boolean matchesLocalName(String local) {
      String own =
          pattern.startsWith("{") ? pattern.substring(pattern.lastIndexOf('}') + 1) : pattern;
      return pattern.startsWith("{") && pattern.indexOf('}') < 0
          || (own.isEmpty() ? local.isEmpty() : new NamePattern(own).matches(local));
    }

    @Override
    public String toString() {
      return pattern;
    }
  }
}
