package io.castile.spring.cache;

import io.castile.cache.policy.CachePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the rules of a policy that are properties. Each is written on a line of its own, in the
 * policy's own language, so that there is one reader of policies: the line in its errors is the
 * number of the rule.
 */
final class InlineRules {
  static final String SOURCE = "castile.cache.rules";

  /** What means the same with quotes and without, but for numbers and truth, which have none. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.]*");

  private static final Pattern INDEX = Pattern.compile("\\d{1,6}");
  private static final Pattern HYPHEN = Pattern.compile("-([a-z])");

  private InlineRules() {}

  /**
   * Returns the policy.
   *
   * @param rules maps of words, texts and lists; a list may be a map by its indexes, as the binder
   *     of Spring Boot makes them
   * @throws io.castile.cache.policy.PolicyException if they are none
   */
  static CachePolicy policy(List<Map<String, Object>> rules) {
    return CachePolicy.parse(
        SOURCE,
        rules.stream()
            .map(InlineRules::yaml)
            .collect(Collectors.joining(",\n", "{rules: [", "]}")));
  }

  private static String yaml(Object value) {
    if (value instanceof Map<?, ?> map) {
      return isList(map) ? yamlList(byIndex(map)) : yamlMap(map);
    }
    if (value instanceof List<?> list) {
      return yamlList(list);
    }
    String text = String.valueOf(value);
    return PLAIN.matcher(text).matches() ? text : quoted(text);
  }

  private static boolean isList(Map<?, ?> map) {
    return !map.isEmpty()
        && map.keySet().stream().allMatch(key -> INDEX.matcher(key.toString()).matches());
  }

  /** The entries in the order of their indexes, which not all sources of properties keep. */
  private static List<Object> byIndex(Map<?, ?> map) {
    TreeMap<Integer, Object> sorted = new TreeMap<>();
    map.forEach((index, value) -> sorted.put(Integer.valueOf(index.toString()), value));
    return List.copyOf(sorted.values());
  }

  private static String yamlList(List<?> list) {
    return list.stream().map(InlineRules::yaml).collect(Collectors.joining(", ", "[", "]"));
  }

  private static String yamlMap(Map<?, ?> map) {
    List<String> entries = new ArrayList<>();
    map.forEach(
        (word, value) -> entries.add(quoted(camelCase(word.toString())) + ": " + yaml(value)));
    return entries.stream().collect(Collectors.joining(", ", "{", "}"));
  }

  /** The word of the policy that a property may have with hyphens. */
  private static String camelCase(String word) {
    return HYPHEN.matcher(word).replaceAll(hit -> hit.group(1).toUpperCase(Locale.ROOT));
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
