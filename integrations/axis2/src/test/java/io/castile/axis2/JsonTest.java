package io.castile.axis2;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.internal.Configs;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service of Axis2 that is called by JSON, through a gateway that reads its WSDL. */
@Tag("long")
final class JsonTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @Test
  void aServiceOfAxis2IsCalledByJson(@TempDir Path repository) throws Exception {
    try (Axis2Server server = new Axis2Server(repository)) {
      server.renew();
      String yaml =
          "{listen: 'localhost:0', routes: [{path: /quotes, origin: '%s', json: /api}]}"
              .formatted(server.url());
      GatewaySettings settings =
          GatewaySettings.parse("test", yaml.getBytes(StandardCharsets.UTF_8), Path.of("."));
      try (Gateway gateway = Gateway.start(Configs.of(settings))) {
        gateway.policy(CachePolicy.parse("policy", Axis2Server.POLICY));
        String address =
            "http://localhost:" + gateway.port() + "/api/" + server.service().getName() + "/";

        String before = post(address + "getPrice", "{\"symbol\": \"A <&> ß\"}").body();
        String again = post(address + "getPrice", "{ \"symbol\" : \"A <&> ß\" }").body();
        HttpResponse<String> set =
            post(address + "setPrice", "{\"symbol\": \"A <&> ß\", \"price\": 1.25e2}");
        String after = post(address + "getPrice", "{\"symbol\": \"A <&> ß\"}").body();
        HttpResponse<String> fault = post(address + "getPrice", "{\"symbol\": \"none\"}");

        assertThat(before).isEqualTo("{\"return\":9.9}");
        assertThat(again).isEqualTo(before);
        assertThat(set.body()).isEqualTo("{\"return\":\"ok\"}");
        assertThat(after).isEqualTo("{\"return\":125.0}");
        assertThat(fault.statusCode()).isEqualTo(500);
        assertThat(fault.body()).contains("there is no none");
        assertThat(Quotes.served())
            .containsExactly(
                "getPrice A <&> ß", "setPrice A <&> ß", "getPrice A <&> ß", "getPrice none");
      }
    }
  }

  private static HttpResponse<String> post(String address, String content) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(content))
            .build();
    return CLIENT.send(request, BodyHandlers.ofString());
  }
}
