package io.castile.interop;

import io.castile.codec.annotation.XsiType;
import io.castile.interop.ElementDeclarations.Declaration;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAnyAttribute;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElementRefs;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchema;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.awt.Image;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Makes random instances of bound classes, such as a program might: any field may be absent, any
 * declared substitute may stand for a type or an element. The same seed makes the same instance.
 */
public final class RandomBeans {
  private static final int MAX_DEPTH = 7;
  private static final int MAX_BEANS = 60;

  private final ElementDeclarations elements;

  /** All concrete beans, and those of them that {@code xsi:type} can name. */
  private final List<Class<?>> beans = new ArrayList<>();

  private final List<Class<?>> named;

  /** Those that are elements. */
  private final List<Class<?>> roots;

  private final Map<Class<?>, List<Class<?>>> substitutes = new HashMap<>();

  public RandomBeans(List<Class<?>> boundClasses) {
    elements = new ElementDeclarations(boundClasses);
    for (Class<?> type : boundClasses) {
      boolean concrete =
          !type.isEnum()
              && !type.isAnnotationPresent(XmlRegistry.class)
              && !Modifier.isAbstract(type.getModifiers());
      if (concrete) {
        beans.add(type);
      }
    }
    named = beans.stream().filter(RandomBeans::isNamed).toList();
    roots = beans.stream().filter(bean -> bean.isAnnotationPresent(XmlRootElement.class)).toList();
  }

  /**
   * A value of a declared type: an instance of it or of a class that extends it.
   *
   * @return null if the type is abstract and nothing extends it
   */
  public Object value(Class<?> declared, long seed) {
    Making making = new Making(new Random(seed));
    Object value =
        RandomValues.isSimple(declared)
            ? making.values.value(declared, null)
            : making.bean(declared, 0);
    making.referToIds();
    return value;
  }

  /**
   * A value as a parameter may have it.
   *
   * @param site the parameter, whose annotations say more of the type
   * @return null if the type is abstract and nothing extends it
   */
  Object value(Type type, AnnotatedElement site, long seed) {
    Making making = new Making(new Random(seed));
    Object value = making.value(type, site, 0);
    making.referToIds();
    return value;
  }

  private List<Class<?>> substitutes(Class<?> declared) {
    return substitutes.computeIfAbsent(
        declared,
        type ->
            beans.stream()
                .filter(bean -> bean == type || (type.isAssignableFrom(bean) && isNamed(bean)))
                .toList());
  }

  private static boolean isNamed(Class<?> bean) {
    XmlType type = bean.getAnnotation(XmlType.class);
    return type != null && !type.name().isEmpty();
  }

  /** The making of one instance. */
  private final class Making {
    private final Random random;
    private final RandomValues values;
    private final int absentPercent;
    private final List<Object> identified = new ArrayList<>();
    private final List<Runnable> references = new ArrayList<>();
    private int made;

    Making(Random random) {
      this.random = random;
      this.values = new RandomValues(random);
      this.absentPercent = List.of(10, 40, 80).get(random.nextInt(3));
    }

    private boolean chance(int percent) {
      return random.nextInt(100) < percent;
    }

    private <T> T any(List<T> choices) {
      return choices.get(random.nextInt(choices.size()));
    }

    Object bean(Class<?> declared, int depth) {
      List<Class<?>> choices = substitutes(declared);
      if (choices.isEmpty()) {
        return null;
      }
      boolean itself = choices.contains(declared) && chance(75);
      Class<?> type = itself ? declared : any(choices);
      Object bean = Beans.create(type);
      made++;
      for (Field field : Beans.fields(type)) {
        fill(bean, field, depth);
      }
      return bean;
    }

    private void fill(Object bean, Field field, int depth) {
      Class<?> type = field.getType();
      if (field.isAnnotationPresent(XmlIDREF.class)) {
        references.add(() -> refer(bean, field));
      } else if (field.isAnnotationPresent(XmlID.class)) {
        Beans.set(field, bean, "id" + made);
        identified.add(bean);
      } else if (field.isAnnotationPresent(XmlAnyAttribute.class)) {
        fillAttributes(bean, field);
      } else if (field.isAnnotationPresent(XmlAttachmentRef.class)
          || Image.class.isAssignableFrom(type)
          || Source.class.isAssignableFrom(type)) {
        // Attachments need a message around them; images do not keep their bytes.
        Beans.set(field, bean, null);
      } else if (type == List.class) {
        Beans.set(field, bean, list(field, depth));
      } else if (type.isPrimitive() || isTextOfOtherType(bean, field) || !chance(absentPercent)) {
        Object value = item(field, field.getGenericType(), depth);
        if (value != null) {
          Beans.set(field, bean, value);
        }
      }
    }

