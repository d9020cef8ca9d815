package io.castile.codec.encoded;

import io.castile.codec.BindingException;
import io.castile.codec.value.Markup;
import io.castile.xml.Namespace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A struct of a description: a map by the names of its accessors. */
final class RecordType extends StructType {
  final Described.Struct described;
  private final DescribedTypes types;
  private volatile StructField @Nullable [] fields; // null until they are asked for

  RecordType(Described.Struct described, @Nullable Namespace namespace, DescribedTypes types) {
    super(described.name, namespace);
    this.described = described;
    this.types = types;
  }

  /** An accessor. */
  private static final class RecordField extends StructField {
    private final String key;
    private final Described described;
    private final DescribedTypes types;
    private volatile @Nullable EncodedType type; // null until it is asked for

    RecordField(Markup markup, Described.Field field, DescribedTypes types) {
      super(markup, field.isNillable());
      this.key = field.name();
      this.described = field.type();
      this.types = types;
    }

    @Override
    EncodedType type() {
      EncodedType known = type;
      if (known == null) {
        known = types.of(described);
        type = known;
      }
      return known;
    }

    @Override
    @Nullable Object get(Object holder) {
      return ((Map<?, ?>) holder).get(key);
    }

    /** Absent accessors stay absent. */
    @Override
    boolean isWritten(Object holder, @Nullable Object value) {
      return value != null || isNillable && ((Map<?, ?>) holder).containsKey(key);
    }

    @Override
    @SuppressWarnings("unchecked") // the maps are those that start has made
    void set(Object holder, @Nullable Object value) {
      ((Map<String, @Nullable Object>) holder).put(key, value);
    }
  }

  @Override
  public Class<?> javaType() {
    return Map.class;
  }

  @Override
  EncodedType actual(Object value, EncodedTypes all) {
    Object named = value instanceof Map<?, ?> map ? map.get(DescribedTypes.TYPE) : null;
    RecordType actual = named == null ? this : types.derived(this, named.toString());
    if (actual.described.isAbstract) {
      throw new BindingException(
          "Cannot write type "
              + describe()
              + ", because it is abstract. Name another one by '@xsi:type' in the map.");
    }
    return actual;
  }

  @Override
  EncodedType narrowed(EncodedType said, EncodedInput in) {
    if (said instanceof RecordType record && record.described.isDerivedFrom(described)) {
      return said;
    }
    throw in.xml.unexpected(describe() + ", or a type derived from it", said.describe());
  }

  @Override
  StructField[] fields() {
    StructField[] known = fields;
    if (known == null) {
      List<Described.Field> all = described.fields();
      known = new StructField[all.size()];
      for (int i = 0; i < known.length; i++) {
        known[i] = new RecordField(types.markup(all.get(i).name()), all.get(i), types);
      }
      fields = known;
    }
    return known;
  }

  @Override
  Object start(EncodedInput in) {
    Map<String, Object> started = new LinkedHashMap<>();
    if (name != null && types.namesTypes()) {
      started.put(DescribedTypes.TYPE, name);
    }
    return started;
  }

  @Override
  Object startLike(Object value) {
    Map<String, Object> copy = new LinkedHashMap<>();
    Object named = ((Map<?, ?>) value).get(DescribedTypes.TYPE);
    if (named != null) {
      copy.put(DescribedTypes.TYPE, named);
    }
    return copy;
  }

  @Override
  @SuppressWarnings("unchecked") // as RecordField.set
  void nameIn(Object value) {
    QName own = name;
    if (own != null && !types.namesTypes()) {
      ((Map<String, Object>) value).put(DescribedTypes.TYPE, own.toString());
    }
  }

  /** Absent accessors stay absent. */
  @Override
  void fill(Object value, Object started, EncodedCopy copies) {
    for (StructField field : fields()) {
      if (((Map<?, ?>) value).containsKey(field.name.local())) {
        field.set(started, copies.of(field.type(), field.get(value)));
      }
    }
  }
}
