package io.castile.codec.encoded;

import io.castile.xml.Namespace;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A struct without a class: an array has its values in the order of the accessors. */
final class PropertiesType extends StructType {
  private final StructField[] fields;

  /**
   * @param fields whose objects are the arrays
   */
  PropertiesType(QName name, @Nullable Namespace namespace, List<EncodedMessage.Part> fields) {
    super(name, namespace);
    this.fields = fields.toArray(new StructField[0]);
  }

  @Override
  public Class<?> javaType() {
    return Object[].class;
  }

  @Override
  StructField[] fields() {
    return fields;
  }

  @Override
  EncodedType narrowed(EncodedType said, EncodedInput in) {
    if (said instanceof StructType) {
      return this; // of which the accessors are found by their names
    }
    throw in.xml.unexpected(describe(), said.describe());
  }

  @Override
  Object start(EncodedInput in) {
    return new @Nullable Object[fields.length];
  }

  @Override
  Object startLike(Object value) {
    return new @Nullable Object[fields.length];
  }
}
