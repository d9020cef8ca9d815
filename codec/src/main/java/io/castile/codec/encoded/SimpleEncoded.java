package io.castile.codec.encoded;

import io.castile.codec.value.SimpleType;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.Namespace;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A text: a number, a string, a date, a constant of an enum. */
final class SimpleEncoded extends EncodedType {

  final SimpleType type;

  SimpleEncoded(SimpleType type, @Nullable QName name, @Nullable Namespace namespace) {
    super(name, namespace);
    this.type = type;
  }

  @Override
  public Class<?> javaType() {
    return type.javaType;
  }

  @Override
  boolean hasIdentity() {
    return false;
  }

  /** Any text is read as the Java type says, whatever it calls itself. */
  @Override
  EncodedType narrowed(EncodedType said, EncodedInput in) {
    if (said instanceof SimpleEncoded) {
      return this;
    }
    throw in.xml.unexpected(describe(), said.describe());
  }

  @Override
  void visit(Object value, SharedObjects objects) {}

  @Override
  void writeBody(Object given, EncodedOutput out) {
    Object value = Described.Typed.plain(given);
    out.xml.raw(typeAttribute);
    if (type.needsDeclaration()) {
      type.declare(value, out.xml);
    }
    out.xml.raw(ValueCodec.GT);
    type.write(value, out.xml, out.context);
  }

  @Override
  Object read(EncodedInput in, @Nullable String id) {
    Object value = type.read(in.xml.readValueText(), in.context);
    in.define(id, value, this);
    return value;
  }

  @Override
  Object copy(Object value, EncodedCopy copies) {
    return value instanceof Described.Typed typed
        ? new Described.Typed(typed.name(), type.copy(typed.value(), copies.context))
        : type.copy(value, copies.context);
  }

  @Override
  boolean equal(Object one, Object other, EncodedComparison pairs) {
    return type.equal(Described.Typed.plain(one), Described.Typed.plain(other), pairs.context);
  }

  @Override
  void hash(Object value, EncodedHash hash) {
    hash.add(type.hash(Described.Typed.plain(value), hash.context));
  }

  @Override
  String describe() {
    return name == null ? type.javaType.getSimpleName() : name.getLocalPart();
  }
}
