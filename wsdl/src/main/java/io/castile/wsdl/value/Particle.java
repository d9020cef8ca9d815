package io.castile.wsdl.value;

import java.util.List;
import java.util.function.Predicate;

/**
 * A part of what may be in an element (XML Schema part 1 §3.9).
 *
 * @param min how often it has to come
 * @param max how often it may come; {@link #UNBOUNDED} for as often as one likes; never zero
 * @param term what comes
 */
record Particle(int min, int max, Term term) {
  static final int UNBOUNDED = -1;

  /** The term of a particle. */
  sealed interface Term permits ElementPlan, Group, Wildcard {}

  /**
   * Several particles.
   *
   * @param isChoice whether one of them comes; else all, in their order
   */
  record Group(boolean isChoice, List<Particle> particles) implements Term {
    Group {
      particles = List.copyOf(particles);
    }
  }

  /**
   * Any element.
   *
   * @param isStrict whether it has to be one that the schemas declare
   * @param namespaces that it may have
   */
  record Wildcard(boolean isStrict, Predicate<String> namespaces) implements Term {}

  boolean mayCome(int count) {
    return max == UNBOUNDED || count < max;
  }

  /** Whether there may be nothing at all. */
  boolean isEmptiable() {
    if (min == 0) {
      return true;
    }
    if (!(term instanceof Group group)) {
      return false;
    }
    return group.isChoice()
        ? group.particles().isEmpty() || group.particles().stream().anyMatch(Particle::isEmptiable)
        : group.particles().stream().allMatch(Particle::isEmptiable);
  }
}
