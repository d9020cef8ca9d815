package io.castile.wsdl.diff;

import com.sun.xml.xsom.XSElementDecl;
import com.sun.xml.xsom.XSModelGroup;
import com.sun.xml.xsom.XSParticle;
import com.sun.xml.xsom.XSTerm;
import com.sun.xml.xsom.XSWildcard;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The sequences of elements that a complex type allows, as an expression in a normal form: nested
 * and single groups, and references to groups, make no difference.
 */
final class Language {
  /** The key of wildcards among the elements. */
  static final QName ANY = new QName("*");

  private static final int UNBOUNDED = -1;

  /** Numbers of occurrences from which on only their order counts, so that automata stay small. */
  private static final int LARGE = 8;

  /** Steps before a comparison is given up. */
  private static final int MAX_STEPS = 50_000;

  private static final Node EMPTY = new Sequence(List.of());

  private final Map<QName, XSElementDecl> elements = new LinkedHashMap<>();
  private final Node root;

  private Language(@Nullable XSParticle content) {
    this.root = content == null ? EMPTY : node(content, new HashSet<>());
  }

  static Language of(@Nullable XSParticle content) {
    return new Language(content);
  }

  /** An expression. */
  private sealed interface Node permits Term, Sequence, Choice, All, Loop {}

  /** One element. */
  private sealed interface Term extends Node permits Element, Any {}

  /**
   * @param names the element's own one unless it is abstract, and those of what may stand for it
   */
  private record Element(QName head, Set<QName> names) implements Term {}

  /**
   * @param other the one namespace that is not allowed, nor none; null where namespaces are listed
   * @param namespaces those allowed; null for any, or any other
   */
  private record Any(@Nullable String other, @Nullable Set<String> namespaces) implements Term {
    boolean accepts(String namespace) {
      if (namespaces != null) {
        return namespaces.contains(namespace);
      }
      return other == null || !(namespace.isEmpty() || namespace.equals(other));
    }
  }

  private record Sequence(List<Node> parts) implements Node {}

  private record Choice(Set<Node> parts) implements Node {}

  private record All(List<Node> parts) implements Node {}

  private record Loop(Node part, int min, int max) implements Node {}

  /**
   * How often an element comes.
   *
   * @param max {@link Integer#MAX_VALUE} for as often as one likes
   * @param names those under which it may come
   */
  record Occurs(int min, int max, Set<QName> names) {
    private Occurs plus(Occurs other) {
      return new Occurs(sum(min, other.min), sum(max, other.max), names);
    }

    private static int sum(int one, int other) {
      return (int) Math.min(Integer.MAX_VALUE, (long) one + other);
    }

    private static int product(int one, int other) {
      return (int) Math.min(Integer.MAX_VALUE, (long) one * other);
    }
  }

  // ---- the normal form ----

  private Node node(XSParticle particle, Set<XSModelGroup> entered) {
    int max = bounded(particle.getMaxOccurs());
    if (max == 0) {
      return EMPTY;
    }
    return loop(term(particle.getTerm(), entered), bounded(particle.getMinOccurs()), max);
  }

  private static int bounded(BigInteger occurs) {
    return occurs.signum() < 0
        ? UNBOUNDED
        : occurs.min(BigInteger.valueOf(Integer.MAX_VALUE)).intValue();
  }

  private Node term(XSTerm term, Set<XSModelGroup> entered) {
    if (term.isElementDecl()) {
      return element(term.asElementDecl());
    }
    if (term.isWildcard()) {
      return any(term.asWildcard());
    }
    XSModelGroup group =
        term.isModelGroup() ? term.asModelGroup() : term.asModelGroupDecl().getModelGroup();
    if (!entered.add(group)) {
      return EMPTY; // in itself, which no schema may
    }
    List<Node> parts = new ArrayList<>();
    for (XSParticle each : group.getChildren()) {
      parts.add(node(each, entered));
    }
    entered.remove(group);
    return switch (group.getCompositor()) {
      case CHOICE -> choice(parts);
      case ALL -> all(parts);
      default -> sequence(parts);
    };
  }

