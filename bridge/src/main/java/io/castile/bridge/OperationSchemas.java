package io.castile.bridge;

import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.Port;
import io.castile.wsdl.value.JsonSchemas;
import io.castile.wsdl.value.OperationValues;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a description, each with schemas of its request and response that refer to
 * nothing outside of themselves: JSON Schema 2020-12, whose {@code $defs} have the types. Maps,
 * lists and simple values, for a writer of JSON.
 */
public final class OperationSchemas {
  private static final String REFERENCE = "$ref";
  private static final String COMPONENTS = "#/components/schemas/";
  private static final String DEFINITIONS = "#/$defs/";

  /**
   * An operation that has a form in JSON.
   *
   * @param service the name of its service, or of its binding where no service has it
   * @param port by which a client calls it
   * @param address of the port; empty where the description does not say it
   * @param portType the name of its port type
   * @param name by which a client calls it; unique in its port
   * @param operation its name in the description, which overloaded operations share
   * @param documentation empty for none
   * @param request the schema of the arguments, of type object
   * @param response the schema of the response, of type object; null for a one-way operation, and
   *     for a response that is no object
   */
  public record Described(
      QName service,
      String port,
      String address,
      QName portType,
      String name,
      String operation,
      String documentation,
      Map<String, Object> request,
      @Nullable Map<String, Object> response) {}

  private record Found(
      QName service,
      Port port,
      String name,
      BindingOperation bound,
      Map<String, Object> request,
      @Nullable Map<String, Object> response) {}

  private final Description description;
  private final JsonSchemas.Builder schemas = new JsonSchemas.Builder();
  private final List<Found> found = new ArrayList<>();
  private final List<Described> operations = new ArrayList<>();
  private final Set<String> missing = new TreeSet<>();
  private final Map<String, Object> definitions = new HashMap<>(); // of components, by their names
  private final Map<String, Set<String>> references = new HashMap<>(); // of components to others

  private OperationSchemas(Description description) {
    this.description = description;
  }

  /**
   * Returns the operations of SOAP that have a form in JSON. A service with several ports of one
   * port type is called by the first of them.
   *
   * @throws java.io.UncheckedIOException if schemas cannot be read
   */
  public static OperationSchemas of(Description description) {
    OperationSchemas all = new OperationSchemas(description);
    SoapEnd.of(description).forEach(end -> all.find(end.service(), end.port()));
    all.describe();
    return all;
  }

  /** Returns the operations, in the order of the description. */
  public List<Described> operations() {
    return operations;
  }

  /** Returns why others have no form in JSON: a sentence for each operation, which names it. */
  public Set<String> missing() {
    return missing;
  }

  /**
   * Returns the schema of a type that is in {@code $defs} of others, by its name; null for none.
   */
  public @Nullable Object definition(String name) {
    return definitions.get(name);
  }

  private void find(QName service, Port port) {
    port.binding()
        .named()
        .forEach(
            (name, bound) -> {
              OperationValues values = Descriptions.values(description, bound);
              try {
                Map<String, Object> request = schemas.request(values);
                Map<String, Object> response =
                    bound.operation().isOneWay() ? null : schemas.response(values);
                found.add(new Found(service, port, name, bound, request, response));
              } catch (UnsupportedOperationException e) {
                missing.add(Objects.requireNonNullElse(e.getMessage(), name));
              }
            });
  }

  private void describe() {
    schemas
        .components()
        .forEach(
            (name, schema) -> {
              Object local = local(schema);
              definitions.put(name, local);
              references.put(name, references(local));
            });
    for (Found each : found) {
      Map<String, Object> request = whole(each.request());
      String name = each.bound().operation().name();
      if (request == null) {
        missing.add("operation " + name + ": its request is no object");
        continue;
      }
      operations.add(
          new Described(
              each.service(),
              each.port().name(),
              each.port().address(),
              each.port().binding().portType().name(),
              each.name(),
              name,
              each.bound().operation().documentation(),
              request,
              each.response() == null ? null : whole(each.response())));
    }
  }

  /** Returns a schema of type object with all to which it refers; null if it is of another type. */
  private @Nullable Map<String, Object> whole(Map<String, Object> schema) {
    Object content = local(schema);
    Set<String> referred = references(content);
    while (content instanceof Map<?, ?> map
        && map.size() == 1
        && map.get(REFERENCE) instanceof String reference) {
      String name = reference.substring(DEFINITIONS.length());
      content = Objects.requireNonNull(definitions.get(name), name);
      referred = Objects.requireNonNull(references.get(name), name);
    }
    Map<String, Object> whole = new LinkedHashMap<>();
    whole.put("type", "object"); // which tools ask for at the top
    ((Map<?, ?>) content).forEach((key, value) -> whole.put(String.valueOf(key), value));
    if (!"object".equals(whole.get("type"))) {
      return null;
    }
    Map<String, Object> needed = new TreeMap<>();
    Deque<String> open = new ArrayDeque<>(referred);
    while (!open.isEmpty()) {
      String name = open.remove();
      if (needed.put(name, Objects.requireNonNull(definitions.get(name), name)) == null) {
        open.addAll(Objects.requireNonNull(references.get(name), name));
      }
    }
    if (!needed.isEmpty()) {
      whole.put("$defs", needed);
    }
    return whole;
  }

  /** Returns the names of the definitions in {@code $defs} to which a schema refers itself. */
  public static Set<String> references(Object schema) {
    Set<String> names = new TreeSet<>();
    collect(schema, names);
    return names;
  }

  private static void collect(Object schema, Set<String> names) {
    if (schema instanceof List<?> list) {
      list.forEach(each -> collect(each, names));
    } else if (schema instanceof Map<?, ?> map) {
      map.forEach(
          (key, value) -> {
            if (REFERENCE.equals(key)
                && value instanceof String reference
                && reference.startsWith(DEFINITIONS)) {
              names.add(reference.substring(DEFINITIONS.length()));
            } else {
              collect(value, names);
            }
          });
    }
  }

  /** Returns a schema with references to its own definitions. */
  private static Object local(Object schema) {
    if (schema instanceof List<?> list) {
      return list.stream().map(OperationSchemas::local).toList();
    }
    if (!(schema instanceof Map<?, ?> map)) {
      return schema;
    }
    Map<String, Object> local = new LinkedHashMap<>();
    map.forEach(
        (key, value) ->
            local.put(
                String.valueOf(key),
                REFERENCE.equals(key)
                        && value instanceof String reference
                        && reference.startsWith(COMPONENTS)
                    ? DEFINITIONS + reference.substring(COMPONENTS.length())
                    : local(value)));
    return local;
  }
}
