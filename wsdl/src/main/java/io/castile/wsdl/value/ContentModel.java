package io.castile.wsdl.value;

import io.castile.wsdl.model.ValueException;
import io.castile.xml.XmlName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The orders of elements that a complex type allows: an automaton that counts. Its states are made
 * when they are first reached, and some are kept. Thread-safe.
 *
 * <p>A state is a set of {@linkplain Place places}, and a place a term of the schema with a number
 * for each repetition around it. What a number of occurrences says is thus compared, and never
 * written out. Of two places that have one term, one is let go of where the other leads to whatever
 * it leads to; most schemas have one place in each state then. Of others there may be many, as of
 * {@code ((a{2,3} b?){2,9} c?){2,9}}: the {@link Effort} of a message bounds the work.
 */
final class ContentModel {
  /** The letter of an element that only a wildcard allows. */
  static final Object ANY = new Object();

  /** Places, and steps from state to state, that the models of a description keep. */
  private static final int MAX_KEPT = 10_000;

  /** Places that a state may have at no cost. */
  private static final int FEW = 4;

  /** Of no loops. */
  private static final int[] NONE = {};

  private final Node root;
  private final long free; // the work of a step that is not counted, as any may take as much
  private final AtomicInteger kept;
  private final Map<State, State> states = new ConcurrentHashMap<>();
  private final State start;

  /**
   * @param kept counts what is kept, in all models of a description
   */
  ContentModel(Particle content, AtomicInteger kept) {
    this.root = node(content);
    this.free = 4L * root.linked(null, 0) + 64;
    this.kept = kept;
    this.start = new State(List.of(), root.isNullable);
  }

  /**
   * What one message may cost, beyond what each of its elements does. Used by one thread.
   *
   * <p>A step that is kept counts as it did the first time, so that a message has the same result
   * each time.
   */
  static final class Effort {
    /** Some tenths of a second, and tens of megabytes for an {@link Arrangement}. */
    private static final long MOST = 4_000_000;

    private long left = MOST;

    /**
     * Counts work.
     *
     * @throws ValueException if there was too much
     */
    void spend(long steps) {
      left -= steps;
      if (left < 0) {
        throw new ValueException(
            "expected elements that can be counted in one way, or a few, found too many ways, as"
                + " the schema has numbers of occurrences within others");
      }
    }
  }

  private enum Kind {
    TERM,
    SEQUENCE,
    CHOICE,
    LOOP
  }

  /** A part of the expression. */
  private static final class Node {
    final Kind kind;
    final Particle.@Nullable Term term;
    final List<Node> parts; // one of a loop
    final int min; // of a loop
    final int max; // likewise
    final boolean isNullable;
    private @Nullable Node around; // null for the root
    private int index; // among the parts of what is around
    private int depth; // how many loops are around
    private Node[] loops = {}; // around a term, the outermost one first

    /**
     * Whether all that stands beside this loop, up to the next one around, may be absent: what
     * comes again in this one may come in the next turn of the other then.
     */
    private boolean isAlone;

    Node(Kind kind, Particle.@Nullable Term term, List<Node> parts, int min, int max) {
      this.kind = kind;
      this.term = term;
      this.parts = parts;
      this.min = min;
      this.max = max;
      this.isNullable =
          switch (kind) {
            case TERM -> false;
            case SEQUENCE -> parts.stream().allMatch(part -> part.isNullable);
            case CHOICE -> parts.isEmpty() || parts.stream().anyMatch(part -> part.isNullable);
            case LOOP -> min == 0 || parts.get(0).isNullable;
          };
    }

    /** Links the parts with what is around them; returns how many there are. */
    int linked(@Nullable Node parent, int count) {
      around = parent;
      depth = count;
      int size = 1;
      for (int i = 0; i < parts.size(); i++) {
        parts.get(i).index = i;
        size += parts.get(i).linked(this, kind == Kind.LOOP ? count + 1 : count);
      }
      if (kind == Kind.LOOP) {
        isAlone = areOthersNullable();
      } else if (kind == Kind.TERM) {
        loops = loopsAround();
      }
      return size;
    }

