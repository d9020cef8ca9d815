package io.castile.wsdl.value;

import io.castile.xml.XmlName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Values of a complex type: maps by the names of elements and attributes. Thread-safe. */
final class ComplexPlan implements TypePlan {
  /** The key of the text of an element that has attributes too, or elements among it. */
  static final String TEXT = "$";

  /** The key of elements that a wildcard allows. */
  static final String ANY = "*";

  /** The key of the type where it is not the one that the schema says. */
  static final String TYPE = "@xsi:type";

  private final @Nullable QName typeName;
  private final boolean isAbstract;
  private final boolean isMixed;
  private final boolean hasAnyAttribute;
  private final List<AttributePlan> attributes;
  private final @Nullable SimplePlan simple;
  private final @Nullable Particle content;
  private volatile @Nullable Layout layout; // null until it is first needed

  ComplexPlan(
      @Nullable QName typeName,
      boolean isAbstract,
      boolean isMixed,
      boolean hasAnyAttribute,
      List<AttributePlan> attributes,
      @Nullable SimplePlan simple,
      @Nullable Particle content) {
    this.typeName = typeName;
    this.isAbstract = isAbstract;
    this.isMixed = isMixed;
    this.hasAnyAttribute = hasAnyAttribute;
    this.attributes = List.copyOf(attributes);
    this.simple = simple;
    this.content = content;
  }

  /** What the particles come to. */
  private static final class Layout {
    final Map<XmlName, Child> byName = new HashMap<>();
    final Map<String, ElementPlan> byKey = new HashMap<>();
    final List<Child> children = new ArrayList<>();
    final boolean hasWildcard;
    final boolean isPlain;

    Layout(@Nullable Particle content) {
      List<Particle> elements = new ArrayList<>();
      Set<XmlName> repeated = new HashSet<>();
      hasWildcard = content != null && collect(content, false, elements, new HashSet<>(), repeated);
      boolean plain = content == null || isOnce(content);
      for (int i = 0; i < elements.size(); i++) {
        Particle each = elements.get(i);
        ElementPlan element = (ElementPlan) each.term();
        XmlName name = element.tag().name;
        boolean last = i + 1 == elements.size();
        XmlName next = last ? name : ((ElementPlan) elements.get(i + 1).term()).tag().name;
        Child child = new Child(element, repeated.contains(name), each.min(), each.max(), next);
        children.add(child);
        byName.putIfAbsent(name, child);
        plain &= byKey.putIfAbsent(element.local(), element) == null;
        plain &= !element.isAbstract() && element.substitutes().isEmpty();
      }
      for (Child head : List.copyOf(children)) {
        for (ElementPlan each : head.element().substitutes()) {
          byName.putIfAbsent(
              each.tag().name, new Child(each, true, 0, Particle.UNBOUNDED, each.tag().name));
          byKey.putIfAbsent(each.local(), each);
        }
      }
      isPlain = plain;
    }

    /** Whether there are elements in a row, or in any order, and nothing else. */
    private static boolean isOnce(Particle content) {
      return content.min() == 1
          && content.max() == 1
          && content.term() instanceof Particle.Group group
          && !group.isChoice()
          && group.particles().stream().allMatch(each -> each.term() instanceof ElementPlan);
    }

    /** Notes the elements of a particle; returns whether there is a wildcard. */
    private static boolean collect(
        Particle particle,
        boolean isRepeated,
        List<Particle> elements,
        Set<XmlName> seen,
        Set<XmlName> repeated) {
      boolean again = isRepeated || particle.mayCome(1);
      if (particle.term() instanceof ElementPlan element) {
        XmlName name = element.tag().name;
        if (!seen.add(name) || again) {
          repeated.add(name);
        }
        elements.add(particle);
        return false;
      }
      if (particle.term() instanceof Particle.Group group) {
        boolean any = false;
        for (Particle child : group.particles()) {
          any |= collect(child, again, elements, seen, repeated);
        }
        return any;
      }
      return true;
    }
  }

  private Layout layout() {
    Layout known = layout;
    if (known == null) {
      known = new Layout(content); // what two threads make is the same
      layout = known;
    }
    return known;
  }

  @Override
  public String name() {
    return typeName == null ? "a type without name" : typeName.getLocalPart();
  }

  @Nullable QName typeName() {
    return typeName;
  }

  boolean isAbstract() {
    return isAbstract;
  }

  boolean isMixed() {
    return isMixed;
  }

  boolean hasAnyAttribute() {
    return hasAnyAttribute;
  }

  boolean hasWildcard() {
    return layout().hasWildcard;
  }

  /** Whether each key of a map is one element at one place, so that each is looked up once. */
  boolean isPlain() {
    return layout().isPlain;
  }

  List<AttributePlan> attributes() {
    return attributes;
  }

  @Nullable SimplePlan simple() {
    return simple;
  }

  @Nullable Particle content() {
    return content;
  }

  /** Returns the elements in the order of the schema; one that stands at two places twice. */
  List<Child> children() {
    return layout().children;
  }

  /** Returns the element of a name, or what stands in the place of one; null for none. */
  @Nullable Child child(XmlName name) {
    return layout().byName.get(name);
  }

  /** Returns the element that a key of a map means; null for none. */
  @Nullable ElementPlan element(String key) {
    return layout().byKey.get(key);
  }

  /** Returns the attribute that a key of a map means; null for none. */
  @Nullable AttributePlan attribute(String key) {
    for (AttributePlan each : attributes) {
      if (each.key().equals(key)) {
        return each;
      }
    }
    return null;
  }

  /** Returns the keys that values may have, for messages. */
  Set<String> keys() {
    Set<String> keys = new TreeSet<>();
    attributes.forEach(each -> keys.add(each.key()));
    children().forEach(each -> keys.add(each.key()));
    if (simple != null || isMixed) {
      keys.add(TEXT);
    }
    return keys;
  }
}
