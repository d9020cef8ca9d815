package io.castile.soap.model.internal;

import io.castile.codec.Codec;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.bean.BeanMaker;
import io.castile.codec.bean.BeanProperty;
import io.castile.codec.encoded.EncodedCodecs;
import io.castile.codec.encoded.EncodedElement;
import io.castile.codec.value.WrapperPart;
import io.castile.soap.SoapVersion;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * A service exception of an operation, and the element that carries it in the detail of a fault.
 * Immutable and thread-safe.
 */
public abstract class FaultType {
  private final FaultDescription description;

  FaultType(FaultDescription description) {
    this.description = description;
  }

  /**
   * @param encoded the codecs of encoded messages; null for a literal fault
   */
  static FaultType of(
      FaultDescription description, BeanCodecs codecs, @Nullable EncodedCodecs encoded) {
    if (description.faultInfo() != null) {
      return new WithFaultInfo(description, codecs, encoded);
    }
    return description.bean() != null
        ? new WithBean(description, codecs, encoded)
        : new WithProperties(description, codecs, encoded);
  }

  /** The class of the exception. */
  public final Class<? extends Throwable> type() {
    return description.type();
  }

  /** The name of the element in the detail. */
  public final QName name() {
    return description.name();
  }

  public final FaultDescription description() {
    return description;
  }

  /** Returns the codec of the element. */
  abstract FaultEntry<?> entry();

  /** Returns the codec of the element; null for one that is encoded. */
  final @Nullable Codec<?> codec() {
    return entry().literal();
  }

  /** Returns the codec of an element that is encoded; null for a literal one. */
  public final @Nullable EncodedElement encoded() {
    return entry().encoded();
  }

  /** Writes the element for {@code exception}, like {@link io.castile.soap.FaultDetail#write}. */
  public abstract @Nullable Runnable write(Throwable exception, SoapVersion version, XmlWriter out);

  /** Reads the element, and makes the exception. */
  public abstract @Nullable Throwable read(XmlReader in, String reason);

