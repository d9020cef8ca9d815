package io.castile.wsdl.value;

import io.castile.codec.value.CodecContext;
import io.castile.codec.value.Markup;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleTypes;
import io.castile.xml.NameTable;
import io.castile.xml.Namespace;
import io.castile.xml.XmlName;
import io.castile.xml.XmlWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Writes values by their plans, and checks that all are there that have to be, and no others. The
 * values are what a {@link Conversion} has made. Used by one thread, for one message.
 */
final class ValueWriter {
  private static final Namespace XSI =
      new Namespace("xsi", XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI);
  private static final byte[] TYPE = Markup.utf8(" xsi:type=\"");
  private static final byte[] NIL = Markup.utf8(" xsi:nil=\"true\">");
  private static final byte[] GT = {'>'};
  private static final byte[] QUOTE = {'"'};

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
   * @param around a namespace that is declared around it; null for none
   * @throws ValueException if the value is not one of the element's type
   */
  void element(ElementPlan element, @Nullable Object value, @Nullable Namespace around) {
    Markup tag = element.tag();
    Namespace own = tag.namespace;
    int mark = out.mark();
    out.raw(tag.open);
    if (own != null && own != around) {
      out.declare(own);
    }
    if (value == null) {
      if (!element.isNillable()) {
        throw new ValueException("expected a value, found null");
      }
      nil();
    } else {
      content(element.type(), value, own == null ? around : own);
    }
    out.raw(tag.close);
    out.release(mark);
  }

  /**
   * Writes an element with values in it.
   *
   * @param values one for each field, null where there is none
   */
  void fields(Markup tag, List<Child> fields, @Nullable Object[] values) {
    Namespace own = tag.namespace;
    int mark = out.mark();
    out.raw(tag.open);
    if (own != null) {
      out.declare(own);
    }
    out.raw(GT);
    for (int i = 0; i < fields.size(); i++) {
      Child child = fields.get(i);
      Object value = values[i];
      if (value != null) {
        child(child, value == Nil.NIL ? null : value, own);
      } else if (child.min() > 0) {
        throw missing(child.min(), child.element(), 0);
      }
    }
    out.raw(tag.close);
    out.release(mark);
  }

  private void nil() {
    out.declare(XSI);
    out.raw(NIL);
  }

  /** Writes what follows the name of an element, up to its end tag. */
  private void content(TypePlan type, Object value, @Nullable Namespace around) {
    if (type instanceof SimplePlan simple) {
      simple.write(value, out, context);
    } else if (type instanceof ComplexPlan complex && value instanceof Map<?, ?> map) {
      if (out.enter(value)) {
        complex(complex, map, around);
        out.leave();
      }
    } else {
      anything(value);
    }
  }

  private void complex(ComplexPlan declared, Map<?, ?> map, @Nullable Namespace around) {
    Object named = map.get(ComplexPlan.TYPE);
    ComplexPlan type = named == null ? declared : plans.derived(declared, named.toString());
    if (type.isAbstract()) {
      throw new ValueException(
          "expected "
              + ComplexPlan.TYPE
              + " with the name of a type derived from the abstract type "
              + type.name());
    }
    int known = named == null ? 0 : 1;
    QName typeName = type.typeName();
    if (type != declared && typeName != null) {
      out.declare(XSI);
      out.declare(typeName);
      out.raw(TYPE);
      out.text(typeName);
      out.raw(QUOTE);
    }
    known += attributes(type, map);
    SimplePlan simple = type.simple();
    Object text = map.get(ComplexPlan.TEXT);
    if (simple != null) {
      if (text == null) {
        throw new ValueException("expected " + ComplexPlan.TEXT + ", the text, found none");
      }
      simple.write(text, out, context);
      known++;
    } else {
      out.raw(GT);
      if (type.isMixed()) {
        known += map.containsKey(ComplexPlan.TEXT) ? 1 : 0;
        mixed(type, text, map, around, known);
        return;
      }
    }
    children(type, map, around, known);
  }

