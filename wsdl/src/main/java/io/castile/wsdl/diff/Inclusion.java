package io.castile.wsdl.diff;

import io.castile.wsdl.diff.Language.All;
import io.castile.wsdl.diff.Language.Answer;
import io.castile.wsdl.diff.Language.Any;
import io.castile.wsdl.diff.Language.Choice;
import io.castile.wsdl.diff.Language.Element;
import io.castile.wsdl.diff.Language.Loop;
import io.castile.wsdl.diff.Language.Node;
import io.castile.wsdl.diff.Language.Sequence;
import io.castile.wsdl.diff.Language.Term;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Whether one language is in another: a walk over the partial derivatives of both (Antimirov,
 * "Rewriting regular inequalities"). For one thread.
 */
final class Inclusion {
  /** Elements that a comparison looks at, in all states together, before it is given up. */
  private static final int MAX_STEPS = 1_000_000;

  private final Set<String> namespaces = new TreeSet<>(Set.of("", "urn:of none of both"));
  private final Map<Node, Integer> ends = new IdentityHashMap<>();
  private final Map<Place, Rest> rests = new HashMap<>();
  private final Set<State> seen = new HashSet<>();
  private final Deque<State> left = new ArrayDeque<>();
  private final Rest end = new Rest(Language.EMPTY, null, null, true);
  private int steps;

  Inclusion(Node one, Node other) {
    namespaces(one);
    namespaces(other);
    enter(Set.of(rest(one, initial(one), end)), Set.of(rest(other, initial(other), end)));
  }

  /**
   * What may follow: what is left of an expression, and what comes behind it. There is one object
   * for each.
   */
  private static final class Rest {
    private final Node node;
    private final @Nullable Object state;
    private final @Nullable Rest next;
    private final boolean mayEnd;

    Rest(Node node, @Nullable Object state, @Nullable Rest next, boolean mayEnd) {
      this.node = node;
      this.state = state;
      this.next = next;
      this.mayEnd = mayEnd;
    }
  }

  /** The key of a {@link Rest}, with expressions by their identity. */
  private static final class Place {
    private final Node node;
    private final @Nullable Object state;
    private final Rest next;

    Place(Node node, @Nullable Object state, Rest next) {
      this.node = node;
      this.state = state;
      this.next = next;
    }

    @Override
    public int hashCode() {
      return (System.identityHashCode(node) * 31 + Objects.hashCode(state)) * 31
          + System.identityHashCode(next);
    }

    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean equals(@Nullable Object object) {
      return object instanceof Place other
          && node == other.node
          && next == other.next
          && Objects.equals(state, other.state);
    }
  }

  /** The occurrences that are left of a loop. */
  private record Count(int min, int max) {}

  /** What may follow in one language, and in the other. */
  private record State(Set<Rest> one, Set<Rest> other) {}

  /** The elements that may come next, each with what may follow then. */
  private static final class Next {
    private final Map<QName, Set<Rest>> named = new LinkedHashMap<>();
    private final Map<Any, Set<Rest>> others = new LinkedHashMap<>();

    void add(Term term, Rest rest) {
      if (term instanceof Element element) {
        for (QName each : element.names()) {
          named.computeIfAbsent(each, added -> new HashSet<>()).add(rest);
        }
      } else {
        others.computeIfAbsent((Any) term, added -> new HashSet<>()).add(rest);
      }
    }

    Set<Rest> after(QName letter) {
      Set<Rest> after = new HashSet<>(named.getOrDefault(letter, Set.of()));
      others.forEach(
          (any, each) -> {
            if (any.accepts(letter.getNamespaceURI())) {
              after.addAll(each);
            }
          });
      return after;
    }
  }

  private void namespaces(Node node) {
    if (node instanceof Element element) {
      element.names().forEach(each -> namespaces.add(each.getNamespaceURI()));
    } else if (node instanceof Any any) {
      namespaces.addAll(any.namespaces() == null ? Set.of() : any.namespaces());
      namespaces.add(any.other() == null ? "" : any.other());
    } else if (node instanceof Loop loop) {
      namespaces(loop.part());
    } else {
      Language.parts(node).forEach(this::namespaces);
    }
  }

  private void enter(Set<Rest> one, Set<Rest> other) {
    State state = new State(one, other);
    if (seen.add(state)) {
      left.add(state);
    }
  }

  Answer holds() {
    while (!left.isEmpty()) {
      if (steps > MAX_STEPS) {
        return Answer.UNKNOWN;
      }
      State state = left.remove();
      boolean mayEnd = state.other.stream().anyMatch(each -> each.mayEnd);
      if (!mayEnd && state.one.stream().anyMatch(each -> each.mayEnd)) {
        return Answer.NO;
      }
      if (!follow(state)) {
        return Answer.NO;
      }
    }
    return Answer.YES;
  }

