package io.castile.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.Port;
import io.castile.wsdl.model.internal.Service;
import io.castile.wsdl.value.JsonSchemas;
import io.castile.wsdl.value.OperationValues;
import io.castile.xml.XmlException;
import io.castile.xml.XmlReader;
import java.net.URLEncoder;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a description as a document of OpenAPI 3.1: maps, lists and simple values, for
 * a writer of JSON. Each operation is a POST of {@code /api/SERVICE/OPERATION} whose content and
 * response are JSON objects.
 */
public final class OpenApi {
  private static final String JSON = "application/json";

  /** RFC 9457. */
  private static final String PROBLEM_JSON = "application/problem+json";

  private static final String PROBLEM = "Problem";

  private final Description description;
  private final JsonSchemas.Builder schemas = new JsonSchemas.Builder();
  private final Map<String, Object> paths = new TreeMap<>();
  private final Set<String> segments = new HashSet<>();
  private final Set<String> ids = new HashSet<>();
  private final Set<String> missing = new LinkedHashSet<>();

  private OpenApi(Description description) {
    this.description = description;
  }

  /**
   * Returns the document of all operations of SOAP that have a form in JSON; its description names
   * the others, and says why.
   */
  public static Map<String, Object> of(Description description) {
    return new OpenApi(description).document();
  }

  private Map<String, Object> document() {
    schemas.add(PROBLEM, problem());
    boolean hasPorts = false;
    for (Service service : Descriptions.services(description)) {
      hasPorts |= add(service);
    }
    if (!hasPorts) { // of a description whose ports are told elsewhere
      for (Binding binding : Descriptions.bindings(description)) {
        if (binding.protocol().isSoap()) {
          add(free(binding.name().getLocalPart(), segments), binding);
        }
      }
    }
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("openapi", "3.1.0");
    document.put("info", info());
    document.put("paths", paths);
    document.put("components", new LinkedHashMap<>(Map.of("schemas", schemas.components())));
    return document;
  }

  /**
   * Adds the operations of a service, once for each port type: ports of one port type are the same
   * service at several addresses (WSDL 1.1 §2.6).
   *
   * @return whether the service has a port of SOAP
   */
  private boolean add(Service service) {
    Set<QName> portTypes = new HashSet<>();
    for (Port port : service.ports()) {
      Binding binding = port.binding();
      if (binding.protocol().isSoap() && portTypes.add(binding.portType().name())) {
        String name = service.name().getLocalPart();
        add(free(portTypes.size() == 1 ? name : name + "." + port.name(), segments), binding);
      }
    }
    return !portTypes.isEmpty();
  }

  private void add(String segment, Binding binding) {
    binding.named().forEach((name, each) -> add(segment, name, each));
  }

  /** Returns a name that is in none of the used ones, and notes it there. */
  private static String free(String wanted, Set<String> used) {
    String free = wanted;
    for (int i = 2; !used.add(free); i++) {
      free = wanted + "_" + i;
    }
    return free;
  }

  /** A segment of a path (RFC 3986 §3.3). */
  private static String encoded(String segment) {
    return URLEncoder.encode(segment, UTF_8).replace("+", "%20");
  }

  private Map<String, Object> info() {
    Map<String, Object> info = new LinkedHashMap<>();
    List<Service> services = Descriptions.services(description);
    info.put(
        "title",
        services.isEmpty() ? description.targetNamespace() : services.get(0).name().getLocalPart());
    info.put("version", "1");
    StringBuilder text = new StringBuilder(description.documentation());
    for (String each : missing) {
      text.append(text.isEmpty() ? "" : "\n\n").append("Not available: ").append(each);
    }
    if (!text.isEmpty()) {
      info.put("description", text.toString());
    }
    return info;
  }

  private void add(String service, String name, BindingOperation bound) {
    OperationValues values = Descriptions.values(description, bound);
    try {
      Map<String, Object> post = operation(service, name, bound, values);
      paths.put(
          "/api/" + encoded(service) + "/" + encoded(name),
          new LinkedHashMap<>(Map.of("post", post)));
    } catch (UnsupportedOperationException e) {
      missing.add(Objects.requireNonNullElse(e.getMessage(), name));
    }
  }