    private boolean areOthersNullable() {
      Node each = this;
      for (Node up = around; up != null && up.kind != Kind.LOOP; up = up.around) {
        for (Node part : up.parts) {
          if (up.kind == Kind.SEQUENCE && part != each && !part.isNullable) {
            return false;
          }
        }
        each = up;
      }
      return true;
    }

    Node inner() {
      return parts.get(0);
    }

    boolean mayCome(int count) {
      return max == Particle.UNBOUNDED || count < max;
    }

    private Node[] loopsAround() {
      Node[] all = new Node[depth];
      for (Node up = around; up != null; up = up.around) {
        if (up.kind == Kind.LOOP) {
          all[up.depth] = up;
        }
      }
      return all;
    }
  }

  /**
   * An element that has come, by the term that allows it, and how often each loop around has. The
   * numbers of a loop are a range, from {@code counts[2 * i]} to {@code counts[2 * i + 1]}: a place
   * stands for all combinations of its numbers.
   *
   * <p>Invariant: numbers from the loop's minimum on are one, the least, as what may come behind a
   * greater one may come behind that, too.
   */
  private static final class Place {
    final Node term;
    private final Node[] loops;
    final int[] counts;

    Place(Node term, int[] counts) {
      this.term = term;
      this.loops = term.loops;
      this.counts = counts;
    }

    int least(int loop) {
      return counts[2 * loop];
    }

    int most(int loop) {
      return counts[2 * loop + 1];
    }

    /** Whether whatever may come behind another place of the term may come behind this one. */
    boolean leadsAsFarAs(Place other) {
      for (int i = 0; i < loops.length; i++) {
        int enough = Math.max(least(i), loops[i].min);
        boolean isFewer = enough <= most(i) && enough < other.least(i);
        if (isFewer) {
          return isAgainBehind(other, i + 1);
        }
        if (!isAmong(other, i)) {
          return false;
        }
      }
      return true;
    }

    /**
     * Likewise, where a loop has come fewer times than in the other place, and those around it as
     * often. Loops within that one may have come more often, if what they repeat may come in the
     * next turn of that one as well.
     */
    private boolean isAgainBehind(Place other, int first) {
      boolean isAgain = true;
      for (int i = first; i < loops.length; i++) {
        isAgain &= loops[i].isAlone && loops[i].min <= 1;
        if (!isAgain && !isAmong(other, i)) {
          return false;
        }
      }
      return true;
    }

    /** Whether each number of the other place is one of this, or has a better one here. */
    private boolean isAmong(Place other, int loop) {
      int enough = Math.max(least(loop), loops[loop].min);
      boolean hasEnough = enough <= most(loop);
      int last = hasEnough && enough <= other.most(loop) ? enough : other.most(loop);
      return least(loop) <= other.least(loop) && last <= most(loop);
    }

    /** Returns the place that stands for two; null where there is none. */
    @Nullable Place joined(Place other) {
      int different = -1;
      for (int i = 0; i < loops.length; i++) {
        if (least(i) != other.least(i) || most(i) != other.most(i)) {
          if (different >= 0) {
            return null;
          }
          different = i;
        }
      }
      if (different < 0
          || least(different) > other.most(different) + 1
          || other.least(different) > most(different) + 1) {
        return null;
      }
      int[] both = counts.clone();
      both[2 * different] = Math.min(least(different), other.least(different));
      both[2 * different + 1] = Math.max(most(different), other.most(different));
      return new Place(term, both);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // of parts of one expression
    public boolean equals(@Nullable Object other) {
      return other instanceof Place place
          && term == place.term
          && Arrays.equals(counts, place.counts);
    }

    @Override
    public int hashCode() {
      return 31 * System.identityHashCode(term) + Arrays.hashCode(counts);
    }
  }

  /** The elements that may come after some others. */
  static final class State {
    private final Set<Place> places; // none at the start
    private final int hash;
    private final boolean isEnd;
    private final Map<Object, Step> next = new ConcurrentHashMap<>(4);

    private State(List<Place> places, boolean isEnd) {
      this.places = new LinkedHashSet<>(places);
      this.hash = this.places.hashCode();
      this.isEnd = isEnd;
    }

