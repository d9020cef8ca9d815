package io.castile.wsdl.value;

import io.castile.codec.Codec;
import io.castile.codec.value.Markup;
import io.castile.wsdl.model.Nil;
import io.castile.wsdl.model.ValueException;
import io.castile.wsdl.model.internal.AttachmentBinding;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The values of a literal message. */
final class LiteralValues extends MessageValues {
  /** How values stand in the body. */
  private enum Kind {
    /** Nothing does. */
    EMPTY,
    /** The one value is the element. */
    WHOLE,
    /** The one value is the element, of which a caller gives and gets the fields. */
    UNNAMED,
    /** Each value is an element, or several, in the one element. */
    FIELDS
  }

  private final Plans plans;
  private final Kind kind;
  private final @Nullable Markup tag; // null for an empty body
  private final String part; // which is the element; empty where there are fields
  private final List<Child> fields;
  private final List<Child> blocks;
  private final BoundParts attachments;

  private LiteralValues(
      Plans plans,
      Kind kind,
      @Nullable Markup tag,
      String part,
      List<Child> fields,
      Beside beside) {
    this.part = part;
    this.plans = plans;
    this.kind = kind;
    this.tag = tag;
    this.fields = List.copyOf(fields);
    this.blocks = blocks(beside.blocks, kind, fields);
    this.attachments = new BoundParts(plans, beside.attachments, this::isTaken);
  }

  /** What a message has beside its body: header blocks, and parts beside the envelope. */
  record Beside(List<ElementPlan> blocks, List<AttachmentBinding> attachments) {}

  /** Whether a name is one in the body, or of a header block. */
  private boolean isTaken(String name) {
    for (int i = 0; i < size(); i++) {
      if (child(i).key().equals(name)) {
        return true;
      }
    }
    return !part.isEmpty() && (name.equals(part) || isField(name));
  }

  /** Whether the one element has an element of a name in it. */
  private boolean isField(String name) {
    return fields.get(0).element().type() instanceof ComplexPlan type && type.element(name) != null;
  }

  @Override
  public BoundParts attachments() {
    return attachments;
  }

  private static Child single(ElementPlan element) {
    return single(element, element.local());
  }

  private static Child single(ElementPlan element, String key) {
    return new Child(element, key, false, 1, 1, element.tag().name);
  }

  /**
   * Header blocks, each by its full name where what is in the body, or a block before, has its
   * local one.
   */
  private static List<Child> blocks(List<ElementPlan> elements, Kind kind, List<Child> fields) {
    Set<String> taken = new HashSet<>();
    fields.forEach(field -> taken.add(field.key()));
    List<Child> blocks = new ArrayList<>();
    for (ElementPlan each : elements) {
      boolean isField =
          kind == Kind.UNNAMED
              && fields.get(0).element().type() instanceof ComplexPlan type
              && type.element(each.local()) != null;
      boolean isTaken = isField || !taken.add(each.local());
      blocks.add(single(each, isTaken ? ComplexPlan.fullKey(each.name()) : each.local()));
    }
    return List.copyOf(blocks);
  }

  static LiteralValues empty(Plans plans, Beside beside) {
    return new LiteralValues(plans, Kind.EMPTY, null, "", List.of(), beside);
  }

  /**
   * @param part the name of the part that is the element
   * @param isWrapped whether callers give and get what is in the element
   */
  static LiteralValues document(
      Plans plans, String part, ElementPlan element, boolean isWrapped, Beside beside) {
    if (isWrapped && element.type() instanceof ComplexPlan type && type.isPlain()) {
      return new LiteralValues(plans, Kind.FIELDS, element.tag(), "", type.children(), beside);
    }
    Kind kind = isWrapped ? Kind.UNNAMED : Kind.WHOLE;
    return new LiteralValues(plans, kind, element.tag(), part, List.of(single(element)), beside);
  }

  static LiteralValues rpc(Plans plans, QName wrapper, List<ElementPlan> accessors, Beside beside) {
    List<Child> fields = accessors.stream().map(LiteralValues::single).toList();
    return new LiteralValues(plans, Kind.FIELDS, plans.markup(wrapper), "", fields, beside);
  }

  @Override
  public @Nullable QName element() {
    return tag == null ? null : tag.name.toQName();
  }

