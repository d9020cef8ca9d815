package io.castile.wsdl.value;

import io.castile.codec.Codec;
import io.castile.codec.encoded.Described;
import io.castile.codec.encoded.EncodedMessage;
import io.castile.codec.encoded.EncodingRules;
import io.castile.wsdl.model.ValueException;
import io.castile.wsdl.model.internal.AttachmentBinding;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The values of an encoded message: one for each part, null for nil. */
final class EncodedValues extends MessageValues {
  private final Plans all;
  private final EncodedPlans plans;
  private final EncodedMessage message;
  private final List<Described.Field> parts;
  private final BoundParts attachments;

  /** What is read in the form of JSON, whose values say their types. */
  private final Json json;

  private record Json(EncodedPlans plans, EncodedMessage message, List<Described.Field> parts) {}

  /**
   * @param parts the names of the parts, with those of their types; null for any
   * @param isResponse whether the first part is a result, whose name peers choose
   * @param attachments parts beside the envelope
   */
  EncodedValues(
      Plans plans,
      QName wrapper,
      Map<String, @Nullable QName> parts,
      boolean isResponse,
      List<AttachmentBinding> attachments) {
    this.attachments = new BoundParts(plans, attachments, parts::containsKey);
    boolean hasResult = isResponse && !parts.isEmpty();
    this.all = plans;
    this.plans = plans.encoded();
    this.parts = fields(this.plans, parts);
    this.message = this.plans.types().message(wrapper, this.parts, hasResult);
    EncodedPlans named = plans.encodedJson();
    List<Described.Field> fields = fields(named, parts);
    this.json = new Json(named, named.types().message(wrapper, fields, hasResult), fields);
  }

  private static List<Described.Field> fields(
      EncodedPlans plans, Map<String, @Nullable QName> parts) {
    List<Described.Field> fields = new ArrayList<>();
    parts.forEach(
        (name, type) ->
            fields.add(
                new Described.Field(
                    name, type == null ? Described.Any.INSTANCE : plans.typeOrAny(type), true)));
    return List.copyOf(fields);
  }

  @Override
  public BoundParts attachments() {
    return attachments;
  }

  @Override
  public QName element() {
    return message.name();
  }

  @Override
  public boolean isEncoded() {
    return true;
  }

  @Override
  public int size() {
    return parts.size();
  }

  @Override
  public int bodySize() {
    return parts.size();
  }

  @Override
  public QName name(int index) {
    return new QName(parts.get(index).name());
  }

  @Override
  public Codec<Object> codec(int index) {
    Described.Field part = parts.get(index);
    return new PartCodec(plans.types().message(name(index), List.of(part), false));
  }

  @Override
  public String blockKey(int index) {
    throw new AssertionError("an encoded message has no header blocks here");
  }

  @Override
  public Codec<Object> jsonCodec(int index) {
    throw new AssertionError("an encoded message is read as a whole");
  }

  @Override
  public Codec<Object> codec() {
    return new WholeCodec();
  }

  @Override
  public Codec<Object> jsonCodec() {
    return new JsonCodec(all);
  }

  @Override
  public @Nullable Object[] values(Map<String, ?> given) {
    return values(attachments.removedFrom(given), new EncodedConversion(plans, false));
  }

  @Override
  public @Nullable Object[] jsonValues(Map<String, ?> given) {
    return values(attachments.removedFrom(given), new EncodedConversion(plans, true));
  }

  private @Nullable Object[] values(Map<String, ?> given, EncodedConversion conversion) {
    @Nullable Object[] values = new Object[parts.size()];
    int known = 0;
    for (int i = 0; i < values.length; i++) {
      Described.Field part = parts.get(i);
      Object value = given.get(part.name());
      known += value != null || given.containsKey(part.name()) ? 1 : 0;
      try {
        values[i] = conversion.value(part.type(), value);
      } catch (ValueException e) {
        throw e.in(part.name());
      }
    }
    if (known < given.size()) {
      Set<String> expected = new TreeSet<>(attachments.keys());
      parts.forEach(part -> expected.add(part.name()));
      Set<String> found = new TreeSet<>(given.keySet());
      found.removeAll(expected);
      throw RemainingFields.unknown(expected, found);
    }
    return values;
  }

