package io.castile.wsdl.value;

import io.castile.codec.value.CodecContext;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleTypes;
import io.castile.xml.XmlWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Writes values by their plans, and checks them. Used by one thread, for one message. */
final class ValueWriter {
  private static final String XSI = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI;

  private final Plans plans;
  private final XmlWriter out;
  private final CodecContext context = new CodecContext();

  ValueWriter(Plans plans, XmlWriter out) {
    this.plans = plans;
    this.out = out;
  }

  /**
   * Writes an element.
   *
   * @param value null where the element says that it has none
   * @throws ValueException if the value is not one of the element's type
   */
  void element(ElementPlan element, @Nullable Object value) {
    out.startElement(element.name().getNamespaceURI(), element.local());
    if (value == null) {
      if (!element.isNillable()) {
        throw new ValueException("expected a value, found null");
      }
      nil();
    } else {
      content(element.type(), value);
    }
    out.endElement();
  }

  private void nil() {
    out.attribute(XSI, "nil", "true");
  }

  /** Writes what is in the element that has just been started. */
  void content(TypePlan type, Object value) {
    if (type instanceof SimplePlan simple) {
      simple.write(value, out, context);
    } else if (type instanceof ComplexPlan complex) {
      complex(complex, value);
    } else {
      anything(value);
    }
  }

  private void complex(ComplexPlan declared, Object value) {
    Map<?, ?> map =
        value instanceof Map<?, ?> given
            ? given
            : declared.simple() != null
                ? Map.of(ComplexPlan.TEXT, value)
                : fieldsOf(declared, value);
    Fields fields = new Fields(map);
    Object named = fields.single(ComplexPlan.TYPE);
    ComplexPlan type = named == null ? declared : plans.derived(declared, named.toString());
    if (type.isAbstract()) {
      throw new ValueException(
          "expected "
              + ComplexPlan.TYPE
              + " with the name of a type derived from the abstract type "
              + type.name());
    }
    QName typeName = type.typeName();
    if (type != declared && typeName != null) {
      out.declare(typeName);
      String namespace = typeName.getNamespaceURI();
      String prefix = namespace.isEmpty() ? "" : Objects.requireNonNull(out.prefix(namespace));
      String local = typeName.getLocalPart();
      out.attribute(XSI, "type", prefix.isEmpty() ? local : prefix + ":" + local);
    }
    attributes(type, map, fields);
    SimplePlan simple = type.simple();
    Object text = fields.single(ComplexPlan.TEXT);
    if (simple != null) {
      if (text == null) {
        throw new ValueException("expected " + ComplexPlan.TEXT + ", the text, found none");
      }
      in(ComplexPlan.TEXT, () -> simple.write(text, out, context));
    } else if (text != null && type.isMixed()) {
      out.closeStartTag();
      out.text(text.toString());
    }
    Particle content = type.content();
    if (content != null) {
      particle(content, fields);
    }
    fields.checkNothingLeft(type.keys());
  }

  private static Map<?, ?> fieldsOf(ComplexPlan type, Object value) {
    if (value.equals("")) {
      return Map.of(); // an element with nothing in it
    }
    throw new ValueException(
        "expected fields of "
            + String.join(", ", type.keys())
            + ", found "
            + (value instanceof List ? "a list" : "'" + value + "'"));
  }

  private void attributes(ComplexPlan type, Map<?, ?> map, Fields fields) {
    for (AttributePlan attribute : type.attributes()) {
      Object value = fields.single(attribute.key());
      if (value != null) {
        in(
            attribute.key(),
            () ->
                out.attribute(
                    attribute.name().getNamespaceURI(),
                    attribute.name().getLocalPart(),
                    attribute.type().text(value, context)));
      } else if (attribute.isRequired()) {
        throw new ValueException("expected the attribute " + attribute.key() + ", found none");
      }
    }
    if (type.hasAnyAttribute()) {
      for (Map.Entry<?, ?> each : map.entrySet()) {
        String key = String.valueOf(each.getKey());
        boolean isOther =
            key.startsWith("@")
                && !key.equals(ComplexPlan.TYPE)
                && each.getValue() != null
                && type.attributes().stream().noneMatch(known -> known.key().equals(key));
        if (isOther) {
          QName name = QName.valueOf(key.substring(1));
          out.attribute(
              name.getNamespaceURI(), name.getLocalPart(), String.valueOf(fields.single(key)));
        }
      }
    }
  }

  private static void in(String field, Runnable action) {
    try {
      action.run();
    } catch (ValueException e) {
      throw e.in(field);
    }
  }

