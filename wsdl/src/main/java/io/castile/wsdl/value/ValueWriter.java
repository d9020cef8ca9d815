package io.castile.wsdl.value;

import io.castile.codec.value.CodecContext;
import io.castile.codec.value.Markup;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleTypes;
import io.castile.wsdl.model.Nil;
import io.castile.wsdl.model.ValueException;
import io.castile.xml.NameTable;
import io.castile.xml.Namespace;
import io.castile.xml.XmlDataException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
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

  /** Namespaces whose attributes are markup, and no values. */
  private static final Set<String> NOT_ATTRIBUTES =
      Set.of(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI);

  private static final byte[] TYPE = Markup.utf8(" xsi:type=\"");
  private static final byte[] NIL = Markup.utf8(" xsi:nil=\"true\">");
  private static final byte[] GT = {'>'};
  private static final byte[] QUOTE = {'"'};

  private final Plans plans;
  private final XmlWriter out;
  private final CodecContext context = new CodecContext();
  private final ContentModel.Effort effort = new ContentModel.Effort();

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
    } else if (value instanceof Map<?, ?> map && isNil(element.type(), map)) {
      if (!element.isNillable() && element.type() instanceof ComplexPlan) {
        throw new ValueException("expected a value, found null");
      }
      nil(element.type(), map);
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

  /** Whether there is no value, but there may be attributes. */
  private static boolean isNil(TypePlan type, Map<?, ?> map) {
    return Boolean.TRUE.equals(map.get(ComplexPlan.NIL))
        || (type instanceof ComplexPlan complex
            && complex.simple() != null
            && map.containsKey(ComplexPlan.TEXT)
            && map.get(ComplexPlan.TEXT) == null);
  }

  private void nil(TypePlan declared, Map<?, ?> map) {
    Object named = map.get(ComplexPlan.TYPE);
    TypePlan type = declared;
    if (named != null) {
      Plans.NamedType found = plans.anyNamed(named.toString());
      type = found.type();
      type(found.name());
    }
    for (Map.Entry<?, ?> each : map.entrySet()) {
      String key = String.valueOf(each.getKey());
      if (!key.startsWith("@") && each.getValue() != null) {
        throw new ValueException("expected no " + key + " beside " + ComplexPlan.NIL);
      }
    }
    if (type instanceof ComplexPlan complex) {
      attributes(complex, map);
    } else {
      otherAttributes(map);
    }
    nil();
  }

  private void type(QName name) {
    out.declare(XSI);
    out.declare(name);
    out.raw(TYPE);
    out.text(name);
    out.raw(QUOTE);
  }

  /** Writes what follows the name of an element, up to its end tag. */
  private void content(TypePlan type, Object value, @Nullable Namespace around) {
    if (type instanceof SimplePlan simple) {
      try {
        simple.write(value, out, context);
      } catch (XmlDataException e) { // of a character that no document may have
        throw new ValueException(e.getMessage(), e);
      }
    } else if (type instanceof ComplexPlan complex && value instanceof Map<?, ?> map) {
      if (out.enter(value)) {
        complex(complex, map, around);
        out.leave();
      }
    } else {
      anything(value, around);
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
      type(typeName);
    }
    content(type, map, around, known);
  }

  /** Writes attributes and what follows, of a type that is told already. */
  private void content(ComplexPlan type, Map<?, ?> map, @Nullable Namespace around, int before) {
    int known = before + (map.containsKey(ComplexPlan.NIL) ? 1 : 0);
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
    if (content != null && map.get(ComplexPlan.SEQUENCE) instanceof List<?> sequence) {
      sequence(type, sequence, map, around, known);
    } else if (type.isPlain()) {
      plain(type, map, around, known);
    } else if (content != null && !arranged(type, map, around)) {
      RemainingFields fields = new RemainingFields(type, map);
      fields.single(ComplexPlan.TYPE);
      fields.single(ComplexPlan.NIL);
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
          key.startsWith("@")
              && !key.equals(ComplexPlan.TYPE)
              && !key.equals(ComplexPlan.NIL)
              && type.attribute(key) == null;
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
    QName name = Conversion.qualified(key.substring(1));
    String local = name.getLocalPart();
    if (NOT_ATTRIBUTES.contains(name.getNamespaceURI())
        || (local.equals(XMLConstants.XMLNS_ATTRIBUTE) && name.getNamespaceURI().isEmpty())) {
      throw new ValueException("expected the name of an attribute, found '" + key + "'");
    }
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
      unknown.remove(ComplexPlan.NIL);
      throw RemainingFields.unknown(type.keys(), unknown);
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
      throw RemainingFields.tooMany(child.max(), child.key(), size);
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

  // ---- elements in an order ----

  private void sequence(
      ComplexPlan type, List<?> sequence, Map<?, ?> map, @Nullable Namespace around, int known) {
    if (known + 1 != map.size()) {
      Set<String> others = new TreeSet<>();
      map.keySet().forEach(key -> others.add(String.valueOf(key)));
      others.removeIf(key -> key.startsWith("@") || key.equals(ComplexPlan.SEQUENCE));
      throw new ValueException(
          "expected all elements in "
              + ComplexPlan.SEQUENCE
              + ", found also "
              + String.join(", ", others));
    }
    ContentModel model =
        type.model() == null
            ? new ContentModel(Objects.requireNonNull(type.content()), new AtomicInteger())
            : type.model();
    ContentModel.State state = model.start();
    int index = 0;
    for (Object each : sequence) {
      if (each instanceof String text) {
        out.text(text);
      } else {
        Map.Entry<?, ?> only = ((Map<?, ?>) each).entrySet().iterator().next();
        String key = String.valueOf(only.getKey());
        ElementPlan element = type.element(key);
        ContentModel.State next;
        try {
          next = next(model, state, element);
        } catch (ValueException e) { // of too much effort
          throw e.in(ComplexPlan.SEQUENCE + "[" + index + "]");
        }
        if (next == null) {
          throw new ValueException("expected " + expected(model, state) + ", found " + key)
              .in(ComplexPlan.SEQUENCE + "[" + index + "]");
        }
        try {
          if (element == null) {
            generic(Conversion.qualified(key), only.getValue());
          } else {
            element(element, only.getValue(), around);
          }
        } catch (ValueException e) {
          throw e.in(key).in(ComplexPlan.SEQUENCE + "[" + index + "]");
        }
        state = next;
      }
      index++;
    }
    if (!state.isEnd()) {
      throw new ValueException(
          "expected "
              + model.expected(state)
              + " at the end of "
              + ComplexPlan.SEQUENCE
              + ", found none");
    }
  }

  private static String expected(ContentModel model, ContentModel.State state) {
    String names = model.expected(state);
    return names.isEmpty() ? "nothing more" : names.contains(", ") ? "one of " + names : names;
  }

  private ContentModel.@Nullable State next(
      ContentModel model, ContentModel.State state, @Nullable ElementPlan element) {
    ContentModel.State next =
        element == null ? null : model.next(state, element.tag().name, effort);
    return next == null ? model.next(state, ContentModel.ANY, effort) : next;
  }

  /**
   * Writes elements in the one order that the schema allows.
   *
   * @return false, and nothing is written, where it allows none
   * @throws ValueException where it allows several
   */
  private boolean arranged(ComplexPlan type, Map<?, ?> map, @Nullable Namespace around) {
    ContentModel model = Objects.requireNonNull(type.model());
    Map<Object, Integer> counts = new LinkedHashMap<>();
    for (Map.Entry<?, ?> each : map.entrySet()) {
      String key = String.valueOf(each.getKey());
      ElementPlan element = type.element(key);
      if (element != null) {
        int count =
            each.getValue() instanceof List<?> list && element.areSeveral(list) ? list.size() : 1;
        counts.put(element.tag().name, count);
      } else if (key.equals(ComplexPlan.ANY) && each.getValue() instanceof Map<?, ?> others) {
        counts.put(ContentModel.ANY, count(others));
      } else if (!key.startsWith("@") && !key.equals(ComplexPlan.TEXT)) {
        return false; // as such a field is unknown
      } else if (key.startsWith("@") && !isAttribute(type, key)) {
        return false;
      }
    }
    Arrangement arrangement = new Arrangement(model, counts, type.mayBeAmbiguous(), effort);
    if (arrangement.isAmbiguous()) {
      throw ambiguous(type, counts);
    }
    List<Object> order = arrangement.order();
    if (order == null) {
      return false;
    }
    RemainingFields fields = new RemainingFields(type, map);
    for (Object letter : order) {
      if (letter == ContentModel.ANY) {
        if (fields.hasAny()) {
          wildcard(fields);
        }
      } else {
        next(Objects.requireNonNull(type.child((XmlName) letter)).element(), fields, around);
      }
    }
    return true;
  }

  private static boolean isAttribute(ComplexPlan type, String key) {
    return key.equals(ComplexPlan.TYPE)
        || key.equals(ComplexPlan.NIL)
        || type.hasAnyAttribute()
        || type.attribute(key) != null;
  }

  private static int count(Map<?, ?> others) {
    int count = 0;
    for (Object each : others.values()) {
      count += each instanceof List<?> list ? list.size() : 1;
    }
    return count;
  }

  private static ValueException ambiguous(ComplexPlan type, Map<Object, Integer> counts) {
    List<String> names = new ArrayList<>();
    counts.forEach(
        (letter, count) -> {
          if (count > 0) {
            names.add(
                letter instanceof XmlName name
                    ? Objects.requireNonNull(type.child(name)).key()
                    : ComplexPlan.ANY);
          }
        });
    return new ValueException(
        "expected "
            + ComplexPlan.SEQUENCE
            + ", a list of elements in their order such as [{"
            + String.join(": …}, {", names)
            + ": …}], as the schema allows several orders of "
            + String.join(", ", names));
  }

  private void next(ElementPlan element, RemainingFields fields, @Nullable Namespace around) {
    String path = fields.path(element);
    try {
      element(element, fields.next(element), around);
    } catch (ValueException e) {
      throw e.in(path);
    }
  }

  // ---- elements by the particles of the schema, to say what does not fit ----

  private void particle(Particle particle, RemainingFields fields, @Nullable Namespace around) {
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
      Particle particle, ElementPlan element, RemainingFields fields, @Nullable Namespace around) {
    int count = 0;
    ElementPlan next = present(element, fields);
    while (next != null && particle.mayCome(count)) {
      next(next, fields, around);
      count++;
      next = present(element, fields);
    }
    if (count < particle.min()) {
      if (element.isAbstract()) {
        throw new ValueException(
            "expected "
                + instead(element)
                + " in place of "
                + element.local()
                + ", which is abstract, found "
                + (count == 0 ? "none" : count));
      }
      throw missing(particle.min(), element, count);
    }
  }

  private static String instead(ElementPlan element) {
    List<String> names = element.substitutes().stream().map(ElementPlan::local).toList();
    return names.isEmpty()
        ? "a substitute"
        : names.size() == 1 ? names.get(0) : "one of " + String.join(", ", names);
  }

  /** The element, or what stands in its place, of which there is one more value; null for none. */
  private static @Nullable ElementPlan present(ElementPlan element, RemainingFields fields) {
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

  private static boolean hasAny(Particle.Group group, RemainingFields fields) {
    boolean any = false;
    for (Particle child : group.particles()) {
      // All are asked for, so that each is known as a field.
      any |= isGiven(child, fields);
    }
    return any;
  }

  private static boolean isGiven(Particle particle, RemainingFields fields) {
    if (particle.term() instanceof ElementPlan element) {
      return present(element, fields) != null;
    }
    return particle.term() instanceof Particle.Group group
        ? hasAny(group, fields)
        : fields.hasAny();
  }

  private void once(Particle.Group group, RemainingFields fields, @Nullable Namespace around) {
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

  private void wildcard(RemainingFields fields) {
    Object any = fields.takeAny();
    if (any instanceof Map<?, ?> map) {
      map.forEach((name, value) -> generic(Conversion.qualified(String.valueOf(name)), value));
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
    ElementPlan known = plans.element(name);
    if (value instanceof List<?> list && (known == null || known.areSeveral(list))) {
      list.forEach(each -> generic(name, each));
      return;
    }
    if (known != null) {
      try {
        element(known, value, null);
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
    } else if (value instanceof Map<?, ?> map && isNil(AnyPlan.INSTANCE, map)) {
      nil(AnyPlan.INSTANCE, map);
    } else {
      anything(value, tag.namespace);
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
  private void anything(Object value, @Nullable Namespace around) {
    if (value instanceof Map<?, ?> map) {
      if (out.enter(value)) {
        fields(map, around);
        out.leave();
      }
      return;
    }
    QName typeName = Texts.typeOf(value);
    SimpleType type = SimpleTypes.of(value.getClass());
    if (type == null) {
      type = SimpleTypes.ofSubclass(value.getClass());
    }
    if (type == null || typeName == null) {
      out.raw(GT);
      out.text(value.toString());
      return;
    }
    type(typeName);
    type.declare(value, out);
    out.raw(GT);
    type.writeContent(value, out, context);
  }

  private void fields(Map<?, ?> map, @Nullable Namespace around) {
    Object named = map.get(ComplexPlan.TYPE);
    if (named != null) {
      Plans.NamedType found = plans.anyNamed(named.toString());
      type(found.name());
      if (found.type() instanceof SimplePlan simple) {
        simple.write(Objects.requireNonNull(map.get(ComplexPlan.TEXT)), out, context);
        return;
      }
      if (found.type() instanceof ComplexPlan complex) {
        if (complex.isAbstract()) {
          throw new ValueException("expected a type that is not abstract, found " + named);
        }
        content(complex, map, around, 1);
        return;
      }
    }
    otherAttributes(map);
    out.raw(GT);
    map.forEach(
        (key, each) -> {
          String name = String.valueOf(key);
          if (name.equals(ComplexPlan.TEXT)) {
            out.text(String.valueOf(each));
          } else if (name.equals(ComplexPlan.SEQUENCE)) {
            ((List<?>) each).forEach(this::item);
          } else if (!name.startsWith("@")) {
            generic(Conversion.qualified(name), each);
          }
        });
  }

  private void item(@Nullable Object item) {
    if (item instanceof Map<?, ?> map) {
      map.forEach((name, each) -> generic(Conversion.qualified(String.valueOf(name)), each));
    } else {
      out.text(String.valueOf(item));
    }
  }

  private void otherAttributes(Map<?, ?> map) {
    map.forEach(
        (key, each) -> {
          String name = String.valueOf(key);
          if (name.startsWith("@")
              && !name.equals(ComplexPlan.TYPE)
              && !name.equals(ComplexPlan.NIL)) {
            otherAttribute(name, each);
          }
        });
  }
}
