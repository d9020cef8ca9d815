package io.castile.wsdl.value;

import io.castile.xml.XmlName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The orders of elements by derivatives of the expression, in which a number of occurrences is an
 * expression for each number that is left: what a {@link ContentModel} is compared with, for small
 * numbers. For one thread.
 */
final class DerivedModel {
  private static final Object ANY = ContentModel.ANY;

  private static final Node EMPTY = new Node(Kind.EMPTY, null, null, null, List.of(), 0, 0);

  private final Map<Node, Node> nodes = new HashMap<>();
  private final Map<Set<Node>, State> states = new HashMap<>();
  private final State start;

  DerivedModel(Particle content) {
    this.start = state(Set.of(node(content)));
  }

  private enum Kind {
    EMPTY,
    TERM,
    CHAIN,
    CHOICE,
    LOOP
  }

  /** An expression; those that are kept are equal only to themselves. */
  private static final class Node {
    final Kind kind;
    final Particle.@Nullable Term term;
    final @Nullable Node first; // of a chain, or what a loop repeats
    final @Nullable Node rest; // of a chain
    final List<Node> parts; // of a choice
    final int min;
    final int max;
    private final int hash;

    Node(
        Kind kind,
        Particle.@Nullable Term term,
        @Nullable Node first,
        @Nullable Node rest,
        List<Node> parts,
        int min,
        int max) {
      this.kind = kind;
      this.term = term;
      this.first = first;
      this.rest = rest;
      this.parts = parts;
      this.min = min;
      this.max = max;
      int code = kind.ordinal() * 31 + System.identityHashCode(term);
      code = code * 31 + (first == null ? 0 : first.hash);
      code = code * 31 + (rest == null ? 0 : rest.hash);
      this.hash = (code * 31 + min) * 31 + max + 7 * parts.hashCode();
    }

    boolean isNullable() {
      return switch (kind) {
        case EMPTY -> true;
        case TERM -> false;
        case CHAIN -> allNullable(this);
        case CHOICE -> parts.isEmpty() || parts.stream().anyMatch(Node::isNullable);
        case LOOP -> min == 0 || inner().isNullable();
      };
    }

    private static boolean allNullable(Node chain) {
      Node each = chain;
      while (each.kind == Kind.CHAIN) {
        if (!each.inner().isNullable()) {
          return false;
        }
        each = each.tail();
      }
      return each.isNullable();
    }

    Node inner() {
      return first == null ? EMPTY : first;
    }

