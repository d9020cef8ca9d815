package io.castile.wsdl.value;

import java.util.List;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** An element, and how its values stand in it. Its type is planned when it is first needed. */
final class ElementPlan implements Particle.Term {
  private final QName name;
  private final boolean isNillable;
  private final boolean isAbstract;
  private final Supplier<TypePlan> typePlanner;
  private final Supplier<List<ElementPlan>> substitutePlanner;
  private volatile @Nullable TypePlan type;
  private volatile @Nullable List<ElementPlan> substitutes;

  ElementPlan(
      QName name,
      boolean isNillable,
      boolean isAbstract,
      Supplier<TypePlan> type,
      Supplier<List<ElementPlan>> substitutes) {
    this.name = name;
    this.isNillable = isNillable;
    this.isAbstract = isAbstract;
    this.typePlanner = type;
    this.substitutePlanner = substitutes;
  }

  QName name() {
    return name;
  }

  String local() {
    return name.getLocalPart();
  }

  boolean isNillable() {
    return isNillable;
  }

  /** Whether only a substitute may stand in its place. */
  boolean isAbstract() {
    return isAbstract;
  }

  TypePlan type() {
    TypePlan known = type;
    if (known == null) {
      known = typePlanner.get();
      type = known;
    }
    return known;
  }

  /** Whether a value is a list. */
  boolean hasListType() {
    return type() instanceof SimplePlan simple && simple.isList();
  }

  /** Returns the elements that may stand in its place, without itself. */
  List<ElementPlan> substitutes() {
    List<ElementPlan> known = substitutes;
    if (known == null) {
      known = List.copyOf(substitutePlanner.get());
      substitutes = known;
    }
    return known;
  }
}
