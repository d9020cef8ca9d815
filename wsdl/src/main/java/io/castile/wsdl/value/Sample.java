package io.castile.wsdl.value;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An example of a message, for people to fill in, that can be sent as it is: every element that can
 * be there, once, with what may be said of it; what is in a type, the first time.
 */
final class Sample {
  private static final int MAX_DEPTH = 50;
  private static final int MAX_LENGTH = 1_000_000;

  /** Elements that are repeated as often as they have to come. */
  private static final int MAX_REPEATED = 10_000;

  private final Plans plans;
  private final MinimalElements expansion;
  private final Examples examples = new Examples();
  private final StringBuilder text = new StringBuilder();
  private final Deque<QName> open = new ArrayDeque<>();
  private final Set<TypePlan> types = new HashSet<>(); // that have been shown
  private final Deque<TypePlan> inside = new ArrayDeque<>(); // those of the elements around
  private boolean isShort; // only what has to be there
  private int ids;

  Sample(Plans plans) {
    this.plans = plans;
    this.expansion = new MinimalElements(plans);
  }

  /** Starts an element without a plan. */
  void start(QName name) {
    line("<" + tag(name) + ">");
    open.push(name);
  }

  /** An element without a plan, and with nothing in it. */
  void empty(QName name) {
    line("<" + tag(name) + "/>");
  }

  void end() {
    QName name = open.pop();
    line("</" + name.getLocalPart() + ">");
  }

  private void line(String content) {
    text.append("  ".repeat(open.size())).append(content).append('\n');
  }

  private void note(String said) {
    if (!isShort) {
      line(comment(said).strip());
    }
  }

  /** The name with the declaration of its namespace, where that is not the one around it. */
  private String tag(QName name) {
    String around = open.isEmpty() ? "" : open.peek().getNamespaceURI();
    String namespace = name.getNamespaceURI();
    return name.getLocalPart()
        + (namespace.equals(around) ? "" : " xmlns=\"" + escaped(namespace) + "\"");
  }

  private static String escaped(String value) {
    return value
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("\t", "&#9;")
        .replace("\n", "&#10;")
        .replace("\r", "&#13;");
  }

  private static String note(String one, String other) {
    return one.isEmpty() ? other : other.isEmpty() ? one : one + ", " + other;
  }

  private static String comment(String said) {
    String text = said.replaceAll("-(?=-)", "- ").replaceAll("-$", "- ");
    return said.isEmpty() ? "" : "<!-- " + text + " --> ";
  }

  // ---- elements ----

  /** Writes an element that has to be there. */
  void element(ElementPlan element) {
    element(element, "");
  }

  private void element(ElementPlan element, String note) {
    ElementPlan shown = expansion.instead(element);
    if (shown == null) {
      boolean isNil = element.isNillable() && !element.isAbstract();
      note(note(note, isNil ? "in itself" : "no example is known: in itself without end"));
      line("<" + tag(element.name()) + (isNil ? nil() : "") + "/>");
      return;
    }
    String said = isShort ? "" : note(note, substitutes(element, shown));
    TypePlan type = shown.type();
    if (shown.isNillable() && inside.contains(type)) {
      line(
          comment(isShort ? "" : note(said, "as around")) + "<" + tag(shown.name()) + nil() + "/>");
      return;
    }
    if (type instanceof SimplePlan simple) {
      String value = value(shown.preset(), simple);
      if (value == null && shown.isNillable()) {
        line(comment(said) + "<" + tag(shown.name()) + nil() + "/>");
        return;
      }
      said = isShort ? "" : note(said, oneOf(shown.preset(), simple));
      said = value == null ? note(said, "no example is known") : said;
      line(comment(said) + "<" + tag(shown.name()) + texts(shown, simple, value));
    } else if (type instanceof ComplexPlan complex) {
      complex(shown, complex, said);
    } else {
      boolean isText = type == AnyPlan.TEXT;
      line(
          comment(isShort ? "" : note(said, isText ? "any text" : "anything"))
              + "<"
              + tag(shown.name())
              + (isText ? ">text</" + shown.local() + ">" : "/>"));
    }
  }

  private static String nil() {
    return " xmlns:xsi=\"" + XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI + "\" xsi:nil=\"true\"";
  }

  private static String substitutes(ElementPlan element, ElementPlan shown) {
    List<String> names = new ArrayList<>();
    if (!element.isAbstract()) {
      names.add(element.local());
    }
    element.substitutes().forEach(each -> names.add(each.local()));
    return names.size() < 2 || element.substitutes().isEmpty()
        ? ""
        : "one of " + String.join(", ", names);
  }