  private boolean follow(State state) {
    Next one = next(state.one);
    Next other = next(state.other);
    Set<QName> letters = new LinkedHashSet<>(one.named.keySet());
    if (!one.others.isEmpty()) {
      letters.addAll(other.named.keySet());
      namespaces.forEach(each -> letters.add(new QName(each, " none of both")));
    }
    for (QName letter : letters) {
      Set<Rest> next = one.after(letter);
      if (!next.isEmpty()) {
        Set<Rest> others = other.after(letter);
        if (others.isEmpty()) {
          return false;
        }
        steps += next.size() + others.size();
        enter(next, others);
      }
    }
    return true;
  }

  private Next next(Set<Rest> rests) {
    Next next = new Next();
    for (Rest each : rests) {
      Rest rest = each;
      Rest behind = rest.next;
      while (behind != null) {
        first(rest.node, rest.state, behind, next);
        if (!isNullable(rest.node, rest.state)) {
          break;
        }
        rest = behind;
        behind = rest.next;
      }
    }
    return next;
  }

  private Rest rest(Node node, @Nullable Object state, Rest next) {
    return rests.computeIfAbsent(
        new Place(node, state, next),
        added -> new Rest(node, state, next, next.mayEnd && isNullable(node, state)));
  }

  private static @Nullable Object initial(Node node) {
    if (node instanceof Loop loop) {
      return new Count(loop.min(), loop.max());
    }
    if (node instanceof All all) {
      BitSet left = new BitSet();
      left.set(0, all.parts().size());
      return left;
    }
    return node instanceof Sequence ? 0 : null;
  }

  /** Tells the elements with which the rest of a node may begin, with what comes after each. */
  private void first(Node node, @Nullable Object state, Rest next, Next into) {
    steps++;
    if (node instanceof Term term) {
      steps += term instanceof Element element ? element.names().size() : 1;
      into.add(term, next);
    } else if (node instanceof Loop loop && state instanceof Count count) {
      int max = count.max == Language.UNBOUNDED ? Language.UNBOUNDED : count.max - 1;
      Count again = new Count(Math.max(0, count.min - 1), max);
      first(loop.part(), initial(loop.part()), max == 0 ? next : rest(loop, again, next), into);
    } else if (node instanceof All all && state instanceof BitSet here) {
      for (int i = here.nextSetBit(0); i >= 0; i = here.nextSetBit(i + 1)) {
        BitSet others = (BitSet) here.clone();
        others.clear(i);
        steps += 1 + all.parts().size() / Long.SIZE;
        Node part = all.parts().get(i);
        first(part, initial(part), others.isEmpty() ? next : rest(all, others, next), into);
      }
    } else if (node instanceof Sequence sequence && state instanceof Integer start) {
      for (int i = start; i < sequence.parts().size(); i++) {
        Node part = sequence.parts().get(i);
        boolean isLast = i + 1 == sequence.parts().size();
        first(part, initial(part), isLast ? next : rest(sequence, i + 1, next), into);
        if (!isNullable(part, initial(part))) {
          return;
        }
      }
    } else if (node instanceof Choice choice) {
      for (Node part : choice.parts()) {
        first(part, initial(part), next, into);
      }
    }
  }

  private boolean isNullable(Node node, @Nullable Object state) {
    if (state instanceof Count count) {
      return count.min == 0 || mandatory(((Loop) node).part()) < 0;
    }
    if (state instanceof BitSet left) {
      List<Node> parts = ((All) node).parts();
      return left.stream().allMatch(i -> mandatory(parts.get(i)) < 0);
    }
    return mandatory(node) < (state instanceof Integer start ? start : 0);
  }

  /** Returns the last part that has to come; -1 for none. */
  private int mandatory(Node node) {
    Integer known = ends.get(node);
    if (known != null) {
      return known;
    }
    int last = -1;
    if (node instanceof Term) {
      last = 0;
    } else if (node instanceof Loop loop) {
      last = loop.min() == 0 ? -1 : mandatory(loop.part());
    } else if (node instanceof Choice choice) {
      last = choice.parts().stream().allMatch(each -> mandatory(each) >= 0) ? 0 : -1;
    } else {
      List<Node> parts = Language.parts(node);
      for (int i = 0; i < parts.size(); i++) {
        last = mandatory(parts.get(i)) >= 0 ? i : last;
      }
    }
    ends.put(node, last);
    return last;
  }
}
