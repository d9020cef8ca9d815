package io.castile.interop.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.GatewayConfig;
import java.io.BufferedReader;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Services of other stacks, called by JSON through the gateway: no value becomes another one. */
@Tag("long")
final class JsonPeersTest {
  private static final Path NPM = Path.of("src/test/npm");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(names = {"CXF", "METRO"})
  void valuesComeAndGoAsTheyAre(LabServer stack) throws Exception {
    LabService service = new LabService();
    try (LabServer.Running server = stack.start(service);
        Gateway gateway = gateway(server.url())) {
      for (int step = 0; step < Batches.STEPS; step++) {
        String next = call(gateway, "next", "{\"step\": " + step + "}");
        JsonNode batch = MAPPER.readTree(next).path("return");
        String echoed = call(gateway, "echo", "{\"batch\": " + batch + "}");

        assertThat(MAPPER.readTree(echoed)).isEqualTo(MAPPER.readTree(next));
        assertThat(service.seen()).hasSize(step + 1);
        assertThat(service.seen().get(step)).isEqualTo(BatchText.of(Batches.at(step)));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"CXF", "METRO"})
  void aCachedOperationIsAskedOnce(LabServer stack) throws Exception {
    LabService service = new LabService();
    try (LabServer.Running server = stack.start(service);
        Gateway gateway = gateway(server.url())) {
      gateway.policy(CachePolicy.parse("test", "rules: [{operation: echo, cache: true, ttl: 1h}]"));
      String batch = MAPPER.readTree(call(gateway, "next", "{\"step\": 1}")).path("return") + "}";

      String first = call(gateway, "echo", "{\"batch\": " + batch);
      String second = call(gateway, "echo", "{ \"batch\" : " + batch);

      assertThat(second).isEqualTo(first);
      assertThat(service.seen()).hasSize(1);
    }
  }

  /** In Python: a service that makes its own WSDL, and reads and writes each value by its type. */
  private static Process spyne() throws Exception {
    Path python = Programs.module().resolve("target/zeep/bin/python");
    assumeTrue(
        Files.isExecutable(python),
        "spyne is absent (python3 -m venv target/zeep && "
            + "target/zeep/bin/pip install -r src/test/python/requirements.txt)");
    return Programs.program(
            Programs.module(), List.of(python.toString(), "src/test/python/stock.py"))
        .redirectError(ProcessBuilder.Redirect.DISCARD) // it would wait for a reader
        .start();
  }

  @Test
  void aGeneratedClientCallsAServiceOfSpyne() throws Exception {
    Process server = spyne();
    try (BufferedReader out = server.inputReader();
        Gateway gateway = gateway("http://localhost:" + out.readLine() + "/stock")) {
      JsonNode printed = MAPPER.readTree(runGenerated("stock", gateway, "pen"));

      assertThat(printed.path("name").asText()).isEqualTo("pen");
      assertThat(printed.path("tags")).isEqualTo(MAPPER.readTree("[\"a\", \"b\"]"));
      assertThat(printed.path("fault").path("detail").asText()).contains("there is no name");
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void aServiceOfSpyneIsCalledByJson() throws Exception {
    Process server = spyne();
    try (BufferedReader out = server.inputReader();
        Gateway gateway = gateway("http://localhost:" + out.readLine() + "/stock")) {
      String items =
          """
          {"items": {"Item": [
            {"name": "Å <&> 😀", "count": 12345678901234567890, "price": 1.10,
             "weight": 0.1, "isSold": true, "day": "2026-02-28", "seen": "2026-02-28T23:59:59.5Z",
             "picture": "AAEC/w==", "tags": {"string": ["a", "b"]}},
            {"name": null, "count": -1, "isSold": false}]}}""";

      JsonNode echoed = MAPPER.readTree(call(gateway, "Stock", "echo", items));
      HttpResponse<String> fault = post(gateway, "Stock", "find", "{\"name\": \"\"}");

      JsonNode sent = MAPPER.readTree(items).at("/items/Item");
      JsonNode read = echoed.at("/echoResult/Item");
      assertThat(read).hasSize(2);
      for (String same : List.of("name", "weight", "isSold", "day", "picture", "tags")) {
        assertThat(read.get(0).get(same)).as(same).isEqualTo(sent.get(0).get(same));
      }
      assertThat(read.get(0).get("count").asText()).isEqualTo("12345678901234567890");
      assertThat(new BigDecimal(read.get(0).get("price").asText())).isEqualByComparingTo("1.1");
      assertThat(OffsetDateTime.parse(read.get(0).get("seen").asText()))
          .isEqualTo(OffsetDateTime.parse("2026-02-28T23:59:59.5Z"));
      assertThat(read.get(1).get("count").asText()).isEqualTo("-1");
      assertThat(MAPPER.readTree(fault.body()).path("detail").asText())
          .contains("there is no name");
    } finally {
      server.destroyForcibly();
    }
  }

  /** In TypeScript, whose compiler refuses arguments that the document does not have. */
  @ParameterizedTest
  @EnumSource(names = {"CXF", "METRO"})
  void aClientThatIsGeneratedFromTheDocumentCallsIt(LabServer stack) throws Exception {
    LabService service = new LabService();
    try (LabServer.Running server = stack.start(service);
        Gateway gateway = gateway(server.url())) {
      JsonNode printed = MAPPER.readTree(runGenerated("generated", gateway, "3"));

      assertThat(printed.path("echoed")).isEqualTo(printed.path("next"));
      assertThat(service.seen()).containsExactly(BatchText.of(Batches.at(3)));
      assertThat(printed.path("wrong").path("detail").asText()).contains("steps");
    }
  }

  /** Generates the client of a gateway's document, compiles a program with it, and runs that. */
  private String runGenerated(String program, Gateway gateway, String argument) throws Exception {
    assumeTrue(
        Files.isDirectory(NPM.resolve("node_modules/openapi-typescript")),
        "openapi-typescript is absent (Node.js, then in interop: npm install --prefix src/test/npm)");
    String address = "http://127.0.0.1:" + gateway.port() + "/api";
    Files.createSymbolicLink(
        folder.resolve("node_modules"), NPM.resolve("node_modules").toAbsolutePath());
    Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
    Files.copy(NPM.resolve(program + ".ts"), folder.resolve(program + ".ts"));
    run("node_modules/openapi-typescript/bin/cli.js", address + "/openapi.json", "-o", "types.ts");
    run(
        "node_modules/typescript/bin/tsc",
        "--strict",
        "--target",
        "es2022",
        "--module",
        "nodenext",
        "--skipLibCheck",
        program + ".ts");
    return run(program + ".js", address, argument);
  }

  private String run(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("node"));
    command.addAll(List.of(arguments));
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    boolean ended = process.waitFor(120, TimeUnit.SECONDS);
    process.destroy();
    String text = Files.readString(out);
    assertThat(ended).as("%s came to an end: %s", command, text).isTrue();
    assertThat(process.exitValue()).as("%s: %s", command, text).isZero();
    return text;
  }

  private Gateway gateway(String url) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("gateway.yaml"),
            "listen: 127.0.0.1:0\nroutes: [{path: /lab, origin: '" + url + "', json: /api}]\n");
    return Gateway.start(GatewayConfig.load(file));
  }

  private static String call(Gateway gateway, String operation, String content) throws Exception {
    return call(gateway, "LabService", operation, content);
  }

  private static HttpResponse<String> post(
      Gateway gateway, String service, String operation, String content) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:" + gateway.port() + "/api/" + service + "/" + operation))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(content))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  private static String call(Gateway gateway, String service, String operation, String content)
      throws Exception {
    HttpResponse<String> response = post(gateway, service, operation, content);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }
}
