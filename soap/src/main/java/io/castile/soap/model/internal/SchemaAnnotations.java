package io.castile.soap.model.internal;

import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.binding.Types;
import io.castile.xml.datatype.XsdTemporal;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapters;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import org.glassfish.jaxb.core.v2.model.annotation.Locatable;
import org.glassfish.jaxb.runtime.v2.model.annotation.AbstractInlineAnnotationReaderImpl;
import org.glassfish.jaxb.runtime.v2.model.annotation.RuntimeAnnotationReader;
import org.glassfish.jaxb.runtime.v2.model.annotation.RuntimeInlineAnnotationReader;
import org.jspecify.annotations.Nullable;

/**
 * The annotations from which the reference implementation makes schemas: those of the classes, and
 * for types that only Castile's codecs bind the ones that lead to the schema of the written XML.
 *
 * <p>A class of {@code java.time} has an adapter to text, and its schema type stands on every
 * property of it. A class that is made whole, a record or one without a constructor without
 * arguments, has its fields for properties, and no element of its own: for that one the reference
 * implementation wants a constructor, and only {@code SchemaTypes.GlobalElement} matters here.
 */
@SuppressWarnings("rawtypes")
public // the interface's
final class SchemaAnnotations extends AbstractInlineAnnotationReaderImpl<Type, Class, Field, Method>
    implements RuntimeAnnotationReader {
  /** Between a schema type and a class; in no name of XML Schema's own. */
  private static final String STAND_IN = ".of.";

  /** An array of a class that stands in has a type of its own, called after both. */
  private static final Pattern ARRAY =
      Pattern.compile("\\w+" + Pattern.quote(STAND_IN) + "(\\w+Array\")");

  private static final Pattern ITEM =
      Pattern.compile("(\\w+)" + Pattern.quote(STAND_IN) + "\\w+\"");

  private final RuntimeInlineAnnotationReader declared = new RuntimeInlineAnnotationReader();

  /** Nothing is ever adapted: only the type of the text counts in a schema. */
  @XmlJavaTypeAdapter(AsText.class)
  private static final class AsText extends XmlAdapter<String, Object> {
    @Override
    public Object unmarshal(String text) {
      throw new UnsupportedOperationException(
          "Cannot read values, because these annotations are for schemas only.");
    }

    @Override
    public String marshal(Object value) {
      throw new UnsupportedOperationException(
          "Cannot write values, because these annotations are for schemas only.");
    }
  }

  /** Has the annotation that classes which are made whole are given. */
  @XmlAccessorType(XmlAccessType.FIELD)
  private static final class ByField {}

  /** Has the annotation of a superclass that is no type of a schema. */
  @XmlTransient
  private static final class NoType {}

  /** Says of which schema type the text of a class is. */
  private record SchemaTypeOf(XsdTemporal form) implements XmlSchemaType {
    @Override
    public String name() {
      return form.schemaType();
    }

    @Override
    public String namespace() {
      return XMLConstants.W3C_XML_SCHEMA_NS_URI;
    }

    @Override
    public Class type() {
      return form.javaType();
    }

    @Override
    public Class<? extends Annotation> annotationType() {
      return XmlSchemaType.class;
    }
  }

  /**
   * Gives a class a type in the namespace of XML Schema, under a name of its own, which {@link
   * #resolved} makes the name of the schema type. Only keys and values of maps refer to it: no
   * adapter is applied to those.
   */
  private record TypeOf(XsdTemporal form) implements XmlType {
    @Override
    public String name() {
      return form.schemaType() + STAND_IN + form.javaType().getSimpleName();
    }

    @Override
    public String[] propOrder() {
      return new String[] {""};
    }

    @Override
    public String namespace() {
      return XMLConstants.W3C_XML_SCHEMA_NS_URI;
    }

    @Override
    public Class factoryClass() {
      return XmlType.DEFAULT.class;
    }

    @Override
    public String factoryMethod() {
      return "";
    }

    @Override
    public Class<? extends Annotation> annotationType() {
      return XmlType.class;
    }
  }

  /** The text of a schema with the types of XML Schema in place of those of the annotations. */
  public static String resolved(String schema) {
    String withArrays = ARRAY.matcher(schema).replaceAll("$1");
    return ITEM.matcher(withArrays).replaceAll("$1\"");
  }

  @Override
  public <A extends Annotation> @Nullable A getClassAnnotation(
      Class<A> annotation, Class type, @Nullable Locatable position) {
    XsdTemporal form = XsdTemporal.of(type);
    if (annotation == XmlJavaTypeAdapter.class && form != null) {
      return AsText.class.getAnnotation(annotation);
    }
    if (annotation == XmlType.class && form != null) {
      return annotation.cast(new TypeOf(form));
    }
    if (type == Record.class && annotation == XmlTransient.class) {
      return NoType.class.getAnnotation(annotation);
    }
    if (BeanCodecs.isMadeWhole(type)) {
      if (annotation == XmlRootElement.class) {
        return null;
      }
      if (annotation == XmlAccessorType.class) {
        return ByField.class.getAnnotation(annotation);
      }
    }
    return declared.getClassAnnotation(annotation, type, position);
  }

  @Override
  public <A extends Annotation> @Nullable A getFieldAnnotation(
      Class<A> annotation, Field field, Locatable position) {
    A known = declared.getFieldAnnotation(annotation, field, position);
    return known != null || annotation != XmlSchemaType.class
        ? known
        : annotation.cast(schemaType(field, field.getGenericType()));
  }

  @Override
  public <A extends Annotation> @Nullable A getMethodAnnotation(
      Class<A> annotation, Method method, Locatable position) {
    A known = declared.getMethodAnnotation(annotation, method, position);
    return known != null || annotation != XmlSchemaType.class
        ? known
        : annotation.cast(schemaType(method, method.getGenericReturnType()));
  }

  /** The schema type of a property; null where that is not for us to say. */
  private static @Nullable XmlSchemaType schemaType(AnnotatedElement property, Type type) {
    XsdTemporal form = XsdTemporal.of(itemType(type));
    Package in = ((Member) property).getDeclaringClass().getPackage();
    return form == null
            || property.isAnnotationPresent(XmlJavaTypeAdapter.class)
            || (in != null && isAdapted(in, form.javaType()))
        ? null
        : new SchemaTypeOf(form);
  }

  private static Class<?> itemType(Type type) {
    Class<?> raw = Types.erase(type);
    if (raw.isArray()) {
      return raw.getComponentType();
    }
    return Collection.class.isAssignableFrom(raw) && type instanceof ParameterizedType generic
        ? Types.erase(generic.getActualTypeArguments()[0])
        : raw;
  }

  private static boolean isAdapted(Package in, Class<?> type) {
    for (XmlJavaTypeAdapters several : in.getAnnotationsByType(XmlJavaTypeAdapters.class)) {
      for (XmlJavaTypeAdapter each : several.value()) {
        if (adapts(each, type)) {
          return true;
        }
      }
    }
    XmlJavaTypeAdapter single = in.getAnnotation(XmlJavaTypeAdapter.class);
    return single != null && adapts(single, type);
  }

  private static boolean adapts(XmlJavaTypeAdapter annotation, Class<?> type) {
    return annotation.type() == type
        || (annotation.value().getGenericSuperclass() instanceof ParameterizedType adapter
            && adapter.getActualTypeArguments()[1] == type);
  }

  @Override
  public boolean hasClassAnnotation(Class type, Class<? extends Annotation> annotation) {
    return getClassAnnotation(annotation, type, null) != null;
  }

  // ---- as they stand ----

  @Override
  public boolean hasFieldAnnotation(Class<? extends Annotation> annotation, Field field) {
    return declared.hasFieldAnnotation(annotation, field);
  }

  @Override
  public Annotation[] getAllFieldAnnotations(Field field, Locatable position) {
    return declared.getAllFieldAnnotations(field, position);
  }

  @Override
  public <A extends Annotation> A getPackageAnnotation(
      Class<A> annotation, Class type, Locatable position) {
    return declared.getPackageAnnotation(annotation, type, position);
  }

  @Override
  public boolean hasMethodAnnotation(Class<? extends Annotation> annotation, Method method) {
    return declared.hasMethodAnnotation(annotation, method);
  }

  @Override
  public Annotation[] getAllMethodAnnotations(Method method, Locatable position) {
    return BeanCodecs.isMadeWhole(method.getDeclaringClass())
        ? new Annotation[0]
        : declared.getAllMethodAnnotations(method, position);
  }

  @Override
  public <A extends Annotation> A getMethodParameterAnnotation(
      Class<A> annotation, Method method, int index, Locatable position) {
    return declared.getMethodParameterAnnotation(annotation, method, index, position);
  }

  @Override
  public Type getClassValue(Annotation annotation, String name) {
    return declared.getClassValue(annotation, name);
  }

  @Override
  public Type[] getClassArrayValue(Annotation annotation, String name) {
    return declared.getClassArrayValue(annotation, name);
  }

  @Override
  protected String fullName(Method method) {
    return method.getDeclaringClass().getName() + '#' + method.getName();
  }
}