    /** Whether the field is the text of an element, and no text would be no value of its type. */
    private boolean isTextOfOtherType(Object bean, Field field) {
      boolean alone = Beans.fields(bean.getClass()).size() == 1;
      return field.isAnnotationPresent(XmlValue.class)
          && (alone || field.getType() != String.class);
    }

    @SuppressWarnings("unchecked") // XmlAnyAttribute stands on a Map<QName, String>.
    private void fillAttributes(Object bean, Field field) {
      Map<QName, String> attributes = (Map<QName, String>) Beans.get(field, bean);
      while (attributes != null && chance(30)) {
        QName name = new QName("urn:castile:attributes", "extra" + random.nextInt(9));
        attributes.put(
            chance(70) ? name : new QName(name.getLocalPart()), forAttribute(values.string()));
      }
    }

    private List<Object> list(Field field, int depth) {
      if (chance(absentPercent)) {
        return chance(80) ? null : new ArrayList<>();
      }
      Type itemType = ((ParameterizedType) field.getGenericType()).getActualTypeArguments()[0];
      XmlElement element = field.getAnnotation(XmlElement.class);
      List<Object> list = new ArrayList<>();
      for (int size = 1 + random.nextInt(3); size > 0; size--) {
        boolean nil = element != null && element.nillable() && chance(15);
        Object item = nil ? null : item(field, itemType, depth);
        if (item != null || nil) {
          list.add(item);
        }
      }
      return list;
    }

    /** One value for a field: the value itself, or an item of its list. */
    private Object item(Field field, Type type, int depth) {
      if (field.isAnnotationPresent(XmlMixed.class) && chance(40)) {
        return values.string();
      }
      XmlAnyElement wildcard = field.getAnnotation(XmlAnyElement.class);
      XmlElementRefs refs = field.getAnnotation(XmlElementRefs.class);
      XmlElementRef ref = field.getAnnotation(XmlElementRef.class);
      boolean referring = ref != null || refs != null;
      if (wildcard != null && (!referring || chance(30))) {
        return wildcard(wildcard.lax(), depth);
      }
      if (referring) {
        return reference(field, refs == null ? ref : any(Arrays.asList(refs.value())), depth);
      }
      XmlElements choice = field.getAnnotation(XmlElements.class);
      XmlElement element =
          choice == null
              ? field.getAnnotation(XmlElement.class)
              : any(Arrays.asList(choice.value()));
      boolean typed =
          element != null
              && element.type() != XmlElement.DEFAULT.class
              && !field.isAnnotationPresent(XmlJavaTypeAdapter.class);
      return value(typed ? element.type() : type, field, depth);
    }

    private Object value(Type type, AnnotatedElement site, int depth) {
      Class<?> raw = raw(type);
      if (raw == List.class) {
        Type item = ((ParameterizedType) type).getActualTypeArguments()[0];
        return new ArrayList<>(List.of(simple(raw(item), site, true)));
      }
      if (raw == Object.class) {
        return anything(depth);
      }
      if (raw.isArray() && raw != byte[].class) {
        return array(type, site, depth);
      }
      if (raw == Map.class) {
        return map();
      }
      if (RandomValues.isSimple(raw)) {
        return simple(raw, site, isListItem(site));
      }
      return depth < MAX_DEPTH && made < MAX_BEANS ? bean(raw, depth + 1) : null;
    }

    /** An array of SOAP encoding, which may have nulls where it has objects. */
    private Object array(Type type, AnnotatedElement site, int depth) {
      Type item =
          type instanceof GenericArrayType generic
              ? generic.getGenericComponentType()
              : raw(type).getComponentType();
      Object array = Array.newInstance(raw(item), random.nextInt(4));
      for (int i = 0; i < Array.getLength(array); i++) {
        Object value = value(item, site, depth + 1);
        if (value != null) {
          Array.set(array, i, value);
        }
      }
      return array;
    }

    /** A map as Apache SOAP has it. */
    private Map<Object, Object> map() {
      Map<Object, Object> map = new LinkedHashMap<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        Class<?> type = any(List.of(String.class, Integer.class, Boolean.class, Double.class));
        map.put(values.token(), values.value(type, null));
      }
      return map;
    }

    /** Without tabs: the reference writes them in attributes as they are, and so loses them. */
    private String forAttribute(String text) {
      return text.replace('\t', ' ');
    }

    /** Whether the values of the site are written as one text with spaces between them. */
    private boolean isListItem(AnnotatedElement site) {
      boolean oneText =
          site.isAnnotationPresent(XmlAttribute.class) || site.isAnnotationPresent(XmlValue.class);
      boolean list = site instanceof Field field && field.getType() == List.class;
      return site.isAnnotationPresent(XmlList.class) || (oneText && list);
    }