  private static String texts(ElementPlan element, SimplePlan type, @Nullable String value) {
    String shown = value == null ? type.name() : value;
    return ">" + escaped(shown) + "</" + element.local() + ">";
  }

  private @Nullable String value(@Nullable Preset preset, SimplePlan type) {
    if (preset != null) {
      return preset.text();
    }
    return type.builtIn().equals("ID") ? "id" + ++ids : examples.of(type);
  }

  private static String oneOf(@Nullable Preset preset, SimplePlan type) {
    if (preset != null) {
      return (preset.isFixed() ? "fixed" : "by default");
    }
    SimplePlan listed = type.isList() && type.values().isEmpty() ? type.members().get(0) : type;
    return listed.values().isEmpty()
        ? ""
        : (listed == type ? "one of " : "list of ") + String.join(", ", listed.values());
  }

  private void complex(ElementPlan element, ComplexPlan declared, String note) {
    ComplexPlan type = expansion.instead(declared);
    if (type == null) {
      line(
          comment(note(note, "no example is known: the type is abstract"))
              + "<"
              + tag(element.name())
              + "/>");
      return;
    }
    String said = type == declared || isShort ? note : note(note, concrete(declared));
    String start =
        comment(said)
            + "<"
            + tag(element.name())
            + (type == declared ? "" : typed(type))
            + attributes(type);
    SimplePlan simple = type.simple();
    if (simple != null) {
      String value = value(element.preset(), simple);
      line(start + texts(element, simple, value));
      return;
    }
    int empty = text.length();
    line(start + ">");
    int content = text.length();
    boolean wasShort = isShort;
    isShort |= !types.add(type) || open.size() > MAX_DEPTH || text.length() > MAX_LENGTH;
    open.push(element.name());
    inside.push(declared);
    if (type.content() != null) {
      particle(type.content());
    }
    inside.pop();
    open.pop();
    isShort = wasShort;
    if (text.length() == content) {
      text.setLength(empty);
      line(start + "/>");
    } else {
      line("</" + element.local() + ">");
    }
  }

  private String concrete(ComplexPlan declared) {
    List<String> names = new ArrayList<>();
    for (ComplexPlan each : plans.derived(declared)) {
      names.add(each.name());
    }
    return declared.name() + " is abstract, one of " + String.join(", ", names);
  }

  private static String typed(ComplexPlan type) {
    QName name = type.typeName();
    if (name == null) {
      return "";
    }
    String declared =
        name.getNamespaceURI().isEmpty()
            ? ""
            : " xmlns:t=\"" + escaped(name.getNamespaceURI()) + "\"";
    return " xmlns:xsi=\""
        + XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI
        + "\""
        + declared
        + " xsi:type=\""
        + (declared.isEmpty() ? "" : "t:")
        + name.getLocalPart()
        + "\"";
  }

  private String attributes(ComplexPlan type) {
    StringBuilder attributes = new StringBuilder();
    int prefixes = 0;
    for (AttributePlan attribute : type.attributes()) {
      if (isShort && !attribute.isRequired()) {
        continue;
      }
      boolean isReference = attribute.type().builtIn().matches("IDREF|ENTITY");
      String value = isReference ? null : value(attribute.preset(), attribute.type());
      if (value == null && !attribute.isRequired()) {
        continue;
      }
      String namespace = attribute.name().getNamespaceURI();
      String prefix = "";
      if (namespace.equals(XMLConstants.XML_NS_URI)) {
        prefix = "xml:";
      } else if (!namespace.isEmpty()) {
        prefix = "a" + ++prefixes + ":";
        attributes.append(" xmlns:a").append(prefixes);
        attributes.append("=\"").append(escaped(namespace)).append('"');
      }
      attributes.append(' ').append(prefix).append(attribute.name().getLocalPart());
      String shown = value == null ? isReference ? "id1" : attribute.type().name() : value;
      attributes.append("=\"").append(escaped(shown)).append('"');
    }
    return attributes.toString();
  }

  // ---- what is in an element ----

