package io.castile.codec.encoded;

import io.castile.codec.BindingException;
import io.castile.codec.bean.AttributeProperty;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.bean.BeanPlan;
import io.castile.codec.bean.ElementProperty;
import io.castile.codec.bean.Property;
import io.castile.codec.binding.Names;
import io.castile.codec.binding.Types;
import io.castile.codec.value.AdapterBinding;
import io.castile.codec.value.Markup;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleValue;
import io.castile.codec.value.WrapperPart;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlType;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The types of Java classes: beans are structs, arrays and collections are arrays, maps are those
 * of Apache SOAP. Thread-safe.
 */
final class JavaTypes extends EncodedTypes {
  private final BeanCodecs codecs;
  private final Supplier<? extends Collection<Class<?>>> roots;
  private final String defaultNamespace;
  private final Map<Type, EncodedType> byType = new ConcurrentHashMap<>();
  private final Map<ArrayKey, EncodedType> arrays = new ConcurrentHashMap<>();
  private final Map<Class<?>, EncodedType> byActualClass = new ConcurrentHashMap<>();
  private volatile @Nullable Map<QName, EncodedType> byName; // null until it is asked for

  private record ArrayKey(Class<?> type, EncodedType item) {}

  /**
   * @param codecs what the annotations of classes say
   * @param roots the classes that messages may have, apart from those that they refer to
   * @param defaultNamespace of types for which no annotation gives one
   */
  JavaTypes(
      BeanCodecs codecs, Supplier<? extends Collection<Class<?>>> roots, String defaultNamespace) {
    this.codecs = codecs;
    this.roots = roots;
    this.defaultNamespace = defaultNamespace;
  }

  /**
   * The classes that messages may have, apart from those that they refer to; for a factory those
   * that it makes, and that have a form here.
   */
  List<Class<?>> roots() {
    List<Class<?>> found = new ArrayList<>();
    for (Class<?> root : roots.get()) {
      if (root.isAnnotationPresent(XmlRegistry.class)) {
        addMade(root, found);
      } else {
        found.add(root);
      }
    }
    return found;
  }

  private void addMade(Class<?> factory, List<Class<?>> into) {
    List<Method> methods = new ArrayList<>(List.of(factory.getMethods()));
    methods.sort(Comparator.comparing(Method::getName));
    for (Method method : methods) {
      boolean makes = method.getName().startsWith("create") && method.getParameterCount() == 0;
      if (makes && hasForm(method.getReturnType())) {
        into.add(method.getReturnType());
      }
    }
  }

  /** Whether a class, and all that it refers to, has a form in SOAP encoding. */
  private boolean hasForm(Class<?> type) {
    try {
      of(type).collect(new LinkedHashSet<>());
      return true;
    } catch (BindingException e) {
      return false; // a factory makes what literal messages have, too
    }
  }

  // ---- by static type ----

  /** The type of a Java type. */
  EncodedType of(Type type) {
    EncodedType known = byType.get(type);
    if (known == null) {
      EncodedType made = of(type, null);
      known = byType.putIfAbsent(type, made);
      known = known == null ? made : known;
    }
    return known;
  }

  /**
   * Returns the type of a Java type whose leaves may be known.
   *
   * @param leaf of what the type is made of, where that is known; else null
   */
  EncodedType of(Type type, @Nullable Leaf leaf) {
    Class<?> raw = Types.erase(type);
    if (raw == Object.class) {
      return any();
    }
    if (Types.isCollection(raw)) {
      Type item = Types.itemType(type);
      return array(raw, leaf == null ? of(item) : of(item, leaf));
    }
    if (Map.class.isAssignableFrom(raw)) {
      return map(
          raw, Types.typeArgument(type, Map.class, 0), Types.typeArgument(type, Map.class, 1));
    }
    if (leaf != null) {
      return simple(leaf);
    }
    SimpleType simple = codecs.simpleType(raw);
    return simple == null ? bean(raw) : simple(simple);
  }

