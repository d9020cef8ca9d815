package io.castile.wsdl.value;

import io.castile.codec.value.CodecContext;
import io.castile.wsdl.model.Nil;
import io.castile.wsdl.model.ValueException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Reads values by their plans. What a plan does not know is read as it stands there: elements by
 * their local names, texts. Used by one thread, for one message.
 *
 * <p>In the form of JSON values are those of {@link JsonValues}, elements that a wildcard allows
 * are a map of their own, by full names, a text that names its type is a map that does so too, and
 * an attribute that is absent is so in the map: a message is the same when it is written from that
 * form.
 */
final class ValueReader {
  private final Plans plans;
  private final XmlReader in;
  private final boolean isJson;
  private final CodecContext context = new CodecContext();
  private final ContentModel.Effort effort = new ContentModel.Effort();
  private @Nullable Texts texts; // null until it is needed

  ValueReader(Plans plans, XmlReader in) {
    this(plans, in, false);
  }

  /**
   * @param isJson whether values are in the form of JSON; else of Java's classes
   */
  ValueReader(Plans plans, XmlReader in, boolean isJson) {
    this.plans = plans;
    this.in = in;
    this.isJson = isJson;
  }

  /** Reads the element at whose start the reader is, to its end; null for {@code xsi:nil}. */
  @Nullable Object element(@Nullable ElementPlan plan) {
    return plan == null ? content(AnyPlan.INSTANCE, null) : content(plan.type(), plan.preset());
  }

  private @Nullable Object content(TypePlan type, @Nullable Preset preset) {
    if (in.attributeCount() != 0 && in.isNil()) {
      return nil(type);
    }
    if (type instanceof SimplePlan simple) {
      return text(simple, preset);
    }
    return type instanceof ComplexPlan complex ? complex(complex, complex, preset) : anything();
  }

  /**
   * Reads an element that says it has no value: null, or its attributes where it has some, and its
   * type, in the form of JSON, where that is another one.
   */
  private @Nullable Object nil(TypePlan declared) {
    Map<String, Object> fields = new LinkedHashMap<>(4);
    TypePlan type = declared;
    XmlName named = isJson && !(declared instanceof SimplePlan) ? in.xsiType() : null;
    QName shown = declared instanceof ComplexPlan complex ? complex.typeName() : null;
    if (named != null && !named.toQName().equals(shown)) {
      String name = ComplexPlan.fullKey(named.toQName());
      TypePlan found =
          declared instanceof ComplexPlan complex
              ? known(complex, name)
              : plans.type(named.toQName());
      if (found != null) {
        type = found;
        fields.put(ComplexPlan.TYPE, name);
      }
    }
    attributes(type instanceof ComplexPlan complex ? complex : null, false, fields);
    in.skipElement();
    if (fields.isEmpty()) {
      return null;
    }
    fields.put(ComplexPlan.NIL, true);
    return fields;
  }

  /** Reads a text; that of an empty element is what the schema says, if it does. */
  private Object text(SimplePlan type, @Nullable Preset preset) {
    return value(type, in.readText(), preset);
  }

  private Object value(SimplePlan type, XmlText text, @Nullable Preset preset) {
    return preset != null && text.isEmpty() ? preset(type, preset) : read(type, text);
  }

  private Object read(SimplePlan type, XmlText text) {
    if (!isJson) {
      return type.read(text, context);
    }
    return type.type().needsDeclaration()
        ? JsonValues.names(type.read(text, context)) // by the prefixes of the document
        : JsonValues.read(type, text.toString(), texts());
  }

  private Object preset(SimplePlan type, Preset preset) {
    return isJson ? JsonValues.read(type, preset.text(), texts()) : type.read(preset, texts());
  }

  private Texts texts() {
    Texts known = texts;
    if (known == null) {
      known = new Texts();
      texts = known;
    }
    return known;
  }

  /**
   * Reads an element of a complex type.
   *
   * @param shown the type that its value need not name; null for none
   */
  private Object complex(
      ComplexPlan declared, @Nullable ComplexPlan shown, @Nullable Preset preset) {
    Map<String, Object> fields = new LinkedHashMap<>();
    content(begun(declared, shown, fields), preset, fields);
    return fields;
  }

