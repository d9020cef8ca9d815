package io.castile.codec.encoded;

import io.castile.codec.value.ValueCodec;
import io.castile.xml.Namespace;
import io.castile.xml.XmlName;
import io.castile.xml.internal.PassedOver;
import io.castile.xml.internal.XmlInternals;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A struct (SOAP 1.1 §5.4.1): accessors told apart by their names, in any order. A subclass says
 * which objects hold them.
 */
abstract class StructType extends EncodedType {

  StructType(@Nullable QName name, @Nullable Namespace namespace) {
    super(name, namespace);
  }

  /** The accessors in the order in which they are written, inherited ones first. */
  abstract StructField[] fields();

  /** An object that {@link StructField#set} puts values into. */
  abstract Object start(EncodedInput in);

  /** The value with what was put into {@code started}: that itself where it is {@link #isOpen}. */
  Object finish(Object started) {
    return started;
  }

  /** Whether an object is there before its parts are; not so for a record. */
  boolean isOpen() {
    return true;
  }

  /** Like {@link #start}, of the type of a value. */
  abstract Object startLike(Object value);

  @Override
  void visit(Object value, SharedObjects objects) {
    for (StructField field : fields()) {
      EncodedType type = field.type();
      if (type.hasIdentity()) {
        objects.meet(type, field.get(value));
      }
    }
  }

  @Override
  void writeBody(Object value, EncodedOutput out) {
    out.xml.raw(typeAttribute);
    out.xml.raw(ValueCodec.GT);
    for (StructField field : fields()) {
      Object part = field.get(value);
      if (field.isWritten(value, part)) {
        out.element(field.open, field.close, field.type(), part);
      }
    }
  }

  @Override
  Object read(EncodedInput in, @Nullable String id) {
    Object started = start(in);
    boolean isOpen = isOpen();
    if (isOpen) {
      in.define(id, started, this);
    }
    StructField[] fields = fields();
    int next = 0;
    XmlName child = in.xml.nextChild(hint(fields, next));
    while (child != null) {
      int found = find(fields, child, next);
      if (found < 0) {
        PassedOver told = XmlInternals.passedOver(in.xml);
        if (told != null) {
          told.element(in.xml, List.of());
        }
        in.xml.skipElement();
      } else {
        readInto(started, fields[found], isOpen, in);
        next = found + 1;
      }
      child = in.xml.nextChild(hint(fields, next));
    }
    Object value = finish(started);
    if (!isOpen) {
      in.define(id, value, this);
    }
    return value;
  }

  private void readInto(Object started, StructField field, boolean isOpen, EncodedInput in) {
    Object value = in.read(field.type());
    if (value != EncodedInput.PENDING) {
      field.set(started, value);
    } else if (isOpen) {
      in.later(in.pending(), field.type(), field, started, 0);
    } else {
      throw in.xml.unexpected(
          "an element before those that refer to it, as "
              + describe()
              + " is made by its constructor",
          "a reference to '" + in.pending() + "', which is not read yet");
    }
  }

  private static @Nullable XmlName hint(StructField[] fields, int next) {
    return next < fields.length ? fields[next].name : null;
  }

  /** The accessor of a name, whose namespace need not be there (SOAP 1.1 §5.1); -1 for none. */
  private static int find(StructField[] fields, XmlName name, int next) {
    for (int i = next; i < fields.length; i++) {
      if (fields[i].name.local().equals(name.local())) {
        return i;
      }
    }
    for (int i = Math.min(next, fields.length) - 1; i >= 0; i--) {
      if (fields[i].name.local().equals(name.local())) {
        return i;
      }
    }
    return -1;
  }

  @Override
  Object copy(Object value, EncodedCopy copies) {
    Object started = startLike(value);
    if (isOpen()) {
      copies.fillLater(this, value, started);
      return started;
    }
    fill(value, started, copies);
    return finish(started);
  }

  @Override
  void fill(Object value, Object started, EncodedCopy copies) {
    for (StructField field : fields()) {
      field.set(started, copies.of(field.type(), field.get(value)));
    }
  }

  @Override
  boolean equal(Object one, Object other, EncodedComparison pairs) {
    for (StructField field : fields()) {
      if (!pairs.equal(field.type(), field.get(one), field.get(other))) {
        return false;
      }
    }
    return true;
  }

  @Override
  void hash(Object value, EncodedHash hash) {
    for (StructField field : fields()) {
      hash.add(field.type(), field.get(value));
    }
  }

  @Override
  void collect(Set<EncodedType> types) {
    if (types.add(this)) {
      for (StructField field : fields()) {
        field.type().collect(types);
      }
    }
  }
}
