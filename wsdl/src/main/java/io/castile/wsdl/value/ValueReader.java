package io.castile.wsdl.value;

import io.castile.codec.value.CodecContext;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleTypes;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/**
 * Reads values by their plans. What a plan does not know is read as it stands there: elements by
 * their local names, texts. Used by one thread, for one message.
 */
final class ValueReader {
  private final Plans plans;
  private final XmlReader in;
  private final CodecContext context = new CodecContext();

  ValueReader(Plans plans, XmlReader in) {
    this.plans = plans;
    this.in = in;
  }

  /** Reads the element at whose start the reader is, to its end; null for {@code xsi:nil}. */
  @Nullable Object element(@Nullable ElementPlan plan) {
    return content(plan == null ? AnyPlan.INSTANCE : plan.type());
  }

  /** As above, of a type. */
  @Nullable Object content(TypePlan type) {
    if (in.attributeCount() != 0 && in.isNil()) {
      in.skipElement();
      return null;
    }
    if (type instanceof SimplePlan simple) {
      return simple.read(in.readText(), context);
    }
    return type instanceof ComplexPlan complex ? complex(complex) : anything();
  }

  private Object complex(ComplexPlan declared) {
    boolean hasAttributes = in.attributeCount() != 0;
    XmlName named = hasAttributes ? in.xsiType() : null;
    ComplexPlan type = declared;
    Map<String, Object> fields = new LinkedHashMap<>();
    if (named != null && !named.toQName().equals(declared.typeName())) {
      String name = "{" + named.uri() + "}" + named.local();
      type = known(declared, name);
      fields.put(ComplexPlan.TYPE, name);
    }
    if (hasAttributes) {
      attributes(type, fields);
    }
    SimplePlan simple = type.simple();
    if (simple != null) {
      fields.put(ComplexPlan.TEXT, simple.read(in.readValueText(), context));
      return fields;
    }
    if (type.isMixed()) {
      mixed(type, fields);
    } else {
      elements(type.children(), type, fields);
    }
    return fields;
  }

  /** Reads what is in the element at whose start the reader is, by a few elements. */
  void fields(List<Child> children, Map<String, Object> fields) {
    elements(children, null, fields);
  }

  /** Reads what is in an element that is around all values of a field; null for none. */
  @Nullable Object field(Child child) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields(List.of(child), fields);
    Object value = fields.get(child.key());
    return value != null || !fields.containsKey(child.key()) ? value : Nil.NIL;
  }

  /**
   * Reads elements, and passes over texts between them.
   *
   * @param type null where there are a few fields only
   */
  private void elements(
      List<Child> children, @Nullable ComplexPlan type, Map<String, Object> fields) {
    Child last = null;
    List<@Nullable Object> items = null; // of the last one, where that is repeated
    Several several = new Several();
    XmlName name = in.nextChild(children.isEmpty() ? null : children.get(0).name());
    while (name != null) {
      Child child =
          last != null && name == last.name()
              ? last
              : type == null ? child(children, name) : type.child(name);
      if (child == null) {
        String key = name.local();
        ElementPlan global =
            type != null && type.hasWildcard() ? plans.element(name.toQName()) : null;
        several.add(fields, key, element(global), false);
        items = null;
      } else if (!child.isRepeated()) {
        several.add(fields, child.key(), element(child.element()), false);
        items = null;
      } else {
        if (items == null || child != last) {
          items = several.items(fields, child.key());
        }
        items.add(element(child.element()));
      }
      last = child;
      XmlName hint = child == null ? null : child.isRepeated() ? child.name() : child.next();
      name = in.nextChild(hint);
    }
  }

  private static @Nullable Child child(List<Child> children, XmlName name) {
    for (Child each : children) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    return null;
  }

  private void mixed(ComplexPlan type, Map<String, Object> fields) {
    StringBuilder text = new StringBuilder();
    Several several = new Several();
    int event = in.nextContent();
    while (event != XmlReader.END_ELEMENT) { // of this element: those within are read whole
      if (event == XmlReader.START_ELEMENT) {
        Child child = type.child(in.name());
        String key = in.name().local();
        ElementPlan element =
            child != null
                ? child.element()
                : type.hasWildcard() ? plans.element(in.name().toQName()) : null;
        several.add(fields, key, element(element), child != null && child.isRepeated());
      } else if (event == XmlReader.TEXT) {
        text.append(in.text());
      }
      event = in.nextContent();
    }
    putText(text, fields);
  }

  private static void putText(StringBuilder text, Map<String, Object> fields) {
    if (!text.isEmpty() && !text.toString().isBlank()) {
      fields.put(ComplexPlan.TEXT, text.toString().strip());
    }
  }

  private ComplexPlan known(ComplexPlan declared, String name) {
    try {
      return plans.derived(declared, name);
    } catch (ValueException e) {
      throw in.unexpected("a type derived from " + declared.name(), name);
    }
  }

  private void attributes(@Nullable ComplexPlan type, Map<String, Object> fields) {
    for (int i = 0; i < in.attributeCount(); i++) {
      XmlName name = in.attributeName(i);
      if (name.uri().equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI)) {
        continue;
      }
      AttributePlan known = type == null ? null : attribute(type, name);
      if (known == null) {
        fields.put("@" + name, in.attribute(i).toString());
      } else {
        fields.put(known.key(), known.type().read(in.attribute(i), context));
      }
    }
  }

  private static @Nullable AttributePlan attribute(ComplexPlan type, XmlName name) {
    for (AttributePlan each : type.attributes()) {
      if (each.tag().name.equals(name)) {
        return each;
      }
    }
    return null;
  }

  /** Which fields of a map are lists of values of an element, and not one value that is a list. */
  private static final class Several {
    private @Nullable Set<String> keys; // null for none

    void add(Map<String, Object> fields, String key, @Nullable Object value, boolean isRepeated) {
      if (isRepeated || fields.containsKey(key)) {
        items(fields, key).add(value);
      } else {
        fields.put(key, value);
      }
    }

    /** Returns the list of a field, which has what is there now. */
    @SuppressWarnings("unchecked") // is one that was made here
    List<@Nullable Object> items(Map<String, Object> fields, String key) {
      if (keys == null) {
        keys = new HashSet<>(4);
      }
      if (!keys.add(key)) {
        return (List<@Nullable Object>) Objects.requireNonNull(fields.get(key));
      }
      List<@Nullable Object> items = new ArrayList<>();
      if (fields.containsKey(key)) {
        items.add(fields.get(key));
      }
      fields.put(key, items);
      return items;
    }
  }

  /** Reads an element of which nothing is known but what it says itself. */
  private Object anything() {
    XmlName named = in.xsiType();
    SimpleType simple = named == null ? null : SimpleTypes.ofSchemaType(named.uri(), named.local());
    if (simple != null) {
      return simple.read(in.readText(), context);
    }
    TypePlan known = named == null ? null : plans.type(named.toQName());
    if (known instanceof ComplexPlan complex) {
      return complex(complex);
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    attributes(null, fields);
    StringBuilder text = new StringBuilder();
    Several several = new Several();
    int event = in.nextContent();
    while (event != XmlReader.END_ELEMENT) { // of this element: those within are read whole
      if (event == XmlReader.START_ELEMENT) {
        ElementPlan child = plans.element(in.name().toQName());
        several.add(fields, in.name().local(), element(child), false);
      } else if (event == XmlReader.TEXT) {
        text.append(in.text());
      }
      event = in.nextContent();
    }
    if (fields.isEmpty()) {
      return text.toString();
    }
    putText(text, fields);
    return fields;
  }
}
