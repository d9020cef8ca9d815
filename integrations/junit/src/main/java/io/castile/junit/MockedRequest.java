package io.castile.junit;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A request that a {@link MockedService} has received. Immutable and thread-safe.
 *
 * @param operation the name of its operation; empty where the mock does not know it
 * @param json its values in the {@linkplain MockedOperation#json form of JSON}; empty where it has
 *     none, as an encoded request, or does not follow the description
 * @param envelope its text, read as UTF-8
 * @param path of its target, with the query
 * @param fields the fields of its header by their names, whose case does not count
 * @param unexpected why the mock refused it; empty where it did not
 */
public record MockedRequest(
    String operation,
    String json,
    String envelope,
    String path,
    Map<String, List<String>> fields,
    String unexpected) {
  /** Makes a request, with a copy of the fields. */
  public MockedRequest {
    Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    fields.forEach((name, values) -> copy.put(name, List.copyOf(values)));
    fields = Collections.unmodifiableMap(copy);
  }

  /** Returns the first value of a field of the header; empty where there is none. */
  public String field(String name) {
    List<String> values = fields.getOrDefault(name, List.of());
    return values.isEmpty() ? "" : values.get(0);
  }

  /** Whether the mock had a response other than a fault that refuses the request. */
  public boolean isExpected() {
    return unexpected.isEmpty();
  }

  MockedRequest refused(String why) {
    return new MockedRequest(operation, json, envelope, path, fields, why);
  }
}
