package io.castile.cache.policy.internal;

import io.castile.cache.policy.PolicyException;
import io.castile.cache.policy.text.NameChecks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Reads the nodes of one file, a policy or the configuration of a gateway, and says where in it
 * something is wrong. Public for these only: no API. Owned by one thread.
 */
public final class PolicyNodes {
  /**
   * An entry of a mapping.
   *
   * @param word the text of the key
   */
  public record Entry(String word, Node key, Node value) {}

  /** The most errors that are looked for. */
  public static final int MAX_PROBLEMS = 100;

  private final String source;
  private final List<PolicyException> problems = new ArrayList<>();

  public PolicyNodes(String source) {
    this.source = source;
  }

  PolicyLocation location(Node node) {
    return location(node.getStartMark());
  }

  /** Marks count from 0. */
  PolicyLocation location(Optional<Mark> mark) {
    return new PolicyLocation(
        source, mark.map(Mark::getLine).orElse(0) + 1, mark.map(Mark::getColumn).orElse(0) + 1);
  }

  /**
   * Records an error that does not keep the rest from being read.
   *
   * @throws PolicyException if there are too many already
   */
  public void note(PolicyException problem) {
    if (problems.size() == MAX_PROBLEMS) {
      throw problem;
    }
    problems.add(problem);
  }

  /** Returns the recorded errors, in the order in which they were found. */
  public List<PolicyException> problems() {
    return problems;
  }

  public PolicyException error(Node node, String problem) {
    return PolicyLocation.exception(location(node), problem, null);
  }

  /** Returns the result of {@code check}; an error that it finds is reported at {@code node}. */
  public <T> T checked(Node node, Supplier<T> check) {
    try {
      return check.get();
    } catch (PolicyException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw PolicyLocation.exception(
          location(node), Objects.requireNonNullElse(e.getMessage(), e.toString()), e);
    }
  }

  /** Reads a scalar. What {@code parse} finds wrong is wrong at the node. */
  public <T> T value(Node node, String expected, Function<String, T> parse) {
    if (!(node instanceof ScalarNode scalar) || isAbsent(scalar)) {
      throw error(node, "expected " + expected + " but found " + found(node));
    }
    return checked(node, () -> parse.apply(scalar.getValue()));
  }

  /** Whether {@code node} is this text. */
  boolean isText(Node node, String text) {
    return node instanceof ScalarNode scalar && scalar.getValue().equals(text);
  }

  /**
   * The entries of a mapping, in their order.
   *
   * @param expected for the message if the node is no mapping
   * @param what whose words they are
   * @param allowed the words that may stand there; null for any
   */
  List<Entry> entries(Node node, String expected, String what, @Nullable List<String> allowed) {
    return entries(
        node,
        expected,
        what,
        allowed,
        wrong -> {
          throw wrong;
        });
  }

  /**
   * The entries of a mapping, in their order, without those that must not be there: these are
   * noted.
   *
   * @param expected for the message if the node is no mapping
   * @param what whose words they are
   * @param allowed the words that may stand there; null for any
   */
  public List<Entry> goodEntries(
      Node node, String expected, String what, @Nullable List<String> allowed) {
    return entries(node, expected, what, allowed, this::note);
  }

  private List<Entry> entries(
      Node node,
      String expected,
      String what,
      @Nullable List<String> allowed,
      Consumer<PolicyException> wrong) {
    if (!(node instanceof MappingNode mapping)) {
      throw error(node, "expected " + expected + " but found " + found(node));
    }
    List<Entry> entries = new ArrayList<>();
    Map<String, Node> seen = new HashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Node key = tuple.getKeyNode();
      try {
        entries.add(new Entry(word(key, what, allowed, seen), key, tuple.getValueNode()));
      } catch (PolicyException e) {
        wrong.accept(e);
      }
    }
    return entries;
  }

  private String word(
      Node key, String what, @Nullable List<String> allowed, Map<String, Node> seen) {
    String word = value(key, "a word", Function.identity());
    if (allowed != null && !allowed.contains(word)) {
      throw error(key, NameChecks.unknown("word in " + what, word, allowed));
    }
    Node before = seen.putIfAbsent(word, key);
    if (before != null) {
      throw error(
          key,
          "Cannot set '"
              + NameChecks.shortened(word)
              + "' twice, first in line "
              + location(before).line()
              + ". Remove one of them.");
    }
    return word;
  }

  /** The items of a list. */
  public List<Node> items(Node node, String expected) {
    if (!(node instanceof SequenceNode sequence)) {
      throw error(node, "expected " + expected + " but found " + found(node));
    }
    return sequence.getValue();
  }

  /** Describes a node, for a message. */
  public String found(Node node) {
    if (node instanceof MappingNode) {
      return "a mapping";
    }
    if (node instanceof SequenceNode) {
      return "a list";
    }
    ScalarNode scalar = (ScalarNode) node;
    return isAbsent(scalar) ? "nothing" : "'" + NameChecks.shortened(scalar.getValue()) + "'";
  }

  private static boolean isAbsent(ScalarNode scalar) {
    return scalar.getScalarStyle() == ScalarStyle.PLAIN
        && (scalar.getValue().isEmpty()
            || scalar.getValue().equals("~")
            || scalar.getValue().equals("null"));
  }
}
