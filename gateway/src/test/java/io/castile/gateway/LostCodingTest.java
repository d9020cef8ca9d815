package io.castile.gateway;

import static io.castile.gateway.Soap.envelope;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.delta.Ratings;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.RouteConfig;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pair of gateways on whose line somebody takes content codings away. */
final class LostCodingTest {
  private static final String XML = "text/xml; charset=utf-8";

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final Ratings ratings = new Ratings();
  private final ConcurrentLinkedQueue<byte[]> given = new ConcurrentLinkedQueue<>();
  private TestOrigin origin;
  private Line line;
  private Gateway near;

  private <T extends AutoCloseable> T opened(T resource) {
    opened.add(0, resource);
    return resource;
  }

  @BeforeEach
  void open() throws Exception {
    origin =
        opened(
            new TestOrigin(
                request -> {
                  byte[] message = ratings.changed(10);
                  given.add(message);
                  return new Answer(200, List.of("Content-Type: " + XML), message, false);
                }));
    Gateway far =
        opened(Gateway.start(GatewaySettings.of(Soap.ANY_PORT, origin.uri()).withLink(true), 1));
    line = opened(new Line(Soap.uri(far, "")));
    URI uri = line.uri();
    GatewaySettings config = GatewaySettings.of(Soap.ANY_PORT, uri);
    near = opened(Gateway.start(config.withRoutes(List.of(RouteConfig.of(uri).withLink(true))), 1));
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  private byte[] ask(String message) throws Exception {
    HttpResponse<byte[]> response =
        Soap.send(
            HttpRequest.newBuilder(Soap.uri(near, "/service"))
                .header("Content-Type", XML)
                .POST(BodyPublishers.ofString(message))
                .build());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().map()).doesNotContainKeys("castile", "content-encoding");
    return response.body();
  }

  private static String longQuestion(int number) {
    String text = "a question of some length ".repeat(40) + number;
    return envelope("", "<q:ask xmlns:q=\"urn:q\"><text>" + text + "</text></q:ask>");
  }

  @Test
  void answersThatAreDeltasReachNoClient() throws Exception {
    ask(question("ratings"));
    given.clear();
    line.loseAnswerCodings();

    for (int i = 0; i < 10; i++) {
      assertThat(ask(question("ratings"))).isEqualTo(given.poll());
    }

    assertThat(line.calls().subList(1, 11)).allSatisfy(call -> assertThat(call.isDelta()).isTrue());
  }

  @Test
  void requestsThatAreDeltasReachNoService() throws Exception {
    ask(longQuestion(0));
    line.loseRequestCodings();

    for (int i = 1; i < 10; i++) {
      ask(longQuestion(i));
      assertThat(origin.requests().get(i).text()).isEqualTo(longQuestion(i));
    }

    assertThat(line.calls().subList(1, 10))
        .allSatisfy(call -> assertThat(call.asked("Content-Encoding")).isEqualTo("csd"));
    assertThat(origin.requests()).hasSize(10);
  }
}
