package io.castile.codec.bean;

import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An element property of a bound class, for code that has to take a bean apart: wrapper classes of
 * operations, fault beans.
 *
 * <p>Immutable and thread-safe.
 */
public interface BeanProperty {
  /** Returns the name of the element (of the wrapper element, if the property has one). */
  QName name();

  /** Returns the Java name of the property. */
  String javaName();

  /** Returns the declared class of the property, without type arguments. */
  Class<?> type();

  /**
   * Returns the value in {@code bean} as the binding sees it: the field itself for field access.
   */
  @Nullable Object get(Object bean);

  /**
   * Puts {@code value} into what {@link BeanMaker#start} gave; null into a primitive property is
   * passed over.
   */
  void set(Object started, @Nullable Object value);
}
