package io.castile.codec.encoded;

import io.castile.codec.BindingException;
import io.castile.codec.bean.BeanPlan;
import io.castile.codec.binding.Construction;
import io.castile.xml.Namespace;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A bound class as a struct. */
final class BeanType extends StructType {
  private final Class<?> type;
  private final @Nullable Class<?> parent; // null for none that is bound
  private final JavaTypes types;
  private final @Nullable Supplier<Object> factory;
  private final @Nullable Construction construction;
  private volatile StructField @Nullable [] fields; // null until they are asked for

  BeanType(BeanPlan plan, @Nullable QName name, @Nullable Namespace namespace, JavaTypes types) {
    super(name, namespace);
    this.type = plan.type;
    this.parent = plan.parent == null ? null : plan.parent.type;
    this.factory = plan.factory;
    this.construction = plan.construction;
    this.types = types;
  }

  @Override
  public Class<?> javaType() {
    return type;
  }

  @Override
  EncodedType actual(Object value, EncodedTypes all) {
    return value.getClass() == type ? this : all.ofValue(value, this);
  }

  @Override
  EncodedType narrowed(EncodedType said, EncodedInput in) {
    if (said == this) {
      return this;
    }
    if (said instanceof BeanType && type.isAssignableFrom(said.javaType())) {
      return said;
    }
    throw in.xml.unexpected(describe() + ", or a type derived from it", said.describe());
  }

  /** The type of the superclass; null for none that is bound. */
  @Nullable BeanType parent() {
    return parent == null ? null : (BeanType) types.of(parent);
  }

  boolean isAbstract() {
    return factory == null;
  }

  @Override
  StructField[] fields() {
    StructField[] known = fields;
    if (known == null) {
      known = types.fieldsOf(type);
      fields = known;
    }
    return known;
  }

  @Override
  Object start(EncodedInput in) {
    if (factory == null) {
      throw in.xml.unexpected(
          "an xsi:type that names a class derived from " + describe() + ", which is abstract",
          "none");
    }
    return factory.get();
  }

  @Override
  Object startLike(Object value) {
    if (factory == null) {
      throw new BindingException("Cannot copy " + type.getName() + ", because it is abstract.");
    }
    return factory.get();
  }

  @Override
  boolean isOpen() {
    return construction == null;
  }

  @Override
  Object finish(Object started) {
    return construction == null ? started : construction.finish((Object[]) started);
  }
}
