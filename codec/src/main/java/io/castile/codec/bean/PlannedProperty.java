package io.castile.codec.bean;

import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A property of the plan as others see it. */
final class PlannedProperty implements BeanProperty {
  private final Property property;

  PlannedProperty(Property property) {
    this.property = property;
  }

  @Override
  public QName name() {
    return property.elementNames().get(0).toQName();
  }

  @Override
  public String javaName() {
    return property.javaName;
  }

  @Override
  public Class<?> type() {
    return property.accessor.type();
  }

  @Override
  public @Nullable Object get(Object bean) {
    return property.accessor.get(bean);
  }

  @Override
  public void set(Object started, @Nullable Object value) {
    property.accessor.set(started, value);
  }

  @Override
  public String toString() {
    return property.toString();
  }
}