  @Override
  public int size() {
    return fields.size() + blocks.size();
  }

  @Override
  public int bodySize() {
    return fields.size();
  }

  @Override
  public QName name(int index) {
    return child(index).element().name();
  }

  private Child child(int index) {
    return index < fields.size() ? fields.get(index) : blocks.get(index - fields.size());
  }

  @Override
  public Codec<Object> codec(int index) {
    return codec(index, false);
  }

  @Override
  public Codec<Object> jsonCodec(int index) {
    return codec(index, true);
  }

  private Codec<Object> codec(int index, boolean isJson) {
    return new DocumentCodec.TreeCodec(
        plans, child(index), index < fields.size() && kind == Kind.FIELDS, isJson);
  }

  @Override
  public String blockKey(int index) {
    return child(index).key();
  }

  @Override
  public Codec<Object> codec() {
    return new MessageCodec(this, false);
  }

  @Override
  public Codec<Object> jsonCodec() {
    return new MessageCodec(this, true);
  }

  // ---- writing ----

  @Override
  public @Nullable Object[] values(Map<String, ?> given) {
    return values(attachments.removedFrom(given), new Conversion(plans));
  }

  @Override
  public @Nullable Object[] jsonValues(Map<String, ?> given) {
    return values(attachments.removedFrom(given), new Conversion(plans, true));
  }

  private @Nullable Object[] values(Map<String, ?> given, Conversion conversion) {
    @Nullable Object[] values = new Object[size()];
    Map<String, Object> body = kind == Kind.FIELDS ? Map.of() : new LinkedHashMap<>(given);
    int known = 0;
    for (int i = kind == Kind.FIELDS ? 0 : fields.size(); i < values.length; i++) {
      Child child = child(i);
      String key = given.containsKey(child.key()) ? child.key() : fullKey(child);
      if (key.equals(child.key()) && isGivenAgain(given, child)) {
        throw new ValueException(
            "expected one value, found it twice: as " + key + " and as " + fullKey(child));
      }
      Object value = given.get(key);
      if (value != null || given.containsKey(key)) {
        known++;
        if (i >= fields.size() && kind != Kind.FIELDS) {
          body.remove(key);
        }
        values[i] = converted(conversion, child, value);
      }
    }
    if (kind != Kind.FIELDS) {
      whole(body, conversion, values);
    } else if (known < given.size()) {
      throw unknown(given);
    }
    return values;
  }

  /** Whether a value is given by its full name beside the short one. */
  private static boolean isGivenAgain(Map<String, ?> given, Child child) {
    String full = fullKey(child);
    return !full.equals(child.key()) && given.containsKey(full);
  }

  private void whole(Map<String, Object> body, Conversion conversion, @Nullable Object[] values) {
    if (kind == Kind.EMPTY) {
      if (!body.isEmpty()) {
        throw new ValueException("expected no values, found " + String.join(", ", body.keySet()));
      }
      return;
    }
    Child child = fields.get(0);
    String name = kind == Kind.WHOLE && body.size() == 1 ? body.keySet().iterator().next() : "";
    Object value =
        isBody(name, child)
            ? named(conversion, child, name, body.get(name))
            : conversion.content(child.element().type(), body);
    values[0] = value == null ? Nil.NIL : value;
  }

  /** Whether a name is that of the element in the body, or of the part that it is. */
  private boolean isBody(String name, Child child) {
    return name.equals(child.key())
        || name.equals(fullKey(child))
        || (name.equals(part) && !isField(name));
  }

  private static @Nullable Object named(
      Conversion conversion, Child child, String name, @Nullable Object value) {
    try {
      return conversion.element(child.element(), value);
    } catch (ValueException e) {
      throw e.in(name);
    }
  }

  private static String fullKey(Child child) {
    return ComplexPlan.fullKey(child.element().name());
  }

  private static Object converted(Conversion conversion, Child child, @Nullable Object value) {
    Object converted;
    try {
      converted = conversion.element(child.element(), value);
    } catch (ValueException e) {
      throw e.in(child.key());
    }
    return converted == null ? Nil.NIL : converted;
  }

  private ValueException unknown(Map<String, ?> given) {
    TreeSet<String> expected = new TreeSet<>(attachments.keys());
    for (int i = 0; i < size(); i++) {
      expected.add(child(i).key());
    }
    TreeSet<String> found = new TreeSet<>(given.keySet());
    found.removeAll(expected);
    return RemainingFields.unknown(expected, found);
  }

