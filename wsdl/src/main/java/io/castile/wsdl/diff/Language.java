package io.castile.wsdl.diff;

import com.sun.xml.xsom.XSElementDecl;
import com.sun.xml.xsom.XSModelGroup;
import com.sun.xml.xsom.XSParticle;
import com.sun.xml.xsom.XSTerm;
import com.sun.xml.xsom.XSWildcard;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The sequences of elements that a complex type allows, as an expression in a normal form: nested
 * and single groups, and references to groups, make no difference.
 */
final class Language {
  /** The key of wildcards among the elements. */
  static final QName ANY = new QName("*");

  static final int UNBOUNDED = -1;

  /** Numbers of occurrences from which on only their order counts, so that automata stay small. */
  private static final int LARGE = 8;

  static final Node EMPTY = new Sequence(List.of());

  private final Map<QName, List<XSElementDecl>> elements = new LinkedHashMap<>();
  private final List<XSWildcard> wildcards = new ArrayList<>();
  private final Node root;

  private Language(@Nullable XSParticle content) {
    this.root = content == null ? EMPTY : node(content, new HashSet<>());
  }

  private Language(Node root) {
    this.root = root;
  }

  /** The result of a comparison. */
  enum Answer {
    YES,
    NO,
    /** The comparison was given up, because it takes too long. */
    UNKNOWN
  }

  static Language of(@Nullable XSParticle content) {
    return new Language(content);
  }

  /** An expression. */
  sealed interface Node permits Term, Sequence, Choice, All, Loop {}

  /** One element. */
  sealed interface Term extends Node permits Element, Any {}

  /**
   * @param names the element's own one unless it is abstract, and those of what may stand for it
   */
  record Element(QName head, Set<QName> names) implements Term {}

  /**
   * @param other the one namespace that is not allowed, nor none; null where namespaces are listed
   * @param namespaces those allowed; null for any, or any other
   */
  record Any(@Nullable String other, @Nullable Set<String> namespaces) implements Term {
    boolean accepts(String namespace) {
      if (namespaces != null) {
        return namespaces.contains(namespace);
      }
      return other == null || !(namespace.isEmpty() || namespace.equals(other));
    }
  }

  record Sequence(List<Node> parts) implements Node {}

  record Choice(Set<Node> parts) implements Node {}

  record All(List<Node> parts) implements Node {}

