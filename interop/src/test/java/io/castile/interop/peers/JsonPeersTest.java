package io.castile.interop.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.GatewayConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Services of other stacks, called by JSON through the gateway: no value becomes another one. */
@Tag("long")
final class JsonPeersTest {
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
      gateway.policy(
          CachePolicy.parse("test", "rules: [{operation: echo, cache: true, ttl: 1h}]"));
      String batch = MAPPER.readTree(call(gateway, "next", "{\"step\": 1}")).path("return") + "}";

      String first = call(gateway, "echo", "{\"batch\": " + batch);
      String second = call(gateway, "echo", "{ \"batch\" : " + batch);

      assertThat(second).isEqualTo(first);
      assertThat(service.seen()).hasSize(1);
    }
  }

  private Gateway gateway(String url) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("gateway.yaml"),
            "listen: 127.0.0.1:0\nroutes: [{path: /lab, origin: '" + url + "', json: /api}]\n");
    return Gateway.start(GatewayConfig.load(file));
  }

  private static String call(Gateway gateway, String operation, String content) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:" + gateway.port() + "/api/LabService/" + operation))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(content))
            .build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }
}
