package io.castile.gateway;

import static io.castile.gateway.Soap.ANY_PORT;
import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.envelope;
import static io.castile.gateway.Soap.postTo;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.DescribedRoute;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.OriginTls;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.config.Validation;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests and responses that are kept as files. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class RecordTest {
  @TempDir private Path folder;

  private Gateway gateway(TestOrigin origin, @Nullable String wsdl) throws Exception {
    RouteConfig route =
        new RouteConfig(
                "/service",
                null,
                List.of(origin.uri("/service")),
                "",
                false,
                OriginTls.DEFAULT,
                false,
                null)
            .withDescribed(
                new DescribedRoute(wsdl, null, Validation.NONE, folder.resolve("pairs")));
    return Gateway.start(GatewaySettings.of(ANY_PORT, origin.uri()).withRoutes(List.of(route)), 2);
  }

  /** The files by their names, the digests left out. */
  private Map<String, List<String>> recorded() throws Exception {
    Map<String, List<String>> recorded = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder.resolve("pairs"))) {
      for (Path each : files.sorted().toList()) {
        String name = each.getFileName().toString().replaceFirst("\\.\\p{XDigit}{16}\\.", ".*.");
        recorded.computeIfAbsent(name, added -> new ArrayList<>()).add(Files.readString(each));
      }
    }
    return recorded;
  }

  @Test
  void eachRequestIsKeptOnceWithItsResponse() throws Exception {
    try (TestOrigin origin =
            new TestOrigin(
                request -> Answer.soap(answer(request.text().contains("x<") ? "1" : "2")));
        Gateway gateway = gateway(origin, null)) {
      for (String each : List.of("x", "y", "x")) {
        HttpResponse<String> response = postTo(gateway, "/service", question(each));
        assertThat(response.body()).isEqualTo(answer(each.equals("x") ? "1" : "2"));
      }

      Map<String, List<String>> recorded = recorded();
      assertThat(recorded.keySet()).containsExactly("ask.*.request.xml", "ask.*.response.xml");
      assertThat(recorded.get("ask.*.request.xml"))
          .containsExactlyInAnyOrder(question("x"), question("y"));
      assertThat(recorded.get("ask.*.response.xml"))
          .containsExactlyInAnyOrder(answer("1"), answer("2"));
    }
  }

  @Test
  void aPairHasTheNameOfItsOperationInTheDescription() throws Exception {
    Path wsdl = folder.resolve("ask.wsdl");
    try (InputStream in = RecordTest.class.getResourceAsStream("ask.wsdl")) {
      String text = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      Files.writeString(
          wsdl, text.replace("<operation name=\"ask\"", "<operation name=\"inquire\""));
    }
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer("1")));
        Gateway gateway = gateway(origin, wsdl.toString())) {
      postTo(gateway, "/service", question("x"));

      assertThat(recorded().keySet())
          .containsExactly("inquire.*.request.xml", "inquire.*.response.xml");
    }
  }

  @Test
  void secretsAreLeftOut() throws Exception {
    String secret =
        envelope(
            "<w:Security xmlns:w=\"urn:w\"><w:Password>hunter2</w:Password></w:Security>",
            "<q:ask xmlns:q=\"urn:q\"><text>x</text><userPassword>hunter2</userPassword>"
                + "<q:ApiKey><a>hunter2</a></q:ApiKey><pin>hunter2</pin></q:ask>");
    try (TestOrigin origin =
            new TestOrigin(
                request ->
                    Answer.soap(
                        envelope(
                            "<t>hunter2</t>", "<r><sessionToken>hunter2</sessionToken></r>")));
        Gateway gateway = gateway(origin, null)) {
      postTo(gateway, "/service", secret, "Authorization", "Basic hunter2");

      assertThat(origin.requests().get(0).text()).isEqualTo(secret);
      assertThat(recorded().values().toString())
          .doesNotContain("hunter2")
          .contains("<text>x</text><userPassword>***</userPassword>", "<s:Header></s:Header>");
    }
  }

  @Test
  void whatIsNoEnvelopePassesAndIsNotKept() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.of(200, "yes"));
        Gateway gateway = gateway(origin, null)) {
      assertThat(postTo(gateway, "/service", "a=b", "Content-Type", "text/plain").body())
          .isEqualTo("yes");
      assertThat(postTo(gateway, "/service", question("x".repeat(2 << 20))).body())
          .isEqualTo("yes");
      assertThat(postTo(gateway, "/service", question("x")).body()).isEqualTo("yes");
      assertThat(folder.resolve("pairs")).doesNotExist();
    }
  }
}