  private void mixed(
      ComplexPlan type,
      @Nullable Object text,
      Map<?, ?> map,
      @Nullable Namespace around,
      int known) {
    out.enterMixed();
    if (text != null) {
      out.text(text.toString());
    }
    children(type, map, around, known);
    out.leaveMixed();
  }

  private void children(ComplexPlan type, Map<?, ?> map, @Nullable Namespace around, int known) {
    Particle content = type.content();
    if (type.isPlain()) {
      plain(type, map, around, known);
    } else if (content != null) {
      Fields fields = new Fields(map);
      fields.single(ComplexPlan.TYPE);
      fields.single(ComplexPlan.TEXT);
      for (Object key : map.keySet()) {
        if (String.valueOf(key).startsWith("@")
            && (type.hasAnyAttribute() || type.attribute(String.valueOf(key)) != null)) {
          fields.single(String.valueOf(key));
        }
      }
      particle(content, fields, around);
      fields.checkNothingLeft(type.keys());
    }
  }

  /** Returns how many fields are attributes. */
  private int attributes(ComplexPlan type, Map<?, ?> map) {
    int known = 0;
    for (AttributePlan attribute : type.attributes()) {
      Object value = map.get(attribute.key());
      if (value != null) {
        known++;
        attribute(attribute, value);
      } else if (attribute.isRequired()) {
        throw new ValueException("expected the attribute " + attribute.key() + ", found none");
      } else if (map.containsKey(attribute.key())) {
        known++;
      }
    }
    return type.hasAnyAttribute() ? known + otherAttributes(type, map) : known;
  }

  private void attribute(AttributePlan attribute, Object value) {
    if (attribute.tag().namespace != null) {
      out.declare(attribute.tag().namespace);
    }
    attribute.type().declare(value, out);
    out.raw(attribute.tag().attribute);
    attribute.type().writeAttribute(value, out, context);
    out.raw(QUOTE);
  }

  private int otherAttributes(ComplexPlan type, Map<?, ?> map) {
    int known = 0;
    for (Map.Entry<?, ?> each : map.entrySet()) {
      String key = String.valueOf(each.getKey());
      boolean isOther =
          key.startsWith("@") && !key.equals(ComplexPlan.TYPE) && type.attribute(key) == null;
      if (isOther) {
        known++;
        otherAttribute(key, each.getValue());
      }
    }
    return known;
  }

  private void otherAttribute(String key, @Nullable Object value) {
    if (value == null) {
      return;
    }
    QName name = QName.valueOf(key.substring(1));
    String local = XmlName.checkedLocal(name.getLocalPart());
    String prefix = "";
    if (!name.getNamespaceURI().isEmpty()) {
      out.declare(name);
      prefix = out.prefix(name.getNamespaceURI()) + ":";
    }
    out.raw(Markup.utf8(" " + prefix + local + "=\""));
    out.attributeText(value.toString());
    out.raw(QUOTE);
  }

  // ---- elements, each at one place ----

  private void plain(ComplexPlan type, Map<?, ?> map, @Nullable Namespace around, int before) {
    int known = before;
    List<Child> children = type.children();
    for (int i = 0; i < children.size(); i++) {
      Child child = children.get(i);
      Object value = map.get(child.key());
      if (value != null || map.containsKey(child.key())) {
        known++;
        child(child, value, around);
      } else if (child.min() > 0) {
        throw missing(child.min(), child.element(), 0);
      }
    }
    if (known != map.size()) {
      Set<String> unknown = new TreeSet<>();
      map.keySet().forEach(key -> unknown.add(String.valueOf(key)));
      unknown.removeAll(type.keys());
      unknown.remove(ComplexPlan.TYPE);
      throw Fields.unknown(type.keys(), unknown);
    }
  }

