package io.castile.wsdl.outline;

import java.util.List;

/**
 * An operation as a person writes it.
 *
 * @param name of the operation
 * @param isWrapped whether parameters and results are what is in the elements of the bodies
 *     (Jakarta XML Web Services §2.3.1.2)
 * @param parameters what a caller gives
 * @param results what comes back; empty for nothing
 * @param headers header blocks of the request
 * @param faults the elements of faults, or their types
 * @param isOneWay whether nothing comes back, not even that the call is over
 */
public record Signature(
    String name,
    boolean isWrapped,
    List<Field> parameters,
    List<Field> results,
    List<Field> headers,
    List<Field> faults,
    boolean isOneWay) {
  public Signature {
    parameters = List.copyOf(parameters);
    results = List.copyOf(results);
    headers = List.copyOf(headers);
    faults = List.copyOf(faults);
  }

  /**
   * Returns the signature with the fields of parameters and results whose types have no names:
   * {@code ask(question: {text: string}): decimal}, in place of {@code ask(question: {…}):
   * decimal}.
   */
  public Signature expanded() {
    return new Signature(
        name,
        isWrapped,
        parameters.stream().map(Signature::expanded).toList(),
        results.stream().map(Signature::expanded).toList(),
        headers,
        faults,
        isOneWay);
  }

  private static Field expanded(Field field) {
    if (!field.type().isEmpty() || field.fields().isEmpty()) {
      return field;
    }
    String fields = String.join(", ", field.fields().stream().map(Field::toString).toList());
    return new Field(
        field.name(),
        field.namespace(),
        "{" + fields + "}",
        "",
        field.isOptional(),
        field.isRepeated(),
        field.isNillable(),
        List.of(),
        List.of());
  }

  /** Returns the signature in one line: {@code getPrice(symbol: string): decimal}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(name).append('(');
    text.append(String.join(", ", parameters.stream().map(Field::toString).toList())).append(')');
    if (isOneWay) {
      return text.append(" one-way").toString();
    }
    if (results.size() == 1) {
      Field only = results.get(0);
      String type = only.toString();
      return text.append(": ")
          .append(type.substring(type.indexOf(": ") + 1).strip())
          .append(only.isRepeated() ? "[]" : "")
          .toString();
    }
    if (results.size() > 1) {
      text.append(": (")
          .append(String.join(", ", results.stream().map(Field::toString).toList()))
          .append(')');
    }
    return text.toString();
  }
}
