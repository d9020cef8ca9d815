package io.castile.wsdl.value;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which of several elements, types and particles can be written down with the fewest elements in
 * one another, as some are in themselves without end. Used by one thread.
 */
final class MinimalElements {
  /** Deeper ones are held for endless. */
  private static final int MAX_HEIGHT = 60;

  private final Plans plans;
  private final Map<TypePlan, Integer> heights = new HashMap<>(); // the least that is enough
  private final Map<TypePlan, Integer> tried = new HashMap<>(); // heights that are too small

  MinimalElements(Plans plans) {
    this.plans = plans;
  }

  /** Returns the element that stands in the place of one, perhaps itself; null for none. */
  @Nullable ElementPlan instead(ElementPlan element) {
    for (int height = 0; height <= MAX_HEIGHT; height++) {
      if (!element.isAbstract() && fits(element.type(), height)) {
        return element;
      }
      for (ElementPlan each : element.substitutes()) {
        if (fits(each.type(), height)) {
          return each;
        }
      }
    }
    return null;
  }

  /** Returns the type that a value of one has, perhaps itself; null for none. */
  @Nullable ComplexPlan instead(ComplexPlan type) {
    if (!type.isAbstract()) {
      return type;
    }
    List<ComplexPlan> derived = plans.derived(type);
    for (int height = 0; height <= MAX_HEIGHT; height++) {
      for (ComplexPlan each : derived) {
        if (fits(each, height)) {
          return each;
        }
      }
    }
    return null;
  }

  /** Returns the alternative of a choice that comes to an end first; null if none does. */
  @Nullable Particle shortest(List<Particle> alternatives) {
    for (int height = 0; height <= MAX_HEIGHT; height++) {
      for (Particle each : alternatives) {
        if (fits(each, height)) {
          return each;
        }
      }
    }
    return null;
  }

  /** Whether a particle comes to an end. */
  boolean isFinite(Particle particle) {
    return fits(particle, MAX_HEIGHT);
  }

  private boolean fits(TypePlan type, int height) {
    if (!(type instanceof ComplexPlan complex)) {
      return height >= 0;
    }
    Integer known = heights.get(type);
    if (known != null) {
      return height >= known;
    }
    for (int each = tried.getOrDefault(type, -1) + 1; each <= height; each++) {
      if (fitsNow(complex, each)) {
        heights.put(type, each);
        return true;
      }
      tried.put(type, each);
    }
    return false;
  }

  private boolean fitsNow(ComplexPlan type, int height) {
    if (type.isAbstract()) {
      return plans.derived(type).stream().anyMatch(each -> fits(each, height - 1));
    }
    return type.content() == null || fits(type.content(), height - 1);
  }

  private boolean fits(ElementPlan element, int height) {
    return element.isNillable()
        || (!element.isAbstract() && fits(element.type(), height))
        || element.substitutes().stream().anyMatch(each -> fits(each.type(), height));
  }

  private boolean fits(Particle particle, int height) {
    if (particle.min() == 0) {
      return true;
    }
    if (particle.term() instanceof ElementPlan element) {
      return fits(element, height);
    }
    if (particle.term() instanceof Particle.Group group) {
      return group.isChoice()
          ? group.particles().isEmpty()
              || group.particles().stream().anyMatch(each -> fits(each, height))
          : group.particles().stream().allMatch(each -> fits(each, height));
    }
    return !(particle.term() instanceof Particle.Wildcard any && any.isStrict()) || height > 0;
  }
}