  /** Writes the value of an element, or the list of several. */
  void child(Child child, @Nullable Object value, @Nullable Namespace around) {
    ElementPlan element = child.element();
    if (!(value instanceof List<?> list) || !element.areSeveral(list)) {
      if (child.min() > 1) {
        throw missing(child.min(), element, 1);
      }
      try {
        element(element, value, around);
      } catch (ValueException e) {
        throw e.in(child.key());
      }
      return;
    }
    int size = list.size();
    if (size < child.min()) {
      throw missing(child.min(), element, size);
    }
    if (child.max() != Particle.UNBOUNDED && size > child.max()) {
      throw Fields.tooMany(child.max(), child.key(), size);
    }
    out.enterList(child.key(), size);
    int index = 0;
    try {
      for (Object each : list) {
        element(element, each, around);
        index++;
      }
    } catch (ValueException e) {
      throw e.in(child.key() + "[" + index + "]");
    }
    out.leaveList();
  }

  static ValueException missing(int min, ElementPlan element, int count) {
    return new ValueException(
        "expected "
            + (min > 1 ? "at least " + min + " of " : "")
            + element.local()
            + ", found "
            + (count == 0 ? "none" : count));
  }

  // ---- elements by the particles of the schema ----

  private void particle(Particle particle, Fields fields, @Nullable Namespace around) {
    if (particle.term() instanceof ElementPlan element) {
      elements(particle, element, fields, around);
    } else if (particle.term() instanceof Particle.Group group) {
      int count = 0;
      while (particle.mayCome(count) && hasAny(group, fields)) {
        once(group, fields, around);
        count++;
      }
      if (count < particle.min()) {
        once(group, fields, around); // says what is missing, unless nothing has to be there
      }
    } else {
      wildcard(fields);
    }
  }

  private void elements(
      Particle particle, ElementPlan element, Fields fields, @Nullable Namespace around) {
    int count = 0;
    ElementPlan next = present(element, fields);
    while (next != null && particle.mayCome(count)) {
      String path = fields.path(next);
      try {
        element(next, fields.next(next), around);
      } catch (ValueException e) {
        throw e.in(path);
      }
      count++;
      next = present(element, fields);
    }
    if (count < particle.min()) {
      throw missing(particle.min(), element, count);
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

  private void once(Particle.Group group, Fields fields, @Nullable Namespace around) {
    if (!group.isChoice()) {
      group.particles().forEach(child -> particle(child, fields, around));
      return;
    }
    for (Particle child : group.particles()) {
      if (isGiven(child, fields)) {
        particle(child, fields, around);
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
      try {
        element(known, value == null ? null : new Conversion(plans).element(known, value), null);
      } catch (ValueException e) {
        throw e.in(name.getLocalPart());
      }
      return;
    }
    XmlName.checkedLocal(name.getLocalPart());
    int mark = out.mark();
    Markup tag = foreign(name);
    out.raw(tag.open);
    if (tag.namespace != null) {
      out.declare(tag.namespace);
    }
    if (value == null) {
      nil();
    } else {
      anything(value);
    }
    out.raw(tag.close);
    out.release(mark);
  }

  /** The tags of a name that the description does not have, and that must not stay in memory. */
  private Markup foreign(QName name) {
    String uri = name.getNamespaceURI();
    String prefix = uri.isEmpty() ? null : out.prefix(uri);
    Namespace namespace =
        uri.isEmpty() ? null : new Namespace(prefix == null ? "any" : prefix, uri);
    return new Markup(new NameTable().intern(uri, name.getLocalPart()), namespace);
  }

  /** Writes what follows the name of an element of which only the value tells the type. */
  private void anything(Object value) {
    if (value instanceof Map<?, ?> map) {
      map.forEach(
          (key, each) -> {
            String name = String.valueOf(key);
            if (name.startsWith("@") && !name.equals(ComplexPlan.TYPE)) {
              otherAttribute(name, each);
            }
          });
      out.raw(GT);
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
      out.raw(GT);
      out.text(value.toString());
      return;
    }
    out.declare(XSI);
    out.declare(typeName);
    out.raw(TYPE);
    out.text(typeName);
    out.raw(QUOTE);
    type.declare(value, out);
    out.raw(GT);
    type.writeContent(value, out, context);
  }
}
