package io.castile.codec.bean;

import io.castile.codec.BindingException;
import io.castile.codec.bean.ReferenceProperty.Reference;
import io.castile.codec.bean.ReferenceProperty.Wildcard;
import io.castile.codec.binding.Accessor;
import io.castile.codec.binding.Annotations;
import io.castile.codec.binding.BoundMember;
import io.castile.codec.binding.CollectionShape;
import io.castile.codec.binding.Names;
import io.castile.codec.binding.Types;
import io.castile.codec.binding.UnsupportedBinding;
import io.castile.codec.value.AdapterBinding;
import io.castile.codec.value.SimpleValue;
import io.castile.codec.value.ValueCodec;
import io.castile.codec.value.WrapperPart;
import io.castile.xml.XmlName;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.W3CDomHandler;
import jakarta.xml.bind.annotation.XmlAnyAttribute;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElementRefs;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlValue;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Makes a {@link Property} of what stands on one field, pair of methods, or parameter. */
final class PropertyPlanner {
  private static final String DEFAULT = "##default";
  private static final String NO_DEFAULT = "\u0000"; // the annotation's way to say "none"

  private final BeanCodecs codecs;
  private final TypePlanner types;

  PropertyPlanner(BeanCodecs codecs) {
    this.codecs = codecs;
    this.types = new TypePlanner(codecs);
  }

  Property plan(Class<?> owner, BoundMember seed) {
    Annotations on = seed.annotations();
    if (on.has(XmlIDREF.class) && seed.accessor() instanceof Accessor.OfComponent) {
      throw new BindingException(
          "Cannot bind "
              + owner.getName()
              + "."
              + seed.name()
              + ", because XmlIDREF may refer to a later part of a message, and a constructor"
              + " cannot wait for it. Add a constructor without arguments.");
    }
    if (on.has(XmlAnyAttribute.class)) {
      if (!Map.class.isAssignableFrom(seed.accessor().type())) {
        throw new BindingException(
            "Cannot bind "
                + owner.getName()
                + "."
                + seed.name()
                + " by XmlAnyAttribute, because its type is "
                + seed.accessor().type().getName()
                + ". Use a Map.");
      }
      return new AnyAttributeProperty(seed.name(), seed.accessor());
    }
    XmlAttribute attribute = on.get(XmlAttribute.class);
    if (attribute != null) {
      return attribute(owner, seed, attribute);
    }
    if (on.has(XmlValue.class)) {
      TypePlanner.Planned planned = types.text(owner, seed);
      return new ValueProperty(
          seed.name(), seed.accessor(), planned.simple(), planned.adaptation());
    }
    if (on.has(XmlElementRef.class)
        || on.has(XmlElementRefs.class)
        || on.has(XmlAnyElement.class)
        || on.has(XmlMixed.class)) {
      return reference(owner, seed);
    }
    if (Map.class.isAssignableFrom(seed.accessor().type())
        && types.adapter(owner, seed, seed.accessor().genericType()) == null) {
      return map(owner, seed);
    }
    return element(owner, seed);
  }

  /** One part of a wrapper without a class. */
  Property part(WrapperPart part, int index) {
    Accessor accessor = new Accessor.OfIndex(index, part.type());
    BoundMember seed =
        new BoundMember(part.name().getLocalPart(), accessor, new Annotations(part.annotations()));
    if (Map.class.isAssignableFrom(accessor.type())
        && types.adapter(Object.class, seed, part.type()) == null) {
      return map(part.name(), false, seed);
    }
    XmlElement said = seed.annotations().get(XmlElement.class);
    Naming naming = new Naming(part.name(), null, said != null && said.nillable(), null);
    return part.itemized() && accessor.type().isArray() && accessor.type() != byte[].class
        ? whole(Object.class, seed, naming)
        : element(Object.class, seed, List.of(naming));
  }

  /**
   * An element on its own, whose value is one object even where that is a collection or an array.
   */
  ElementProperty element(
      QName name,
      Type type,
      Annotations annotations,
      Class<?> owner,
      @Nullable String defaultText) {
    BoundMember seed =
        new BoundMember(name.getLocalPart(), new Accessor.OfIndex(0, type), annotations);
    return whole(owner, seed, new Naming(name, null, false, defaultText));
  }

  private ElementProperty whole(Class<?> owner, BoundMember seed, Naming naming) {
    Type type = seed.accessor().genericType();
    AdapterBinding adaptation = types.adapter(owner, seed, type);
    if (adaptation != null) {
      type = adaptation.boundType();
    }
    boolean list =
        seed.annotations().has(XmlList.class)
            || (Types.isCollection(Types.erase(type)) && !Types.erase(type).isArray());
    ElementType element = elementType(owner, seed, naming, false, type, list, false);
    return new ElementProperty(
        seed.name(), seed.accessor(), List.of(element), null, null, adaptation, false, false);
  }

