package io.castile.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.Service;
import io.castile.wsdl.value.BoundParts;
import io.castile.wsdl.value.JsonSchemas;
import io.castile.wsdl.value.OperationValues;
import io.castile.xml.XmlException;
import io.castile.xml.XmlReader;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a description as a document of OpenAPI 3.1: maps, lists and simple values, for
 * a writer of JSON. Each operation is a POST of {@code SERVICE/OPERATION} whose content and
 * response are JSON objects.
 */
public final class OpenApi {
  private static final String JSON = "application/json";

  /** RFC 9457. */
  private static final String PROBLEM_JSON = "application/problem+json";

  private static final String PROBLEM = "Problem";

  private final JsonService service;
  private final Description description;
  private final String prefix;
  private final @Nullable String server; // null where no address is known
  private final Predicate<JsonOperation> isSafe;
  private final JsonSchemas.Builder schemas = new JsonSchemas.Builder();
  private final Map<String, Object> paths = new TreeMap<>();
  private final Set<String> ids = new HashSet<>();
  private final Set<String> missing = new LinkedHashSet<>();

  private OpenApi(
      JsonService service,
      String prefix,
      @Nullable String server,
      Predicate<JsonOperation> isSafe) {
    this.service = service;
    this.description = service.description();
    this.prefix = prefix;
    this.server = server;
    this.isSafe = isSafe;
  }

  /**
   * Returns the document of all operations of SOAP that have a form in JSON; its description names
   * the others, and says why. The operations stand under {@code /api}.
   */
  public static Map<String, Object> of(Description description) {
    return new OpenApi(JsonService.of(description), "/api", null, operation -> false).document();
  }

  /**
   * Returns the document of a service that is served, as {@link #of(Description)} does.
   *
   * @param server the address under which the segments of the operations stand, without a slash at
   *     its end; may be relative to that of the document
   * @param isSafe whether an operation can be called by GET, too
   */
  public static Map<String, Object> of(
      JsonService service, String server, Predicate<JsonOperation> isSafe) {
    return new OpenApi(service, "", server, isSafe).document();
  }

  private Map<String, Object> document() {
    schemas.add(PROBLEM, problem());
    service.operations().forEach(this::add);
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("openapi", "3.1.0");
    document.put("info", info());
    if (server != null) {
      document.put("servers", List.of(new LinkedHashMap<>(Map.of("url", server))));
    }
    document.put("paths", paths);
    document.put("components", new LinkedHashMap<>(Map.of("schemas", schemas.components())));
    return document;
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

  private void add(JsonOperation operation) {
    try {
      Map<String, Object> methods = new LinkedHashMap<>();
      Map<String, Object> post = described(operation);
      Map<String, Object> get = isSafe.test(operation) ? byGet(operation, post) : null;
      if (get != null) {
        methods.put("get", get);
      }
      methods.put("post", post);
      paths.put(
          prefix + "/" + encoded(operation.service()) + "/" + encoded(operation.name()), methods);
    } catch (UnsupportedOperationException e) {
      missing.add(Objects.requireNonNullElse(e.getMessage(), operation.name()));
    }
  }

  private Map<String, Object> described(JsonOperation of) {
    OperationValues values = of.values();
    Map<String, Object> content = content(schemas.request(values));
    Map<String, Object> responses = responses(of.bound(), values);
    Map<String, Object> operation = new LinkedHashMap<>(); // of which all has a form in JSON
    String name = of.name();
    operation.put(
        "operationId", ids.add(name) ? name : JsonService.free(of.service() + "_" + name, ids));
    operation.put("tags", List.of(of.service()));
    if (!of.bound().operation().documentation().isEmpty()) {
      operation.put("description", of.bound().operation().documentation());
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

  /**
   * The same operation by GET, whose arguments are parameters of the query; null where an argument
   * that has to be there is an object.
   */
  private @Nullable Map<String, Object> byGet(JsonOperation of, Map<String, Object> post) {
    Map<String, Object> schema = schemas.request(of.values());
    Object required = schema.getOrDefault("required", List.of());
    List<Object> parameters = new ArrayList<>();
    if (schema.get("properties") instanceof Map<?, ?> properties) {
      for (Map.Entry<?, ?> each : properties.entrySet()) {
        boolean isRequired = required instanceof List<?> names && names.contains(each.getKey());
        if (isText(each.getValue())) {
          Map<String, Object> parameter = new LinkedHashMap<>();
          parameter.put("name", each.getKey());
          parameter.put("in", "query");
          parameter.put("required", isRequired);
          parameter.put("schema", each.getValue());
          parameters.add(parameter);
        } else if (isRequired) {
          return null;
        }
      }
    }
    Map<String, Object> get = new LinkedHashMap<>(post);
    get.remove("requestBody");
    get.put("operationId", JsonService.free(post.get("operationId") + "_get", ids));
    get.put("parameters", parameters);
    return get;
  }

  /** Whether values of a schema are texts, numbers, true or false, or lists of these. */
  private static boolean isText(@Nullable Object schema) {
    if (!(schema instanceof Map<?, ?> map) || map.containsKey("$ref")) {
      return false;
    }
    if (map.get("anyOf") instanceof List<?> several) {
      return several.stream().allMatch(OpenApi::isText);
    }
    Object type = map.get("type");
    return "array".equals(type) ? isText(map.get("items")) : type != null && !"object".equals(type);
  }

  private static Map<String, Object> content(Map<String, Object> schema) {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("schema", schema);
    return content;
  }

  /** The example of a request that people get as XML, in JSON; null if it cannot be read. */
  private static @Nullable Map<String, Object> example(OperationValues values) {
    BoundParts attachments = values.request().attachments();
    byte[] template = values.template().getBytes(UTF_8);
    if (template.length == 0) {
      return attachments.withExamples(Map.of());
    }
    try {
      XmlReader in = new XmlReader().reset(template, 0, template.length);
      in.nextChild(null);
      return attachments.withExamples(values.readRequestJson(in));
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
        } else if (bound.isEncoded() && part.type() != null) {
          details.put(part.name(), schemas.encodedEntry(values, part.name(), part.type()));
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