  private void particle(Particle particle, Fields fields) {
    if (particle.term() instanceof ElementPlan element) {
      elements(particle, element, fields);
    } else if (particle.term() instanceof Particle.Group group) {
      int count = 0;
      while (particle.mayCome(count) && hasAny(group, fields)) {
        once(group, fields);
        count++;
      }
      if (count < particle.min()) {
        once(group, fields); // says what is missing, unless nothing has to be there
      }
    } else {
      wildcard(fields);
    }
  }

  private void elements(Particle particle, ElementPlan element, Fields fields) {
    int count = 0;
    ElementPlan next = present(element, fields);
    while (next != null && particle.mayCome(count)) {
      ElementPlan found = next;
      String path = fields.path(found);
      in(path, () -> element(found, fields.next(found)));
      count++;
      next = present(element, fields);
    }
    if (count < particle.min()) {
      throw new ValueException(
          "expected "
              + (particle.min() > 1 ? "at least " + particle.min() + " of " : "")
              + element.local()
              + ", found "
              + (count == 0 ? "none" : count));
    }
  }

  /** The element, or what stands in its place, of which there is one more value; null for none. */
  private static @Nullable ElementPlan present(ElementPlan element, Fields fields) {
    if (!element.isAbstract() && fields.has(element)) {
      return element;
    }
    for (ElementPlan substitute : element.substitutes()) {
      if (fields.has(substitute)) {
        return substitute;
      }
    }
    return null;
  }

  private static boolean hasAny(Particle.Group group, Fields fields) {
    boolean any = false;
    for (Particle child : group.particles()) {
      // All are asked for, so that each is known as a field.
      any |= isGiven(child, fields);
    }
    return any;
  }

  private static boolean isGiven(Particle particle, Fields fields) {
    if (particle.term() instanceof ElementPlan element) {
      return present(element, fields) != null;
    }
    return particle.term() instanceof Particle.Group group
        ? hasAny(group, fields)
        : fields.hasAny();
  }

  private void once(Particle.Group group, Fields fields) {
    if (!group.isChoice()) {
      group.particles().forEach(child -> particle(child, fields));
      return;
    }
    for (Particle child : group.particles()) {
      if (isGiven(child, fields)) {
        particle(child, fields);
        return;
      }
    }
    if (group.particles().stream().noneMatch(Particle::isEmptiable)) {
      throw new ValueException("expected one of " + names(group) + ", found none");
    }
  }

  private static String names(Particle.Group group) {
    return String.join(
        ", ",
        group.particles().stream()
            .map(child -> child.term() instanceof ElementPlan each ? each.local() : "others")
            .distinct()
            .toList());
  }

  private void wildcard(Fields fields) {
    Object any = fields.takeAny();
    if (any instanceof Map<?, ?> map) {
      map.forEach((name, value) -> generic(QName.valueOf(String.valueOf(name)), value));
    } else if (any != null) {
      throw new ValueException(
          "expected elements by their names, as {namespace}name, in "
              + ComplexPlan.ANY
              + ", found '"
              + any
              + "'");
    }
  }

  /** Writes an element of which nothing is known. */
  private void generic(QName name, @Nullable Object value) {
    if (value instanceof List<?> list) {
      list.forEach(each -> generic(name, each));
      return;
    }
    ElementPlan known = plans.element(name);
    if (known != null) {
      in(name.getLocalPart(), () -> element(known, value));
      return;
    }
    out.startElement(name.getNamespaceURI(), name.getLocalPart());
    if (value == null) {
      nil();
    } else {
      anything(value);
    }
    out.endElement();
  }

  /** Writes what is in an element of which only the value tells the type. */
  private void anything(Object value) {
    if (value instanceof Map<?, ?> map) {
      map.forEach(
          (key, each) -> {
            String name = String.valueOf(key);
            if (name.startsWith("@") && each != null) {
              QName attribute = QName.valueOf(name.substring(1));
              out.attribute(attribute.getNamespaceURI(), attribute.getLocalPart(), each.toString());
            }
          });
      out.closeStartTag();
      map.forEach(
          (key, each) -> {
            String name = String.valueOf(key);
            if (name.equals(ComplexPlan.TEXT)) {
              out.text(String.valueOf(each));
            } else if (!name.startsWith("@")) {
              generic(QName.valueOf(name), each);
            }
          });
      return;
    }
    SimpleType type = SimpleTypes.of(value.getClass());
    QName typeName = type == null ? null : type.schemaType;
    if (type == null || typeName == null) {
      out.closeStartTag();
      out.text(value.toString());
      return;
    }
    out.declare(typeName);
    String prefix = Objects.requireNonNull(out.prefix(typeName.getNamespaceURI()));
    out.attribute(XSI, "type", prefix + ":" + typeName.getLocalPart());
    type.declare(value, out);
    out.closeStartTag();
    type.writeContent(value, out, context);
  }
}
