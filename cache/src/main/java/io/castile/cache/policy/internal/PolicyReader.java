package io.castile.cache.policy.internal;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.CacheRule.NamePattern;
import io.castile.cache.policy.PolicyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a policy from YAML: a mapping with the word {@code rules}, which is a list of rules. */
public final class PolicyReader {
  static final String RULES = "rules";
  private static final String ROOT = "a mapping with 'rules'";
  static final String SERVICE = "service";
  static final String ENDPOINT = "endpoint";
  static final String OPERATION = "operation";

  private static final List<String> RULE_WORDS = ruleWords();

  private final PolicyNodes in;

  private PolicyReader(PolicyNodes in) {
    this.in = in;
  }

  /**
   * @throws PolicyException the first error, if there is one
   */
  public static CachePolicy read(String source, byte[] yaml) {
    List<PolicyException> problems = new ArrayList<>();
    CachePolicy policy = read(source, yaml, problems);
    if (!problems.isEmpty()) {
      throw problems.get(0);
    }
    return Objects.requireNonNull(policy);
  }

  /** The errors of a policy, as far as they do not hide each other. */
  public static List<PolicyException> check(String source, byte[] yaml) {
    List<PolicyException> problems = new ArrayList<>();
    read(source, yaml, problems);
    return problems;
  }

  private static @Nullable CachePolicy read(
      String source, byte[] yaml, List<PolicyException> problems) {
    PolicyNodes in = new PolicyNodes(source);
    try {
      return new PolicyReader(in).policy(new YamlComposer(source, in).compose(yaml, ROOT));
    } catch (PolicyException e) {
      problems.add(e);
      return null;
    } finally {
      problems.addAll(0, in.problems());
    }
  }

  private static List<String> ruleWords() {
    List<String> words = new ArrayList<>(List.of(SERVICE, ENDPOINT, OPERATION));
    PolicyKey.ALL.forEach(word -> words.add(word.name()));
    return List.copyOf(words);
  }

  /** Null if errors have been noted. */
  private @Nullable CachePolicy policy(Node root) {
    List<PolicyNodes.Entry> entries = in.goodEntries(root, ROOT, "a policy", List.of(RULES));
    if (entries.isEmpty() && !in.problems().isEmpty()) {
      return null;
    }
    if (entries.isEmpty()) {
      throw in.error(root, "expected a mapping with 'rules' but found an empty one");
    }
    CachePolicy.Builder policy = CachePolicy.builder();
    for (Node rule : in.items(entries.get(0).value(), "a list of rules")) {
      try {
        CacheRule read = rule(rule);
        if (read != null) {
          policy.rule(read);
        }
      } catch (PolicyException e) {
        in.note(e);
      }
    }
    return in.problems().isEmpty()
        ? policy.build()
        : null; // what is missing is no error of its own
  }

  /** Null if errors have been noted. */
  private @Nullable CacheRule rule(Node node) {
    int noted = in.problems().size();
    CacheRule.Builder rule = CacheRule.forOperations();
    RuleValues values = RuleValues.of(rule);
    values.locate("", in.location(node));
    for (PolicyNodes.Entry entry : in.goodEntries(node, "a rule", "a rule", RULE_WORDS)) {
      values.locate(entry.word(), in.location(entry.key()));
      try {
        read(entry, rule);
      } catch (PolicyException e) {
        in.note(e);
      }
    }
    return in.problems().size() > noted ? null : rule.build();
  }

  private void read(PolicyNodes.Entry entry, CacheRule.Builder rule) {
    Node value = entry.value();
    switch (entry.word()) {
      case SERVICE -> in.value(value, "a name or a pattern", rule::service);
      case ENDPOINT -> in.value(value, "an address or a pattern", rule::endpoint);
      case OPERATION -> rule.operations(operations(value));
      default -> read(PolicyKey.of(entry.word()).orElseThrow(), value, rule);
    }
  }

  private List<NamePattern> operations(Node node) {
    List<NamePattern> operations = ListTypes.OPERATIONS.read(node, in);
    if (operations.isEmpty()) {
      throw in.error(
          node,
          "Cannot use operation without a name. Name one, or remove it, or set '*', for all.");
    }
    return operations;
  }

  private <T> void read(PolicyKey<T> word, Node value, CacheRule.Builder rule) {
    T read = word.type().read(value, in);
    in.checked(
        value,
        () -> {
          RuleValues.of(rule).set(word, read);
          return rule;
        });
  }
}
