package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static io.castile.gateway.Soap.recorded;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Operations that a description has under other names than their requests. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class DescribedOperationsTest {
  @TempDir private Path folder;

  private final PrintStream before = System.err;
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private TestOrigin origin;
  private Gateway gateway;

  @BeforeEach
  void start() throws Exception {
    System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
    describe("question");
    origin = new TestOrigin(request -> Answer.soap(answer("yes")));
    String yaml =
        """
        listen: 127.0.0.1:0
        admin: {listen: '127.0.0.1:0'}
        accessLog: {file: access.log, fields: [operation, wsdlOperation]}
        routes: [{path: /service, origin: '%s', wsdl: ask.wsdl}]
        """
            .formatted(origin.uri("/service"));
    GatewaySettings config =
        GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), folder);
    gateway = Gateway.start(config, 1);
  }

  @AfterEach
  void stop() {
    gateway.close();
    origin.close();
    System.setErr(before);
  }

  /** Writes a description whose operation has a name. */
  private void describe(String operation) throws Exception {
    try (InputStream in = DescribedOperationsTest.class.getResourceAsStream("ask.wsdl")) {
      String wsdl = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Files.writeString(
          folder.resolve("ask.wsdl"),
          wsdl.replace(
                  "<operation name=\"ask\"><input message",
                  "<operation name=\"ask\"><documentation>Answers. In words.</documentation>"
                      + "<input message")
              .replace("<operation name=\"ask\"", "<operation name=\"" + operation + "\""));
    }
  }

  private void awaitName(AdminClient client, String name) throws Exception {
    while (!client.get("/api/operations").json().at("/operations/0/name").asText().equals(name)) {
      TimeUnit.MILLISECONDS.sleep(50); // until the timeout of the test
    }
  }

  private void awaitLog(String text) throws Exception {
    while (!written.toString(StandardCharsets.UTF_8).contains(text)) {
      TimeUnit.MILLISECONDS.sleep(50); // until the timeout of the test
    }
  }

  @Test
  void operationsHaveTheNameOfTheDescriptionBesideThatOfTheirElement() throws Exception {
    post(gateway, question("a"));
    AdminClient client = new AdminClient(gateway);

    awaitName(client, "question");

    JsonNode operation = client.get("/api/operations").json().at("/operations/0");
    assertThat(operation.get("operation").asText()).isEqualTo("{urn:q}ask");
    assertThat(operation.get("documentation").asText()).isEqualTo("Answers.");
    assertThat(client.get("/metrics").text().lines())
        .contains(
            "castile_gateway_operation_names{name=\"question\",operation=\"{urn:q}ask\","
                + "route=\"/service\"} 1.0");
    recorded(gateway, 1);
    JsonNode advice = client.get("/api/advice").json();
    assertThat(advice.at("/operations/0/name").asText()).isEqualTo("question");
    assertThat(advice.at("/operations/0/signature").asText())
        .startsWith("question(ask: {text: string, count?: int, tag[]?: string}): ");
    assertThat(advice.get("yaml").asText())
        .contains("  # question(ask: {text: string, ", "  # \"Answers.\"\n");

    describe("inquire");
    awaitName(client, "inquire");
    post(gateway, question("b"));
    gateway.close();
    assertThat(Files.readAllLines(folder.resolve("access.log")))
        .last()
        .isEqualTo("{\"operation\":\"{urn:q}ask\",\"wsdlOperation\":\"inquire\"}");
  }

  @Test
  void anOperationThatTheDescriptionLacksHasNoOtherName() throws Exception {
    AdminClient client = new AdminClient(gateway);
    post(gateway, question("a"));
    awaitName(client, "question");

    post(gateway, question("a").replace("q:ask", "q:zoom"));

    JsonNode operation = client.get("/api/operations").json().at("/operations/1");
    assertThat(operation.get("operation").asText()).isEqualTo("{urn:q}zoom");
    assertThat(operation.get("name").isNull()).isTrue();
    assertThat(operation.get("documentation").isNull()).isTrue();
    assertThat(client.get("/metrics").text().lines())
        .filteredOn(line -> line.startsWith("castile_gateway_operation_names{"))
        .hasSize(1);
    gateway.close();
    assertThat(Files.readAllLines(folder.resolve("access.log")))
        .last()
        .isEqualTo("{\"operation\":\"{urn:q}zoom\"}");
  }

  @Test
  void namesThatTheDescriptionLacksAreLoggedOnceForEachPolicyAndDescription() throws Exception {
    String rules = "rules: [{operation: question, cache: true, ttl: 1h}]";
    gateway.policy(CachePolicy.parse("one.yaml", rules));
    String problem = "operation 'question' fits nothing, did you mean 'ask'?; there are: ask, tell";
    awaitLog("one.yaml:1:10: " + problem);

    gateway.policy(CachePolicy.parse("two.yaml", rules));
    awaitLog("two.yaml:1:10: " + problem);

    describe("inquire");
    awaitLog("two.yaml:1:10: operation 'question' fits nothing; there are: ask, tell");
    assertThat(written.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("one.yaml:1:10: ")
        .containsOnlyOnce("two.yaml:1:10: " + problem);
    assertThat(post(gateway, question("a")).statusCode()).isEqualTo(200);
  }
}
