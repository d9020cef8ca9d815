package io.castile.wsdl.value;

import io.castile.codec.value.SimpleType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * An example of a message, for people to fill in: every element once, with what may be said of it.
 */
final class Sample {
  private static final int MAX_DEPTH = 50;

  private final StringBuilder text = new StringBuilder();
  private final Deque<QName> open = new ArrayDeque<>();
  private final Set<TypePlan> types = new HashSet<>(); // that have been shown

  /** Starts an element without a plan. */
  void start(QName name) {
    line("<" + tag(name) + ">");
    open.push(name);
  }

  void end() {
    QName name = open.pop();
    line("</" + name.getLocalPart() + ">");
  }

  private void line(String content) {
    text.append("  ".repeat(open.size())).append(content).append('\n');
  }

  /** The name with the declaration of its namespace, where that is not the one around it. */
  private String tag(QName name) {
    String around = open.isEmpty() ? "" : open.peek().getNamespaceURI();
    String namespace = name.getNamespaceURI();
    return name.getLocalPart()
        + (namespace.equals(around) ? "" : " xmlns=\"" + escaped(namespace) + "\"");
  }

  private static String escaped(String value) {
    return value.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  void element(ElementPlan element, boolean isOptional, boolean isRepeated) {
    ElementPlan shown =
        element.isAbstract() && !element.substitutes().isEmpty()
            ? element.substitutes().get(0)
            : element;
    String note =
        isRepeated ? (isOptional ? "none or more" : "one or more") : isOptional ? "optional" : "";
    TypePlan type = shown.type();
    if (type instanceof SimplePlan simple) {
      String said = simple.values().isEmpty() ? note : note(note, oneOf(simple));
      line(
          comment(said)
              + "<"
              + tag(shown.name())
              + ">"
              + escaped(value(simple))
              + "</"
              + shown.local()
              + ">");
    } else if (type instanceof ComplexPlan complex
        && open.size() < MAX_DEPTH
        && !types.contains(type)) {
      complex(shown, complex, note);
    } else {
      String again = type instanceof ComplexPlan ? "as before" : "anything";
      line(comment(note(note, again)) + "<" + tag(shown.name()) + "/>");
    }
  }

  private static String oneOf(SimplePlan type) {
    return "one of " + String.join(", ", type.values());
  }

  private static String note(String one, String other) {
    return one.isEmpty() ? other : one + ", " + other;
  }

  private static String comment(String said) {
    return said.isEmpty() ? "" : "<!-- " + said.replaceAll("-(?=-)", "- ") + " --> ";
  }

  private void complex(ElementPlan element, ComplexPlan type, String note) {
    StringBuilder attributes = new StringBuilder();
    for (AttributePlan attribute : type.attributes()) {
      if (attribute.name().getNamespaceURI().isEmpty()) {
        String value = escaped(value(attribute.type()));
        attributes.append(' ').append(attribute.name().getLocalPart());
        attributes.append("=\"").append(value).append('"');
      }
    }
    String start = comment(note) + "<" + tag(element.name()) + attributes;
    SimplePlan simple = type.simple();
    if (simple != null) {
      line(start + ">" + escaped(value(simple)) + "</" + element.local() + ">");
      return;
    }
    if (type.content() == null) {
      line(start + "/>");
      return;
    }
    line(start + ">");
    open.push(element.name());
    types.add(type);
    particle(type.content(), false, false);
    end();
  }

  private void particle(Particle particle, boolean isOptional, boolean isRepeated) {
    boolean optional = isOptional || particle.min() == 0;
    boolean repeated = isRepeated || particle.mayCome(1);
    if (particle.term() instanceof ElementPlan element) {
      element(element, optional, repeated);
    } else if (particle.term() instanceof Particle.Group group) {
      boolean isChoice = group.isChoice() && group.particles().size() > 1;
      if (isChoice) {
        line("<!-- one of these " + group.particles().size() + " -->");
      }
      group.particles().forEach(child -> particle(child, optional && !isChoice, repeated));
    } else {
      line("<!-- any elements -->");
    }
  }

  /** A text that is one of the type. */
  private static String value(SimplePlan type) {
    if (!type.values().isEmpty()) {
      return type.values().get(0);
    }
    return switch (type.type().kind) {
      case BOOLEAN -> "true";
      case BYTE, SHORT, INT, LONG, BIG_INTEGER -> "1";
      case FLOAT, DOUBLE, BIG_DECIMAL -> "1.5";
      case BASE64 -> "AA==";
      case HEX -> "00";
      case OTHER -> other(type);
      default -> type.name();
    };
  }

  private static String other(SimplePlan plan) {
    SimpleType type = plan.type();
    String name = type.schemaType == null ? "" : type.schemaType.getLocalPart();
    return switch (plan.name()) {
      case "date" -> "2000-01-31";
      case "time" -> "12:00:00";
      case "gYear" -> "2000";
      case "gYearMonth" -> "2000-01";
      case "gMonth" -> "--01";
      case "gMonthDay" -> "--01-31";
      case "gDay" -> "---31";
      case "QName" -> "name";
      default ->
          name.equals("duration") ? "PT1S" : name.equals("QName") ? "name" : "2000-01-31T12:00:00Z";
    };
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
