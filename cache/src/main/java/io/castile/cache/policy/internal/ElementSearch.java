package io.castile.cache.policy.internal;

import io.castile.cache.policy.text.QualifiedName;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Looks for what an {@link ElementPath} leads to among the elements that requests may have. Owned
 * by one thread.
 */
final class ElementSearch {
  /** How many elements are looked at; a path that leads through more may lead to something. */
  private static final int MAX_LOOKED_AT = 100_000;

  private static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";
  private static final Set<String> OF_ANY =
      Set.of("type", "nil", "schemaLocation", "noNamespaceSchemaLocation");

  private final List<String> steps;
  private final Collection<KnownElement> body;
  private final Set<State> seen = new HashSet<>();
  private final Deque<State> next = new ArrayDeque<>();
  private int failed = -1; // the last step that led nowhere
  private final Set<String> there = new TreeSet<>(); // the names in its place

  /**
   * A place to which steps have led.
   *
   * @param step the next one
   * @param element the place; null for the body itself
   */
  private record State(int step, @Nullable KnownElement element) {}

  private ElementSearch(ElementPath path, Collection<KnownElement> body) {
    this.steps = path.steps();
    this.body = body;
  }

  /**
   * The outcome of a search.
   *
   * @param isFound whether the path leads to something, or may
   * @param step the last one that leads nowhere; empty where it is found
   * @param there the names that stand in its place
   */
  record Outcome(boolean isFound, String step, Set<String> there) {}

  /** Follows a path from the body of requests. */
  static Outcome of(ElementPath path, Collection<KnownElement> body) {
    ElementSearch search = new ElementSearch(path, body);
    boolean isFound = search.find();
    boolean leadsNowhere = !isFound && search.failed >= 0;
    return new Outcome(isFound, leadsNowhere ? search.steps.get(search.failed) : "", search.there);
  }

  /** Whether an element of a local name may be anywhere in the body of requests. */
  static boolean isAnywhere(String local, Collection<KnownElement> body) {
    Set<KnownElement> known = new HashSet<>(body);
    Deque<KnownElement> left = new ArrayDeque<>(known);
    while (!left.isEmpty()) {
      KnownElement each = left.remove();
      if (each.isOpen()
          || known.size() > MAX_LOOKED_AT
          || QName.valueOf(each.name()).getLocalPart().equals(local)) {
        return true;
      }
      for (KnownElement child : each.children()) {
        if (known.add(child)) {
          left.add(child);
        }
      }
    }
    return false;
  }

  private boolean find() {
    go(new State(0, null));
    while (!next.isEmpty()) {
      State state = next.remove();
      if (seen.size() > MAX_LOOKED_AT || follow(state)) {
        return true;
      }
    }
    return false;
  }

  private void go(State state) {
    if (seen.add(state)) {
      next.add(state);
    }
  }

  /** Follows one step; returns whether the path has come to its end. */
  private boolean follow(State state) {
    String step = steps.get(state.step);
    KnownElement element = state.element;
    if (step.startsWith("@")) {
      return isAttribute(state.step, element == null ? Set.of() : element.attributes());
    }
    boolean isAnyNumber = step.equals(ElementPath.ANY_NUMBER);
    if (isAnyNumber) {
      go(new State(state.step + 1, element));
    }
    boolean isLast = state.step == steps.size() - 1;
    boolean leads = isAnyNumber;
    Collection<KnownElement> within = element == null ? body : element.children();
    for (KnownElement each : within) {
      if (isAnyNumber || fits(step, each.name())) {
        if (isLast || each.isOpen()) {
          return true;
        }
        leads = true;
        go(new State(isAnyNumber ? state.step : state.step + 1, each));
      }
    }
    if (!leads) {
      failed(state.step, within.stream().map(KnownElement::name).toList());
    }
    return false;
  }

  /** Any element may say its type, or that it has no value. */
  private boolean isAttribute(int step, Set<String> attributes) {
    String name = steps.get(step).substring(1);
    if (name.equals(ElementPath.ANY)
        || name.startsWith("{" + XSI + "}")
        || OF_ANY.contains(name)
        || attributes.stream().anyMatch(each -> fits(name, each))) {
      return true;
    }
    failed(step, attributes);
    return false;
  }

  private static boolean fits(String step, String name) {
    return step.equals(ElementPath.ANY) || QualifiedName.matches(step, QName.valueOf(name));
  }

  private void failed(int step, Collection<String> names) {
    if (step > failed) {
      failed = step;
      there.clear();
    }
    if (step == failed) {
      there.addAll(names);
    }
  }
}
