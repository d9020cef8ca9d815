package io.castile.codec.value;

import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.adapters.CollapsedStringAdapter;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A Java enum with the texts of its constants ({@code XmlEnum}, {@code XmlEnumValue}). */
public final class EnumType extends SimpleType {
  /** Up to so many constants are compared one after the other with the bytes of the message. */
  private static final int FEW = 6;

  private final Object[] constants;
  private final String[] texts;
  private final byte @Nullable [][] ascii; // null if a text has other characters, or there are many
  private final Map<String, Object> byText = new HashMap<>();

  /** The constants by their texts with white space collapsed; null where several have the same. */
  private final Map<String, @Nullable Object> byToken = new HashMap<>();

  private final SimpleType base;

  public EnumType(Class<?> type, @Nullable QName schemaType) {
    super(Kind.OTHER, type, schemaType);
    XmlEnum annotation = type.getAnnotation(XmlEnum.class);
    Class<?> baseType = annotation == null ? String.class : annotation.value();
    SimpleType simple = SimpleTypes.of(baseType);
    this.base = simple == null ? SimpleTypes.STRING : simple;
    this.constants = type.getEnumConstants();
    this.texts = new String[constants.length];
    boolean plain = constants.length <= FEW;
    for (int i = 0; i < constants.length; i++) {
      texts[i] = text((Enum<?>) constants[i]);
      byText.put(texts[i], constants[i]);
      String token = new CollapsedStringAdapter().unmarshal(texts[i]);
      byToken.put(token, byToken.containsKey(token) ? null : constants[i]);
      plain &= texts[i].chars().allMatch(c -> c > ' ' && c < 0x7f);
    }
    this.ascii = plain && base == SimpleTypes.STRING ? new byte[constants.length][] : null;
    for (int i = 0; ascii != null && i < constants.length; i++) {
      ascii[i] = Markup.utf8(texts[i]);
    }
  }

  /** The texts of all constants, in their order. */
  public List<String> texts() {
    return List.of(texts);
  }

  private static String text(Enum<?> constant) {
    try {
      Field field = constant.getDeclaringClass().getField(constant.name());
      XmlEnumValue value = field.getAnnotation(XmlEnumValue.class);
      return value == null ? constant.name() : value.value();
    } catch (NoSuchFieldException e) {
      throw new AssertionError("every constant is a public field of its enum", e);
    }
  }

  @Override
  public void write(Object value, XmlWriter out, CodecContext context) {
    out.text(texts[((Enum<?>) value).ordinal()]);
  }

  @Override
  public void writeAttribute(Object value, XmlWriter out, CodecContext context) {
    out.attributeText(texts[((Enum<?>) value).ordinal()]);
  }

  @Override
  public Object read(XmlText text, CodecContext context) {
    if (ascii != null) {
      for (int i = 0; i < ascii.length; i++) {
        if (text.tokenEquals(ascii[i])) {
          return constants[i];
        }
      }
    }
    if (text.isSplit()) {
      throw text.invalid("one of " + shortList());
    }
    Object constant = byText.get(text.toString()); // white space in a text of xs:string counts
    if (constant == null) {
      constant = byToken.get(text.toToken());
    }
    if (constant == null && base != SimpleTypes.STRING) {
      constant = ofBaseValue(text, context);
    }
    if (constant == null) {
      throw text.invalid("one of " + shortList());
    }
    return constant;
  }

  /** For numbers and the like: {@code 007} is the constant with the text {@code 7}. */
  private @Nullable Object ofBaseValue(XmlText text, CodecContext context) {
    Object value = base.read(text, context);
    for (int i = 0; i < constants.length; i++) {
      if (value.toString().equals(texts[i])) {
        return constants[i];
      }
    }
    return null;
  }

  @Override
  public boolean acceptsEmpty() {
    return byText.containsKey("");
  }

  private String shortList() {
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < texts.length && i < 8; i++) {
      list.append(i == 0 ? "" : ", ").append(texts[i]);
    }
    return (texts.length > 8 ? list.append(", …") : list).toString();
  }
}
