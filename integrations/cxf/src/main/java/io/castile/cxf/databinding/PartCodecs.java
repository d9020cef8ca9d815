package io.castile.cxf.databinding;

import io.castile.codec.Codec;
import io.castile.codec.bean.BeanCodecs;
import io.castile.xml.XmlReader;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.lang.annotation.Annotation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import javax.xml.namespace.QName;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/** The codecs of the parts of messages. Thread-safe. */
final class PartCodecs {
  private static final String PARAMETER_ANNOTATIONS = "parameter.annotations";
  private static final String BINDING_ANNOTATIONS =
      XmlRootElement.class.getPackageName(); // and that of adapters, below it
  private static final Set<Class<?>> SIMPLE_TYPES =
      Set.of(
          String.class,
          Boolean.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigDecimal.class,
          BigInteger.class);

  private final BeanCodecs codecs;
  private final Map<Kind, Codec<Object>> known = new ConcurrentHashMap<>();

  /** A reader that no message has; null for none. */
  private final AtomicReference<@Nullable XmlReader> idleReader = new AtomicReference<>();

  /** The kind of a codec. A part would not do: parts are equal whatever their annotations are. */
  private record Kind(Class<?> type, QName name) {}

  /**
   * @param types those of the binding's context
   * @param namespace of what has no other
   */
  PartCodecs(Collection<Class<?>> types, String namespace) {
    this.codecs =
        BeanCodecs.builder()
            .types(types.stream().filter(PartCodecs::isForCodecs).toArray(Class<?>[]::new))
            .defaultNamespace(namespace)
            .build();
  }

  private static boolean isForCodecs(Class<?> type) {
    return type.isAnnotationPresent(XmlRegistry.class) || isBean(type);
  }

  private static boolean isBean(Class<?> type) {
    return !type.isArray()
        && !type.isPrimitive()
        && !type.isInterface()
        && !type.getName().startsWith("java")
        && !JAXBElement.class.isAssignableFrom(type)
        && !Throwable.class.isAssignableFrom(type)
        && !type.isAnnotationPresent(XmlJavaTypeAdapter.class);
  }

  /** Returns the codec of a part; null where it is left to Jakarta XML Binding. */
  @Nullable Codec<Object> find(@Nullable MessagePartInfo part) {
    Class<?> type = part == null ? null : part.getTypeClass();
    QName name = part == null ? null : part.getConcreteName();
    if (part == null || type == null || name == null || hasBindingAnnotations(part)) {
      return null;
    }
    Kind kind = new Kind(type, name);
    Codec<Object> codec = known.get(kind);
    return codec != null || !isTaken(type) ? codec : known.computeIfAbsent(kind, this::make);
  }

  private static boolean isTaken(Class<?> type) {
    return SIMPLE_TYPES.contains(type) || type.isPrimitive() || isBean(type);
  }

  @SuppressWarnings("unchecked") // values of the part are of its class
  private Codec<Object> make(Kind kind) {
    return (Codec<Object>) codecs.element(kind.type(), kind.name());
  }

  private static boolean hasBindingAnnotations(MessagePartInfo part) {
    if (part.getProperty(PARAMETER_ANNOTATIONS) instanceof Annotation[] annotations) {
      for (Annotation each : annotations) {
        if (each.annotationType().getPackageName().startsWith(BINDING_ANNOTATIONS)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns a reader for one message. */
  XmlReader takeReader() {
    XmlReader idle = idleReader.getAndSet(null);
    return idle == null ? codecs.newReader() : idle;
  }

  /** Takes a reader back whose message was read. */
  void giveBack(XmlReader reader) {
    reader.reset(new byte[0], 0, 0);
    idleReader.set(reader);
  }
}
