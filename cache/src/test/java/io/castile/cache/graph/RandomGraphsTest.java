package io.castile.cache.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Graphs of objects that are shared and go in circles: copied, compared and hashed. The oracle is
 * the serialization of the JDK, which keeps sharing and circles too.
 */
final class RandomGraphsTest {
  /** A bean that may refer to anything. */
  public static class Node implements Serializable {
    private static final long serialVersionUID = 1L;

    int number;
    double fraction;
    String text;
    int[] numbers;
    Date date;
    Object any;
    Node next;
    List<Object> items;
    Map<String, Object> entries;
  }

  /** A record, which is made of its parts. */
  public record Pair(String name, BigDecimal amount) implements Serializable {}

  private static Object any(Random random, List<Node> nodes) {
    return switch (random.nextInt(9)) {
      case 0 -> null;
      case 1 -> random.nextInt(3);
      case 2 -> "t" + random.nextInt(3);
      case 3 -> new Date(random.nextInt(3));
      case 4 -> new byte[] {(byte) random.nextInt(3)};
      case 5 -> new Pair("p" + random.nextInt(2), BigDecimal.valueOf(random.nextInt(2)));
      case 6 -> new ArrayList<>(List.of(random.nextInt(3)));
      default -> nodes.get(random.nextInt(nodes.size()));
    };
  }

  private static Node graph(long seed) {
    Random random = new Random(seed);
    List<Node> nodes = new ArrayList<>();
    for (int i = random.nextInt(6); i >= 0; i--) {
      nodes.add(new Node());
    }
    for (Node node : nodes) {
      node.number = random.nextInt(3);
      node.fraction = random.nextBoolean() ? Double.NaN : -0.0;
      node.text = random.nextBoolean() ? null : "x" + random.nextInt(3);
      node.numbers = random.nextBoolean() ? null : new int[] {random.nextInt(3)};
      node.date = random.nextBoolean() ? null : new Date(random.nextInt(3));
      node.next = random.nextBoolean() ? null : nodes.get(random.nextInt(nodes.size()));
      node.any = any(random, nodes);
      node.items = random.nextBoolean() ? null : new ArrayList<>();
      node.entries = random.nextBoolean() ? new LinkedHashMap<>() : new TreeMap<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        node.entries.put("k" + i, any(random, nodes));
        if (node.items != null) {
          node.items.add(any(random, nodes));
        }
      }
    }
    return nodes.get(0);
  }

  private static Node serialized(Node node) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(node);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (Node) in.readObject();
    }
  }

  /** The bytes of the JDK's serialization, which are the same for the same shape of a graph. */
  private static byte[] bytes(Node node) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(node);
    }
    return bytes.toByteArray();
  }

  /** Everything that is reached and may be changed. */
  private static Set<Object> changeable(Object root) {
    Set<Object> found = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Object> left = new ArrayList<>();
    left.add(root);
    while (!left.isEmpty()) {
      Object each = left.remove(left.size() - 1);
      if (each == null || each instanceof String || each instanceof Integer || !found.add(each)) {
        continue;
      }
      if (each instanceof Node node) {
        left.addAll(
            Arrays.asList(node.numbers, node.date, node.any, node.next, node.items, node.entries));
      } else if (each instanceof List<?> list) {
        left.addAll(list);
      } else if (each instanceof Map<?, ?> map) {
        left.addAll(map.values());
      } else if (each instanceof Pair) {
        found.remove(each);
      }
    }
    return found;
  }

  @Test
  void aCopyIsTheSameGraphAndSharesNothingThatCanBeChanged() throws Exception {
    for (long seed = 0; seed < 500; seed++) {
      Node original = graph(seed);
      byte[] before = bytes(serialized(original));

      Node copy = (Node) GraphCopy.of(original);

      assertThat(bytes(serialized(copy))).as("seed %d", seed).isEqualTo(before);
      assertThat(GraphComparison.flaw(original, copy)).as("seed %d", seed).isNull();
      Set<Object> shared = changeable(original);
      shared.retainAll(changeable(copy));
      assertThat(shared).as("seed %d", seed).isEmpty();
    }
  }

  @Test
  void whatTheJdkReadsBackIsEqualAndHasTheSameHash() throws Exception {
    for (long seed = 0; seed < 500; seed++) {
      Node original = graph(seed);
      Node other = serialized(original);

      assertThat(GraphComparison.equal(original, other)).as("seed %d", seed).isTrue();
      assertThat(GraphHash.of(original)).as("seed %d", seed).isEqualTo(GraphHash.of(other));
    }
  }

  @Test
  void oneChangedValueMakesADifference() throws Exception {
    for (long seed = 0; seed < 300; seed++) {
      Node original = graph(seed);
      for (int change = 0; change < 5; change++) {
        Node other = serialized(original);
        switch (change) {
          case 0 -> other.number++;
          case 1 -> other.fraction = 0.0;
          case 2 -> other.text = "other";
          case 3 -> other.numbers = new int[] {7, 7};
          default -> other.entries.put("more", null);
        }

        assertThat(GraphComparison.equal(original, other))
            .as("seed %d, change %d", seed, change)
            .isFalse();
      }
    }
  }

  @Test
  void partsThatTwoGraphsShareAreFound() {
    Node one = new Node();
    Node other = new Node();
    one.items = new ArrayList<>(List.of("same text", 1));
    other.items = new ArrayList<>(List.of("same text", 1));
    assertThat(GraphParts.shared(one, other)).isNull();

    Date date = new Date(0);
    one.date = date;
    other.items.add(date);

    assertThat(GraphParts.shared(one, other)).isSameAs(date);
    assertThat(GraphParts.shared(one, one)).isNotNull();
    assertThat(GraphParts.shared(one, null)).isNull();
  }

  @Test
  void anObjectThatIsReachedTwiceIsNotTwoObjects() {
    Node shared = new Node();
    shared.items = new ArrayList<>();
    shared.date = new Date(1);
    shared.items.add(shared.date);
    Node apart = new Node();
    apart.items = new ArrayList<>(List.of(new Date(1)));
    apart.date = new Date(1);

    assertThat(GraphComparison.equal(shared, apart)).isFalse();
    assertThat(GraphComparison.equal(apart, shared)).isFalse();
    assertThat(GraphComparison.flaw(shared, apart)).isNotNull();
  }

  @Test
  void whatCannotBeCopiedIsNamedByItsClass() {
    Node node = new Node();
    node.any = new Thread();

    assertThatThrownBy(() -> GraphCopy.of(node))
        .isInstanceOf(NotCacheableException.class)
        .hasMessageContaining("java.lang.Thread");
  }

  @Test
  void mapsOfAnyOrderAreEqual() {
    Map<String, Integer> one = new LinkedHashMap<>();
    one.put("a", 1);
    one.put("b", 2);
    Map<String, Integer> other = new HashMap<>();
    other.put("b", 2);
    other.put("a", 1);

    assertThat(GraphHash.of(new HashMap<>(one))).isEqualTo(GraphHash.of(other));
    assertThat(GraphComparison.equal(new HashMap<>(one), other)).isTrue();
    other.put("a", 3);
    assertThat(GraphComparison.equal(new HashMap<>(one), other)).isFalse();
  }
}
