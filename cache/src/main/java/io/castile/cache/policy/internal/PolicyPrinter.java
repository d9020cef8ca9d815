package io.castile.cache.policy.internal;

import io.castile.cache.policy.CacheRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** Prints a policy as YAML. Text stands plain where it can only be read as that text. */
public final class PolicyPrinter {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.\\-]*");

  /** Plain words that some reader of YAML takes for something else than text. */
  private static final Set<String> RESERVED =
      Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

  private final StringBuilder out = new StringBuilder();

  private PolicyPrinter() {}

  public static String print(List<CacheRule> rules) {
    if (rules.isEmpty()) {
      return PolicyReader.RULES + ": []\n";
    }
    PolicyPrinter printer = new PolicyPrinter();
    printer.out.append(PolicyReader.RULES).append(":\n");
    for (CacheRule rule : rules) {
      printer.rule(rule);
    }
    return printer.out.toString();
  }

  /** The value of a word on one line. */
  public static String inline(Object tree) {
    PolicyPrinter printer = new PolicyPrinter();
    printer.value(tree);
    return printer.out.toString();
  }

  private void rule(CacheRule rule) {
    Map<String, Object> entries = new LinkedHashMap<>();
    rule.service().ifPresent(glob -> entries.put(PolicyReader.SERVICE, glob.pattern()));
    rule.endpoint().ifPresent(glob -> entries.put(PolicyReader.ENDPOINT, glob.pattern()));
    if (!rule.operations().isEmpty()) {
      entries.put(PolicyReader.OPERATION, ListTypes.OPERATIONS.tree(rule.operations()));
    }
    for (PolicyKey<?> word : PolicyKey.ALL) {
      if (RuleValues.of(rule).has(word)) {
        entries.put(word.name(), tree(rule, word));
      }
    }
    String indent = "  - ";
    for (Map.Entry<String, Object> entry : entries.entrySet()) {
      out.append(indent).append(entry.getKey()).append(':');
      entry(entry.getValue());
      indent = "    ";
    }
  }

  private static <T> Object tree(CacheRule rule, PolicyKey<T> word) {
    return word.type().tree(Objects.requireNonNull(RuleValues.of(rule).get(word)));
  }

  /** A list of several entries stands on lines of its own; all else behind the word. */
  private void entry(Object tree) {
    if (tree instanceof List<?> list && list.size() > 1) {
      out.append('\n');
      for (Object item : list) {
        out.append("      - ");
        value(item);
        out.append('\n');
      }
    } else {
      out.append(' ');
      value(tree);
      out.append('\n');
    }
  }

  private void value(Object tree) {
    if (tree instanceof List<?> list) {
      out.append('[');
      String separator = "";
      for (Object item : list) {
        out.append(separator);
        value(item);
        separator = ", ";
      }
      out.append(']');
    } else if (tree instanceof Map<?, ?> map) {
      out.append('{');
      String separator = "";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.append(separator);
        value(entry.getKey());
        out.append(": ");
        value(entry.getValue());
        separator = ", ";
      }
      out.append('}');
    } else if (tree instanceof String text) {
      text(text);
    } else {
      out.append(tree);
    }
  }

  private void text(String text) {
    if (PLAIN.matcher(text).matches()
        && !RESERVED.contains(text.toLowerCase(java.util.Locale.ROOT))) {
      out.append(text);
      return;
    }
    // What a policy holds has no control characters (Names.checkedText).
    out.append('"').append(text.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
  }
}
