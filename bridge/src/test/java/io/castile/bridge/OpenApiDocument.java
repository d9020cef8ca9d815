package io.castile.bridge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.castile.wsdl.Description;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A document of OpenAPI as others see it: a parser of OpenAPI, and a validator of JSON Schema. */
final class OpenApiDocument {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String ADDRESS = "https://castile.test/openapi.json";

  /** Schemas that lead to each other in a long row are looked at when a value needs them. */
  private static final SchemaValidatorsConfig ON_DEMAND =
      SchemaValidatorsConfig.builder().preloadJsonSchema(false).build();

  private final JsonNode tree;
  private final JsonSchemaFactory schemas;

  OpenApiDocument(Description description) {
    tree = MAPPER.valueToTree(OpenApi.of(description));
    String text = tree.toString();
    schemas =
        JsonSchemaFactory.getInstance(
            VersionFlag.V202012,
            builder -> builder.schemaLoaders(loaders -> loaders.schemas(Map.of(ADDRESS, text))));
  }

  JsonNode tree() {
    return tree;
  }

  /** Returns what the parser of Swagger has to say against the document. */
  List<String> messages() {
    SwaggerParseResult result =
        new OpenAPIV3Parser().readContents(tree.toString(), null, new ParseOptions());
    return result.getMessages();
  }

  /** Returns the example of each request. */
  Map<String, JsonNode> examples() {
    Map<String, JsonNode> examples = new LinkedHashMap<>();
    tree.get("paths")
        .properties()
        .forEach(
            path -> {
              JsonNode example =
                  path.getValue().at("/post/requestBody/content/application~1json/example");
              if (!example.isMissingNode()) {
                examples.put(path.getKey(), example);
              }
            });
    return examples;
  }

  /** Returns what is wrong with the content of a request, by the schema of the document. */
  Set<ValidationMessage> invalid(String path, JsonNode content) {
    String escaped = path.replace("~", "~0").replace("/", "~1");
    String pointer = "#/paths/" + escaped + "/post/requestBody/content/application~1json/schema";
    JsonSchema schema = schemas.getSchema(SchemaLocation.of(ADDRESS + pointer), ON_DEMAND);
    return schema.validate(content);
  }

  Set<ValidationMessage> invalid(String path, String content) {
    try {
      return invalid(path, MAPPER.readTree(content));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
