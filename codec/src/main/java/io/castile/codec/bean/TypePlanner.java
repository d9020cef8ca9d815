package io.castile.codec.bean;

import io.castile.codec.BindingException;
import io.castile.codec.annotation.XsiType;
import io.castile.codec.binding.Annotations;
import io.castile.codec.binding.BoundMember;
import io.castile.codec.binding.CollectionShape;
import io.castile.codec.binding.Types;
import io.castile.codec.binding.UnsupportedBinding;
import io.castile.codec.value.AdaptedType;
import io.castile.codec.value.AdapterBinding;
import io.castile.codec.value.BinaryTypes;
import io.castile.codec.value.CalendarTypes;
import io.castile.codec.value.ImageType;
import io.castile.codec.value.ListType;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleTypes;
import io.castile.codec.value.SimpleValue;
import io.castile.codec.value.TemporalTypes;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.internal.BytesAttachment;
import jakarta.activation.DataHandler;
import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlInlineBinaryData;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlSchemaTypes;
import jakarta.xml.bind.annotation.adapters.CollapsedStringAdapter;
import jakarta.xml.bind.annotation.adapters.HexBinaryAdapter;
import jakarta.xml.bind.annotation.adapters.NormalizedStringAdapter;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapters;
import java.lang.reflect.Type;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import org.jspecify.annotations.Nullable;

/**
 * Finds how values of a Java type are written where annotations have a say: adapters, schema types,
 * lists.
 */
final class TypePlanner {
  private static final String IMAGE = "java.awt.Image"; // whose classes are loaded where it is used

  private final BeanCodecs codecs;

  TypePlanner(BeanCodecs codecs) {
    this.codecs = codecs;
  }

  /**
   * @param simple how the text is written
   * @param adaptation the adapter around the values, null for none
   */
  record Planned(SimpleType simple, @Nullable AdapterBinding adaptation) {}

  /** The type of an attribute or a value property: one simple value, or a list of them. */
  Planned text(Class<?> owner, BoundMember seed) {
    Type whole = seed.accessor().genericType();
    AdapterBinding adaptation = adapter(owner, seed, whole);
    if (adaptation != null) {
      return planned(owner, seed, adaptation);
    }
    if (Types.isCollection(Types.erase(whole))) {
      return list(owner, seed, whole, null);
    }
    if (seed.annotations().has(XmlIDREF.class)) {
      return new Planned(new IdrefType(Types.erase(whole), null, codecs), null);
    }
    return new Planned(simple(owner, seed, whole), null);
  }

  private Planned planned(Class<?> owner, BoundMember seed, AdapterBinding adaptation) {
    if (Types.isCollection(Types.erase(adaptation.boundType()))) {
      return new Planned(
          new ListType(
              simple(owner, seed, Types.itemType(adaptation.boundType())),
              new CollectionShape(Types.erase(adaptation.boundType()))),
          adaptation);
    }
    return new Planned(simple(owner, seed, adaptation.boundType()), adaptation);
  }

  /**
   * A white-space separated list.
   *
   * @param stated the class of an item that an annotation names; null for none
   */
  Planned list(Class<?> owner, BoundMember seed, Type whole, @Nullable Class<?> stated) {
    CollectionShape shape = new CollectionShape(Types.erase(whole));
    Type item = Types.itemType(whole);
    if (seed.annotations().has(XmlIDREF.class)) {
      return new Planned(new IdrefType(Types.erase(item), shape, codecs), null);
    }
    AdapterBinding adaptation = adapter(owner, seed, item);
    Type known = stated == null || hasBuiltInAdapter(seed, item) ? item : stated;
    SimpleType simple =
        adaptation == null
            ? simple(owner, seed, known)
            : new AdaptedType(adaptation, simple(owner, seed, adaptation.boundType()), item);
    return new Planned(new ListType(simple, shape), null);
  }

  private SimpleType simple(Class<?> owner, BoundMember seed, Type type) {
    ValueCodec codec = value(owner, seed, type, null);
    if (codec instanceof SimpleValue value) {
      return value.type;
    }
    BeanPlan plan = codec instanceof BeanRef bean ? codecs.planOf(bean.type) : null;
    throw new UnsupportedBinding(
        plan != null && plan.value != null
            ? "class with XmlValue as a text: " + seed.name()
            : "no text form for " + type.getTypeName() + ": " + seed.name());
  }