  /**
   * The type of a part, of which annotations may say more.
   *
   * @throws BindingException if they say what has no form in SOAP encoding
   */
  EncodedType of(WrapperPart part) {
    if (part.annotations().isEmpty()) {
      return of(part.type());
    }
    WrapperPart single = new WrapperPart(part.name(), part.type(), part.annotations(), false);
    if (!(codecs.property(single) instanceof ElementProperty element)) {
      return of(part.type());
    }
    Leaf leaf = leaf(element);
    AdapterBinding adaptation = element.adaptation;
    if (adaptation == null) {
      return of(part.type(), leaf);
    }
    Leaf bound = text("part " + part.name().getLocalPart(), adaptation, leaf);
    return of(part.type(), bound.adapted(adaptation, item(part.type())));
  }

  private static @Nullable Leaf leaf(ElementProperty element) {
    return element.types.get(0).codec instanceof SimpleValue simple ? Leaf.of(simple) : null;
  }

  private EncodedType map(Class<?> raw, @Nullable Type key, @Nullable Type value) {
    return new MapType(
        raw,
        new QName(APACHE, "Map"),
        namespace(APACHE),
        key == null ? any() : of(key),
        value == null ? any() : of(value));
  }

  private EncodedType bean(Class<?> type) {
    EncodedType known = byType.get(type);
    if (known != null) {
      return known;
    }
    BeanPlan plan = codecs.planOf(type);
    if (plan == null) {
      throw new BindingException(
          "Cannot bind "
              + type.getName()
              + ", because SOAP encoding has no form for it. Use a bean.");
    }
    QName name = withDefault(Names.typeName(type));
    EncodedType made = new BeanType(plan, name, namespaceOf(name), this);
    known = byType.putIfAbsent(type, made);
    return known == null ? made : known;
  }

  private @Nullable QName withDefault(@Nullable QName name) {
    return name == null || !name.getNamespaceURI().isEmpty()
        ? name
        : new QName(defaultNamespace, name.getLocalPart());
  }

  /** The accessors of a bound class, inherited ones first. */
  StructField[] fieldsOf(Class<?> type) {
    List<StructField> fields = new ArrayList<>();
    addFields(codecs.planOf(type), fields);
    return fields.toArray(new StructField[0]);
  }

  private void addFields(@Nullable BeanPlan plan, List<StructField> into) {
    if (plan != null) {
      addFields(plan.parent, into);
      for (Property property : plan.own) {
        into.add(field(plan.type, property));
      }
    }
  }

  /** An accessor has no namespace (SOAP 1.1 §5.1). */
  private StructField field(Class<?> owner, Property property) {
    if (property instanceof AttributeProperty attribute) {
      return field(
          property,
          attribute.tag.name.local(),
          false,
          new Leaf(attribute.type, attribute.type.schemaType),
          attribute.adaptation);
    }
    if (property.elementNames().size() == 1) {
      String local = property.elementNames().get(0).local();
      if (!(property instanceof ElementProperty element)) {
        return field(property, local, false, null, null);
      }
      Leaf leaf = leaf(element);
      boolean isNillable = element.shape == null && element.types.get(0).nillable;
      if (!element.reference) {
        return field(property, local, isNillable, leaf, element.adaptation);
      }
    }
    throw new BindingException(
        "Cannot bind property "
            + property.javaName
            + " of "
            + owner.getName()
            + ", because SOAP encoding has no form for it. Use one element of one name.");
  }

  private StructField field(
      Property property,
      String local,
      boolean isNillable,
      @Nullable Leaf leaf,
      @Nullable AdapterBinding adaptation) {
    Markup markup = new Markup(codecs.names().intern("", local), null);
    Type declared = property.accessor.genericType();
    if (adaptation == null) {
      return new PropertyField(markup, isNillable, property.accessor, declared, leaf, this);
    }
    Leaf bound = text("property " + property.javaName, adaptation, leaf);
    if (Types.isCollection(Types.erase(declared))) {
      Leaf adapted = bound.adapted(adaptation, item(declared));
      return new PropertyField(markup, isNillable, property.accessor, declared, adapted, this);
    }
    return new AdaptedField(markup, isNillable, property.accessor, adaptation, bound, this);
  }