  /** How an element of that type is written where no annotation says more. */
  ValueCodec value(Type type) {
    return types.value(type);
  }

  private AttributeProperty attribute(Class<?> owner, BoundMember seed, XmlAttribute annotation) {
    QName name = Names.attribute(owner, annotation.namespace(), annotation.name(), seed.name());
    TypePlanner.Planned planned = types.text(owner, seed);
    return new AttributeProperty(
        seed.name(), seed.accessor(), codecs.markup(name), planned.simple(), planned.adaptation());
  }

  /**
   * A name that the annotations give to an element, with what they say of it; null type for the
   * property's own.
   */
  private record Naming(
      QName name, @Nullable Class<?> type, boolean nillable, @Nullable String defaultText) {}

  private Naming naming(Class<?> owner, BoundMember seed, @Nullable XmlElement annotation) {
    if (annotation == null) {
      return new Naming(Names.element(owner, DEFAULT, DEFAULT, seed.name()), null, false, null);
    }
    return new Naming(
        Names.element(owner, annotation.namespace(), annotation.name(), seed.name()),
        annotation.type() == XmlElement.DEFAULT.class ? null : annotation.type(),
        annotation.nillable(),
        annotation.defaultValue().equals(NO_DEFAULT) ? null : annotation.defaultValue());
  }

  private Property element(Class<?> owner, BoundMember seed) {
    XmlElements choice = seed.annotations().get(XmlElements.class);
    List<Naming> names = new ArrayList<>();
    if (choice == null) {
      names.add(naming(owner, seed, seed.annotations().get(XmlElement.class)));
    } else {
      for (XmlElement each : choice.value()) {
        names.add(naming(owner, seed, each));
      }
    }
    return element(owner, seed, names);
  }

  private Property element(Class<?> owner, BoundMember seed, List<Naming> names) {
    Type whole = seed.accessor().genericType();
    boolean list = seed.annotations().has(XmlList.class);
    AdapterBinding adaptation = types.adapter(owner, seed, whole);
    CollectionShape shape = null;
    Type item = whole;
    if (adaptation != null) {
      item = adaptation.boundType();
    } else if (Types.isCollection(Types.erase(whole)) && !list) {
      shape = new CollectionShape(Types.erase(whole));
      item = Types.itemType(whole);
      adaptation = types.adapter(owner, seed, item);
      if (adaptation != null) {
        item = adaptation.boundType();
      }
    }
    boolean builtIn = types.hasBuiltInAdapter(seed, item);
    boolean reference = seed.annotations().has(XmlIDREF.class);
    if (reference && (shape != null && shape.isArray() || list)) {
      throw new UnsupportedBinding("array or list of XmlIDREF: " + seed.name());
    }
    boolean isNilByDefault = shape != null && hasNoElement(seed);
    List<ElementType> elements = new ArrayList<>();
    for (Naming naming : names) {
      boolean isOfMember = list || adaptation != null || builtIn;
      Type type = isOfMember || naming.type == null ? item : naming.type;
      elements.add(elementType(owner, seed, naming, isNilByDefault, type, list, reference));
    }
    ElementProperty.Wrapper wrapper = shape == null ? null : wrapper(owner, seed);
    return new ElementProperty(
        seed.name(),
        seed.accessor(),
        elements,
        shape,
        wrapper,
        adaptation,
        reference,
        isNilByDefault);
  }

  /** Whether no annotation says what null is: then null items of a collection are nil. */
  private static boolean hasNoElement(BoundMember seed) {
    return !seed.annotations().has(XmlElement.class) && !seed.annotations().has(XmlElements.class);
  }

  private ElementType elementType(
      Class<?> owner,
      BoundMember seed,
      Naming naming,
      boolean isNilByDefault,
      Type type,
      boolean list,
      boolean reference) {
    Class<?> javaType = Types.box(Types.erase(type));
    ValueCodec codec;
    if (reference) {
      codec = new SimpleValue(new IdrefType(javaType, null, codecs), null);
    } else if (list) {
      codec =
          new SimpleValue(types.list(owner, seed, type, naming.type).simple(), naming.defaultText);
    } else {
      codec = types.value(owner, seed, type, naming.defaultText);
    }
    return new ElementType(
        codecs.markup(naming.name), javaType, naming.nillable || isNilByDefault, codec);
  }

  private ElementProperty.@Nullable Wrapper wrapper(Class<?> owner, BoundMember seed) {
    XmlElementWrapper annotation = seed.annotations().get(XmlElementWrapper.class);
    return annotation == null
        ? null
        : new ElementProperty.Wrapper(
            codecs.markup(
                Names.element(owner, annotation.namespace(), annotation.name(), seed.name())),
            annotation.nillable());
  }