  private Node element(XSElementDecl declared) {
    Set<QName> names = new LinkedHashSet<>();
    QName head = name(declared);
    elements.put(head, declared);
    if (!declared.isAbstract()) {
      names.add(head);
    }
    if (declared.isGlobal()) {
      for (XSElementDecl each : declared.getSubstitutables()) {
        if (!each.isAbstract()) {
          names.add(name(each));
          elements.putIfAbsent(name(each), each);
        }
      }
    }
    return new Element(head, names);
  }

  private static QName name(XSElementDecl element) {
    return new QName(element.getTargetNamespace(), element.getName());
  }

  private static Node any(XSWildcard wildcard) {
    if (wildcard instanceof XSWildcard.Other not) {
      return new Any(not.getOtherNamespace(), null);
    }
    if (wildcard instanceof XSWildcard.Union union) {
      Set<String> namespaces = new TreeSet<>(union.getNamespaces());
      return new Any(null, namespaces);
    }
    return new Any(null, null);
  }

  private static Node sequence(List<Node> parts) {
    List<Node> flat = new ArrayList<>();
    for (Node each : parts) {
      if (each instanceof Sequence inner) {
        flat.addAll(inner.parts);
      } else {
        flat.add(each);
      }
    }
    return flat.size() == 1 ? flat.get(0) : flat.isEmpty() ? EMPTY : new Sequence(flat);
  }

  private static Node choice(List<Node> parts) {
    Set<Node> flat = new LinkedHashSet<>();
    boolean isOptional = false;
    for (Node each : parts) {
      if (each instanceof Choice inner) {
        flat.addAll(inner.parts);
      } else if (each.equals(EMPTY)) {
        isOptional = true;
      } else {
        flat.add(each);
      }
    }
    if (flat.isEmpty()) {
      return EMPTY;
    }
    Node one = flat.size() == 1 ? flat.iterator().next() : new Choice(flat);
    return isOptional ? loop(one, 0, 1) : one;
  }

  private static Node all(List<Node> parts) {
    List<Node> some = parts.stream().filter(each -> !each.equals(EMPTY)).toList();
    return some.size() == 1 ? some.get(0) : some.isEmpty() ? EMPTY : new All(some);
  }

  private static Node loop(Node part, int min, int max) {
    if (max == 0 || part.equals(EMPTY)) {
      return EMPTY;
    }
    if (min == 1 && max == 1) {
      return part;
    }
    boolean isSimple = min <= 1 && (max == 1 || max == UNBOUNDED);
    if (isSimple
        && part instanceof Loop inner
        && inner.min <= 1
        && (inner.max == 1 || inner.max == UNBOUNDED)) {
      int both = max == UNBOUNDED || inner.max == UNBOUNDED ? UNBOUNDED : 1;
      return loop(inner.part, min * inner.min, both);
    }
    return new Loop(part, min, max);
  }

  // ---- elements ----

  /** Returns the declaration of an element, or of one that may stand for one; null for none. */
  @Nullable XSElementDecl element(QName name) {
    return elements.get(name);
  }

  /** Returns how often each element may come, {@link #ANY} for those of wildcards. */
  Map<QName, Occurs> occurs() {
    return occurs(root);
  }