  /** How an element of that type is written. */
  ValueCodec value(Class<?> owner, BoundMember seed, Type type, @Nullable String defaultText) {
    Class<?> raw = Types.erase(type);
    Annotations on = seed.annotations();
    if (on.has(XmlAttachmentRef.class)) {
      if (raw != DataHandler.class) {
        throw new UnsupportedBinding(
            "XmlAttachmentRef on a " + type.getTypeName() + ": " + seed.name());
      }
      return new SimpleValue(BinaryTypes.Referred.INSTANCE, defaultText);
    }
    QName schemaType = schemaType(owner, on, raw);
    SimpleType special = builtInAdapter(on.get(XmlJavaTypeAdapter.class), raw);
    if (special != null) {
      return new SimpleValue(special, defaultText, schemaType);
    }
    if (schemaType != null && raw == XMLGregorianCalendar.class) {
      return isAnySimpleType(schemaType)
          ? new SimpleValue(Objects.requireNonNull(SimpleTypes.of(raw)), defaultText)
          : new SimpleValue(new CalendarTypes.Xml(schemaType), defaultText, schemaType);
    }
    if (schemaType != null && raw == Object.class && isAnySimpleType(schemaType)) {
      return new SimpleValue(SimpleTypes.STRING, defaultText);
    }
    if (schemaType != null
        && (raw == java.util.Date.class || java.util.Calendar.class.isAssignableFrom(raw))
        && !schemaType.getLocalPart().equals("dateTime")) {
      throw new UnsupportedBinding(
          raw.getSimpleName() + " as xs:" + schemaType.getLocalPart() + ": " + seed.name());
    }
    SimpleType temporal = TemporalTypes.of(raw);
    if (temporal != null) {
      checkSchemaType(owner, seed, raw, temporal, schemaType);
      return new SimpleValue(temporal, defaultText, schemaType);
    }
    SimpleType simple = binary(on, raw);
    if (simple == null) {
      simple = codecs.simpleType(raw);
    }
    return simple != null ? new SimpleValue(simple, defaultText, schemaType) : value(type);
  }

  /** A class of {@code java.time} is of one schema type only. */
  private static void checkSchemaType(
      Class<?> owner, BoundMember seed, Class<?> raw, SimpleType known, @Nullable QName declared) {
    QName own = Objects.requireNonNull(known.schemaType);
    if (declared != null && !declared.equals(own) && !isAnySimpleType(declared)) {
      throw new BindingException(
          "Cannot write "
              + owner.getName()
              + "."
              + seed.name()
              + " as the xs:"
              + declared.getLocalPart()
              + " of XmlSchemaType, because a "
              + raw.getSimpleName()
              + " is written as xs:"
              + own.getLocalPart()
              + ". Use the class of java.time for that type, or an XmlJavaTypeAdapter.");
    }
  }

  /** The type of binary data that annotations say more of; null where they do not. */
  private static @Nullable SimpleType binary(Annotations on, Class<?> raw) {
    boolean inline = on.has(XmlInlineBinaryData.class);
    XmlMimeType mimeType = on.get(XmlMimeType.class);
    if (raw == byte[].class && (inline || mimeType != null)) {
      return new BinaryTypes.Typed(
          mimeType == null ? BytesAttachment.UNKNOWN_TYPE : mimeType.value(), inline);
    }
    if (raw.getName().equals(IMAGE)) {
      return ImageType.of(mimeType == null ? null : mimeType.value(), inline);
    }
    return raw == DataHandler.class && inline ? new BinaryTypes.Handled(true) : null;
  }

