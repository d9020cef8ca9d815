package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.castile.Castile;
import io.castile.SoapServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The command, called by the official inspector, which uses the protocol's SDK for TypeScript: it
 * holds structured content to the schema of the tool, and judges the schemas.
 */
@Tag("long")
final class McpInspectorTest {
  private static final Path INSPECTOR =
      Path.of("src/test/npm/node_modules/.bin/mcp-inspector").toAbsolutePath();
  private static final Path CORPUS = Path.of("../../shared/corpus").toAbsolutePath();

  @TempDir private Path folder;

  @BeforeAll
  static void findInspector() {
    assumeTrue(
        Files.isExecutable(INSPECTOR),
        "the inspector is absent (Node.js, then in cli: npm install --prefix src/test/npm)");
  }

  /** What the inspector prints, which succeeds. */
  private JsonNode inspect(List<String> target, String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of(INSPECTOR.toString(), "--cli"));
    words.addAll(List.of(options));
    words.addAll(target);
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(words).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("MCP_CATALOG_PATH", folder.resolve("catalog.json").toString());
    int status = builder.start().waitFor();
    assertThat(status).as(() -> text(out) + text(err)).isZero();
    return new ObjectMapper().readTree(out.toFile());
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private void callsATool(List<String> target) throws Exception {
    JsonNode tools = inspect(target, "--method", "tools/list", "--strict");
    JsonNode called =
        inspect( // whose target follows an option of one value: arguments may be many
            target,
            "--tool-name",
            "getZoneName",
            "--tool-arg",
            "code=CET",
            "--method",
            "tools/call");

    assertThat(tools.get("tools").findValuesAsText("name")).contains("getZoneName", "continue");
    assertThat(called.get("structuredContent")).hasToString("{\"name\":\"zone CET\"}");
  }

  @Test
  void theInspectorCallsAToolOverStandardInputAndOutput() throws Exception {
    try (SoapServer service = service()) {
      callsATool(McpCommandTest.commandFor(service.url("/zones") + "?wsdl"));
    }
  }

  @Test
  void theInspectorCallsAToolByHttp() throws Exception {
    try (SoapServer service = service()) {
      Process process =
          new ProcessBuilder(
                  McpCommandTest.commandFor(
                      service.url("/zones") + "?wsdl", "--listen", "127.0.0.1:0"))
              .start();
      try (BufferedReader err =
          new BufferedReader(
              new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
        callsATool(List.of(McpCommandTest.address(err)));
      } finally {
        process.destroy();
        process.waitFor();
      }
    }
  }

  /** No host refuses a tool for its schema. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "netsuite/netsuite.wsdl",
        "paypal/PayPalSvc.wsdl",
        "ups-ship/Ship.wsdl",
      })
  void theInspectorFindsNoErrorInSchemas(String wsdl) throws Exception {
    assumeTrue(Files.isDirectory(CORPUS), "../shared/corpus is absent");

    JsonNode tools =
        inspect(
            McpCommandTest.commandFor(CORPUS.resolve(wsdl).toString(), "--allow", "*"),
            "--method",
            "tools/list",
            "--strict");

    assertThat(tools.get("tools").size()).isGreaterThan(1);
  }

  private static SoapServer service() {
    return Castile.server().port(0).publish("/zones", new McpCommandTest.Zones()).start();
  }
}
