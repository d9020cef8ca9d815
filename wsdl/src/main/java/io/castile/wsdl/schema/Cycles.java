package io.castile.wsdl.schema;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.tree.Element;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Finds components that are defined by themselves: types derived from themselves, groups that are
 * in themselves, elements that substitute themselves (XML Schema part 1 §3.4.6, §3.8.6, §3.3.6).
 * XSOM would follow them for ever. Types whose elements have the type again are no such thing.
 */
final class Cycles {
  /** A longer chain of definitions is in no real schema. */
  private static final int MAX_DEPTH = 200;

  /** A group with more in it, those within counted each time, is one to fill the memory. */
  private static final long MAX_SIZE = 100_000;

  /** A component that is being followed, and what it is defined by that has not been yet. */
  private record Step(
      Components.Name name, List<Components.Name> used, Iterator<Components.Name> rest) {}

  /**
   * The result for a component that leads to no cycle.
   *
   * @param depth how long the longest chain of definitions is that it begins
   * @param size how many groups are in it, those that come twice counted twice
   */
  private record Done(int depth, long size) {}

  private final Components components;
  private final Map<Components.Name, Done> done = new HashMap<>();

  private Cycles(Components components) {
    this.components = components;
  }

  /**
   * Follows all components.
   *
   * @throws DocumentException if one is defined by itself, or by too many others
   */
  static void check(Components components) throws DocumentException {
    Cycles cycles = new Cycles(components);
    for (Components.Name name : components.names()) {
      cycles.follow(name);
    }
  }

  /** Invariant: what is in {@code done} leads to no cycle; what is in {@code open} is in steps. */
  private void follow(Components.Name first) throws DocumentException {
    Deque<Step> steps = new ArrayDeque<>();
    Set<Components.Name> open = new HashSet<>();
    enter(first, steps, open);
    while (!steps.isEmpty()) {
      Step step = steps.peek();
      if (step.rest().hasNext()) {
        enter(step.rest().next(), steps, open);
      } else {
        steps.pop();
        open.remove(step.name());
        done.put(step.name(), measured(step));
      }
    }
  }

  private void enter(Components.Name name, Deque<Step> steps, Set<Components.Name> open)
      throws DocumentException {
    Element definition = components.definition(name);
    if (definition == null || done.containsKey(name)) {
      return;
    }
    if (!open.add(name)) {
      throw new DocumentException(
          definition.place(), name.kind() + " " + name.name() + " is defined by itself");
    }
    if (steps.size() == MAX_DEPTH) {
      throw tooDeep(definition);
    }
    List<Components.Name> used = used(name.kind(), definition);
    steps.push(new Step(name, used, used.iterator()));
  }

  private static DocumentException tooDeep(Element definition) {
    return new DocumentException(
        definition.place(), "expected definitions at most " + MAX_DEPTH + " deep, found more");
  }

  /** All that a component is defined by is done. */
  private Done measured(Step step) throws DocumentException {
    int depth = 0;
    long size = 1;
    for (Components.Name each : step.used()) {
      Done known = done.get(each);
      if (known != null) {
        depth = Math.max(depth, known.depth());
        size += known.size();
      }
    }
    Element definition = components.definition(step.name());
    if (definition != null && depth >= MAX_DEPTH) {
      throw tooDeep(definition);
    }
    boolean isGroup =
        step.name().kind() == ComponentKind.GROUP
            || step.name().kind() == ComponentKind.ATTRIBUTE_GROUP;
    if (definition != null && isGroup && size > MAX_SIZE) {
      throw new DocumentException(
          definition.place(), "expected at most " + MAX_SIZE + " groups in a group, found more");
    }
    return new Done(depth + 1, Math.min(size, MAX_SIZE + 1));
  }

  /** Returns the components by which a component is defined. */
  private static List<Components.Name> used(ComponentKind kind, Element definition) {
    List<Components.Name> used = new ArrayList<>();
    if (kind == ComponentKind.ELEMENT) {
      add(kind, definition, "substitutionGroup", used);
    } else {
      definition.children().forEach(child -> collect(kind, child, used));
    }
    return used;
  }

  /** Goes through a definition, but for elements and attributes in it, which may have any type. */
  private static void collect(ComponentKind kind, Element element, List<Components.Name> used) {
    if (Xsd.is(element, "element")
        || Xsd.is(element, "attribute")
        || Xsd.is(element, "annotation")) {
      return;
    }
    if (kind == ComponentKind.TYPE) {
      add(kind, element, "base", used);
      add(kind, element, "itemType", used);
      add(kind, element, "memberTypes", used);
    } else if (ComponentKind.of(element) == kind) {
      add(kind, element, "ref", used);
    }
    element.children().forEach(child -> collect(kind, child, used));
  }

  private static void add(
      ComponentKind kind, Element element, String attribute, List<Components.Name> used) {
    @Nullable String value = element.attribute(attribute);
    if (value == null) {
      return;
    }
    for (String each : value.strip().split("\\s+")) {
      QName name = element.qName(each, true);
      if (name != null) {
        used.add(new Components.Name(kind, name));
      }
    }
  }
}
