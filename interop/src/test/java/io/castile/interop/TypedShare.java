package io.castile.interop;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many operations of a service have messages that go as values. Not thread-safe. */
final class TypedShare {
  static final String HEADER =
      row("", "operations", "requests", "responses")
          + System.lineSeparator()
          + row("", "values/partly/XML", "values/partly/XML", "values/partly/XML");

  /** What messages go as; each constant is worse than the one before. */
  enum Form {
    VALUES,
    /** As values where certain properties have none. */
    PARTLY,
    XML
  }

  private final String name;
  private final Map<Form, Integer> operations = new EnumMap<>(Form.class);
  private final Map<Form, Integer> requests = new EnumMap<>(Form.class);
  private final Map<Form, Integer> responses = new EnumMap<>(Form.class);

  TypedShare(String name) {
    this.name = name;
  }

  /**
   * Adds an operation, which is as good as the worse of its messages.
   *
   * @param response null for none
   */
  void add(Form request, @Nullable Form response) {
    requests.merge(request, 1, Integer::sum);
    Form operation = request;
    if (response != null) {
      responses.merge(response, 1, Integer::sum);
      operation = response.compareTo(request) > 0 ? response : request;
    }
    operations.merge(operation, 1, Integer::sum);
  }

  /** How many of the operations have both messages as values, wholly or partly. */
  double typedPercent() {
    int all = operations.values().stream().mapToInt(Integer::intValue).sum();
    return 100.0 * (all - operations.getOrDefault(Form.XML, 0)) / all;
  }

  private static String cell(Map<Form, Integer> counts) {
    return counts.getOrDefault(Form.VALUES, 0)
        + "/"
        + counts.getOrDefault(Form.PARTLY, 0)
        + "/"
        + counts.getOrDefault(Form.XML, 0);
  }

  private static String row(String name, String operations, String requests, String responses) {
    return String.format("%-32s%20s%20s%20s", name, operations, requests, responses);
  }

  @Override
  public String toString() {
    return row(name, cell(operations), cell(requests), cell(responses));
  }
}