  /**
   * Reads the attributes of an element.
   *
   * @param shown as of {@link #complex}
   * @return the type that the element has, whose {@link #content} follows
   */
  ComplexPlan begun(ComplexPlan declared, @Nullable ComplexPlan shown, Map<String, Object> fields) {
    boolean hasAttributes = in.attributeCount() != 0;
    XmlName named = hasAttributes ? in.xsiType() : null;
    ComplexPlan type = declared;
    if (named != null && !named.toQName().equals(shown == null ? null : shown.typeName())) {
      String name = ComplexPlan.fullKey(named.toQName());
      type = known(declared, name);
      fields.put(ComplexPlan.TYPE, name);
    }
    if (hasAttributes || type.hasPresets()) {
      attributes(type, true, fields);
    }
    return type;
  }

  /** Reads what is in an element whose attributes have been read. */
  void content(ComplexPlan type, @Nullable Preset preset, Map<String, Object> fields) {
    SimplePlan simple = type.simple();
    if (simple != null) {
      fields.put(ComplexPlan.TEXT, value(simple, in.readValueText(), preset));
    } else if (isJson ? type.isInOrder() : !type.isMixed() && !type.mayBeAmbiguous()) {
      elements(type.children(), type, fields);
    } else {
      new Children(type).read(fields);
    }
  }

  /** Reads what is in the element at whose start the reader is, by a few elements. */
  void fields(List<Child> children, Map<String, Object> fields) {
    elements(children, null, fields);
  }

