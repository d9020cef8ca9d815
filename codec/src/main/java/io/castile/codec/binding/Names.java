package io.castile.codec.binding;

import jakarta.xml.bind.annotation.XmlNsForm;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchema;
import jakarta.xml.bind.annotation.XmlType;
import javax.xml.namespace.QName;
import org.glassfish.jaxb.core.api.impl.NameConverter;
import org.jspecify.annotations.Nullable;

/**
 * The defaults of XML names (Jakarta XML Binding 4, §8.9 and the package annotation {@code
 * XmlSchema}).
 */
public final class Names {
  private static final String DEFAULT = "##default";

  private Names() {}

  private static @Nullable XmlSchema schema(Class<?> type) {
    return type.getPackage() == null ? null : type.getPackage().getAnnotation(XmlSchema.class);
  }

  private static String packageUri(Class<?> type) {
    XmlSchema schema = schema(type);
    return schema == null ? "" : schema.namespace();
  }

  private static String defaultLocal(Class<?> type) {
    return NameConverter.standard.toVariableName(type.getSimpleName());
  }

  /** The name of the schema type that the class stands for; null for an anonymous type. */
  public static @Nullable QName typeName(Class<?> type) {
    XmlType annotation = type.getAnnotation(XmlType.class);
    String uri = DEFAULT;
    String local = DEFAULT;
    if (annotation != null) {
      uri = annotation.namespace();
      local = annotation.name();
    }
    if (local.isEmpty()) {
      return null;
    }
    return new QName(
        uri.equals(DEFAULT) ? packageUri(type) : uri,
        local.equals(DEFAULT) ? defaultLocal(type) : local);
  }

  /** The element name of the class; null without {@code XmlRootElement}. */
  public static @Nullable QName rootName(Class<?> type) {
    XmlRootElement annotation = type.getAnnotation(XmlRootElement.class);
    if (annotation == null) {
      return null;
    }
    String uri = annotation.namespace();
    if (uri.equals(DEFAULT)) {
      uri = packageUri(type);
    }
    return new QName(
        uri, annotation.name().equals(DEFAULT) ? defaultLocal(type) : annotation.name());
  }

  /** The name of a child element of {@code owner}. */
  public static QName element(Class<?> owner, String uri, String local, String javaName) {
    XmlSchema schema = schema(owner);
    boolean qualified = schema != null && schema.elementFormDefault() == XmlNsForm.QUALIFIED;
    return name(owner, uri, local, javaName, qualified);
  }

  /** The name of an attribute of {@code owner}. */
  public static QName attribute(Class<?> owner, String uri, String local, String javaName) {
    XmlSchema schema = schema(owner);
    boolean qualified = schema != null && schema.attributeFormDefault() == XmlNsForm.QUALIFIED;
    return name(owner, uri, local, javaName, qualified);
  }

  private static QName name(
      Class<?> owner, String uri, String local, String javaName, boolean qualified) {
    String effectiveLocal = local.isEmpty() || local.equals(DEFAULT) ? javaName : local;
    if (!uri.equals(DEFAULT)) {
      return new QName(uri, effectiveLocal);
    }
    if (!qualified) {
      return new QName("", effectiveLocal);
    }
    QName typeName = typeName(owner);
    return new QName(
        typeName == null ? packageUri(owner) : typeName.getNamespaceURI(), effectiveLocal);
  }
}
