package io.castile.cache.policy.internal;

import io.castile.cache.policy.CacheRule.NamePattern;
import io.castile.cache.policy.IgnoredPart;
import io.castile.cache.policy.Invalidation;
import io.castile.cache.policy.Vary;
import io.castile.cache.policy.text.NameChecks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** The types of values that are lists. A list of one entry may be written without the list. */
public final class ListTypes {
  private static final String WS_SECURITY_USER = Vary.Kind.WS_SECURITY_USER.word();

  static final ValueType<List<Vary>> VARY = list("vary", ListTypes::readVary, ListTypes::varyTree);

  static final ValueType<List<String>> CREDENTIALS =
      list(
          "credentials",
          (node, in) -> in.value(node, "the name of an HTTP header", NameChecks::checkedFieldName),
          name -> name);

  static final ValueType<List<IgnoredPart>> IGNORE =
      list(
          "ignore",
          (node, in) ->
              readNamed(
                  node,
                  in,
                  "ignore",
                  List.of(IgnoredPart.Kind.values()),
                  IgnoredPart.Kind::word,
                  IgnoredPart::new),
          ignored -> Map.of(ignored.kind().word(), ignored.name()));

  static final ValueType<List<Invalidation>> INVALIDATES =
      list("invalidates", ListTypes::readInvalidation, ListTypes::invalidationTree);

  public static final ValueType<List<NamePattern>> OPERATIONS =
      list(
          "operation",
          (node, in) -> in.value(node, "a name or a pattern", NamePattern::new),
          NamePattern::pattern);

  private ListTypes() {}

  private static <T> ValueType<List<T>> list(
      String what, BiFunction<Node, PolicyNodes, T> read, Function<T, Object> tree) {
    return new ValueType<>() {
      @Override
      public List<T> read(Node node, PolicyNodes in) {
        List<Node> items =
            node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node);
        if (items.size() > NameChecks.MAX_ENTRIES) {
          throw in.error(node, NameChecks.tooMany(what, items.size()));
        }
        List<T> values = new ArrayList<>();
        for (Node item : items) {
          T value = read.apply(item, in);
          if (values.contains(value)) {
            throw in.error(item, what + ": expected each entry once, found " + value + " twice");
          }
          values.add(value);
        }
        return List.copyOf(values);
      }

      @Override
      public List<T> checked(List<T> value) {
        return NameChecks.distinct(value, what);
      }

      @Override
      public Object tree(List<T> value) {
        return value.stream().map(tree).toList();
      }
    };
  }

  private static Vary readVary(Node node, PolicyNodes in) {
    if (in.isText(node, WS_SECURITY_USER)) {
      return Vary.wsSecurityUser();
    }
    List<Vary.Kind> kinds =
        Arrays.stream(Vary.Kind.values())
            .filter(kind -> kind != Vary.Kind.WS_SECURITY_USER)
            .toList();
    if (node instanceof MappingNode) {
      return readNamed(node, in, "vary", kinds, Vary.Kind::word, Vary::new);
    }
    throw in.error(
        node,
        "expected "
            + WS_SECURITY_USER
            + ", or a name after one of "
            + String.join(", ", kinds.stream().map(Vary.Kind::word).toList())
            + " in vary, but found "
            + in.found(node));
  }

  private static Object varyTree(Vary vary) {
    return vary.kind() == Vary.Kind.WS_SECURITY_USER
        ? WS_SECURITY_USER
        : Map.of(vary.kind().word(), vary.name());
  }

  /** Reads a mapping of one entry, {@code kind: name}. */
  private static <K, T> T readNamed(
      Node node,
      PolicyNodes in,
      String what,
      List<K> kinds,
      Function<K, String> word,
      BiFunction<K, String, T> make) {
    List<String> allowed = kinds.stream().map(word).toList();
    List<PolicyNodes.Entry> entries =
        in.entries(node, "'kind: name' with one of " + String.join(", ", allowed), what, allowed);
    if (entries.size() != 1) {
      throw in.error(
          node,
          "expected one 'kind: name' in each entry of "
              + what
              + " but found "
              + entries.size()
              + "; put '- ' before each");
    }
    PolicyNodes.Entry entry = entries.get(0);
    K kind = kinds.get(allowed.indexOf(entry.word()));
    return in.value(entry.value(), "a name", name -> make.apply(kind, name));
  }

  private static Invalidation readInvalidation(Node node, PolicyNodes in) {
    if (!(node instanceof MappingNode)) {
      return new Invalidation(in.value(node, "an operation", NamePattern::new), Map.of());
    }
    NamePattern operation = null;
    Map<String, String> matching = Map.of();
    for (PolicyNodes.Entry entry :
        in.entries(node, "an operation", "invalidates", List.of("operation", "matching"))) {
      if (entry.word().equals("operation")) {
        operation = in.value(entry.value(), "an operation", NamePattern::new);
      } else {
        matching = readMatching(entry.value(), in);
      }
    }
    if (operation == null) {
      throw in.error(node, "Cannot use invalidates without 'operation'. Set it.");
    }
    return new Invalidation(operation, matching);
  }

  /** Reads a name, a list of names, or a mapping from this call's names to the cached call's. */
  private static Map<String, String> readMatching(Node node, PolicyNodes in) {
    Map<String, String> matching = new LinkedHashMap<>();
    if (node instanceof MappingNode) {
      for (PolicyNodes.Entry entry : in.entries(node, "arguments", "matching", null)) {
        String own = in.checked(entry.key(), () -> NameChecks.checkedArgument(entry.word()));
        matching.put(own, in.value(entry.value(), "an argument", NameChecks::checkedArgument));
      }
    } else {
      List<Node> items =
          node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node);
      for (Node item : items) {
        String name = in.value(item, "an argument", NameChecks::checkedArgument);
        if (matching.put(name, name) != null) {
          throw in.error(item, "argument: expected each entry once, found " + name + " twice");
        }
      }
    }
    if (matching.isEmpty()) {
      throw in.error(
          node,
          "Cannot use matching without an argument. Name one, or remove it to drop all responses.");
    }
    return matching;
  }

  private static Object invalidationTree(Invalidation invalidation) {
    if (invalidation.matching().isEmpty()) {
      return invalidation.operation().pattern();
    }
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("operation", invalidation.operation().pattern());
    Map<String, String> matching = invalidation.matching();
    boolean sameNames = matching.entrySet().stream().allMatch(e -> e.getKey().equals(e.getValue()));
    tree.put("matching", sameNames ? List.copyOf(matching.keySet()) : matching);
    return tree;
  }
}
