package io.castile.wsdl.outline;

import java.util.List;

/**
 * A value in a message: a parameter, an element or an attribute.
 *
 * @param name as it is written; {@code @} before that of an attribute, {@code *} for any element,
 *     empty for text
 * @param namespace of the element or attribute; may be empty
 * @param type the name of its type; empty where that has none
 * @param typeNamespace of the type; empty where the type has no name
 * @param isOptional whether it may be absent
 * @param isRepeated whether it may stand there more than once
 * @param isNillable whether {@code xsi:nil} may say that there is no value
 * @param fields what is in it, where its type has no name
 * @param values the texts that it may have, where its type has no name and lists them
 */
public record Field(
    String name,
    String namespace,
    String type,
    String typeNamespace,
    boolean isOptional,
    boolean isRepeated,
    boolean isNillable,
    List<Field> fields,
    List<String> values) {
  public Field {
    fields = List.copyOf(fields);
    values = List.copyOf(values);
  }

  /** Returns the field as in a signature: {@code items[]?: Item}. */
  @Override
  public String toString() {
    String shown = name + (isRepeated ? "[]" : "") + (isOptional ? "?" : "");
    String of = type.isEmpty() ? (values.isEmpty() ? "{…}" : "one of " + values.size()) : type;
    return shown.isEmpty() ? of : shown + ": " + of;
  }
}