  /** A part that is missing is nil. */
  @Override
  public void check(@Nullable Object[] values) {}

  @Override
  public void write(@Nullable Object[] values, XmlWriter out) {
    write(values, EncodingRules.SOAP_1_1, out);
  }

  @Override
  public void write(@Nullable Object[] values, EncodingRules rules, XmlWriter out) {
    message.write(values, rules, out);
  }

  @Override
  public Map<String, Object> read(XmlReader in) {
    return named(message.read(in));
  }

  @Override
  public Map<String, Object> readJson(XmlReader in) {
    return new EncodedJson(json.plans).message(json.parts, json.message.read(in));
  }

  @Override
  Map<String, Object> schema(JsonSchemas schemas) {
    return schemas.encoded(parts, message.name().getLocalPart());
  }

  @SuppressWarnings("NullAway") // a value may be nil
  private Map<String, Object> named(@Nullable Object[] values) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      map.put(parts.get(i).name(), values[i]);
    }
    return map;
  }

  /** One value alone. */
  private record PartCodec(EncodedMessage message) implements Codec<Object> {
    @Override
    public QName name() {
      return message.name();
    }

    @Override
    public void write(@Nullable Object value, XmlWriter out) {
      message.write(new Object[] {value}, EncodingRules.SOAP_1_2, out);
    }

    @Override
    public @Nullable Object read(XmlReader in) {
      return message.read(in)[0];
    }

    @Override
    public @Nullable Object copy(@Nullable Object value) {
      return value == null ? null : Objects.requireNonNull(message.copy(new Object[] {value}))[0];
    }

    @Override
    public boolean equal(@Nullable Object one, @Nullable Object other) {
      return message.equal(new Object[] {one}, new Object[] {other});
    }

    @Override
    public int hash(@Nullable Object value) {
      return message.hash(new Object[] {value});
    }

    @Override
    public byte[] toBytes(@Nullable Object value) {
      return message.toBytes(new Object[] {value});
    }

    @Override
    public @Nullable Object fromBytes(byte[] document) {
      return message.fromBytes(document)[0];
    }
  }

  /** All values as the map that {@link EncodedValues#readJson} returns, which is a tree. */
  private final class JsonCodec extends DocumentCodec {
    JsonCodec(Plans plans) {
      super(plans);
    }

    @Override
    public QName name() {
      return message.name();
    }

    @Override
    @SuppressWarnings("unchecked") // the codec's values are such maps
    public void write(@Nullable Object value, XmlWriter out) {
      Map<String, ?> map = (Map<String, ?>) Objects.requireNonNull(value);
      message.write(jsonValues(map), EncodingRules.SOAP_1_2, out);
    }

    @Override
    public Object read(XmlReader in) {
      return readJson(in);
    }
  }

  /** All values as the map that {@link EncodedValues#read} returns. */
  private final class WholeCodec implements Codec<Object> {
    @Override
    public QName name() {
      return message.name();
    }

    private @Nullable Object @Nullable [] values(@Nullable Object map) {
      if (map == null) {
        return null;
      }
      @Nullable Object[] values = new Object[parts.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = ((Map<?, ?>) map).get(parts.get(i).name());
      }
      return values;
    }

    @Override
    public void write(@Nullable Object map, XmlWriter out) {
      message.write(Objects.requireNonNull(values(map)), EncodingRules.SOAP_1_2, out);
    }

    @Override
    public Object read(XmlReader in) {
      return named(message.read(in));
    }

    @Override
    public @Nullable Object copy(@Nullable Object map) {
      @Nullable Object[] copy = message.copy(values(map));
      return copy == null ? null : named(copy);
    }

    @Override
    public boolean equal(@Nullable Object one, @Nullable Object other) {
      return message.equal(values(one), values(other));
    }

    @Override
    public int hash(@Nullable Object map) {
      return message.hash(values(map));
    }

    @Override
    public byte[] toBytes(@Nullable Object map) {
      return message.toBytes(values(map));
    }

    @Override
    public Object fromBytes(byte[] document) {
      return named(message.fromBytes(document));
    }
  }
}
