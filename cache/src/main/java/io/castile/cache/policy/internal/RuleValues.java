package io.castile.cache.policy.internal;

import io.castile.cache.policy.CacheRule;
import io.castile.xml.internal.HiddenPart;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values that a rule states, by key, and where they were read. Those of a builder change; those
 * of a rule do not.
 */
public final class RuleValues {
  /** Reads the values of a rule. */
  public static final HiddenPart<CacheRule, RuleValues> OF_RULE = new HiddenPart<>();

  /** Reads the values of a builder of rules. */
  public static final HiddenPart<CacheRule.Builder, RuleValues> OF_BUILDER = new HiddenPart<>();

  private final Map<PolicyKey<?>, Object> values = new LinkedHashMap<>();

  /** Where the rule stands, and each of its keys by name; empty if it was not read. */
  private final Map<String, PolicyLocation> locations = new LinkedHashMap<>();

  /** Returns the values of a rule. */
  public static RuleValues of(CacheRule rule) {
    return OF_RULE.of(rule);
  }

  /** Returns the values of a builder, which may be changed. */
  public static RuleValues of(CacheRule.Builder builder) {
    return OF_BUILDER.of(builder);
  }

  /** Returns a copy, with its locations. */
  public RuleValues copy() {
    RuleValues copy = withoutLocations();
    copy.locations.putAll(locations);
    return copy;
  }

  /** Returns a copy for a rule that was read nowhere. */
  public RuleValues withoutLocations() {
    RuleValues copy = new RuleValues();
    copy.values.putAll(values);
    return copy;
  }

  /** Returns the value of {@code key}; null if the rule does not state it. */
  public <T> @Nullable T get(PolicyKey<T> key) {
    @SuppressWarnings("unchecked") // put by set(PolicyKey<T>, T)
    T value = (T) values.get(key);
    return value;
  }

  /** Whether the rule states {@code key}. */
  public boolean has(PolicyKey<?> key) {
    return values.containsKey(key);
  }

  /**
   * Sets a value.
   *
   * @throws IllegalArgumentException if the value is out of range
   */
  public <T> void set(PolicyKey<T> key, T value) {
    values.put(key, key.type().checked(Objects.requireNonNull(value, key.name())));
  }

  /**
   * Returns where the key named {@code word} is stated; null if the rule was not read from text.
   */
  public @Nullable PolicyLocation location(String word) {
    return locations.getOrDefault(word, locations.get(""));
  }

  /**
   * Notes where a key is stated.
   *
   * @param word the key's name; empty for the rule itself
   */
  void locate(String word, PolicyLocation location) {
    locations.put(word, location);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RuleValues those && values.equals(those.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }
}
