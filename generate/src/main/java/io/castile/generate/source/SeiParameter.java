package io.castile.generate.source;

import io.castile.generate.bean.JavaType;

/**
 * A parameter of a method, or its result.
 *
 * @param javaName of the parameter
 * @param type of its values
 * @param name in the message
 * @param namespace in the message; may be empty
 * @param partName of the message's part; empty where it is none
 * @param isHeader whether it is a header block
 * @param isLiteral whether it is a literal one of an operation that is encoded
 * @param mode which way it goes
 */
record SeiParameter(
    String javaName,
    JavaType type,
    String name,
    String namespace,
    String partName,
    boolean isHeader,
    boolean isLiteral,
    Mode mode) {
  enum Mode {
    IN,
    OUT,
    INOUT
  }

  /** Whether both are the same, whichever way they go. */
  boolean isSame(SeiParameter other) {
    return name.equals(other.name)
        && namespace.equals(other.namespace)
        && isHeader == other.isHeader
        && type.equals(other.type);
  }

  SeiParameter with(Mode other) {
    return new SeiParameter(javaName, type, name, namespace, partName, isHeader, isLiteral, other);
  }

  SeiParameter named(String other) {
    return new SeiParameter(other, type, name, namespace, partName, isHeader, isLiteral, mode);
  }
}
