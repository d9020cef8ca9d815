package io.castile.generate.encoded;

import io.castile.generate.encoded.Component.Kind;
import io.castile.wsdl.tree.Element;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The global components of schemas, and which of them need which. */
final class ComponentGraph {
  private final Map<Component, Element> all = new LinkedHashMap<>();

  ComponentGraph(List<Element> schemas) {
    for (Element schema : schemas) {
      schema
          .children()
          .forEach(
              child -> {
                Component component = Component.of(schema, child);
                if (component != null) {
                  all.putIfAbsent(component, child);
                }
              });
    }
  }

  /** Returns the definition of a component; null if there is none. */
  @Nullable Element get(Kind kind, @Nullable QName name) {
    return name == null ? null : all.get(new Component(kind, name));
  }

  /**
   * Returns components, all that they need, and the types derived from these, which may stand in
   * their place.
   */
  Set<Component> closure(Set<Component> roots) {
    Map<Component, Set<Component>> derived = new LinkedHashMap<>();
    all.forEach(
        (component, element) -> {
          if (component.kind() == Kind.TYPE) {
            bases(
                element,
                base -> derived.computeIfAbsent(base, each -> new HashSet<>()).add(component));
          }
        });
    Set<Component> closed = new HashSet<>();
    Deque<Component> open = new ArrayDeque<>(roots);
    while (!open.isEmpty()) {
      Component next = open.poll();
      Element element = all.get(next);
      if (element != null && closed.add(next)) {
        references(element, open::add);
        open.addAll(derived.getOrDefault(next, Set.of()));
      }
    }
    return closed;
  }

  private static void bases(Element element, Consumer<Component> into) {
    add(element, "base", Kind.TYPE, into);
    element.children().forEach(child -> bases(child, into));
  }

  /** Returns the references of an element of a schema, with those of all that is in it. */
  static void references(Element element, Consumer<Component> into) {
    add(element, "type", Kind.TYPE, into);
    add(element, "base", Kind.TYPE, into);
    add(element, "itemType", Kind.TYPE, into);
    add(element, "substitutionGroup", Kind.ELEMENT, into);
    String members = element.attribute("memberTypes");
    if (members != null) {
      for (String member : members.strip().split("\\s+")) {
        add(element.qName(member, true), Kind.TYPE, into);
      }
    }
    Kind kind = Kind.of(element);
    if (kind != null) {
      add(element, "ref", kind, into);
    }
    element.children().forEach(child -> references(child, into));
  }

  private static void add(Element element, String attribute, Kind kind, Consumer<Component> into) {
    String text = element.attribute(attribute);
    if (text != null) {
      add(element.qName(text, true), kind, into);
    }
  }

  private static void add(@Nullable QName name, Kind kind, Consumer<Component> into) {
    if (name != null) {
      into.accept(new Component(kind, name));
    }
  }
}
