package io.castile.wsdl.value;

import io.castile.xml.XmlName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
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

  /** The key that says of an element with attributes that it has no value. */
  static final String NIL = "@xsi:nil";

  /** The key of all elements in their order: a list of maps of one field each. */
  static final String SEQUENCE = "$sequence";

  private final @Nullable QName typeName;
  private final boolean isAbstract;
  private final boolean isMixed;
  private final boolean hasAnyAttribute;
  private final List<AttributePlan> attributes;
  private final boolean hasPresets;
  private final @Nullable SimplePlan simple;
  private final @Nullable Particle content;
  private final AtomicInteger kept;
  private volatile @Nullable Layout layout; // null until it is first needed

  /**
   * @param kept counts what the models of all types keep
   */
  ComplexPlan(
      @Nullable QName typeName,
      boolean isAbstract,
      boolean isMixed,
      boolean hasAnyAttribute,
      List<AttributePlan> attributes,
      @Nullable SimplePlan simple,
      @Nullable Particle content,
      AtomicInteger kept) {
    this.typeName = typeName;
    this.isAbstract = isAbstract;
    this.isMixed = isMixed;
    this.hasAnyAttribute = hasAnyAttribute;
    this.attributes = List.copyOf(attributes);
    this.hasPresets = attributes.stream().anyMatch(each -> each.preset() != null);
    this.simple = simple;
    this.content = content;
    this.kept = kept;
  }

  /** The layout to which the particles come. */
  private static final class Layout {
    final Map<XmlName, Child> byName = new HashMap<>();
    final Map<String, ElementPlan> byKey = new HashMap<>();
    final Map<XmlName, String> keys = new HashMap<>();
    final List<Child> children = new ArrayList<>();
    final boolean hasWildcard;
    final boolean isPlain;
    final @Nullable ContentModel model; // null where the order is that of the schema
    final boolean mayBeAmbiguous;

    Layout(@Nullable Particle content, AtomicInteger kept) {
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
        String key = named(element);
        Child child =
            new Child(element, key, repeated.contains(name), each.min(), each.max(), next);
        children.add(child);
        plain &= byName.putIfAbsent(name, child) == null;
        plain &= !element.isAbstract() && element.substitutes().isEmpty();
      }
      for (Child head : List.copyOf(children)) {
        for (ElementPlan each : head.element().substitutes()) {
          XmlName name = each.tag().name;
          String key = named(each);
          byName.putIfAbsent(name, new Child(each, key, true, 0, Particle.UNBOUNDED, name));
        }
      }
      isPlain = plain;
      model = content == null || plain ? null : new ContentModel(content, kept);
      mayBeAmbiguous =
          model != null && content != null && hasOrders(content, false, new HashSet<>());
    }

    /** The key of an element: its full name where the local one means another element already. */
    private String named(ElementPlan element) {
      String known = keys.get(element.tag().name);
      if (known != null) {
        return known;
      }
      String key = byKey.containsKey(element.local()) ? fullKey(element.name()) : element.local();
      byKey.put(key, element);
      keys.put(element.tag().name, key);
      return key;
    }

    /**
     * Whether elements may come in several orders: where several come again together, or one may
     * come at two places.
     *
     * @param seen the elements of the particles before; {@link ContentModel#ANY} for any
     */
    private static boolean hasOrders(Particle particle, boolean isRepeated, Set<Object> seen) {
      boolean again = isRepeated || particle.mayCome(1);
      if (particle.term() instanceof Particle.Group group) {
        int before = seen.size();
        for (Particle each : group.particles()) {
          if (hasOrders(each, again, seen)) {
            return true;
          }
        }
        return again && seen.size() - before > 1;
      }
      if (!(particle.term() instanceof ElementPlan element)) {
        return !seen.add(ContentModel.ANY);
      }
      boolean isSeen = !seen.add(element.tag().name);
      for (ElementPlan each : element.substitutes()) {
        isSeen |= !seen.add(each.tag().name);
      }
      return isSeen || (again && !element.substitutes().isEmpty());
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
      known = new Layout(content, kept); // what two threads make is the same
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

  /**
   * Whether elements of a valid value are told from one another by their names, those of one name
   * stand in a row, and there is nothing else: in the form of JSON, it is an object of its
   * attributes and elements.
   */
  boolean isInOrder() {
    return !isMixed && !mayBeAmbiguous() && !hasWildcard();
  }

  boolean hasWildcard() {
    return layout().hasWildcard;
  }

  /** Whether each key of a map is one element at one place, so that each is looked up once. */
  boolean isPlain() {
    return layout().isPlain;
  }

  /** Whether there are attributes that have values where they are absent. */
  boolean hasPresets() {
    return hasPresets;
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

  /** Returns the key of an element that the type has. */
  String key(ElementPlan element) {
    return layout().keys.getOrDefault(element.tag().name, element.local());
  }

  /** Returns the key of what a full name means, where the type has it; else the name. */
  String key(String given) {
    if (given.startsWith("@{")) {
      for (AttributePlan each : attributes) {
        if (each.fullKey().equals(given)) {
          return each.key();
        }
      }
    } else if (given.startsWith("{")) {
      for (Map.Entry<XmlName, String> each : layout().keys.entrySet()) {
        if (fullKey(each.getKey().toQName()).equals(given)) {
          return each.getValue();
        }
      }
    }
    return given;
  }

  /** Returns a name that means one element whatever else there is. */
  static String fullKey(QName name) {
    return "{" + name.getNamespaceURI() + "}" + name.getLocalPart();
  }

  /** Returns the orders of elements; null where there is one, that of the schema. */
  @Nullable ContentModel model() {
    return layout().model;
  }

  /** Whether elements may come in several orders. */
  boolean mayBeAmbiguous() {
    return layout().mayBeAmbiguous;
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