  /** The text that an adapter makes values of. */
  private static Leaf text(String what, AdapterBinding adaptation, @Nullable Leaf bound) {
    if (bound == null) {
      throw new BindingException(
          "Cannot bind "
              + what
              + ", because its adapter "
              + adaptation.adapter().getName()
              + " makes no texts, which SOAP encoding requires of adapters.");
    }
    return bound;
  }

  private static Type item(Type declared) {
    Type item = declared;
    while (Types.isCollection(Types.erase(item))) {
      item = Types.itemType(item);
    }
    return item;
  }

  // ---- by value ----

  @Override
  EncodedType ofValue(Object value, EncodedType declared) {
    Class<?> type = value.getClass();
    if (type == declared.javaType() && declared != any()) {
      return declared;
    }
    EncodedType known = byActualClass.get(type);
    if (known == null) {
      known = findActual(type, declared);
      byActualClass.put(type, known);
    }
    return known;
  }

  private EncodedType findActual(Class<?> type, EncodedType declared) {
    SimpleType simple = codecs.simpleType(type);
    if (simple != null) {
      return simple(simple);
    }
    if (type.isArray()) {
      return of(type);
    }
    if (Collection.class.isAssignableFrom(type)) {
      boolean isList = List.class.isAssignableFrom(type);
      return of(
          isList ? List.class : Set.class.isAssignableFrom(type) ? Set.class : Collection.class);
    }
    if (Map.class.isAssignableFrom(type)) {
      return of(Map.class);
    }
    names(); // with which all classes of the service are known
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      if (c == declared.javaType()
          || c.isAnnotationPresent(XmlType.class)
          || c.isAnnotationPresent(XmlRootElement.class)
          || byType.containsKey(c)) {
        return bean(c);
      }
    }
    throw new BindingException(
        "Cannot use "
            + type.getName()
            + ", because it is not known here. Name it in an XmlSeeAlso of the service.");
  }

  @Override
  EncodedType arrayOf(EncodedType item) {
    return array(Array.newInstance(Types.box(item.javaType()), 0).getClass(), item);
  }

  private EncodedType array(Class<?> type, EncodedType item) {
    ArrayKey key = new ArrayKey(type, item);
    EncodedType known = arrays.get(key);
    if (known == null) {
      EncodedType made = new ArrayType(new ArrayShape(type), item, this);
      known = arrays.putIfAbsent(key, made);
      known = known == null ? made : known;
    }
    return known;
  }

  // ---- by name ----

  @Override
  @Nullable EncodedType ownType(QName name) {
    return names().get(name);
  }

  @Override
  EncodedType anyMap() {
    return of(Map.class);
  }

  @Override
  EncodedType anyList() {
    return of(List.class);
  }

  private Map<QName, EncodedType> names() {
    Map<QName, EncodedType> known = byName;
    if (known == null) {
      Set<EncodedType> all = new LinkedHashSet<>();
      Set<Class<?>> met = new LinkedHashSet<>();
      for (Class<?> root : roots()) {
        collect(root, all, met);
      }
      known = new HashMap<>();
      for (EncodedType type : all) {
        QName name = type.name;
        if (name != null && !SchemaNames.isSchema(name.getNamespaceURI())) {
          known.put(name, type);
        }
      }
      byName = known;
    }
    return known;
  }

  private void collect(Class<?> type, Set<EncodedType> all, Set<Class<?>> met) {
    if (!met.add(type) || type.isAnnotationPresent(XmlRegistry.class)) {
      return;
    }
    Set<EncodedType> found = new LinkedHashSet<>();
    of(type).collect(found);
    all.addAll(found);
    for (EncodedType each : found) {
      XmlSeeAlso seeAlso = each.javaType().getAnnotation(XmlSeeAlso.class);
      if (seeAlso != null) {
        for (Class<?> other : seeAlso.value()) {
          collect(other, all, met);
        }
      }
    }
  }
}