  private static @Nullable Object call(Method getter, Throwable exception) {
    try {
      getter.setAccessible(true);
      return getter.invoke(exception);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(
          "Cannot read the fault, because " + getter + " failed.", e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(getter + " cannot be called", e);
    }
  }

  private static Throwable create(
      Constructor<? extends Throwable> constructor, @Nullable Object... args) {
    try {
      return constructor.newInstance(args);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(
          "Cannot make the fault, because " + constructor + " failed.", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(constructor + " cannot be called", e);
    }
  }

  @SuppressWarnings("unchecked") // constructors of a Class<? extends Throwable>
  private static @Nullable Constructor<? extends Throwable> constructor(
      Class<? extends Throwable> type, Class<?>... parameters) {
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (accepts(constructor.getParameterTypes(), parameters)) {
        constructor.setAccessible(true);
        return (Constructor<? extends Throwable>) constructor;
      }
    }
    return null;
  }

  private static boolean accepts(Class<?>[] declared, Class<?>[] given) {
    if (declared.length != given.length) {
      return false;
    }
    for (int i = 0; i < given.length; i++) {
      if (!declared[i].isAssignableFrom(given[i])) {
        return false;
      }
    }
    return true;
  }

  /** The form of §2.5: {@code getFaultInfo()} and a constructor of message and fault bean. */
  private static final class WithFaultInfo extends FaultType {
    private final FaultEntry<Object> entry;
    private final Method getter;
    private final Constructor<? extends Throwable> constructor;
    private final boolean withCause;

    WithFaultInfo(
        FaultDescription description, BeanCodecs codecs, @Nullable EncodedCodecs encoded) {
      super(description);
      Class<?> bean = Objects.requireNonNull(description.bean());
      getter = Objects.requireNonNull(description.faultInfo());
      entry = FaultEntry.of(getter.getGenericReturnType(), name(), codecs, encoded);
      Constructor<? extends Throwable> plain = constructor(type(), String.class, bean);
      withCause = plain == null;
      Constructor<? extends Throwable> found =
          withCause ? constructor(type(), String.class, bean, Throwable.class) : plain;
      if (found == null) {
        throw new IllegalArgumentException(
            "Cannot use "
                + type().getName()
                + " as a fault, because it has getFaultInfo(), but no constructor (String, "
                + bean.getName()
                + ") (Jakarta XML Web Services §2.5).");
      }
      constructor = found;
    }

    @Override
    FaultEntry<?> entry() {
      return entry;
    }

    @Override
    public @Nullable Runnable write(Throwable exception, SoapVersion version, XmlWriter out) {
      return entry.write(call(getter, exception), version, out);
    }

    @Override
    public Throwable read(XmlReader in, String reason) {
      Object bean = entry.read(in);
      return withCause
          ? create(constructor, reason, bean, null)
          : create(constructor, reason, bean);
    }
  }

  /** The form of §3.7: a fault bean with the properties of the exception, as a class. */
  private static final class WithBean extends FaultType {
    private final FaultEntry<Object> entry;
    private final Map<String, BeanProperty> properties = new LinkedHashMap<>();
    private final BeanMaker beans;
    private final ExceptionMaker maker;

    WithBean(FaultDescription description, BeanCodecs codecs, @Nullable EncodedCodecs encoded) {
      super(description);
      Class<?> bean = Objects.requireNonNull(description.bean());
      entry = FaultEntry.of(bean, name(), codecs, encoded);
      for (BeanProperty property : codecs.properties(bean)) {
        properties.put(property.javaName(), property);
      }
      beans = codecs.maker(bean);
      maker = new ExceptionMaker(type(), bean);
    }

    @Override
    FaultEntry<?> entry() {
      return entry;
    }

    @Override
    public @Nullable Runnable write(Throwable exception, SoapVersion version, XmlWriter out) {
      Object bean = beans.start();
      description()
          .getters()
          .forEach(
              (name, getter) -> {
                BeanProperty property = properties.get(name);
                if (property != null) {
                  property.set(bean, call(getter, exception));
                }
              });
      return entry.write(beans.finish(bean), version, out);
    }

    @Override
    public @Nullable Throwable read(XmlReader in, String reason) {
      Object bean = entry.read(in);
      Map<String, Object> values = new LinkedHashMap<>();
      if (bean != null) {
        properties.forEach((name, property) -> values.put(name, property.get(bean)));
      }
      return maker.make(reason, bean, values);
    }
  }

  /** The form of §3.7 without the class of the fault bean. */
  private static final class WithProperties extends FaultType {
    private final FaultEntry<Object[]> entry;
    private final List<String> names;
    private final List<Method> getters;
    private final ExceptionMaker maker;

    WithProperties(
        FaultDescription description, BeanCodecs codecs, @Nullable EncodedCodecs encoded) {
      super(description);
      List<WrapperPart> parts = description.parts().stream().map(MessagePart::toPart).toList();
      entry =
          encoded == null
              ? FaultEntry.of(codecs.wrapper(name(), parts))
              : FaultEntry.of(encoded.element(name(), structName(), parts));
      names = new ArrayList<>(description.getters().keySet());
      getters = new ArrayList<>(description.getters().values());
      maker = new ExceptionMaker(type(), null);
    }

    /** The name of the fault's struct, which has no class (§3.7). */
    private QName structName() {
      return new QName(name().getNamespaceURI(), type().getSimpleName());
    }

    @Override
    FaultEntry<?> entry() {
      return entry;
    }

    @Override
    public @Nullable Runnable write(Throwable exception, SoapVersion version, XmlWriter out) {
      Object[] values = getters.stream().map(getter -> call(getter, exception)).toArray();
      return entry.write(values, version, out);
    }

    @Override
    public @Nullable Throwable read(XmlReader in, String reason) {
      Object[] read = entry.read(in);
      Map<String, Object> values = new LinkedHashMap<>();
      for (int i = 0; read != null && i < read.length; i++) {
        values.put(names.get(i), read[i]);
      }
      return maker.make(reason, null, values);
    }
  }

  /** Makes exceptions that have properties: by constructor, setters, or fields of the same name. */
  private static final class ExceptionMaker {
    private final Class<? extends Throwable> type;
    private final @Nullable Constructor<? extends Throwable> ofMessageAndBean;
    private final @Nullable Constructor<? extends Throwable> ofMessage;
    private final @Nullable Constructor<? extends Throwable> ofNothing;

    ExceptionMaker(Class<? extends Throwable> type, @Nullable Class<?> bean) {
      this.type = type;
      ofMessageAndBean = bean == null ? null : constructor(type, String.class, bean);
      ofMessage = constructor(type, String.class);
      ofNothing = constructor(type);
    }

    /** The exception, or null if its class can be made in no known way. */
    @Nullable Throwable make(String reason, @Nullable Object bean, Map<String, Object> values) {
      if (ofMessageAndBean != null) {
        return create(ofMessageAndBean, reason, bean);
      }
      Object message = values.get("message");
      Throwable exception;
      if (ofMessage != null) {
        exception = create(ofMessage, message instanceof String text ? text : reason);
      } else if (ofNothing != null) {
        exception = create(ofNothing);
      } else {
        LoggerFactory.getLogger(FaultType.class)
            .warn(
                "{} cannot be made from a fault: expected a constructor (String) or ()",
                type.getName());
        return null;
      }
      values.forEach((name, value) -> put(exception, name, value));
      return exception;
    }

    private void put(Throwable exception, String name, @Nullable Object value) {
      if (value == null || name.equals("message")) {
        return;
      }
      try {
        for (Method method : type.getMethods()) {
          if (method.getName().equals("set" + JaxwsNames.capitalize(name))
              && method.getParameterCount() == 1) {
            method.invoke(exception, value);
            return;
          }
        }
        for (Class<?> owner = type; owner != Throwable.class; owner = owner.getSuperclass()) {
          for (Field field : owner.getDeclaredFields()) {
            if (field.getName().equals(name)) {
              field.setAccessible(true);
              field.set(exception, value);
              return;
            }
          }
        }
      } catch (ReflectiveOperationException | IllegalArgumentException e) {
        throw new IllegalStateException(
            "property " + name + " of " + type.getName() + " cannot be set", e);
      }
    }
  }
}