    private Object simple(Class<?> type, AnnotatedElement site, boolean inList) {
      XmlSchemaType schemaType = site.getAnnotation(XmlSchemaType.class);
      XmlMimeType mimeType = site.getAnnotation(XmlMimeType.class);
      XsiType ofPart = site.getAnnotation(XsiType.class);
      String hint = schemaType != null ? schemaType.name() : ofPart == null ? null : ofPart.value();
      if ((inList || ofPart != null) && type == String.class) {
        return values.token();
      }
      Object value = values.value(type, mimeType == null ? hint : mimeType.value());
      return value instanceof String text && site.isAnnotationPresent(XmlAttribute.class)
          ? forAttribute(text)
          : value;
    }

    /** A value for {@code xs:anyType}. */
    private Object anything(int depth) {
      List<Class<?>> simple =
          List.of(String.class, Integer.class, Boolean.class, Double.class, byte[].class);
      boolean deep = depth < MAX_DEPTH && made < MAX_BEANS;
      return switch (random.nextInt(deep ? 5 : 3)) {
        case 0, 1 -> values.value(any(simple), null);
        case 2 -> foreign();
        default -> {
          yield named.isEmpty() ? values.string() : bean(any(named), depth + 1);
        }
      };
    }

    private Object wildcard(boolean lax, int depth) {
      if (lax && depth < MAX_DEPTH && made < MAX_BEANS && chance(50)) {
        List<Declaration> global = elements.global();
        if (!global.isEmpty() && (roots.isEmpty() || chance(50))) {
          return element(any(global), depth);
        }
        if (!roots.isEmpty()) {
          // Itself, not what extends it: its name is its own.
          return exact(any(roots), depth + 1);
        }
      }
      return foreign();
    }

    private Object exact(Class<?> type, int depth) {
      Object bean = Beans.create(type);
      made++;
      for (Field field : Beans.fields(type)) {
        fill(bean, field, depth);
      }
      return bean;
    }

    private Object reference(Field field, XmlElementRef ref, int depth) {
      Class<?> bean = field.getDeclaringClass();
      if (ref.type() != JAXBElement.class && ref.type() != XmlElementRef.DEFAULT.class) {
        return rootOf(ref.type(), depth);
      }
      String namespace = ref.namespace();
      if (namespace.equals("##default")) {
        XmlSchema schema = bean.getPackage().getAnnotation(XmlSchema.class);
        namespace = schema == null ? "" : schema.namespace();
      }
      List<Declaration> choices = elements.references(new QName(namespace, ref.name()), bean);
      return choices.isEmpty() ? null : element(any(choices), depth);
    }

    private Object rootOf(Class<?> type, int depth) {
      List<Class<?>> choices = roots.stream().filter(type::isAssignableFrom).toList();
      boolean deep = depth < MAX_DEPTH && made < MAX_BEANS;
      return deep && !choices.isEmpty() ? exact(any(choices), depth + 1) : null;
    }

    private JAXBElement<?> element(Declaration declaration, int depth) {
      JAXBElement<?> element;
      if (!chance(8)) {
        Type type = declaration.method().getGenericParameterTypes()[0];
        Object value = value(type, declaration.method(), depth);
        if (value == null) {
          return null;
        }
        return declaration.create(value);
      }
      element = declaration.create(null);
      element.setNil(true);
      return element;
    }

    /** An element that no class is bound to. */
    private Element foreign() {
      Document document = Infoset.newDocument();
      String namespace = "urn:castile:foreign";
      Element element = document.createElementNS(namespace, "f:foreign");
      document.appendChild(element);
      element.setAttributeNS(null, "plain", values.token());
      if (chance(30)) {
        element.setAttributeNS(null, "name", "f:qualified");
      }
      Element child = document.createElementNS(chance(50) ? namespace : null, "child");
      if (child.getNamespaceURI() != null) {
        child.setPrefix("f");
      }
      child.setTextContent(values.string());
      element.appendChild(child);
      return element;
    }

    private void refer(Object bean, Field field) {
      if (field.getType() == List.class) {
        Beans.set(field, bean, identified.isEmpty() ? null : new ArrayList<>(identified));
      } else if (!identified.isEmpty()) {
        Beans.set(field, bean, any(identified));
      }
    }

    void referToIds() {
      references.forEach(Runnable::run);
    }
  }

  private static Class<?> raw(Type type) {
    if (type instanceof GenericArrayType array) {
      return raw(array.getGenericComponentType()).arrayType();
    }
    if (type instanceof ParameterizedType parameterized) {
      return raw(parameterized.getRawType());
    }
    if (type instanceof WildcardType wildcard) {
      return raw(wildcard.getUpperBounds()[0]);
    }
    return (Class<?>) type;
  }
}
