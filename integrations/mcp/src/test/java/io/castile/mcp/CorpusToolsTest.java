package io.castile.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaId;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.castile.cache.policy.CacheRule.NamePattern;
import io.castile.dynamic.DynamicClient;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Real descriptions: the schemas of their tools are schemas, and lead to nothing outside. */
@Tag("long")
final class CorpusToolsTest {
  private static final Path CORPUS = Path.of("../../../shared/corpus");

  /** The bound, and as much again for what the top and the names of types may need. */
  private static final int MAX_SCHEMA = 2 * BoundedSchema.MAX_BYTES;

  private static final Pattern HIDDEN =
      Pattern.compile("Not shown: the tool (\\w+) has the type ([^ \"]+)\\.\"");

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final JsonSchemaFactory SCHEMAS =
      JsonSchemaFactory.getInstance(VersionFlag.V202012);
  private static final JsonSchema SCHEMA_OF_SCHEMAS =
      SCHEMAS.getSchema(SchemaLocation.of(SchemaId.V202012));

  @TestFactory
  Stream<DynamicTest> toolsHaveSchemasThatAreValid() throws IOException {
    assumeTrue(Files.isDirectory(CORPUS), "no ../shared/corpus beside the repository");
    try (Stream<Path> files = Files.walk(CORPUS, 3)) {
      List<Path> found = files.filter(file -> file.toString().endsWith(".wsdl")).sorted().toList();
      assertThat(found).hasSizeGreaterThan(40);
      return found.stream()
          .map(
              file ->
                  DynamicTest.dynamicTest(CORPUS.relativize(file).toString(), () -> tools(file)));
    }
  }

  private static void tools(Path file) throws Exception {
    Description description = WsdlReader.create().read(file.toUri());
    ToolServer server;
    try {
      server =
          ToolServer.of(description)
              .allow(List.of(new NamePattern("*")))
              .build(
                  called ->
                      DynamicClient.of(description)
                          .port(called.service(), called.name())
                          .json()
                          .endpoint("http://service.invalid/")
                          .build());
    } catch (IllegalArgumentException e) { // of services whose messages have no form in JSON
      assertThat(e.getMessage()).containsAnyOf("form in JSON", "found *");
      return;
    }
    try (server) {
      JsonNode tools = answer(server, "tools/list", "{}").get("tools");
      assertThat(tools).hasSizeGreaterThan(1);
      Set<String> names = new HashSet<>();
      for (JsonNode tool : tools) {
        String name = tool.path("name").asText();
        assertThat(name).matches("[A-Za-z0-9_-]{1,64}");
        assertThat(names.add(name)).as(name).isTrue();
        check(name, tool.get("inputSchema"));
        assertThat(tool.get("inputSchema").toString().length()).as(name).isLessThan(MAX_SCHEMA);
        describe(server, tool.get("inputSchema"));
        if (tool.has("outputSchema")) {
          check(name, tool.get("outputSchema"));
        }
      }
    }
  }

  private static JsonNode answer(ToolServer server, String method, String params) throws Exception {
    String request =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}".formatted(method, params);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    server.serve(new ByteArrayInputStream(request.getBytes(StandardCharsets.UTF_8)), out);
    return MAPPER.readTree(out.toByteArray()).get("result");
  }

  /** A type that a schema does not show is had from the tool that it names. */
  private static void describe(ToolServer server, JsonNode schema) throws Exception {
    Matcher hidden = HIDDEN.matcher(schema.toString());
    if (hidden.find()) {
      JsonNode result =
          answer(
              server,
              "tools/call",
              "{\"name\":\"%s\",\"arguments\":{\"type\":\"%s\"}}"
                  .formatted(hidden.group(1), hidden.group(2)));
      assertThat(result.path("isError").asBoolean()).isFalse();
      assertThat(result.at("/content/0/text").asText()).startsWith("{");
    }
  }

  private static void check(String name, JsonNode schema) {
    assertThat(schema.path("type").asText()).as(name).isEqualTo("object");
    assertThat(SCHEMA_OF_SCHEMAS.validate(schema)).as(name).isEmpty();
    schema
        .findValuesAsText("$ref")
        .forEach(
            reference -> {
              assertThat(reference).as(name).startsWith("#/$defs/");
              assertThat(schema.at(reference.substring(1)).isMissingNode())
                  .as("%s: %s", name, reference)
                  .isFalse();
            });
  }
}
