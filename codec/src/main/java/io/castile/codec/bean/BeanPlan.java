package io.castile.codec.bean;

import io.castile.codec.BindingException;
import io.castile.codec.binding.Accessor;
import io.castile.codec.binding.Callbacks;
import io.castile.codec.binding.Construction;
import io.castile.codec.value.SimpleType;
import io.castile.xml.XmlName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The XML form of a class by its annotations: names, how an instance is made, and its own
 * properties in the order in which they are written, attributes first. The properties of
 * superclasses are in the plan of {@link #parent}.
 *
 * <p>Immutable and thread-safe.
 */
public final class BeanPlan {
  public final Class<?> type;
  public final @Nullable BeanPlan parent; // null if no superclass is bound
  final @Nullable XmlName typeName; // null for an anonymous type
  final @Nullable XmlName rootName; // null without XmlRootElement
  public final @Nullable Supplier<Object> factory; // null for an abstract class
  public final @Nullable Construction construction; // null for a bean, which is made empty
  final @Nullable Callbacks callbacks; // null for none
  public final List<Property> own;

  /** The property of this class or a superclass that has its value; null for none. */
  final @Nullable ValueProperty value;

  final @Nullable ReferenceProperty mixed;

  /** The wildcards, which take elements of any name, inherited ones first. */
  private final List<ReferenceProperty> wildcards;

  final @Nullable AnyAttributeProperty anyAttribute;
  public final @Nullable Property id;

  /**
   * The name with which the content of a message in order begins; null if there are no elements.
   */
  final @Nullable XmlName firstElement;

  /**
   * Whether attributes or text, own or inherited, may refer to namespaces that only the value
   * knows.
   */
  final boolean declares;

  /** Whether some property, own or inherited, gathers its items until the bean ends. */
  final boolean gathers;

  /** Whether properties, own or inherited, are set by methods or a constructor: by any code. */
  final boolean hasSetters;

  /** Whether some property, own or inherited, can be set and not be got, so not be copied. */
  final boolean hides;

  private volatile @Nullable Boolean immutable; // null until first asked for

  /**
   * Whether beans, in their own and their inherited parts, are attributes and elements of named
   * properties and nothing else, and no callback is called when they are written.
   */
  public boolean isFlat() {
    return callbacks == null
        && value == null
        && mixed == null
        && wildcards.isEmpty()
        && anyAttribute == null
        && (parent == null || parent.isFlat());
  }

  /** Whether methods of the class, or of a superclass, are called when it is written or read. */
  public boolean hasCallbacks() {
    return callbacks != null || (parent != null && parent.hasCallbacks());
  }

  /**
   * Returns all properties in the order in which a message has them, and reading sets them:
   * attributes before elements, and inherited ones before those of the class.
   */
  public List<Property> inOrder() {
    List<Property> properties = new ArrayList<>();
    addTo(properties, true);
    addTo(properties, false);
    return properties;
  }

  private void addTo(List<Property> properties, boolean attributes) {
    if (parent != null) {
      parent.addTo(properties, attributes);
    }
    for (Property property : own) {
      if (property.isAttribute() == attributes) {
        properties.add(property);
      }
    }
  }

  BeanPlan(
      Class<?> type,
      @Nullable BeanPlan parent,
      @Nullable XmlName typeName,
      @Nullable XmlName rootName,
      @Nullable Supplier<Object> factory,
      @Nullable Construction construction,
      @Nullable Callbacks callbacks,
      List<Property> own,
      @Nullable Property ownId) {
    this.type = type;
    this.parent = parent;
    this.typeName = typeName;
    this.rootName = rootName;
    this.factory = factory;
    this.construction = construction;
    this.callbacks = callbacks;
    this.own = List.copyOf(own);
    this.id = ownId != null || parent == null ? ownId : parent.id;
    this.value = inherit(only(ValueProperty.class), parent == null ? null : parent.value);
    this.anyAttribute =
        inherit(only(AnyAttributeProperty.class), parent == null ? null : parent.anyAttribute);
    ReferenceProperty ownMixed = null;
    List<ReferenceProperty> wild = new ArrayList<>(parent == null ? List.of() : parent.wildcards);
    boolean gathering = parent != null && parent.gathers;
    boolean setting = construction != null || (parent != null && parent.hasSetters);
    boolean hiding = parent != null && parent.hides;
    XmlName first = parent == null ? null : parent.firstElement;
    for (Property property : own) {
      gathering |= property.gathers();
      if (property.accessor instanceof Accessor.OfMethods methods) {
        setting = true;
        hiding |= methods.getter == null;
      }
      if (first == null && !property.elementNames().isEmpty()) {
        first = property.elementNames().get(0);
      }
      if (property instanceof ReferenceProperty reference) {
        ownMixed = reference.mixed ? reference : ownMixed;
        if (reference.isWildcard()) {
          wild.add(reference);
        }
      }
    }
    this.mixed = inherit(ownMixed, parent == null ? null : parent.mixed);
    this.wildcards = List.copyOf(wild);
    this.gathers = gathering;
    this.hasSetters = setting;
    this.hides = hiding;
    this.firstElement = first;
    this.declares = (parent != null && parent.declares) || anyDeclares(own);
  }

  /**
   * The property that takes the next element of any name: a single one is full with its first, a
   * list takes all the rest, and where all are full the last one takes it; null for none.
   */
  @Nullable ReferenceProperty wildcardFor(Object bean) {
    ReferenceProperty last = null;
    for (ReferenceProperty each : wildcards) {
      if (each.isRepeated() || each.accessor.get(bean) == null) {
        return each;
      }
      last = each;
    }
    return last;
  }

  private static boolean anyDeclares(List<Property> properties) {
    for (Property property : properties) {
      SimpleType simple = property.simpleType();
      if (property instanceof AnyAttributeProperty
          || (simple != null && simple.needsDeclaration())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether values have nothing that can be changed, by the static types of their properties, so
   * that they are their own copies.
   */
  boolean isImmutable() {
    Boolean known = immutable;
    if (known == null) {
      known = isImmutable(new HashSet<>());
      immutable = known;
    }
    return known;
  }

  /**
   * Whether values cannot change; a visited class is taken for immutable, as it is if the others
   * are.
   */
  boolean isImmutable(Set<Class<?>> visited) {
    if (construction == null || construction.hasOthers()) {
      return false;
    }
    if (visited.add(type)) {
      for (Property property : own) {
        if (!property.isImmutable(visited)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Makes an empty bean. */
  Object newInstance() {
    if (factory == null) {
      throw new BindingException(
          "expected xsi:type with a subclass of "
              + type.getName()
              + ", which is abstract, found none");
    }
    return factory.get();
  }

  /**
   * Gives lists and arrays without items to where a message had none, as it cannot tell them from
   * null.
   */
  public void fillAbsent(Object[] values) {
    for (Property property : own) {
      Object items =
          property.isRepeated() && property.accessor.get(values) == null ? property.none() : null;
      if (items != null) {
        property.accessor.set(values, items);
      }
    }
  }

  private static <T> @Nullable T inherit(@Nullable T own, @Nullable T inherited) {
    return own != null ? own : inherited;
  }

  private <T extends Property> @Nullable T only(Class<T> kind) {
    for (Property property : own) {
      if (kind.isInstance(property)) {
        return kind.cast(property);
      }
    }
    return null;
  }

  /**
   * Whether beans have neither attributes nor callbacks, so that nothing comes between name and
   * {@code >}.
   */
  boolean isBare() {
    for (Property property : own) {
      if (property.isAttribute()) {
        return false;
      }
    }
    return !declares && callbacks == null && (parent == null || parent.isBare());
  }

  @Override
  public String toString() {
    return type.getName();
  }
}
