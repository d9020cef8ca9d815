package io.castile.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.value.OperationValues;
import io.castile.xml.XmlReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.w3c.dom.Node;
import org.xmlunit.builder.DiffBuilder;
import org.xmlunit.diff.Comparison;
import org.xmlunit.diff.ComparisonResult;
import org.xmlunit.diff.ComparisonType;
import org.xmlunit.diff.Diff;

/** Messages of a description, from XML to the text of JSON and back. */
final class JsonMessages {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private JsonMessages() {}

  /** Returns all operations of bindings of SOAP, by the names of binding and operation. */
  static Map<String, OperationValues> operations(Description description) {
    Map<String, OperationValues> operations = new LinkedHashMap<>();
    for (Binding binding : Descriptions.bindings(description)) {
      if (binding.protocol().isSoap()) {
        for (Map.Entry<String, BindingOperation> each : binding.named().entrySet()) {
          operations.put(
              binding.name().getLocalPart() + " " + each.getKey(),
              Descriptions.values(description, each.getValue()));
        }
      }
    }
    return operations;
  }

  static OperationValues operation(Description description, String name) {
    Binding binding = Descriptions.bindings(description).get(0);
    return Descriptions.values(description, binding.named().get(name));
  }

  /** Returns the JSON of the body of a request. */
  static String json(OperationValues operation, String xml) {
    byte[] bytes = xml.getBytes(UTF_8);
    XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
    in.nextChild(null);
    try {
      return MAPPER.writeValueAsString(operation.readRequestJson(in));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the body of a request of JSON. */
  static String xml(OperationValues operation, String json) {
    try {
      Map<String, Object> values = MAPPER.readValue(json, new TypeReference<>() {});
      return new String(operation.requestOfJson(values), UTF_8);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Compares two documents by another implementation: prefixes do not count, in names that are
   * texts neither.
   */
  static Diff difference(String expected, String found) {
    return DiffBuilder.compare(expected)
        .withTest(found)
        .ignoreComments()
        .ignoreWhitespace()
        .withDifferenceEvaluator(JsonMessages::named)
        .checkForSimilar()
        .build();
  }

  private static ComparisonResult named(Comparison comparison, ComparisonResult result) {
    if (result == ComparisonResult.EQUAL
        || comparison.getType() == ComparisonType.NAMESPACE_PREFIX) {
      return ComparisonResult.EQUAL;
    }
    Node one = comparison.getControlDetails().getTarget();
    Node other = comparison.getTestDetails().getTarget();
    boolean isText =
        comparison.getType() == ComparisonType.TEXT_VALUE
            || comparison.getType() == ComparisonType.ATTR_VALUE;
    return isText && name(one) != null && Objects.equals(name(one), name(other))
        ? ComparisonResult.EQUAL
        : result;
  }

  /** The names in a text with the namespaces of their prefixes; null where one has none. */
  private static String name(Node node) {
    StringBuilder names = new StringBuilder();
    for (String each : node.getNodeValue().strip().split("\\s+")) {
      int colon = each.indexOf(':');
      String namespace = node.lookupNamespaceURI(colon < 0 ? null : each.substring(0, colon));
      if (colon >= 0 && namespace == null) {
        return null;
      }
      names.append('{').append(namespace).append('}');
      names.append(each.substring(colon + 1)).append(' ');
    }
    return names.toString();
  }
}
