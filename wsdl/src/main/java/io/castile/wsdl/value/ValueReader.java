package io.castile.wsdl.value;

import io.castile.codec.value.CodecContext;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleTypes;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
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
    if (in.isNil()) {
      in.skipElement();
      return null;
    }
    if (type instanceof SimplePlan simple) {
      return simple.read(in.readText(), context);
    }
    return type instanceof ComplexPlan complex ? complex(complex) : anything();
  }

  private Object complex(ComplexPlan declared) {
    XmlName named = in.xsiType();
    ComplexPlan type = declared;
    Map<String, Object> fields = new LinkedHashMap<>();
    if (named != null && !named.toQName().equals(declared.typeName())) {
      String name = "{" + named.uri() + "}" + named.local();
      type = known(declared, name);
      fields.put(ComplexPlan.TYPE, name);
    }
    attributes(type, fields);
    SimplePlan simple = type.simple();
    if (simple != null) {
      fields.put(ComplexPlan.TEXT, simple.read(in.readText(), context));
      return fields;
    }
    StringBuilder text = new StringBuilder();
    int event = in.nextContent();
    while (event != XmlReader.END_ELEMENT) { // of this element: those within are read whole
      if (event == XmlReader.START_ELEMENT) {
        ElementPlan child = type.element(in.name().toQName());
        String key = in.name().local();
        boolean isRepeated = child != null && type.isRepeated(child);
        if (child == null && type.hasWildcard()) {
          child = plans.element(in.name().toQName());
        }
        add(fields, key, element(child), isRepeated);
      } else if (event == XmlReader.TEXT && type.isMixed()) {
        text.append(in.text());
      }
      event = in.nextContent();
    }
    if (!text.isEmpty() && !text.toString().isBlank()) {
      fields.put(ComplexPlan.TEXT, text.toString().strip());
    }
    return fields;
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
      QName name = in.attributeName(i).toQName();
      if (name.getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI)) {
        continue;
      }
      Object value = null;
      String key = "@" + name;
      for (AttributePlan attribute : type == null ? List.<AttributePlan>of() : type.attributes()) {
        if (attribute.name().equals(name)) {
          key = attribute.key();
          value = attribute.type().read(in.attribute(i), context);
        }
      }
      fields.put(key, value == null ? in.attribute(i).toString() : value);
    }
  }

  private static void add(
      Map<String, Object> fields, String key, @Nullable Object value, boolean isRepeated) {
    Object before = fields.get(key);
    if (before instanceof Several several) {
      several.add(value);
    } else if (isRepeated || fields.containsKey(key)) {
      Several several = new Several();
      if (fields.containsKey(key)) {
        several.add(before);
      }
      several.add(value);
      fields.put(key, several);
    } else {
      fields.put(key, value);
    }
  }

  /** Values of an element that may come more than once, or has; no value of a list type. */
  private static final class Several extends ArrayList<@Nullable Object> {
    private static final long serialVersionUID = 1L;
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
    int event = in.nextContent();
    while (event != XmlReader.END_ELEMENT) { // of this element: those within are read whole
      if (event == XmlReader.START_ELEMENT) {
        ElementPlan child = plans.element(in.name().toQName());
        add(fields, in.name().local(), element(child), false);
      } else if (event == XmlReader.TEXT) {
        text.append(in.text());
      }
      event = in.nextContent();
    }
    if (fields.isEmpty()) {
      return text.toString();
    }
    if (!text.toString().isBlank()) {
      fields.put(ComplexPlan.TEXT, text.toString().strip());
    }
    return fields;
  }
}
