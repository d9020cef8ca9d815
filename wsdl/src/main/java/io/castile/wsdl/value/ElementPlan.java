package io.castile.wsdl.value;

import io.castile.codec.value.Markup;
import java.util.List;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** An element, and how its values stand in it. Its type is planned when it is first needed. */
final class ElementPlan implements Particle.Term {
  private final Markup tag;
  private final boolean isNillable;
  private final boolean isAbstract;
  private final @Nullable Preset preset;
  private final Supplier<TypePlan> typePlanner;
  private final Supplier<List<ElementPlan>> substitutePlanner;
  private volatile @Nullable TypePlan type;
  private volatile @Nullable List<ElementPlan> substitutes;

  ElementPlan(
      Markup tag,
      boolean isNillable,
      boolean isAbstract,
      @Nullable Preset preset,
      Supplier<TypePlan> type,
      Supplier<List<ElementPlan>> substitutes) {
    this.tag = tag;
    this.isNillable = isNillable;
    this.isAbstract = isAbstract;
    this.preset = preset;
    this.typePlanner = type;
    this.substitutePlanner = substitutes;
  }

  /** Returns the name and the tags. */
  Markup tag() {
    return tag;
  }

  QName name() {
    return tag.name.toQName();
  }

  /** Returns the local name, which is that in a map unless it would mean another element, too. */
  String local() {
    return tag.name.local();
  }

  boolean isNillable() {
    return isNillable;
  }

  /** Whether only a substitute may stand in its place. */
  boolean isAbstract() {
    return isAbstract;
  }

  /** Returns the value that it has where it is empty; null for none. */
  @Nullable Preset preset() {
    return preset;
  }

  TypePlan type() {
    TypePlan known = type;
    if (known == null) {
      known = typePlanner.get();
      type = known;
    }
    return known;
  }

  /** Whether a list is several values, and not one of a type whose values are lists. */
  boolean areSeveral(List<?> list) {
    return !(type() instanceof SimplePlan simple && simple.isList())
        || (list.stream().anyMatch(List.class::isInstance)
            && list.stream().allMatch(each -> each == null || each instanceof List));
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