  private Property map(Class<?> owner, BoundMember seed) {
    XmlElementWrapper wrapper = seed.annotations().get(XmlElementWrapper.class);
    XmlElement element = seed.annotations().get(XmlElement.class);
    if (wrapper != null) {
      return map(
          Names.element(owner, wrapper.namespace(), wrapper.name(), seed.name()),
          wrapper.nillable(),
          seed);
    }
    Naming naming = naming(owner, seed, element);
    return map(naming.name, naming.nillable, seed);
  }

  private MapProperty map(QName name, boolean nillable, BoundMember seed) {
    Type map = seed.accessor().genericType();
    Type key = Types.typeArgument(map, Map.class, 0);
    Type value = Types.typeArgument(map, Map.class, 1);
    return new MapProperty(
        seed.name(),
        seed.accessor(),
        codecs.markup(name),
        nillable,
        codecs.markup(new QName("entry")),
        entryPart("key", key),
        entryPart("value", value));
  }

  private ElementType entryPart(String name, @Nullable Type type) {
    Type known = type == null ? Object.class : type;
    return new ElementType(
        codecs.markup(new QName(name)), Types.box(Types.erase(known)), false, types.value(known));
  }

  // ---- references ----

  private Property reference(Class<?> owner, BoundMember seed) {
    Annotations on = seed.annotations();
    codecs.useObjectFactoryOf(owner);
    Type whole = seed.accessor().genericType();
    AdapterBinding adaptation = types.adapter(owner, seed, whole);
    CollectionShape shape = null;
    Type item = whole;
    if (adaptation == null && Types.isCollection(Types.erase(whole))) {
      shape = new CollectionShape(Types.erase(whole));
      item = Types.itemType(whole);
      adaptation = types.adapter(owner, seed, item);
      if (shape.isArray()) {
        throw new UnsupportedBinding("array of element references: " + seed.name());
      }
    }
    if (adaptation != null) {
      item = adaptation.boundType();
    }
    List<Reference> references = new ArrayList<>();
    XmlElementRefs several = on.get(XmlElementRefs.class);
    XmlElementRef single = on.get(XmlElementRef.class);
    if (several != null) {
      for (XmlElementRef each : several.value()) {
        addReferences(owner, each, item, references);
      }
    } else if (single != null) {
      addReferences(owner, single, item, references);
    }
    XmlAnyElement any = on.get(XmlAnyElement.class);
    if (any != null && any.value() != W3CDomHandler.class) {
      throw new UnsupportedBinding("XmlAnyElement with an own DomHandler: " + seed.name());
    }
    Wildcard wildcard = any == null ? Wildcard.NONE : any.lax() ? Wildcard.LAX : Wildcard.DOM;
    return new ReferenceProperty(
        seed.name(),
        seed.accessor(),
        references,
        shape,
        wildcard,
        on.has(XmlMixed.class),
        shape == null ? null : wrapper(owner, seed),
        adaptation,
        codecs);
  }

  private void addReferences(
      Class<?> owner, XmlElementRef annotation, Type item, List<Reference> into) {
    Class<?> type =
        annotation.type() == XmlElementRef.DEFAULT.class ? Types.erase(item) : annotation.type();
    if (!JAXBElement.class.isAssignableFrom(type)) {
      for (BeanRef bean : codecs.elementsOfType(type)) {
        XmlName root = Objects.requireNonNull(codecs.rootName(bean.type));
        into.add(new Reference(codecs.markup(root), null, bean));
      }
      for (ElementDecl decl : codecs.globalElementsOfType(type)) {
        into.add(new Reference(decl.tag(), decl, decl.codec()));
      }
      return;
    }
    if (type != JAXBElement.class) {
      throw new UnsupportedBinding("own subclass of JAXBElement: " + type.getName());
    }
    QName name =
        new QName(
            annotation.namespace().equals(DEFAULT) ? "" : annotation.namespace(),
            annotation.name());
    ElementDecl head = codecs.elementDecl(owner, codecs.name(name));
    if (head == null) {
      throw new UnsupportedBinding(
          "XmlElementRef to " + name + ", which no ObjectFactory declares");
    }
    addGroup(head, into);
  }

  /** An element and, where it heads a substitution group, the members. */
  private void addGroup(ElementDecl head, List<Reference> into) {
    for (Reference known : into) {
      if (known.tag().name == head.tag().name) {
        return;
      }
    }
    into.add(new Reference(head.tag(), head, head.codec()));
    for (ElementDecl member : codecs.substitutesOf(head)) {
      addGroup(member, into);
    }
  }
}