  /** Reads what is in an element that is around all values of a field; null for none. */
  @Nullable Object field(Child child) {
    Map<String, Object> fields = new LinkedHashMap<>();
    elements(List.of(child), null, fields);
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
      Child child = last != null && name == last.name() ? last : child(children, type, name);
      if (child == null) {
        ElementPlan global =
            type != null && type.hasWildcard() ? plans.element(name.toQName()) : null;
        String key = several.key(name, isJson || isKey(children, type, name.local()));
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

  /**
   * Returns the element of a name; null for none.
   *
   * @param type null where there are a few fields only
   */
  static @Nullable Child child(List<Child> children, @Nullable ComplexPlan type, XmlName name) {
    if (type != null) {
      return type.child(name);
    }
    for (Child each : children) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    return null;
  }

  /** Whether a local name is the key of an element that is known. */
  private static boolean isKey(List<Child> children, @Nullable ComplexPlan type, String local) {
    return type == null
        ? children.stream().anyMatch(each -> each.key().equals(local))
        : type.element(local) != null;
  }

  /**
   * Elements, and texts among them where the type is mixed or any. They are fields by their names
   * if these tell the order, too, else a list in that order.
   */
  private final class Children {
    private final @Nullable ComplexPlan type; // null for any
    private final Map<Object, Integer> counts = new HashMap<>();
    private final List<Object> sequence = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private final Several several = new Several();
    private final Others others = new Others();
    private @Nullable XmlName last; // null before the first element
    private boolean isInterrupted; // by other elements or a text, before an element
    private boolean lastIsOther; // whether a wildcard allowed the last element

    Children(@Nullable ComplexPlan type) {
      this.type = type;
    }

    /** Reads what is in the element at whose start the reader is, to its end. */
    void read(Map<String, Object> fields) {
      boolean hasTexts = type == null || type.isMixed();
      boolean keepsSpace = isJson && type != null && type.isMixed();
      Map<String, Object> found = new LinkedHashMap<>();
      int event = in.nextContent();
      while (event != XmlReader.END_ELEMENT) { // of this element: those within are read whole
        if (event == XmlReader.START_ELEMENT) {
          child(found);
        } else if (event == XmlReader.TEXT && hasTexts) {
          String part = in.text().toString();
          text.append(part);
          sequence.add(part);
          isInterrupted |= last != null && (keepsSpace || !part.isBlank());
        }
        event = in.nextContent();
      }
      if (isOrderLost()) {
        if (!keepsSpace && text.toString().isBlank()) {
          sequence.removeIf(String.class::isInstance);
        }
        fields.put(ComplexPlan.SEQUENCE, sequence);
        return;
      }
      if (keepsSpace && !text.isEmpty()) {
        fields.put(ComplexPlan.TEXT, text.toString());
      } else if (hasTexts && (type != null || !found.isEmpty())) {
        putText(text, fields);
      }
      fields.putAll(found);
    }

    private void child(Map<String, Object> found) {
      XmlName name = in.name();
      Child child = type == null ? null : type.child(name);
      ElementPlan element =
          child != null
              ? child.element()
              : type == null || type.hasWildcard() ? plans.element(name.toQName()) : null;
      boolean isOther = isJson && child == null && type != null && type.hasWildcard();
      String key = isOther ? ComplexPlan.ANY : key(name, child);
      boolean isNew = !found.containsKey(key);
      Object value = element(element);
      if (isOther) {
        isInterrupted |= others.isOutOfOrder(name) || (!isNew && !lastIsOther);
        others.add(found, name, value);
      } else {
        isInterrupted |= isJson && child != null && !child.isRepeated() && !isNew;
        several.add(found, key, value, child != null && child.isRepeated());
      }
      Map<String, @Nullable Object> item = new LinkedHashMap<>(4);
      item.put(child == null ? ComplexPlan.fullKey(name.toQName()) : key, value);
      sequence.add(item);
      counts.merge(child == null ? ContentModel.ANY : name, 1, Integer::sum);
      isInterrupted |= type == null && !isNew && !name.equals(last);
      last = name;
      lastIsOther = isOther;
    }

    private String key(XmlName name, @Nullable Child child) {
      if (child != null) {
        return child.key();
      }
      if (isJson) {
        return JsonValues.key(name);
      }
      return several.key(name, type != null && type.element(name.local()) != null);
    }

    private boolean isOrderLost() {
      if (isInterrupted || type == null || type.model() == null || counts.isEmpty()) {
        return isInterrupted;
      }
      return type.mayBeAmbiguous()
          && new Arrangement(type.model(), counts, true, effort).isAmbiguous();
    }
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

  /**
   * Reads attributes.
   *
   * @param isWhole whether those that are absent have the values that the schema says
   */
  private void attributes(@Nullable ComplexPlan type, boolean isWhole, Map<String, Object> fields) {
    for (int i = 0; i < in.attributeCount(); i++) {
      XmlName name = in.attributeName(i);
      if (name.uri().equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI)) {
        continue;
      }
      AttributePlan known = type == null ? null : attribute(type, name);
      if (known == null) {
        String key = "@" + name;
        boolean isTaken = type != null && type.attribute(key) != null;
        fields.put(isTaken ? "@{}" + name : key, in.attribute(i).toString());
      } else {
        fields.put(known.key(), read(known.type(), in.attribute(i)));
      }
    }
    if (type != null && isWhole && !isJson && type.hasPresets()) {
      for (AttributePlan each : type.attributes()) {
        if (each.preset() != null && !fields.containsKey(each.key())) {
          fields.put(each.key(), preset(each.type(), each.preset()));
        }
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
  static final class Several {
    private @Nullable Set<String> keys; // null for none
    private @Nullable Map<String, XmlName> others; // of elements that are not known; null for none

    /** The key of an element that is not known: its full name where others have the local one. */
    String key(XmlName name, boolean isTaken) {
      if (others == null) {
        others = new HashMap<>(4);
      }
      XmlName first = others.putIfAbsent(name.local(), name);
      boolean isOther = first != null && !first.equals(name);
      return isTaken || isOther ? ComplexPlan.fullKey(name.toQName()) : name.local();
    }

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

  /** Elements that a wildcard allows, by their full names, in a map of their own. */
  private static final class Others {
    private final Several several = new Several();
    private final Map<String, Object> found = new LinkedHashMap<>(4);
    private @Nullable XmlName last; // null before the first one

    void add(Map<String, Object> fields, XmlName name, @Nullable Object value) {
      several.add(found, JsonValues.key(name), value, false);
      fields.put(ComplexPlan.ANY, found);
      last = name;
    }

    /** Whether elements of a name come again behind one of another name. */
    boolean isOutOfOrder(XmlName name) {
      return found.containsKey(JsonValues.key(name)) && !name.equals(last);
    }
  }

  /** Reads an element of which nothing is known but what it says itself. */
  private Object anything() {
    XmlName named = in.xsiType();
    TypePlan known = named == null ? null : plans.type(named.toQName());
    if (named != null && known instanceof SimplePlan simple) {
      Object value = read(simple, in.readText());
      if (!isJson && named.toQName().equals(Texts.typeOf(value))) {
        return value;
      }
      Map<String, Object> fields = new LinkedHashMap<>(4);
      fields.put(ComplexPlan.TYPE, ComplexPlan.fullKey(named.toQName()));
      fields.put(ComplexPlan.TEXT, value);
      return fields;
    }
    if (known instanceof ComplexPlan complex) {
      return complex(complex, null, null);
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    if (named != null && known == null) {
      fields.put(ComplexPlan.TYPE, ComplexPlan.fullKey(named.toQName()));
    }
    attributes(null, true, fields);
    Children children = new Children(null);
    children.read(fields);
    if (fields.isEmpty()) {
      return children.text.toString();
    }
    if (!fields.containsKey(ComplexPlan.SEQUENCE)) {
      putText(children.text, fields);
    }
    return fields;
  }
}