  private void particle(Particle particle) {
    boolean isOptional = particle.min() == 0;
    if (isOptional && (isShort || !expansion.isFinite(required(particle)))) {
      return;
    }
    int count = Math.min(Math.max(1, particle.min()), MAX_REPEATED);
    if (particle.term() instanceof ElementPlan element) {
      elements(particle, element, count);
    } else if (particle.term() instanceof Particle.Group group) {
      for (int i = 0; i < count && mayRepeat(i); i++) {
        boolean wasShort = isShort;
        isShort |= i > 0;
        if (group.isChoice()) {
          choice(particle, group);
        } else {
          group.particles().forEach(this::particle);
        }
        isShort = wasShort;
      }
    } else if (particle.term() instanceof Particle.Wildcard wildcard) {
      note(isOptional ? "any elements" : "any element");
      for (int i = 0; i < particle.min() && i < MAX_REPEATED && mayRepeat(i); i++) {
        any(wildcard);
      }
    }
  }

  /** Whether what has come so often comes again; numbers within numbers have an end. */
  private boolean mayRepeat(int count) {
    return count == 0 || text.length() <= MAX_LENGTH;
  }

  private static Particle required(Particle particle) {
    return new Particle(Math.max(1, particle.min()), particle.max(), particle.term());
  }

  private void elements(Particle particle, ElementPlan element, int count) {
    boolean isRepeated = particle.mayCome(1);
    boolean isOptional = particle.min() == 0;
    boolean isAgain = isOptional && element.type() instanceof ComplexPlan && isOpen(element);
    if (isAgain) {
      note("optional: " + element.local() + ", as around");
      return;
    }
    if (isOptional && !hasExample(element)) {
      note("optional: " + element.local() + ", of which no example is known");
      return;
    }
    String often = isOptional ? "none or more" : "one or more";
    if (particle.min() > 1) {
      often = particle.max() == particle.min() ? "" : "at least " + particle.min();
    }
    String note = isRepeated ? often : isOptional ? "optional" : "";
    for (int i = 0; i < count && mayRepeat(i); i++) {
      element(element, i == 0 && !isShort ? note : "");
    }
  }

  /** Whether the type of an element is being written. */
  private boolean isOpen(ElementPlan element) {
    return inside.contains(element.type());
  }

  private boolean hasExample(ElementPlan element) {
    return !(element.type() instanceof SimplePlan simple)
        || value(element.preset(), simple) != null;
  }

  private void choice(Particle particle, Particle.Group group) {
    List<Particle> finite = group.particles().stream().filter(expansion::isFinite).toList();
    boolean isEach = particle.max() == Particle.UNBOUNDED && !isShort;
    if (isEach && finite.size() > 1) {
      note("any of these " + finite.size());
      finite.forEach(each -> particle(required(each)));
      return;
    }
    Particle shown =
        isShort || finite.isEmpty() ? expansion.shortest(group.particles()) : finite.get(0);
    if (shown == null) {
      return;
    }
    if (group.particles().size() > 1) {
      note("one of these " + group.particles().size() + ": " + names(group));
    }
    particle(isShort ? shown : shown.min() == 0 ? required(shown) : shown);
  }

  private static String names(Particle.Group group) {
    List<String> names = new ArrayList<>();
    for (Particle each : group.particles()) {
      names.add(names(each));
    }
    return String.join(", ", names);
  }

  private static String names(Particle particle) {
    if (particle.term() instanceof ElementPlan element) {
      return element.local();
    }
    return particle.term() instanceof Particle.Group group
        ? "(" + names(group) + ")"
        : "any element";
  }

  private void any(Particle.Wildcard wildcard) {
    if (wildcard.isStrict()) {
      ElementPlan known = declared(plans.elements(wildcard.namespaces()));
      if (known != null) {
        boolean wasShort = isShort;
        isShort = true;
        element(known);
        isShort = wasShort;
        return;
      }
    }
    String namespace = "urn:example";
    if (!wildcard.namespaces().test(namespace)) {
      namespace = "";
      if (!wildcard.namespaces().test(namespace)) {
        List<ElementPlan> known = plans.elements(wildcard.namespaces());
        if (!known.isEmpty()) {
          element(known.get(0), "");
          return;
        }
      }
    }
    line("<" + tag(new QName(namespace, "any")) + "/>");
  }

  /** The element that is written the shortest; null for none. */
  private @Nullable ElementPlan declared(List<ElementPlan> elements) {
    List<Particle> particles = new ArrayList<>();
    for (ElementPlan each : elements) {
      if (hasExample(each) && !inside.contains(each.type())) {
        particles.add(new Particle(1, 1, each));
      }
    }
    Particle shortest = expansion.shortest(particles);
    return shortest == null ? null : (ElementPlan) shortest.term();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
