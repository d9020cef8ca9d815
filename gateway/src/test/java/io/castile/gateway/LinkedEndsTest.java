package io.castile.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.delta.LinkStatistics;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.RouteConfig;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A gateway at one end of the link, and Castile's own client or server at the other. */
final class LinkedEndsTest {
  private final Differential link = Differential.of(DifferentialOptions.DEFAULT);

  /** Lists numbers. */
  @WebService(targetNamespace = "urn:numbers")
  public interface Numbers {
    @WebMethod
    List<Integer> numbers(@WebParam(name = "from") int from);
  }

  private static final Numbers NUMBERS =
      from -> IntStream.range(0, 500).map(i -> i % 7 == 0 ? i + from : i).boxed().toList();

  @Test
  void aClientOfCastileIsAnsweredWithDifferences() throws Exception {
    try (SoapServer server = Castile.server().publish("/numbers", NUMBERS).start();
        Gateway far =
            Gateway.start(
                GatewaySettings.of(Soap.ANY_PORT, URI.create("http://127.0.0.1:" + server.port()))
                    .withLink(true),
                1)) {
      Numbers client =
          Castile.client(Numbers.class)
              .endpoint(Soap.uri(far, "/numbers").toString())
              .differential(link)
              .build();

      for (int i = 0; i < 4; i++) {
        assertThat(client.numbers(i)).isEqualTo(NUMBERS.numbers(i));
      }

      LinkStatistics done = link.statistics();
      assertThat(done.full()).isEqualTo(1);
      assertThat(done.deltas()).isEqualTo(3);
    }
  }

  @Test
  void aServerOfCastileAnswersWithDifferences() throws Exception {
    try (SoapServer server =
            Castile.server().publish("/numbers", NUMBERS).differential(link).start();
        SoapServer plain = Castile.server().publish("/numbers", NUMBERS).start()) {
      URI origin = URI.create("http://127.0.0.1:" + server.port());
      URI without = URI.create("http://127.0.0.1:" + plain.port() + "/numbers");
      GatewaySettings config =
          GatewaySettings.of(Soap.ANY_PORT, origin)
              .withRoutes(List.of(RouteConfig.of(origin).withLink(true)));
      try (Gateway near = Gateway.start(config, 1)) {
        for (int i = 0; i < 4; i++) {
          String question =
              Soap.envelope(
                  "", "<n:numbers xmlns:n=\"urn:numbers\"><from>" + i + "</from></n:numbers>");
          assertThat(post(Soap.uri(near, "/numbers"), question)).isEqualTo(post(without, question));
        }
      }

      LinkStatistics done = link.statistics();
      assertThat(done.full()).isEqualTo(1);
      assertThat(done.deltas()).isEqualTo(3);
    }
  }

  private static String post(URI address, String question) throws Exception {
    return new String(
        Soap.send(
                HttpRequest.newBuilder(address)
                    .header("Content-Type", "text/xml; charset=utf-8")
                    .header("SOAPAction", "\"\"")
                    .POST(BodyPublishers.ofString(question))
                    .build())
            .body(),
        java.nio.charset.StandardCharsets.UTF_8);
  }
}
