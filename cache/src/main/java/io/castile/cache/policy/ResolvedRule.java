package io.castile.cache.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rules that are for one target, and what they come to: the last one that states a word. */
final class ResolvedRule {
  private final List<CacheRule> rules;
  private final List<PolicyTarget> targets;

  /** The indices of the rules that are for the target, ascending. */
  private final List<Integer> matching = new ArrayList<>();

  ResolvedRule(List<CacheRule> rules, PolicyTarget target) {
    this(rules, List.of(target));
  }

  /**
   * @param targets names of one operation, of which a rule has to fit one
   */
  ResolvedRule(List<CacheRule> rules, List<PolicyTarget> targets) {
    this.rules = rules;
    this.targets = targets;
    for (int i = 0; i < rules.size(); i++) {
      if (targets.stream().anyMatch(rules.get(i)::matches)) {
        matching.add(i);
      }
    }
  }

  OperationPolicy policy() {
    Map<PolicyKey<?>, Object> values = new LinkedHashMap<>();
    for (int index : matching) {
      for (PolicyKey<?> word : PolicyKey.ALL) {
        if (rules.get(index).states(word)) {
          values.put(word, rules.get(index).get(word));
        }
      }
    }
    return new OperationPolicy(values);
  }

  Explanation explanation() {
    OperationPolicy policy = policy();
    List<Explanation.Setting> settings = new ArrayList<>();
    for (PolicyKey<?> word : PolicyKey.ALL) {
      settings.add(setting(word, policy));
    }
    return new Explanation(
        targets.get(0),
        policy,
        policy.cached(),
        policy.reason(),
        matching.stream().map(index -> origin(index, "")).toList(),
        settings);
  }

  private <T> Explanation.Setting setting(PolicyKey<T> word, OperationPolicy policy) {
    List<String> stated =
        matching.stream()
            .filter(index -> rules.get(index).states(word))
            .map(index -> origin(index, word.name()))
            .toList();
    T value = policy.get(word);
    String text = value == null ? "" : PolicyPrinter.inline(word.type().tree(value));
    return stated.isEmpty()
        ? new Explanation.Setting(word.name(), text, "default", List.of())
        : new Explanation.Setting(
            word.name(), text, stated.get(stated.size() - 1), stated.subList(0, stated.size() - 1));
  }

  private String origin(int index, String word) {
    PolicyLocation location = rules.get(index).location(word);
    return "rule " + (index + 1) + (location == null ? "" : " (" + location + ")");
  }
}