  private Map<String, Object> operation(
      String service, String name, BindingOperation bound, OperationValues values) {
    Map<String, Object> content = content(schemas.request(values));
    Map<String, Object> responses = responses(bound, values);
    Map<String, Object> operation = new LinkedHashMap<>(); // of which all has a form in JSON
    operation.put("operationId", ids.add(name) ? name : free(service + "_" + name, ids));
    operation.put("tags", List.of(service));
    if (!bound.operation().documentation().isEmpty()) {
      operation.put("description", bound.operation().documentation());
    }
    Map<String, Object> example = example(values);
    if (example != null) {
      content.put("example", example);
    }
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("required", true);
    body.put("content", new LinkedHashMap<>(Map.of(JSON, content)));
    operation.put("requestBody", body);
    operation.put("responses", responses);
    return operation;
  }

  private static Map<String, Object> content(Map<String, Object> schema) {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("schema", schema);
    return content;
  }

  /** The example of a request that people get as XML, in JSON; null if it cannot be read. */
  private static @Nullable Map<String, Object> example(OperationValues values) {
    byte[] template = values.template().getBytes(UTF_8);
    if (template.length == 0) {
      return Map.of();
    }
    try {
      XmlReader in = new XmlReader().reset(template, 0, template.length);
      in.nextChild(null);
      return values.readRequestJson(in);
    } catch (XmlException e) { // where the schema allows no value that can be made up
      return null;
    }
  }

  private Map<String, Object> responses(BindingOperation bound, OperationValues values) {
    Map<String, Object> responses = new TreeMap<>();
    Map<String, Object> success = new LinkedHashMap<>();
    if (bound.operation().isOneWay()) {
      success.put("description", "The request has been taken.");
      responses.put("202", success);
    } else {
      success.put("description", "The response of the service.");
      success.put("content", new LinkedHashMap<>(Map.of(JSON, content(schemas.response(values)))));
      responses.put("200", success);
    }
    Map<String, Object> failure = new LinkedHashMap<>();
    failure.put(
        "description", "A fault of the service, or a request that is not one of the schema.");
    failure.put(
        "content", new LinkedHashMap<>(Map.of(PROBLEM_JSON, content(problem(bound, values)))));
    responses.put("default", failure);
    return responses;
  }

  /** A problem, with the details of the faults that the operation declares. */
  private Map<String, Object> problem(BindingOperation bound, OperationValues values) {
    Map<String, Object> reference = new LinkedHashMap<>();
    reference.put("$ref", "#/components/schemas/" + PROBLEM);
    Map<String, Object> details = new LinkedHashMap<>();
    for (OperationMessage fault : bound.operation().faults()) {
      for (Part part : fault.message().parts()) {
        QName element = part.element();
        if (element != null) {
          String local = element.getLocalPart();
          String key = details.containsKey(local) ? element.toString() : local;
          details.put(key, schemas.element(values, element));
        }
      }
    }
    if (details.isEmpty()) {
      return reference;
    }
    Map<String, Object> fault = new LinkedHashMap<>();
    fault.put("type", "object");
    fault.put("properties", details);
    Map<String, Object> problem = new LinkedHashMap<>();
    problem.put("allOf", List.of(reference));
    problem.put("properties", new LinkedHashMap<>(Map.of("fault", fault)));
    return problem;
  }

  /** The members of a problem (RFC 9457 §3.1), and the code of a fault. */
  private static Map<String, Object> problem() {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (String each : List.of("type", "title", "detail", "instance", "code", "pointer")) {
      properties.put(each, new LinkedHashMap<>(Map.of("type", "string")));
    }
    properties.put("status", new LinkedHashMap<>(Map.of("type", "integer")));
    Map<String, Object> problem = new LinkedHashMap<>();
    problem.put("type", "object");
    problem.put("properties", properties);
    return problem;
  }
}
