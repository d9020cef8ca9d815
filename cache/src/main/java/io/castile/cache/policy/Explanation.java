package io.castile.cache.policy;

import io.castile.cache.policy.text.NameChecks;
import java.util.List;

/**
 * The values that a policy has for one operation, and the place that states each.
 *
 * @param target the operation
 * @param policy what holds for it
 * @param cached whether its responses are cached
 * @param reason why, or why not, in words
 * @param rules the rules that are for it, in their order
 * @param settings one for each word of a policy, in the order of the documentation
 */
public record Explanation(
    PolicyTarget target,
    OperationPolicy policy,
    boolean cached,
    String reason,
    List<String> rules,
    List<Setting> settings) {

  /**
   * The value of one word.
   *
   * @param word its name
   * @param value as it is written in a policy; empty for none
   * @param from the rule that decides, with its place; or {@code default}
   * @param overruled the rules that state the word too, but stand before
   */
  public record Setting(String word, String value, String from, List<String> overruled) {
    public Setting {
      overruled = List.copyOf(overruled);
    }
  }

  public Explanation {
    rules = List.copyOf(rules);
    settings = List.copyOf(settings);
  }

  /** Returns the setting of a word, or throws if there is no such word. */
  public Setting setting(String word) {
    return settings.stream()
        .filter(setting -> setting.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    NameChecks.unknown(
                        "word", word, settings.stream().map(Setting::word).toList())));
  }
}
