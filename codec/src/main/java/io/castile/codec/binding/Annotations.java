package io.castile.codec.binding;

import jakarta.xml.bind.annotation.XmlAnyAttribute;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElementRefs;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlInlineBinaryData;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The annotations of one property, which may stand on a field, a getter, a setter, or a method's
 * parameter.
 */
public final class Annotations {
  /**
   * The annotations that make a field or method a bound property even where the access type does
   * not.
   */
  private static final Set<Class<? extends Annotation>> BINDING =
      Set.of(
          XmlAnyAttribute.class,
          XmlAnyElement.class,
          XmlAttachmentRef.class,
          XmlAttribute.class,
          XmlElement.class,
          XmlElementRef.class,
          XmlElementRefs.class,
          XmlElementWrapper.class,
          XmlElements.class,
          XmlID.class,
          XmlIDREF.class,
          XmlInlineBinaryData.class,
          XmlList.class,
          XmlMimeType.class,
          XmlMixed.class,
          XmlSchemaType.class,
          XmlTransient.class,
          XmlValue.class,
          XmlJavaTypeAdapter.class);

  private final List<Annotation> all;

  public Annotations(List<Annotation> all) {
    this.all = all;
  }

  public static Annotations of(@Nullable AnnotatedElement... sources) {
    List<Annotation> all = new ArrayList<>();
    for (AnnotatedElement source : sources) {
      if (source != null) {
        all.addAll(List.of(JavaxAnnotations.checked(source, source)));
      }
    }
    return new Annotations(all);
  }

  /** The annotation, or null. */
  public <A extends Annotation> @Nullable A get(Class<A> type) {
    for (Annotation annotation : all) {
      if (annotation.annotationType() == type) {
        return type.cast(annotation);
      }
    }
    return null;
  }

  public boolean has(Class<? extends Annotation> type) {
    return get(type) != null;
  }

  boolean anyBinding() {
    return all.stream().anyMatch(annotation -> BINDING.contains(annotation.annotationType()));
  }
}
