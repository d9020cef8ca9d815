package io.castile.cli;

import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.Port;
import io.castile.wsdl.model.internal.Service;
import io.castile.wsdl.outline.Field;
import io.castile.wsdl.outline.Outline;
import io.castile.wsdl.outline.Signature;
import io.castile.wsdl.outline.TypeOutline;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A description for machines. */
final class WsdlJson {
  private final Description description;
  private final Outline outline;

  WsdlJson(Description description) {
    this.description = description;
    this.outline = Descriptions.outline(description);
  }

  /**
   * Returns the one object.
   *
   * @param operation the only operation that is in it; null for all
   */
  Map<String, Object> all(@Nullable String operation, boolean types) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("location", description.location().toString());
    all.put("namespace", description.targetNamespace());
    all.put(
        "services", Descriptions.services(description).stream().map(WsdlJson::service).toList());
    all.put(
        "bindings",
        Descriptions.bindings(description).stream()
            .map(binding -> binding(binding, operation))
            .toList());
    if (types) {
      all.put("types", outline.types().stream().map(WsdlJson::type).toList());
    }
    all.put("problems", description.problems().stream().map(WsdlJson::problem).toList());
    return all;
  }

  private static Map<String, Object> service(Service service) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", service.name().getLocalPart());
    row.put("namespace", service.name().getNamespaceURI());
    row.put("documentation", service.documentation());
    row.put("ports", service.ports().stream().map(WsdlJson::port).toList());
    return row;
  }

  private static Map<String, Object> port(Port port) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", port.name());
    row.put("binding", port.binding().name().toString());
    row.put("address", port.address());
    return row;
  }

  private Map<String, Object> binding(Binding binding, @Nullable String operation) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", binding.name().toString());
    row.put("portType", binding.portType().name().toString());
    row.put("protocol", binding.protocol().toString());
    row.put("transport", binding.transport());
    row.put(
        "operations",
        binding.operations().stream()
            .filter(
                each ->
                    operation == null
                        || each.operation().name().equals(operation)
                        || each == binding.named().get(operation))
            .map(this::operation)
            .toList());
    return row;
  }

  private Map<String, Object> operation(BindingOperation bound) {
    Signature signature = outline.signature(bound);
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", signature.name());
    row.put("signature", signature.toString());
    row.put("documentation", bound.operation().documentation());
    row.put("style", bound.style().toString());
    row.put("use", bound.isEncoded() ? "encoded" : "literal");
    row.put("wrapped", signature.isWrapped());
    row.put("action", bound.action());
    row.put("oneWay", signature.isOneWay());
    row.put("headers", fields(signature.headers()));
    row.put("parameters", fields(signature.parameters()));
    row.put("results", fields(signature.results()));
    row.put("faults", fields(signature.faults()));
    return row;
  }

  private static List<Map<String, Object>> fields(List<Field> fields) {
    return fields.stream().map(WsdlJson::field).toList();
  }

  private static Map<String, Object> field(Field field) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", field.name());
    row.put("namespace", field.namespace());
    row.put("type", field.type());
    row.put("typeNamespace", field.typeNamespace());
    row.put("optional", field.isOptional());
    row.put("repeated", field.isRepeated());
    row.put("nillable", field.isNillable());
    if (!field.fields().isEmpty()) {
      row.put("fields", fields(field.fields()));
    }
    if (!field.values().isEmpty()) {
      row.put("values", field.values());
    }
    return row;
  }

  private static Map<String, Object> type(TypeOutline type) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", type.name());
    row.put("namespace", type.namespace());
    row.put("base", type.base());
    row.put("abstract", type.isAbstract());
    row.put("derived", type.derived());
    row.put("documentation", type.documentation());
    row.put("fields", fields(type.fields()));
    row.put("values", type.values());
    return row;
  }

  static Map<String, Object> problem(Problem problem) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("severity", problem.severity().name().toLowerCase(Locale.ROOT));
    row.put("document", problem.place().document().toString());
    row.put("line", problem.place().line());
    row.put("column", problem.place().column());
    row.put("message", problem.message());
    row.put("advice", problem.advice());
    return row;
  }
}