  @Override
  public void check(@Nullable Object[] values) {
    for (int i = 0; kind == Kind.FIELDS && i < fields.size(); i++) {
      Child child = fields.get(i);
      if (values[i] == null && child.min() > 0) {
        throw ValueWriter.missing(child.min(), child.element(), 0);
      }
    }
  }

  @Override
  public void write(@Nullable Object[] values, XmlWriter out) {
    if (tag == null) {
      return;
    }
    ValueWriter writer = new ValueWriter(plans, out);
    if (kind == Kind.FIELDS) {
      writer.fields(tag, fields, values);
    } else {
      writer.element(fields.get(0).element(), values[0] == Nil.NIL ? null : values[0], null);
    }
  }

  // ---- reading ----

  @Override
  public Map<String, Object> read(XmlReader in) {
    return read(in, new ValueReader(plans, in));
  }

  @Override
  public Map<String, Object> readJson(XmlReader in) {
    return read(in, new ValueReader(plans, in, true));
  }

  private Map<String, Object> read(XmlReader in, ValueReader reader) {
    if (kind == Kind.FIELDS) {
      Map<String, Object> values = new LinkedHashMap<>();
      reader.fields(fields, values);
      return values;
    }
    Map<String, Object> values = new LinkedHashMap<>();
    String name = in.name().local();
    Object value = reader.element(found(in.name()));
    if (kind == Kind.UNNAMED && value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> values.put(String.valueOf(key), each));
    } else {
      values.put(name, value);
    }
    return values;
  }

  /** The element in the body, which may be another one than that which is described. */
  private @Nullable ElementPlan found(XmlName name) {
    ElementPlan element = plans.element(name.toQName());
    return element == null && tag != null && name.equals(tag.name)
        ? fields.get(0).element()
        : element;
  }

  @Override
  public void readJson(XmlReader in, @Nullable Object[] given, JsonSink out) {
    ValueStream stream = new ValueStream(plans, in, out);
    Set<String> keys = new HashSet<>();
    out.startObject();
    if (kind == Kind.FIELDS) {
      stream.elements(fields, null, keys);
    } else if (kind == Kind.UNNAMED) {
      stream.membersOf(found(in.name()), keys);
    } else {
      keys.add(in.name().local());
      out.name(in.name().local());
      stream.element(found(in.name()));
    }
    for (int i = bodySize(); i < size(); i++) {
      Object block = given[i];
      if (block != null) {
        out.name(keys.contains(blockKey(i)) ? ComplexPlan.fullKey(name(i)) : blockKey(i));
        out.value(block == Nil.NIL ? null : block);
      }
    }
    out.endObject();
  }

  // ---- describing ----

  @Override
  Map<String, Object> schema(JsonSchemas schemas) {
    String name = tag == null ? "" : tag.name.local();
    if (kind != Kind.UNNAMED) {
      return schemas.fields(fields, blocks, name);
    }
    return schemas.content(fields.get(0).element().type(), blocks, name);
  }

  /** All that is in the body of a message, as a map. Thread-safe. */
  private static final class MessageCodec extends DocumentCodec {
    private static final QName NOTHING = new QName("nothing");

    private final LiteralValues message;
    private final boolean isJson;

    MessageCodec(LiteralValues message, boolean isJson) {
      super(message.plans);
      this.message = message;
      this.isJson = isJson;
    }

    @Override
    public QName name() {
      return Objects.requireNonNullElse(message.element(), NOTHING);
    }

    @Override
    @SuppressWarnings("unchecked") // the codec's values are such maps
    public void write(@Nullable Object value, XmlWriter out) {
      if (value == null || message.element() == null) {
        out.startElement("", NOTHING.getLocalPart());
        out.endElement();
      } else {
        Map<String, Object> all = (Map<String, Object>) value;
        message.write(isJson ? message.jsonValues(all) : message.values(all), out);
      }
    }

    @Override
    public @Nullable Object read(XmlReader in) {
      if (in.name().uri().isEmpty() && in.name().local().equals(NOTHING.getLocalPart())) {
        in.skipElement();
        return null;
      }
      return isJson ? message.readJson(in) : message.read(in);
    }
  }
}
