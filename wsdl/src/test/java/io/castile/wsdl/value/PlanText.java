package io.castile.wsdl.value;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/** Writes down all that a plan says, with what it leads to, so that plans can be compared. */
final class PlanText {
  private final StringBuilder text = new StringBuilder();
  private final Set<Object> seen = new HashSet<>();

  private PlanText() {}

  static String of(ElementPlan element) {
    PlanText text = new PlanText();
    text.element(element);
    return text.text.toString();
  }

  private void element(ElementPlan element) {
    text.append("element ").append(element.name());
    text.append(element.isNillable() ? " nillable" : "");
    text.append(element.isAbstract() ? " abstract" : "");
    text.append('\n');
    Set<String> substitutes = new TreeSet<>();
    element.substitutes().forEach(each -> substitutes.add(each.name().toString()));
    if (seen.add("element " + element.name() + " " + type(element.type()))) {
      text.append("substitutes ").append(substitutes).append('\n');
      type(element.type(), element.name().toString());
      element.substitutes().stream()
          .sorted((one, other) -> one.name().toString().compareTo(other.name().toString()))
          .forEach(this::element);
    }
  }

  private static String type(TypePlan type) {
    return type.getClass().getSimpleName()
        + " "
        + (type instanceof ComplexPlan complex && complex.typeName() != null
            ? complex.typeName().toString()
            : type.name());
  }

  private void type(TypePlan type, String owner) {
    text.append(owner).append(" is ").append(type(type)).append('\n');
    if (type instanceof SimplePlan simple) {
      text.append(simple.type()).append(simple.isList()).append(simple.values()).append('\n');
    }
    if (!(type instanceof ComplexPlan complex)
        || (complex.typeName() != null && !seen.add(complex.typeName()))) {
      return;
    }
    text.append(complex.isAbstract()).append(complex.isMixed()).append(complex.hasAnyAttribute());
    for (AttributePlan attribute : complex.attributes()) {
      text.append(" @").append(attribute.name()).append(attribute.isRequired());
      text.append(' ').append(attribute.type().name()).append(attribute.type().values());
    }
    text.append('\n');
    if (complex.simple() != null) {
      type(complex.simple(), "content");
    }
    if (complex.content() != null) {
      particle(complex.content());
    }
  }

  private void particle(Particle particle) {
    text.append(particle.min()).append("..").append(particle.max()).append(' ');
    if (particle.term() instanceof ElementPlan element) {
      element(element);
    } else if (particle.term() instanceof Particle.Group group) {
      text.append(group.isChoice() ? "choice\n" : "all of\n");
      group.particles().forEach(this::particle);
      text.append("end\n");
    } else {
      text.append("any\n");
    }
  }
}
