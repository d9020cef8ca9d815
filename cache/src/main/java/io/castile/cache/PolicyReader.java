package io.castile.cache;

import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a policy from YAML: a mapping with the word {@code rules}, which is a list of rules. */
final class PolicyReader {
  static final String RULES = "rules";
  static final String SERVICE = "service";
  static final String ENDPOINT = "endpoint";
  static final String OPERATION = "operation";

  private static final List<String> RULE_WORDS = ruleWords();

  private final PolicyNodes in;

  private PolicyReader(PolicyNodes in) {
    this.in = in;
  }

  static CachePolicy read(String source, byte[] yaml) {
    PolicyNodes in = new PolicyNodes(source);
    return new PolicyReader(in).policy(new YamlComposer(source, in).compose(yaml));
  }

  private static List<String> ruleWords() {
    List<String> words = new ArrayList<>(List.of(SERVICE, ENDPOINT, OPERATION));
    Word.ALL.forEach(word -> words.add(word.name()));
    return List.copyOf(words);
  }

  private CachePolicy policy(Node root) {
    List<PolicyNodes.Entry> entries =
        in.entries(root, "a mapping with 'rules'", "a policy", List.of(RULES));
    if (entries.isEmpty()) {
      throw in.error(root, "expected a mapping with 'rules' but found an empty one");
    }
    CachePolicy.Builder policy = CachePolicy.builder();
    for (Node rule : in.items(entries.get(0).value(), "a list of rules")) {
      policy.rule(rule(rule));
    }
    return policy.build();
  }

  private CacheRule rule(Node node) {
    CacheRule.Builder rule = new CacheRule.Builder();
    rule.locate("", in.location(node));
    for (PolicyNodes.Entry entry : in.entries(node, "a rule", "a rule", RULE_WORDS)) {
      rule.locate(entry.word(), in.location(entry.key()));
      Node value = entry.value();
      switch (entry.word()) {
        case SERVICE -> in.value(value, "a name or a pattern", rule::service);
        case ENDPOINT -> in.value(value, "an address or a pattern", rule::endpoint);
        case OPERATION -> rule.operations(operations(value));
        default -> read(Word.of(entry.word()).orElseThrow(), value, rule);
      }
    }
    return rule.build();
  }

  private List<Glob> operations(Node node) {
    List<Glob> operations = ListTypes.OPERATIONS.read(node, in);
    if (operations.isEmpty()) {
      throw in.error(node, "operation names none; leave it out, or state '*', for all");
    }
    return operations;
  }

  private <T> void read(Word<T> word, Node value, CacheRule.Builder rule) {
    T read = word.type().read(value, in);
    in.checked(value, () -> rule.set(word, read));
  }
}
