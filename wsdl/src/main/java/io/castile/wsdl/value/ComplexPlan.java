package io.castile.wsdl.value;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Values of a complex type: maps by the names of elements and attributes. Immutable. */
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
  private final Map<QName, ElementPlan> elements = new HashMap<>();
  private final Set<QName> repeated = new HashSet<>();
  private final boolean hasWildcard;

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
    this.hasWildcard = content != null && collect(content, false);
  }

  /** Notes the elements of a particle; returns whether there is a wildcard. */
  private boolean collect(Particle particle, boolean isRepeated) {
    boolean again = isRepeated || particle.mayCome(1);
    if (particle.term() instanceof ElementPlan element) {
      ElementPlan first = elements.putIfAbsent(element.name(), element);
      if (again || first != null) {
        repeated.add(element.name());
      }
      return false;
    }
    if (particle.term() instanceof Particle.Group group) {
      boolean any = false;
      for (Particle child : group.particles()) {
        any |= collect(child, again);
      }
      return any;
    }
    return true;
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
    return hasWildcard;
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

  /** Returns the element of a name, or the one of which it is a substitute; null for none. */
  @Nullable ElementPlan element(QName name) {
    ElementPlan known = elements.get(name);
    if (known != null) {
      return known;
    }
    for (ElementPlan head : elements.values()) {
      for (ElementPlan substitute : head.substitutes()) {
        if (substitute.name().equals(name)) {
          return substitute;
        }
      }
    }
    return null;
  }

  boolean isRepeated(ElementPlan element) {
    return repeated.contains(element.name()) || !elements.containsKey(element.name());
  }

  /** Returns the keys that values may have, for messages. */
  Set<String> keys() {
    Set<String> keys = new TreeSet<>();
    attributes.forEach(each -> keys.add(each.key()));
    elements.values().forEach(each -> keys.add(each.local()));
    if (simple != null || isMixed) {
      keys.add(TEXT);
    }
    return keys;
  }
}
