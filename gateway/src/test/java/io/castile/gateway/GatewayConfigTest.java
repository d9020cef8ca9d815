package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.question;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.gateway.TestOrigin.Answer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A configuration that a program makes, beside the same one in YAML. */
final class GatewayConfigTest {
  private static final URI ORIGIN = URI.create("http://127.0.0.1:8080");

  private static GatewayConfig yaml(String text) {
    return GatewayConfig.parse("gateway.yaml", text.getBytes(UTF_8), Path.of("."));
  }

  @Test
  void theBuilderMakesWhatYamlSays() {
    GatewayConfig built =
        GatewayConfig.builder()
            .listen("127.0.0.1", 8081)
            .origin(ORIGIN)
            .observe(true)
            .link(true)
            .warmUp(false)
            .admin("127.0.0.1", 8082)
            .build();

    assertThat(built)
        .isEqualTo(
            yaml(
                """
                listen: 127.0.0.1:8081
                admin: {listen: 127.0.0.1:8082}
                observe: true
                link: true
                warmUp: false
                routes: [{origin: 'http://127.0.0.1:8080'}]
                """))
        .hasToString(built.toBuilder().build().toString());
  }

  @Test
  void securityWithoutTheArtifactThatDoesItIsRefused() {
    GatewayConfig config =
        yaml(
            "listen: 127.0.0.1:0\n"
                + "routes: [{origin: 'http://127.0.0.1:8080', security: s.properties}]\n");

    assertThatThrownBy(() -> Gateway.start(config))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("castile-wss4j");
  }

  @Test
  void theOrderOfOptionsDoesNotMatterOnceAnAddressAndAnOriginAreKnown() {
    GatewayConfig one =
        GatewayConfig.builder().origin(ORIGIN).listen("127.0.0.1", 1).observe(true).build();
    GatewayConfig other =
        GatewayConfig.builder()
            .listen("127.0.0.1", 2)
            .origin(URI.create("http://127.0.0.1:9999"))
            .observe(true)
            .listen("127.0.0.1", 1)
            .origin(ORIGIN)
            .build();

    assertThat(other).isEqualTo(one).hasSameHashCodeAs(one);
  }

  @Test
  void aChangeOfABuilderLeavesTheConfigurationThatItComesFromAlone() {
    GatewayConfig config = yaml("listen: 127.0.0.1:1\nroutes: [{origin: 'http://127.0.0.1:2'}]");

    GatewayConfig changed = config.toBuilder().listen("127.0.0.1", 3).origin(ORIGIN).build();

    assertThat(changed)
        .isEqualTo(yaml("listen: 127.0.0.1:3\nroutes: [{origin: 'http://127.0.0.1:8080'}]"))
        .isNotEqualTo(config);
    assertThat(config)
        .isEqualTo(yaml("listen: 127.0.0.1:1\nroutes: [{origin: 'http://127.0.0.1:2'}]"));
  }

  @Test
  void withoutAnAddressOrAnOriginNothingIsConfigured() {
    GatewayConfig.Builder address = GatewayConfig.builder().listen("127.0.0.1", 0);
    GatewayConfig.Builder origin = GatewayConfig.builder().origin(ORIGIN);

    assertThatThrownBy(address::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("listen(host, port) and origin(address)");
    assertThatThrownBy(() -> origin.observe(true)).isInstanceOf(IllegalStateException.class);
    assertThat(origin.listen("127.0.0.1", 1).build())
        .isEqualTo(GatewayConfig.builder().listen("127.0.0.1", 1).origin(ORIGIN).build());
  }

  @Test
  void addressesThatCannotBeAreRefusedWhereTheyAreGiven() {
    GatewayConfig.Builder builder = GatewayConfig.builder();

    assertThatThrownBy(() -> builder.listen("127.0.0.1", 65_536))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("65536");
    assertThatThrownBy(() -> builder.listen(null, 1)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> builder.origin(null)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void oneAddressIsNotGivenToSeveralListeners() {
    GatewayConfig.Builder builder =
        yaml(
            "listeners: [{listen: '127.0.0.1:1'}, {listen: '127.0.0.1:2'}]\n"
                + "routes: [{origin: 'http://127.0.0.1:3'}]")
            .toBuilder();

    assertThatThrownBy(() -> builder.listen("127.0.0.1", 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("127.0.0.1")
        .hasMessageContaining("2");
  }

  @Test
  void aBuiltConfigurationRuns() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer("42")));
        Gateway gateway =
            Gateway.start(
                GatewayConfig.builder()
                    .listen("127.0.0.1", 0)
                    .origin(origin.uri())
                    .warmUp(false)
                    .build())) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/"))
              .header("Content-Type", "text/xml; charset=utf-8")
              .POST(BodyPublishers.ofString(question("?")))
              .build();

      assertThat(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body())
          .isEqualTo(answer("42"));
    }
  }
}