    Node tail() {
      return rest == null ? EMPTY : rest;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // of what is in it, of which one is kept
    public boolean equals(@Nullable Object other) {
      return this == other
          || (other instanceof Node node
              && hash == node.hash
              && kind == node.kind
              && term == node.term
              && first == node.first
              && rest == node.rest
              && min == node.min
              && max == node.max
              && parts.equals(node.parts));
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /** The elements that may come after some others. */
  static final class State {
    private final Set<Node> nodes;
    private final boolean isEnd;
    private final Map<Object, State> next = new HashMap<>();

    private State(Set<Node> nodes) {
      this.nodes = nodes;
      this.isEnd = nodes.stream().anyMatch(Node::isNullable);
    }

    /** Whether nothing has to come. */
    boolean isEnd() {
      return isEnd;
    }

    private boolean isDead() {
      return nodes.isEmpty();
    }
  }

  /** Returns what may come at the beginning. */
  State start() {
    return start;
  }

  /**
   * Returns what may come after one more element; null where it may not come.
   *
   * @param letter the name of an element of the type, or {@link #ANY}
   */
  @Nullable State next(State state, Object letter) {
    State known = state.next.get(letter);
    if (known == null) {
      known = derived(state, letter);
      state.next.put(letter, known);
    }
    return known.isDead() ? null : known;
  }

  private State derived(State state, Object letter) {
    Set<Node> derived = new LinkedHashSet<>();
    state.nodes.forEach(node -> derive(node, letter, EMPTY, derived));
    return state(derived);
  }

  /** Returns the names of the elements that may come, for messages. */
  String expected(State state) {
    Set<String> names = new TreeSet<>();
    state.nodes.forEach(node -> first(node, names));
    return String.join(", ", names);
  }

  private static void first(Node node, Set<String> names) {
    switch (node.kind) {
      case EMPTY -> {}
      case TERM -> {
        if (node.term instanceof ElementPlan element) {
          if (!element.isAbstract()) {
            names.add(element.local());
          }
          element.substitutes().forEach(each -> names.add(each.local()));
        } else {
          names.add("any other element");
        }
      }
      case CHAIN -> {
        first(node.inner(), names);
        if (node.inner().isNullable()) {
          first(node.tail(), names);
        }
      }
      case CHOICE -> node.parts.forEach(part -> first(part, names));
      case LOOP -> first(node.inner(), names);
    }
  }

  // ---- expressions ----

  private State state(Set<Node> of) {
    State known = states.get(of);
    if (known == null) {
      known = new State(of);
      states.put(of, known);
    }
    return known;
  }

  private Node kept(Node node) {
    Node known = nodes.get(node);
    if (known == null) {
      nodes.put(node, node);
    }
    return known == null ? node : known;
  }

  private Node node(Particle particle) {
    Node term;
    if (particle.term() instanceof Particle.Group group) {
      List<Node> parts = new ArrayList<>();
      group.particles().forEach(each -> parts.add(node(each)));
      if (group.isChoice()) {
        term =
            parts.isEmpty()
                ? EMPTY
                : kept(new Node(Kind.CHOICE, null, null, null, List.copyOf(parts), 0, 0));
      } else {
        term = EMPTY;
        for (int i = parts.size() - 1; i >= 0; i--) {
          term = chain(parts.get(i), term);
        }
      }
    } else {
      term = kept(new Node(Kind.TERM, particle.term(), null, null, List.of(), 0, 0));
    }
    return loop(term, particle.min(), particle.max());
  }

  private Node chain(Node first, Node rest) {
    if (first.kind == Kind.EMPTY) {
      return rest;
    }
    return rest.kind == Kind.EMPTY
        ? first
        : kept(new Node(Kind.CHAIN, null, first, rest, List.of(), 0, 0));
  }

  private Node loop(Node inner, int min, int max) {
    if (max == 0 || inner.kind == Kind.EMPTY) {
      return EMPTY;
    }
    return min == 1 && max == 1
        ? inner
        : kept(new Node(Kind.LOOP, null, inner, null, List.of(), min, max));
  }

  /** Adds what may come behind a letter that a node begins with, and behind that the tail. */
  private void derive(Node node, Object letter, Node tail, Set<Node> into) {
    switch (node.kind) {
      case EMPTY -> {}
      case TERM -> {
        if (node.term != null && isTaken(node.term, letter)) {
          into.add(tail);
        }
      }
      case CHAIN -> {
        Node each = node;
        while (each.kind == Kind.CHAIN) {
          derive(each.inner(), letter, chain(each.tail(), tail), into);
          if (!each.inner().isNullable()) {
            return;
          }
          each = each.tail();
        }
        derive(each, letter, tail, into);
      }
      case CHOICE -> node.parts.forEach(part -> derive(part, letter, tail, into));
      case LOOP -> {
        int max = node.max == Particle.UNBOUNDED ? node.max : node.max - 1;
        Node again = loop(node.inner(), Math.max(0, node.min - 1), max);
        derive(node.inner(), letter, chain(again, tail), into);
      }
    }
  }

  private static boolean isTaken(Particle.Term term, Object letter) {
    if (!(term instanceof ElementPlan element)) {
      return letter == ANY;
    }
    if (!(letter instanceof XmlName name)) {
      return false;
    }
    return (!element.isAbstract() && element.tag().name.equals(name))
        || element.substitutes().stream().anyMatch(each -> each.tag().name.equals(name));
  }
}
