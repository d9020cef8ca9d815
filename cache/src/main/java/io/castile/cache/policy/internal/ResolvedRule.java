package io.castile.cache.policy.internal;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CachePolicy.Explanation;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.OperationPolicy;
import io.castile.xml.internal.HiddenPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rules that are for one target, and what they come to: the last one that states a word. */
public final class ResolvedRule {
  /** Makes policies of values, by the constructor of a policy. */
  public static final HiddenPart<OperationPolicy, Function<RuleValues, OperationPolicy>> POLICIES =
      new HiddenPart<>();

  /** Reads the values of a policy; the keys are {@link PolicyKey}s. */
  public static final HiddenPart<OperationPolicy, Map<PolicyKey<?>, Object>> VALUES =
      new HiddenPart<>();

  private final List<CacheRule> rules;
  private final List<CachePolicy.Target> targets;

  /** The indices of the rules that are for the target, ascending. */
  private final List<Integer> matching = new ArrayList<>();

  public ResolvedRule(List<CacheRule> rules, CachePolicy.Target target) {
    this(rules, List.of(target));
  }

  /**
   * @param targets names of one operation, of which a rule has to fit one
   */
  public ResolvedRule(List<CacheRule> rules, List<CachePolicy.Target> targets) {
    this.rules = rules;
    this.targets = targets;
    for (int i = 0; i < rules.size(); i++) {
      if (targets.stream().anyMatch(rules.get(i)::matches)) {
        matching.add(i);
      }
    }
  }

  /** Returns the value of a policy for a key; null for none, which only the lifetime may have. */
  public static <T> @Nullable T value(OperationPolicy policy, PolicyKey<T> key) {
    @SuppressWarnings("unchecked") // each key has a value of its type
    T value = (T) VALUES.of(policy).get(key);
    return value;
  }

  /** Returns what the rules together say. */
  public OperationPolicy policy() {
    return policy(values());
  }

  private static OperationPolicy policy(RuleValues values) {
    return POLICIES.of(OperationPolicy.NOTHING).apply(values);
  }

  private RuleValues values() {
    RuleValues values = new RuleValues();
    for (int index : matching) {
      for (PolicyKey<?> key : PolicyKey.ALL) {
        copy(key, RuleValues.of(rules.get(index)), values);
      }
    }
    return values;
  }

  private static <T> void copy(PolicyKey<T> key, RuleValues from, RuleValues to) {
    T value = from.get(key);
    if (value != null) {
      to.set(key, value);
    }
  }

  public Explanation explanation() {
    RuleValues values = values();
    OperationPolicy policy = policy(values);
    List<Explanation.Setting> settings = new ArrayList<>();
    for (PolicyKey<?> word : PolicyKey.ALL) {
      settings.add(setting(word, values));
    }
    return new Explanation(
        targets.get(0),
        policy,
        policy.cached(),
        policy.reason(),
        matching.stream().map(index -> origin(index, "")).toList(),
        settings);
  }

  private <T> Explanation.Setting setting(PolicyKey<T> word, RuleValues values) {
    List<String> origins =
        matching.stream()
            .filter(index -> RuleValues.of(rules.get(index)).has(word))
            .map(index -> origin(index, word.name()))
            .toList();
    T stated = values.get(word);
    T value = stated == null ? word.otherwise() : stated;
    String text = value == null ? "" : PolicyPrinter.inline(word.type().tree(value));
    return origins.isEmpty()
        ? new Explanation.Setting(word.name(), text, "default", List.of())
        : new Explanation.Setting(
            word.name(),
            text,
            origins.get(origins.size() - 1),
            origins.subList(0, origins.size() - 1));
  }

  private String origin(int index, String word) {
    PolicyLocation location = RuleValues.of(rules.get(index)).location(word);
    return "rule " + (index + 1) + (location == null ? "" : " (" + location + ")");
  }
}
