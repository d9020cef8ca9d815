package io.castile.codec.jaxb;

import io.castile.codec.BindingException;
import io.castile.codec.Codec;
import io.castile.codec.Codec.Explanation;
import io.castile.codec.CodecMode;
import io.castile.codec.bean.BeanCodecs;
import io.castile.xml.NameTable;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import javax.xml.namespace.QName;

/**
 * The codecs of a set of Java types with Jakarta XML Binding annotations. Making one is cheap: a
 * class is planned when it is first written or read, and compiled when it has become hot.
 *
 * <p>Thread-safe; made once per set of types and kept. Holds its types and their class loader as
 * long as it lives, and nothing else holds them for it.
 *
 * <pre>{@code
 * Codecs codecs = Codecs.forTypes(Order.class, Customer.class);
 * Codec<Order> orders = codecs.of(Order.class);
 * }</pre>
 */
public final class Codecs {
  private final BeanCodecs codecs;

  private Codecs(BeanCodecs codecs) {
    this.codecs = codecs;
  }

  /**
   * Returns the codecs of these types and of all that they refer to.
   *
   * @param types bound classes, enums, and {@code ObjectFactory} classes ({@code XmlRegistry})
   */
  public static Codecs forTypes(Class<?>... types) {
    return builder().types(types).build();
  }

  /** Returns the same as {@code forTypes(type).element(type, name)}. */
  public static <T> Codec<T> forElement(Class<T> type, QName name) {
    return forTypes(type).element(type, name);
  }

  /** Returns a builder, for other settings than the usual ones. */
  public static Builder builder() {
    return new Builder();
  }

  /** Settings of a set of codecs. Not thread-safe. */
  public static final class Builder {
    private final BeanCodecs.Builder builder = BeanCodecs.builder();

    private Builder() {}

    /** Adds types, as {@link Codecs#forTypes}. */
    public Builder types(Class<?>... more) {
      builder.types(more);
      return this;
    }

    /**
     * Adds types that a supplier returns when they are first needed, once as a rule; in place of an
     * earlier supplier.
     */
    public Builder types(Supplier<? extends Collection<Class<?>>> more) {
      builder.types(more);
      return this;
    }

    /** Sets when classes are compiled; {@link CodecMode#ADAPTIVE} unless set. */
    public Builder mode(CodecMode value) {
      builder.mode(value);
      return this;
    }

    /** Sets the limits of {@link Codecs#newReader}; {@link XmlLimits#DEFAULT} unless set. */
    public Builder limits(XmlLimits value) {
      builder.limits(value);
      return this;
    }

    /**
     * Sets the namespace of types and root elements for which no annotation gives one; none unless
     * set. Jakarta XML Web Services runs the binding with the target namespace of the service.
     */
    public Builder defaultNamespace(String value) {
      builder.defaultNamespace(value);
      return this;
    }

    /**
     * Sets whether elements and attributes without a property are refused, with an {@code
     * XmlDataException}; false unless set, as in the reference implementation.
     */
    public Builder strict(boolean enabled) {
      builder.strict(enabled);
      return this;
    }

    /** Returns the codecs. */
    public Codecs build() {
      return new Codecs(builder.build());
    }
  }

  /**
   * Returns the codec of a class under the element name of its {@code XmlRootElement}.
   *
   * @throws BindingException if the class has no {@code XmlRootElement}
   */
  public <T> Codec<T> of(Class<T> type) {
    return codecs.of(type);
  }

  /** Returns the codec of an element whose value is a bound class or a simple type. */
  public <T> Codec<T> element(Class<T> type, QName name) {
    return codecs.element(type, name);
  }

  /**
   * Returns the codec of an element of a generic type.
   *
   * @param annotations binding annotations of the parameter that has the type: {@code
   *     XmlJavaTypeAdapter}, {@code XmlList}
   */
  public Codec<Object> element(Type type, List<Annotation> annotations, QName name) {
    return codecs.element(type, annotations, name);
  }

  /**
   * Plans the classes that a codec of these refers to by static types and {@code XmlSeeAlso}, which
   * otherwise happens class by class at first use, so that errors come at once.
   *
   * @param where what has the codec: the beginning of the path in error messages
   * @throws BindingException if something cannot be bound; the message has the path from {@code
   *     where} to it
   */
  public void check(Codec<?> codec, String where) {
    codecs.check(codec, where);
  }

  /**
   * Explains, for developers, how a class and all that it refers to are bound; simple types and
   * enums are left out.
   */
  public List<Explanation> explain(Class<?> bean) {
    return codecs.explain(Objects.requireNonNull(bean, "bean"));
  }

  /**
   * Returns the source of the code that writes and reads a bound class once it is compiled, for
   * developers to read.
   *
   * @throws BindingException if the class cannot be compiled, or is handed to the reference
   *     implementation; the message says why
   */
  public String source(Class<?> bean) {
    return codecs.source(bean);
  }

  /** Returns the names that these codecs know. */
  public NameTable names() {
    return codecs.names();
  }

  /**
   * Returns a new reader that knows these names and has these limits; the caller owns it, and may
   * reset it for the next document.
   */
  public XmlReader newReader() {
    return codecs.newReader();
  }
}