  private static boolean isAnySimpleType(QName type) {
    return type.getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)
        && type.getLocalPart().equals("anySimpleType");
  }

  /** How an element of that type is written where no annotation says more. */
  ValueCodec value(Type type) {
    Class<?> raw = Types.erase(type);
    SimpleType simple = codecs.simpleType(raw);
    if (simple != null) {
      return new SimpleValue(simple, null);
    }
    if (raw == Object.class) {
      return new AnyValue(codecs);
    }
    if (raw.getName().equals(IMAGE)) {
      return new SimpleValue(ImageType.of(null, false), null);
    }
    if (Source.class.isAssignableFrom(raw) || raw == Class.class) {
      throw new UnsupportedBinding("values of " + raw.getName());
    }
    if (raw.isArray()) {
      Type item = Types.itemType(type);
      return new ArrayValue(
          new CollectionShape(raw), codecs.markup(new QName("item")), value(item));
    }
    if (Types.isCollection(raw)) {
      throw new UnsupportedBinding("nested collection " + type.getTypeName());
    }
    return new BeanRef(raw, codecs);
  }

  private static @Nullable QName schemaType(Class<?> owner, Annotations on, Class<?> raw) {
    XsiType ofPart = on.get(XsiType.class);
    if (ofPart != null) {
      return new QName(ofPart.namespace(), ofPart.value());
    }
    XmlSchemaType annotation = on.get(XmlSchemaType.class);
    if (annotation != null) {
      return new QName(annotation.namespace(), annotation.name());
    }
    Package in = owner.getPackage();
    if (in == null) {
      return null;
    }
    XmlSchemaTypes several = in.getAnnotation(XmlSchemaTypes.class);
    XmlSchemaType single = in.getAnnotation(XmlSchemaType.class);
    XmlSchemaType[] all =
        several != null
            ? several.value()
            : single != null ? new XmlSchemaType[] {single} : new XmlSchemaType[0];
    for (XmlSchemaType each : all) {
      if (each.type() == raw) {
        return new QName(each.namespace(), each.name());
      }
    }
    return null;
  }

  // ---- adapters ----

  /** The adapters that only say how white space or bytes are read are types of their own. */
  private static @Nullable SimpleType builtInAdapter(
      @Nullable XmlJavaTypeAdapter annotation, Class<?> raw) {
    if (annotation == null) {
      return null;
    }
    if (annotation.value() == CollapsedStringAdapter.class && raw == String.class) {
      return SimpleTypes.TOKEN;
    }
    if (annotation.value() == NormalizedStringAdapter.class && raw == String.class) {
      return SimpleTypes.NORMALIZED_STRING;
    }
    return annotation.value() == HexBinaryAdapter.class && raw == byte[].class
        ? SimpleTypes.HEX
        : null;
  }

  /**
   * Whether an adapter on the property says how values of that type are read, so that nothing else
   * has a say in it.
   */
  boolean hasBuiltInAdapter(BoundMember seed, Type type) {
    return builtInAdapter(seed.annotations().get(XmlJavaTypeAdapter.class), Types.erase(type))
        != null;
  }

  /** The adapter that applies to values of that type at that place (§8.12); null for none. */
  @Nullable AdapterBinding adapter(Class<?> owner, BoundMember seed, Type type) {
    Class<?> raw = Types.erase(type);
    XmlJavaTypeAdapter own = seed.annotations().get(XmlJavaTypeAdapter.class);
    if (own != null && applies(own, raw)) {
      return builtInAdapter(own, raw) != null ? null : AdapterBinding.of(own.value(), raw);
    }
    Package in = owner.getPackage();
    if (in != null) {
      XmlJavaTypeAdapters several = in.getAnnotation(XmlJavaTypeAdapters.class);
      if (several != null) {
        for (XmlJavaTypeAdapter each : several.value()) {
          if (applies(each, raw)) {
            return AdapterBinding.of(each.value(), raw);
          }
        }
      }
      XmlJavaTypeAdapter single = in.getAnnotation(XmlJavaTypeAdapter.class);
      if (single != null && applies(single, raw)) {
        return AdapterBinding.of(single.value(), raw);
      }
    }
    XmlJavaTypeAdapter onType = raw.getAnnotation(XmlJavaTypeAdapter.class);
    return onType != null && applies(onType, raw) ? AdapterBinding.of(onType.value(), raw) : null;
  }

  private static boolean applies(XmlJavaTypeAdapter annotation, Class<?> raw) {
    if (annotation.type() == raw) {
      return true;
    }
    Type inMemory = Types.typeArgument(annotation.value(), XmlAdapter.class, 1);
    return inMemory == null || Types.erase(inMemory).isAssignableFrom(raw);
  }
}
