package io.castile.codec.bean;

import io.castile.codec.value.Markup;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleValue;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.XmlName;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The constants for a generated codec when its class is initialised: the plan of its class, with
 * names and markup resolved for one set of codecs.
 *
 * <p>For generated code; no compatibility promise. Immutable and thread-safe.
 */
public final class CodecBinding {
  final BeanPlan plan;
  final @Nullable TypeCodec parent;
  private final BeanCodecs codecs;
  private final Map<XmlName, Integer> elements = new HashMap<>();
  private final Map<XmlName, Integer> attributes = new HashMap<>();

  public CodecBinding(BeanPlan plan, @Nullable TypeCodec parent, BeanCodecs codecs) {
    this.plan = plan;
    this.parent = parent;
    this.codecs = codecs;
    for (int i = plan.own.size() - 1; i >= 0; i--) {
      Property property = plan.own.get(i);
      for (XmlName name : property.elementNames()) {
        elements.put(name, i); // of several properties the first has the name
      }
      if (property instanceof AttributeProperty attribute) {
        attributes.put(attribute.tag.name, i);
      }
    }
  }

  /** The codec of the superclass's properties; null if no superclass has any. */
  public @Nullable TypeCodec parent() {
    return parent;
  }

  /**
   * The bytes of constant markup. In the pattern, <code>{n}</code> stands for the prefix, with its
   * colon, of the n-th of {@code uris}.
   */
  public byte[] markup(String pattern, String... uris) {
    String text = pattern;
    for (int i = 0; i < uris.length; i++) {
      text = text.replace("{" + i + "}", codecs.prefix(uris[i]) + ":");
    }
    return Markup.utf8(text);
  }

  /** The one name object that readers of these codecs report. */
  public XmlName name(String uri, String local) {
    return codecs.names().intern(uri, local);
  }

  /** A property that the class itself declares, in the order of the plan. */
  public Property property(int index) {
    return plan.own.get(index);
  }

  /** Which property that the class itself declares has child elements of that name; -1 for none. */
  public int elementIndex(@Nullable XmlName name) {
    return name == null ? -1 : elements.getOrDefault(name, -1);
  }

  /** Returns the index of the declared property with attributes of a name; -1 for none. */
  public int attributeIndex(XmlName name) {
    return attributes.getOrDefault(name, -1);
  }

  /** The codec of an element type of such a property. */
  public ValueCodec value(int property, int type) {
    return ((ElementProperty) plan.own.get(property)).types.get(type).codec;
  }

  /** Returns the codec of an element type that is a bean's. */
  public BeanRef bean(int property, int type) {
    return (BeanRef) value(property, type);
  }

  /** The compiled codec of such a bean's class; null if it is not compiled. */
  public @Nullable BeanCodec compiled(int property, int type) {
    BeanCodec codec = bean(property, type).codecOrNull();
    return codec instanceof TypeCodec && !(codec instanceof InterpretedCodec) ? codec : null;
  }

  /** The simple type of an attribute or value property, or of an element type. */
  public @Nullable SimpleType simpleType(int property, int type) {
    return plan.own.get(property) instanceof ElementProperty element
        ? ((SimpleValue) element.types.get(type).codec).type
        : plan.own.get(property).simpleType();
  }

  /** Makes an empty bean where the class's constructor cannot simply be called. */
  public Object newInstance() {
    return plan.newInstance();
  }

  /** Returns the binding for the generated class that calls this while it is initialized. */
  public static CodecBinding of(MethodHandles.Lookup generated) {
    try {
      return MethodHandles.classData(generated, ConstantDescs.DEFAULT_NAME, CodecBinding.class);
    } catch (IllegalAccessException e) {
      throw new IllegalArgumentException(
          "Cannot bind the codec, because this lookup is not of a generated class: " + generated,
          e);
    }
  }
}
