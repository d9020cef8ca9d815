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
import io.castile.xml.XmlReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private final Map<String, Integer> ids = new HashMap<>();
  private final List<String> missing = new ArrayList<>();

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
    for (Service service : Descriptions.services(description)) {
      Binding binding = binding(service);
      if (binding != null) {
        binding.named().forEach((name, each) -> add(service.name().getLocalPart(), name, each));
      }
    }
    if (paths.isEmpty()) { // of a description whose ports are told elsewhere
      for (Binding binding : Descriptions.bindings(description)) {
        if (binding.protocol().isSoap()) {
          String service = binding.name().getLocalPart();
          binding.named().forEach((name, each) -> add(service, name, each));
        }
      }
    }
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("openapi", "3.1.0");
    document.put("info", info());
    document.put("paths", paths);
    Map<String, Object> components = new TreeMap<>(schemas.components());
    components.put(PROBLEM, problem());
    document.put("components", new LinkedHashMap<>(Map.of("schemas", components)));
    return document;
  }

  /** The binding of the first port of SOAP; ports of a service are the same operations. */
  private static @Nullable Binding binding(Service service) {
    return service.ports().stream()
        .map(Port::binding)
        .filter(binding -> binding.protocol().isSoap())
        .findFirst()
        .orElse(null);
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
      paths.put("/api/" + service + "/" + name, new LinkedHashMap<>(Map.of("post", post)));
    } catch (UnsupportedOperationException e) {
      missing.add(Objects.requireNonNullElse(e.getMessage(), name));
    }
  }

  private Map<String, Object> operation(
      String service, String name, BindingOperation bound, OperationValues values) {
    Map<String, Object> operation = new LinkedHashMap<>();
    int count = ids.merge(name, 1, Integer::sum);
    operation.put("operationId", count == 1 ? name : service + "_" + name);
    operation.put("tags", List.of(service));
    if (!bound.operation().documentation().isEmpty()) {
      operation.put("description", bound.operation().documentation());
    }
    Map<String, Object> content = content(schemas.request(values));
    Map<String, Object> example = example(values);
    if (example != null) {
      content.put("example", example);
    }
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("required", true);
    body.put("content", new LinkedHashMap<>(Map.of(JSON, content)));
    operation.put("requestBody", body);
    operation.put("responses", responses(bound, values));
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
    XmlReader in = new XmlReader().reset(template, 0, template.length);
    in.nextChild(null);
    return values.readRequestJson(in);
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
          details.put(element.getLocalPart(), schemas.element(values, element));
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
    problem.put("properties", new LinkedHashMap<>(Map.of("detail.entries", fault)));
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