  record Loop(Node part, int min, int max) implements Node {}

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
      wildcards.add(term.asWildcard());
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
    elements.computeIfAbsent(head, added -> new ArrayList<>()).add(declared);
    if (!declared.isAbstract()) {
      names.add(head);
    }
    if (declared.isGlobal()) {
      for (XSElementDecl each : declared.getSubstitutables()) {
        if (!each.isAbstract()) {
          names.add(name(each));
          elements.computeIfAbsent(name(each), added -> new ArrayList<>(List.of(each)));
        }
      }
    }
    return new Element(head, names);
  }

  private static QName name(XSElementDecl element) {
    return new QName(element.getTargetNamespace(), element.getName());
  }

  private static Any any(XSWildcard wildcard) {
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

  /** Returns the declarations of an element, or of one that may stand for one, in their order. */
  List<XSElementDecl> elements(QName name) {
    return elements.getOrDefault(name, List.of());
  }

  /** Returns the wildcards in their order. */
  List<XSWildcard> wildcards() {
    return List.copyOf(wildcards);
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

  /** Whether another type allows all sequences that this one does. */
  Answer isWithin(Language other) {
    Node one = root;
    Node two = other.root;
    List<Node> parts = sequenced(one);
    List<Node> others = sequenced(two);
    int least = Math.min(parts.size(), others.size());
    int start = 0;
    while (start < least && parts.get(start).equals(others.get(start))) {
      start++;
    }
    int end = 0;
    while (end < least - start
        && parts.get(parts.size() - 1 - end).equals(others.get(others.size() - 1 - end))) {
      end++;
    }
    if (start + end > 0) {
      Node middle = sequence(parts.subList(start, parts.size() - end));
      Node otherMiddle = sequence(others.subList(start, others.size() - end));
      Set<QName> inside = new HashSet<>();
      Set<QName> around = new HashSet<>();
      boolean isPlain = names(middle, inside) & names(otherMiddle, inside);
      isPlain &= names(sequence(parts.subList(0, start)), around);
      isPlain &= names(sequence(parts.subList(parts.size() - end, parts.size())), around);
      if (isPlain && Collections.disjoint(inside, around)) {
        one = middle; // as where these begin and end is plain from the names
        two = otherMiddle;
      }
    }
    if (isWithOptional(sequenced(one), sequenced(two))) {
      return Answer.YES;
    }
    Answer unordered = Unordered.isWithin(one, two);
    if (unordered != Answer.UNKNOWN) {
      return unordered;
    }
    if (isRankable(one) && isRankable(two)) {
      Set<Integer> bounds = new TreeSet<>();
      bounds(one, bounds);
      bounds(two, bounds);
      Map<Integer, Integer> ranks = new HashMap<>();
      int rank = LARGE;
      for (int each : bounds) {
        ranks.put(each, each < LARGE ? each : rank++);
      }
      one = ranked(one, ranks);
      two = ranked(two, ranks);
    }
    return new Inclusion(one, two).holds();
  }

  private static List<Node> sequenced(Node node) {
    return node instanceof Sequence sequence ? sequence.parts : List.of(node);
  }

  /** Whether a sequence has the parts of one in their order, and optional ones among them. */
  private static boolean isWithOptional(List<Node> parts, List<Node> others) {
    int taken = 0;
    for (Node each : others) {
      if (taken < parts.size() && each.equals(parts.get(taken))) {
        taken++;
      } else if (!isOptional(each)) {
        return false;
      }
    }
    return taken == parts.size();
  }

  private static boolean isOptional(Node node) {
    if (node instanceof Term) {
      return false;
    }
    if (node instanceof Loop loop) {
      return loop.min == 0 || isOptional(loop.part);
    }
    return node instanceof Choice choice
        ? choice.parts.stream().anyMatch(Language::isOptional)
        : parts(node).stream().allMatch(Language::isOptional);
  }

  /** Adds all names of elements; returns false where there is a wildcard. */
  private static boolean names(Node node, Set<QName> into) {
    if (node instanceof Element element) {
      into.addAll(element.names);
      return true;
    }
    if (node instanceof Any) {
      return false;
    }
    boolean isPlain = true;
    for (Node each : node instanceof Loop loop ? List.of(loop.part) : parts(node)) {
      isPlain &= names(each, into);
    }
    return isPlain;
  }

  /**
   * Returns the same without some elements, and with any number of others where several may come.
   *
   * @param gone the elements, {@link #ANY} for those of wildcards
   * @param many the others
   */
  Language without(Set<QName> gone, Set<QName> many) {
    return new Language(without(root, gone, many));
  }

  private static Node without(Node node, Set<QName> gone, Set<QName> many) {
    if (node instanceof Element element) {
      return gone.contains(element.head) ? EMPTY : node;
    }
    if (node instanceof Any) {
      return gone.contains(ANY) ? EMPTY : node;
    }
    if (node instanceof Loop loop) {
      Node part = without(loop.part, gone, many);
      boolean isMany = loop.max > 1 && occurs(loop.part).keySet().stream().anyMatch(many::contains);
      return loop(part, loop.min, isMany ? UNBOUNDED : loop.max);
    }
    List<Node> parts = parts(node).stream().map(each -> without(each, gone, many)).toList();
    return node instanceof All
        ? all(parts)
        : node instanceof Choice ? choice(parts) : sequence(parts);
  }

  /**
   * Whether only the order of large bounds counts: each is of elements that stand nowhere else, and
   * is not multiplied by another.
   */
  private static boolean isRankable(Node node) {
    Map<QName, Integer> places = new HashMap<>();
    places(node, places);
    return isRankable(node, places, false);
  }

  private static void places(Node node, Map<QName, Integer> into) {
    if (node instanceof Element element) {
      element.names.forEach(each -> into.merge(each, 1, Integer::sum));
    } else if (node instanceof Any) {
      into.merge(ANY, 1, Integer::sum);
    } else {
      (node instanceof Loop loop ? List.of(loop.part) : parts(node))
          .forEach(each -> places(each, into));
    }
  }

  private static boolean isRankable(Node node, Map<QName, Integer> places, boolean isRepeated) {
    if (node instanceof Term) {
      return true;
    }
    if (node instanceof Loop loop) {
      if (Math.max(loop.min, loop.max) >= LARGE) {
        Map<QName, Integer> inside = new HashMap<>();
        places(loop.part, inside);
        return !isRepeated
            && !hasLoops(loop.part)
            && (inside.containsKey(ANY)
                ? places.size() == 1 && places.getOrDefault(ANY, 0) == 1
                : inside.keySet().stream().allMatch(each -> places.getOrDefault(each, 0) == 1)
                    && !places.containsKey(ANY));
      }
      return isRankable(loop.part, places, isRepeated || loop.max != 1);
    }
    return parts(node).stream().allMatch(each -> isRankable(each, places, isRepeated));
  }

  private static boolean hasLoops(Node node) {
    return !(node instanceof Term)
        && (node instanceof Loop loop
            ? loop.max != 1 || hasLoops(loop.part)
            : parts(node).stream().anyMatch(Language::hasLoops));
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

  static List<Node> parts(Node node) {
    return node instanceof Sequence sequence
        ? sequence.parts
        : node instanceof All all ? all.parts : List.copyOf(((Choice) node).parts);
  }

  /**
   * Contents in which elements come at most once, in any order: they are compared by elements, as
   * the states of an automaton would be as many as there are subsets.
   *
   * @param parts the names of each element, and whether it has to come
   */
  private record Unordered(Map<Set<QName>, Boolean> parts, boolean isOptional) {
    private static @Nullable Unordered of(Node node) {
      if (node instanceof Loop loop && loop.min == 0 && loop.max == 1) {
        Unordered inner = of(loop.part);
        return inner == null ? null : new Unordered(inner.parts, true);
      }
      if (!(node instanceof All all)) {
        return null;
      }
      Map<Set<QName>, Boolean> parts = new LinkedHashMap<>();
      for (Node each : all.parts) {
        boolean isOptional = each instanceof Loop loop && loop.min == 0 && loop.max == 1;
        Node term = isOptional ? ((Loop) each).part : each;
        if (!(term instanceof Element element)
            || element.names.isEmpty()
            || parts.put(element.names, !isOptional) != null) {
          return null;
        }
      }
      return new Unordered(parts, parts.values().stream().noneMatch(each -> each));
    }

    /** Returns {@link Answer#UNKNOWN} where one of both has another form. */
    static Answer isWithin(Node node, Node otherNode) {
      Unordered one = of(node);
      Unordered other = of(otherNode);
      return one == null || other == null ? Answer.UNKNOWN : one.isWithin(other);
    }

    private Answer isWithin(Unordered other) {
      Map<QName, Set<QName>> places = new HashMap<>();
      for (Set<QName> each : other.parts.keySet()) {
        for (QName name : each) {
          if (places.put(name, each) != null) {
            return Answer.UNKNOWN; // ambiguous, which no schema may be
          }
        }
      }
      Map<Set<QName>, Boolean> taken = new HashMap<>();
      for (Map.Entry<Set<QName>, Boolean> each : parts.entrySet()) {
        Set<Set<QName>> found = new HashSet<>();
        for (QName name : each.getKey()) {
          Set<QName> place = places.get(name);
          if (place == null) {
            return Answer.NO;
          }
          found.add(place);
        }
        if (found.size() > 1 || taken.put(found.iterator().next(), each.getValue()) != null) {
          return Answer.UNKNOWN; // several elements for one
        }
      }
      for (Map.Entry<Set<QName>, Boolean> each : other.parts.entrySet()) {
        boolean comes = taken.getOrDefault(each.getKey(), false);
        boolean isOnly = parts.size() == 1 && taken.containsKey(each.getKey());
        if (each.getValue() && !comes && !isOnly) {
          return Answer.NO;
        }
      }
      return isOptional && !other.isOptional ? Answer.NO : Answer.YES;
    }
  }
}
