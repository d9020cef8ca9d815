package io.castile.wsdl.outline;

import java.util.List;

/**
 * A type that a schema defines by name.
 *
 * @param name of the type
 * @param namespace of the type; may be empty
 * @param base the name of the type that it extends or restricts; empty for none that matters
 * @param isAbstract whether only derived types are used
 * @param derived the names of the types that values of an abstract type may have; else empty
 * @param documentation what its author says of it; may be empty
 * @param fields what values have, those of the base first; empty for a simple type
 * @param values the texts that a simple type lists
 */
public record TypeOutline(
    String name,
    String namespace,
    String base,
    boolean isAbstract,
    List<String> derived,
    String documentation,
    List<Field> fields,
    List<String> values) {
  public TypeOutline {
    derived = List.copyOf(derived);
    fields = List.copyOf(fields);
    values = List.copyOf(values);
  }
}