  private static Map<QName, Occurs> occurs(Node node) {
    Map<QName, Occurs> all = new LinkedHashMap<>();
    if (node instanceof Element element) {
      all.put(element.head, new Occurs(1, 1, element.names));
    } else if (node instanceof Any) {
      all.put(ANY, new Occurs(1, 1, Set.of()));
    } else if (node instanceof Loop loop) {
      int max = loop.max == UNBOUNDED ? Integer.MAX_VALUE : loop.max;
      occurs(loop.part)
          .forEach(
              (name, each) ->
                  all.put(
                      name,
                      new Occurs(
                          Occurs.product(each.min, loop.min),
                          Occurs.product(each.max, max),
                          each.names)));
    } else if (node instanceof Choice choice) {
      Map<QName, Integer> branches = new HashMap<>();
      for (Node part : choice.parts) {
        occurs(part)
            .forEach(
                (name, each) -> {
                  branches.merge(name, 1, Integer::sum);
                  all.merge(
                      name,
                      each,
                      (a, b) ->
                          new Occurs(Math.min(a.min, b.min), Math.max(a.max, b.max), a.names));
                });
      }
      all.replaceAll(
          (name, each) ->
              branches.getOrDefault(name, 0) == choice.parts.size()
                  ? each
                  : new Occurs(0, each.max, each.names));
    } else {
      List<Node> parts = node instanceof Sequence sequence ? sequence.parts : ((All) node).parts;
      for (Node part : parts) {
        occurs(part).forEach((name, each) -> all.merge(name, each, Occurs::plus));
      }
    }
    return all;
  }

  // ---- comparison ----

  /** Whether another type allows the same in the same form, so that nothing has to be compared. */
  boolean isSame(Language other) {
    return root.equals(other.root);
  }

  /**
   * Whether another type allows all sequences that this one does. Where that takes too long to find
   * out, the answer is yes.
   */
  boolean isWithin(Language other) {
    Set<Integer> bounds = new TreeSet<>();
    bounds(root, bounds);
    bounds(other.root, bounds);
    Map<Integer, Integer> ranks = new HashMap<>();
    int rank = LARGE;
    for (int each : bounds) {
      ranks.put(each, each < LARGE ? each : rank++);
    }
    return new Inclusion(ranked(root, ranks), ranked(other.root, ranks)).holds();
  }

  private static void bounds(Node node, Set<Integer> into) {
    if (node instanceof Loop loop) {
      into.add(loop.min);
      into.add(loop.max);
      bounds(loop.part, into);
    } else if (!(node instanceof Term)) {
      parts(node).forEach(each -> bounds(each, into));
    }
  }

  private static Node ranked(Node node, Map<Integer, Integer> ranks) {
    if (node instanceof Loop loop) {
      int max = loop.max == UNBOUNDED ? UNBOUNDED : ranks.getOrDefault(loop.max, loop.max);
      return new Loop(ranked(loop.part, ranks), ranks.getOrDefault(loop.min, loop.min), max);
    }
    if (node instanceof Term) {
      return node;
    }
    List<Node> parts = parts(node).stream().map(each -> ranked(each, ranks)).toList();
    return node instanceof All
        ? new All(parts)
        : node instanceof Choice ? new Choice(new LinkedHashSet<>(parts)) : new Sequence(parts);
  }

  private static List<Node> parts(Node node) {
    return node instanceof Sequence sequence
        ? sequence.parts
        : node instanceof All all ? all.parts : List.copyOf(((Choice) node).parts);
  }

  /** Whether one language is in another: a walk over the derivatives of both. */
  private static final class Inclusion {
    private final Set<String> namespaces = new TreeSet<>(Set.of("", "urn:of none of both"));
    private final Set<State> seen = new HashSet<>();
    private final Deque<State> left = new ArrayDeque<>();
    private int steps;

    Inclusion(Node one, Node other) {
      namespaces(one);
      namespaces(other);
      enter(Set.of(one), Set.of(other));
    }

    /** What may follow in one language, and in the other. */
    private record State(Set<Node> one, Set<Node> other) {}

    private void namespaces(Node node) {
      if (node instanceof Element element) {
        element.names.forEach(each -> namespaces.add(each.getNamespaceURI()));
      } else if (node instanceof Any any) {
        namespaces.addAll(any.namespaces == null ? Set.of() : any.namespaces);
        namespaces.add(any.other == null ? "" : any.other);
      } else if (node instanceof Loop loop) {
        namespaces(loop.part);
      } else {
        parts(node).forEach(this::namespaces);
      }
    }