    /** Whether nothing has to come. */
    boolean isEnd() {
      return isEnd;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other
          || (other instanceof State state
              && hash == state.hash
              && isEnd == state.isEnd
              && places.equals(state.places));
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /**
   * What an element leads to.
   *
   * @param to null where it may not come
   * @param cost what it takes to find out, beyond what each step does
   */
  private record Step(@Nullable State to, long cost) {}

  /** Returns what may come at the beginning. */
  State start() {
    return start;
  }

  /**
   * Returns what may come after one more element; null where it may not come.
   *
   * @param letter the name of an element of the type, or {@link #ANY}
   * @throws ValueException if the message has taken too much work
   */
  @Nullable State next(State state, Object letter, Effort effort) {
    Step known = state.next.get(letter);
    if (known == null) {
      known = step(state, letter, effort);
    }
    effort.spend(known.cost);
    return known.to;
  }

  private Step step(State state, Object letter, Effort effort) {
    Walk walk = new Walk(letter, null, effort);
    follow(state, walk);
    State to = null;
    boolean mayBeKept = true;
    if (!walk.found.isEmpty()) {
      to = new State(walk.found, walk.found.stream().anyMatch(ContentModel::mayEnd));
      State same = states.get(to);
      mayBeKept = same != null || isKept(to.places.size());
      if (same != null) {
        to = same;
      } else if (mayBeKept) {
        states.put(to, to);
      }
    }
    Step step = new Step(to, Math.max(0, walk.work - free) + walk.memory());
    if (mayBeKept && isKept(1)) {
      state.next.put(letter, step);
    }
    return step;
  }

  /** Whether there is room for so much more. */
  private boolean isKept(int more) {
    if (kept.get() > MAX_KEPT) {
      return false;
    }
    return kept.addAndGet(more) <= MAX_KEPT;
  }

  /** Returns the names of the elements that may come, for messages. */
  String expected(State state) {
    Set<String> names = new TreeSet<>();
    try {
      follow(state, new Walk(null, names, new Effort()));
    } catch (ValueException e) {
      names.add("others"); // of a great many places
    }
    return String.join(", ", names);
  }

  // ---- from place to place ----

  /** A search for all places that follow others. */
  private static final class Walk {
    private final @Nullable Object letter; // null for any
    private final @Nullable Set<String> names; // of what comes; null where places are found
    private final Effort effort;
    private final List<Place> found = new ArrayList<>();
    private long work;

    Walk(@Nullable Object letter, @Nullable Set<String> names, Effort effort) {
      this.letter = letter;
      this.names = names;
      this.effort = effort;
    }

    /** Notes a term behind which the letter leads on. */
    void term(Node node, int[] counts) {
      Particle.Term term = node.term;
      if (names != null && term != null) {
        addNames(term, names);
      } else if (term != null && letter != null && isTaken(term, letter)) {
        add(new Place(node, counts));
      }
    }

    private void add(Place added) {
      Place place = added;
      for (int i = 0; i < found.size(); i++) {
        Place each = found.get(i);
        if (each.term != place.term) {
          continue;
        }
        work++;
        if (each.leadsAsFarAs(place)) {
          return;
        }
        Place both = place.leadsAsFarAs(each) ? place : each.joined(place);
        if (both != null) {
          place = both;
          found.remove(i);
          i = -1; // what is joined may join others
        }
      }
      found.add(place);
      check();
    }

    /** Stops a search that takes more than any message may. */
    void check() {
      if (work + memory() > Effort.MOST) {
        effort.spend(work + memory());
      }
    }

    /** The work that stands for the places that are found, which stay in memory for a while. */
    long memory() {
      return 8L * Math.max(0, found.size() - FEW);
    }
  }

  private void follow(State state, Walk walk) {
    if (state == start) {
      enter(root, NONE, walk);
    } else {
      for (Place each : state.places) {
        follow(each, walk);
        walk.check();
      }
    }
  }

  private static void follow(Place place, Walk walk) {
    int[] counts = place.counts;
    Node node = place.term;
    for (Node up = node.around; up != null; up = node.around) {
      if (up.kind == Kind.SEQUENCE) {
        for (int i = node.index + 1; i < up.parts.size(); i++) {
          enter(up.parts.get(i), Arrays.copyOf(counts, 2 * up.depth), walk);
          if (!up.parts.get(i).isNullable) {
            return;
          }
        }
      } else if (up.kind == Kind.LOOP) {
        int least = place.least(up.depth);
        int most = place.most(up.depth);
        if (up.mayCome(least)) {
          int[] again = Arrays.copyOf(counts, 2 * up.depth + 2);
          set(up, least + 1, up.mayCome(most) ? most + 1 : most, again);
          enter(up.inner(), again, walk);
        }
        if (most < up.min) {
          return;
        }
      }
      node = up;
    }
  }

  /**
   * Visits each term by which a node may begin.
   *
   * @param counts of the loops around; not changed
   */
  private static void enter(Node node, int[] counts, Walk walk) {
    walk.work++;
    switch (node.kind) {
      case TERM -> walk.term(node, counts);
      case SEQUENCE -> {
        for (Node part : node.parts) {
          enter(part, counts, walk);
          if (!part.isNullable) {
            return;
          }
        }
      }
      case CHOICE -> node.parts.forEach(part -> enter(part, counts, walk));
      case LOOP -> {
        int[] once = Arrays.copyOf(counts, counts.length + 2);
        set(node, 1, 1, once);
        enter(node.inner(), once, walk);
      }
    }
  }

  /** Sets how often a loop has come, in the form that the {@link Place} demands. */
  private static void set(Node loop, int least, int most, int[] counts) {
    int from = loop.max == Particle.UNBOUNDED ? Math.min(least, loop.min) : least;
    counts[2 * loop.depth] = from;
    counts[2 * loop.depth + 1] = Math.max(from, Math.min(most, loop.min));
  }

  /** Whether nothing has to come behind a place. */
  private static boolean mayEnd(Place place) {
    Node node = place.term;
    for (Node up = node.around; up != null; up = node.around) {
      if (up.kind == Kind.SEQUENCE) {
        for (int i = node.index + 1; i < up.parts.size(); i++) {
          if (!up.parts.get(i).isNullable) {
            return false;
          }
        }
      } else if (up.kind == Kind.LOOP && place.most(up.depth) < up.min) {
        return false;
      }
      node = up;
    }
    return true;
  }

  private static void addNames(Particle.Term term, Set<String> names) {
    if (term instanceof ElementPlan element) {
      if (!element.isAbstract()) {
        names.add(element.local());
      }
      element.substitutes().forEach(each -> names.add(each.local()));
    } else {
      names.add("any other element");
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

  // ---- expressions ----

  private static Node node(Particle particle) {
    if (!(particle.term() instanceof Particle.Group group)) {
      return loop(
          new Node(Kind.TERM, particle.term(), List.of(), 1, 1), particle.min(), particle.max());
    }
    List<Node> parts = new ArrayList<>();
    group.particles().forEach(each -> parts.add(node(each)));
    Node inner =
        parts.size() == 1
            ? parts.get(0)
            : new Node(group.isChoice() ? Kind.CHOICE : Kind.SEQUENCE, null, parts, 1, 1);
    return loop(inner, particle.min(), particle.max());
  }

  /** A node that comes so often; one loop where it is one that together is one. */
  private static Node loop(Node inner, int min, int max) {
    if (min == 1 && max == 1) {
      return inner;
    }
    boolean isUnbounded = max == Particle.UNBOUNDED || inner.max == Particle.UNBOUNDED;
    if (inner.kind == Kind.LOOP && isOneRange(inner, min, max)) {
      return new Node(
          Kind.LOOP,
          null,
          inner.parts,
          product(inner.min, min),
          isUnbounded ? Particle.UNBOUNDED : product(inner.max, max));
    }
    return new Node(Kind.LOOP, null, List.of(inner), inner.isNullable ? 0 : min, max);
  }

  /** Whether the numbers of a loop within another one, taken together, leave none out. */
  private static boolean isOneRange(Node inner, int min, int max) {
    return min == max
        || inner.min <= 1
        || (min > 0
            && (inner.max == Particle.UNBOUNDED
                || (long) (inner.max - inner.min) * min >= inner.min - 1L));
  }

  private static int product(int one, int other) {
    return (int) Math.min(Integer.MAX_VALUE, (long) one * other);
  }
}
