package io.castile.codec.encoded;

import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A value of which the static type says nothing: the message says it by {@code xsi:type}. An
 * element that says nothing either is a text, or else a struct, which becomes a map.
 */
final class AnyType extends EncodedType {
  AnyType() {
    super(new QName(EncodedOutput.XSD.uri(), "anyType"), EncodedOutput.XSD);
  }

  @Override
  public Class<?> javaType() {
    return Object.class;
  }

  @Override
  EncodedType actual(Object value, EncodedTypes types) {
    return types.ofValue(value, this);
  }

  @Override
  EncodedType narrowed(EncodedType said, EncodedInput in) {
    return said;
  }

  /** Puts the value of an accessor into a map, whose key the holder knows. */
  private record Accessor(Map<String, Object> map, String name) implements Target {
    @Override
    @SuppressWarnings("NullAway") // a map may have null values
    public void set(Object holder, int index, @Nullable Object value) {
      map.put(name, value);
    }
  }

  @Override
  Object read(EncodedInput in, @Nullable String id) {
    int event = in.xml.nextContent();
    String text = "";
    if (event == XmlReader.TEXT) {
      text = in.xml.text();
      event = in.xml.nextContent();
    }
    if (event != XmlReader.START_ELEMENT) {
      in.define(id, text, this);
      return text;
    }
    Map<String, Object> struct = new LinkedHashMap<>();
    in.define(id, struct, this);
    XmlName child = in.xml.name();
    while (child != null) {
      Accessor accessor = new Accessor(struct, child.local());
      Object value = in.read(this);
      if (value == EncodedInput.PENDING) {
        accessor.set(struct, 0, null); // keeps its place in the order
        in.later(in.pending(), this, accessor, struct, 0);
      } else {
        accessor.set(struct, 0, value);
      }
      child = in.xml.nextChild(null);
    }
    return struct;
  }

  // All else is asked of the actual type.

  @Override
  void visit(Object value, SharedObjects objects) {
    throw new AssertionError("no value is of " + this);
  }

  @Override
  void writeBody(Object value, EncodedOutput out) {
    throw new AssertionError("no value is of " + this);
  }

  @Override
  Object copy(Object value, EncodedCopy copies) {
    throw new AssertionError("no value is of " + this);
  }

  @Override
  boolean equal(Object one, Object other, EncodedComparison pairs) {
    throw new AssertionError("no value is of " + this);
  }

  @Override
  void hash(Object value, EncodedHash hash) {
    throw new AssertionError("no value is of " + this);
  }
}