    private void enter(Set<Node> one, Set<Node> other) {
      State state = new State(one, other);
      if (seen.add(state)) {
        left.add(state);
      }
    }

    boolean holds() {
      while (!left.isEmpty() && steps < MAX_STEPS) {
        State state = left.remove();
        boolean mayEnd = state.other.stream().anyMatch(Inclusion::isNullable);
        if (!mayEnd && state.one.stream().anyMatch(Inclusion::isNullable)) {
          return false;
        }
        if (!follow(state)) {
          return false;
        }
      }
      return true;
    }

    private boolean follow(State state) {
      Map<Term, Set<Node>> one = first(state.one);
      Map<Term, Set<Node>> other = first(state.other);
      Set<QName> letters = new LinkedHashSet<>();
      boolean hasAny = one.keySet().stream().anyMatch(Any.class::isInstance);
      one.keySet().forEach(each -> letters(each, letters));
      if (hasAny) {
        other.keySet().forEach(each -> letters(each, letters));
        namespaces.forEach(each -> letters.add(new QName(each, " none of both")));
      }
      for (QName letter : letters) {
        Set<Node> next = after(one, letter);
        if (!next.isEmpty()) {
          Set<Node> others = after(other, letter);
          if (others.isEmpty()) {
            return false;
          }
          enter(next, others);
        }
      }
      return true;
    }

    private static void letters(Term term, Set<QName> into) {
      if (term instanceof Element element) {
        into.addAll(element.names);
      }
    }

    private static Set<Node> after(Map<Term, Set<Node>> first, QName letter) {
      Set<Node> after = new HashSet<>();
      first.forEach(
          (term, rests) -> {
            boolean isTaken =
                term instanceof Element element
                    ? element.names.contains(letter)
                    : ((Any) term).accepts(letter.getNamespaceURI());
            if (isTaken) {
              after.addAll(rests);
            }
          });
      return after;
    }

    private Map<Term, Set<Node>> first(Set<Node> nodes) {
      Map<Term, Set<Node>> first = new LinkedHashMap<>();
      for (Node each : nodes) {
        first(
            each,
            EMPTY,
            (term, rest) -> {
              steps++;
              first.computeIfAbsent(term, added -> new HashSet<>()).add(rest);
            });
      }
      return first;
    }

    /** Tells the elements with which a node may begin, each with what comes after it. */
    private static void first(Node node, Node tail, BiConsumer<Term, Node> into) {
      if (node instanceof Term term) {
        into.accept(term, tail);
      } else if (node instanceof Loop loop) {
        int max = loop.max == UNBOUNDED ? UNBOUNDED : loop.max - 1;
        Node again = max == 0 ? EMPTY : new Loop(loop.part, Math.max(0, loop.min - 1), max);
        first(loop.part, sequence(List.of(again, tail)), into);
      } else {
        List<Node> parts = parts(node);
        for (int i = 0; i < parts.size(); i++) {
          Node rest = tail;
          if (node instanceof Sequence) {
            rest = sequence(List.of(new Sequence(parts.subList(i + 1, parts.size())), tail));
          } else if (node instanceof All) {
            List<Node> others = new ArrayList<>(parts);
            others.remove(i);
            rest = sequence(List.of(new All(others), tail));
          }
          first(parts.get(i), rest, into);
          if (node instanceof Sequence && !isNullable(parts.get(i))) {
            return;
          }
        }
      }
    }

    private static boolean isNullable(Node node) {
      if (node instanceof Term) {
        return false;
      }
      if (node instanceof Loop loop) {
        return loop.min == 0 || isNullable(loop.part);
      }
      return node instanceof Choice choice
          ? choice.parts.stream().anyMatch(Inclusion::isNullable)
          : parts(node).stream().allMatch(Inclusion::isNullable);
    }
  }
}
