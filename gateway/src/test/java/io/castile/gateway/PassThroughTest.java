package io.castile.gateway;

import static io.castile.gateway.Soap.gateway;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.OriginTls;
import io.castile.gateway.config.RouteConfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What passes a gateway that caches nothing: everything, as it is. */
final class PassThroughTest {
  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private static TestOrigin echo(boolean chunked) throws IOException {
    return new TestOrigin(
        request ->
            new Answer(
                200,
                List.of("Content-Type: application/octet-stream", "X-Own: a, b", "X-Own: c"),
                request.content(),
                chunked));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4_095, 65_536, 5_000_000})
  void contentPassesAsItIs(int size) throws Exception {
    for (boolean chunked : new boolean[] {false, true}) {
      try (TestOrigin origin = echo(chunked);
          Gateway gateway = gateway(origin.uri(), "")) {
        byte[] content = random(size);
        for (boolean withLength : new boolean[] {true, false}) {
          HttpRequest request =
              HttpRequest.newBuilder(Soap.uri(gateway, "/some/path?query=%20x"))
                  .header("Content-Type", "application/octet-stream")
                  .header("X-Mine", "1")
                  .POST(
                      withLength
                          ? BodyPublishers.ofByteArray(content)
                          : BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(content)))
                  .build();
          HttpResponse<byte[]> response = Soap.send(request);

          assertThat(response.statusCode()).isEqualTo(200);
          assertThat(response.body()).isEqualTo(content);
          assertThat(response.headers().allValues("x-own")).containsExactly("a, b", "c");
          TestOrigin.Request came = origin.requests().get(origin.requests().size() - 1);
          assertThat(came.target()).isEqualTo("/some/path?query=%20x");
          assertThat(came.fields().getFirst("X-Mine")).isEqualTo("1");
          assertThat(came.fields().getFirst("X-Forwarded-For")).isEqualTo("127.0.0.1");
          assertThat(came.fields().getFirst("Via")).isEqualTo("1.1 castile");
          assertThat(came.fields().getFirst("Host")).isEqualTo(origin.uri().getAuthority());
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"})
  void methodsPass(String method) throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.of(200, "text"));
        Gateway gateway = gateway(origin.uri(), "")) {
      HttpRequest request =
          HttpRequest.newBuilder(Soap.uri(gateway, "/"))
              .method(method, BodyPublishers.noBody())
              .build();
      for (int i = 0; i < 3; i++) { // on one connection: nothing of the last response is left
        assertThat(Soap.send(request).body())
            .asString()
            .isEqualTo(method.equals("HEAD") ? "" : "text");
      }
      assertThat(origin.requests()).allMatch(each -> each.method().equals(method));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 304, 400, 404, 500, 503})
  void statusesPass(int status) throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.of(status, ""));
        Gateway gateway = gateway(origin.uri(), "")) {
      HttpRequest request = HttpRequest.newBuilder(Soap.uri(gateway, "/")).build();
      for (int i = 0; i < 2; i++) {
        assertThat(Soap.send(request).statusCode()).isEqualTo(status);
      }
    }
  }

  @Test
  void redirectionsAreNotFollowed() throws Exception {
    try (TestOrigin origin =
            new TestOrigin(request -> Answer.of(302, "", "Location: http://example.org/"));
        Gateway gateway = gateway(origin.uri(), "")) {
      HttpResponse<byte[]> response =
          Soap.send(HttpRequest.newBuilder(Soap.uri(gateway, "/")).build());

      assertThat(response.statusCode()).isEqualTo(302);
      assertThat(response.headers().firstValue("location")).hasValue("http://example.org/");
      assertThat(origin.requests()).hasSize(1);
    }
  }

  @Test
  void routesAreTakenInTheirOrder() throws Exception {
    try (TestOrigin one = new TestOrigin(request -> Answer.of(200, "one " + request.target()));
        TestOrigin two = new TestOrigin(request -> Answer.of(200, "two " + request.target()))) {
      GatewaySettings config =
          GatewaySettings.of(Soap.ANY_PORT, one.uri())
              .withRoutes(
                  List.of(
                      new RouteConfig(
                          "/a",
                          null,
                          List.of(one.uri("/base/")),
                          "",
                          false,
                          OriginTls.DEFAULT,
                          false,
                          null),
                      new RouteConfig(
                          "/b",
                          "other",
                          List.of(two.uri()),
                          "",
                          false,
                          OriginTls.DEFAULT,
                          false,
                          null),
                      new RouteConfig(
                          "/b/",
                          null,
                          List.of(two.uri("/x")),
                          "",
                          true,
                          OriginTls.DEFAULT,
                          false,
                          null)));
      try (Gateway gateway = Gateway.start(config, 1)) {
        assertThat(get(gateway, "/a")).isEqualTo("200 one /base");
        assertThat(get(gateway, "/a/b?c=d")).isEqualTo("200 one /base/b?c=d");
        assertThat(get(gateway, "/b/c")).isEqualTo("200 two /x/c");
        assertThat(get(gateway, "/ab")).startsWith("404");
        assertThat(two.requests().get(0).fields().getFirst("Host"))
            .isEqualTo("127.0.0.1:" + gateway.port());
      }
    }
  }

  private static String get(Gateway gateway, String target) throws Exception {
    HttpResponse<byte[]> response =
        Soap.send(HttpRequest.newBuilder(Soap.uri(gateway, target)).build());
    return response.statusCode() + " " + new String(response.body(), StandardCharsets.UTF_8);
  }

  @Test
  void originsAreAskedByTurnsAndOneThatIsGoneIsPassedOver() throws Exception {
    try (TestOrigin one = new TestOrigin(request -> Answer.of(200, "one"));
        TestOrigin two = new TestOrigin(request -> Answer.of(200, "two"))) {
      URI gone;
      try (ServerSocket closed = new ServerSocket(0)) {
        gone = URI.create("http://127.0.0.1:" + closed.getLocalPort());
      }
      GatewaySettings config =
          withOrigins(GatewaySettings.of(Soap.ANY_PORT, gone), List.of(one.uri(), gone, two.uri()));
      try (Gateway gateway = Gateway.start(config, 1)) {
        for (int i = 0; i < 30; i++) {
          assertThat(get(gateway, "/")).startsWith("200");
        }
        assertThat(one.requests().size()).isBetween(10, 20);
        assertThat(two.requests().size()).isBetween(10, 20);
        assertThat(gateway.origins().get(1).failures()).isGreaterThanOrEqualTo(5);
      }
    }
  }

  private static GatewaySettings withOrigins(GatewaySettings config, List<URI> origins) {
    return config.withRoutes(
        List.of(new RouteConfig("/", null, origins, "", false, OriginTls.DEFAULT, false, null)));
  }

  @Test
  void anOriginThatIsGoneIsABadGateway() throws Exception {
    URI gone;
    try (ServerSocket closed = new ServerSocket(0)) {
      gone = URI.create("http://127.0.0.1:" + closed.getLocalPort());
    }
    try (Gateway gateway = gateway(gone, "")) {
      assertThat(Soap.post(gateway, question("q")).statusCode()).isEqualTo(502);
    }
  }

  /** What changes something is not asked twice, where nobody knows what became of it. */
  @Test
  void aPostThatWasTakenAndNotAnsweredIsNotSentAgain() throws Exception {
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  throw new IOException("no answer");
                });
        Gateway gateway = gateway(origin.uri(), "")) {
      assertThat(Soap.post(gateway, question("q")).statusCode()).isEqualTo(502);
      assertThat(origin.requests()).hasSize(1);
    }
  }

  /** What a client has sent piece by piece is gone, though its method is a safe one. */
  @Test
  void aGetWithContentIsNotSentAgainWithoutIt() throws Exception {
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  if (request.content().length > 0) {
                    throw new IOException("no answer");
                  }
                  return Answer.of(200, "empty");
                });
        Gateway gateway = gateway(origin.uri(), "")) {
      assertThat(get(gateway, "/")).isEqualTo("200 empty"); // so that a connection is there
      HttpRequest request =
          HttpRequest.newBuilder(Soap.uri(gateway, "/"))
              .method("GET", BodyPublishers.ofString("content"))
              .build();

      assertThat(Soap.send(request).statusCode()).isEqualTo(502);
      assertThat(origin.requests()).hasSize(2);
    }
  }

  @Test
  void aGetThatWasTakenAndNotAnsweredIsSentAgain() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  if (calls.incrementAndGet() == 2) {
                    throw new IOException("no answer");
                  }
                  return Answer.of(200, "call " + calls);
                });
        Gateway gateway = gateway(origin.uri(), "")) {
      assertThat(get(gateway, "/")).isEqualTo("200 call 1");
      assertThat(get(gateway, "/")).isEqualTo("200 call 3");
    }
  }

  /** RFC 9112 §9.3: a client of HTTP/1.0 has to be told. */
  @Test
  void clientsOfHttp10KeepTheirConnectionIfTheyAsk() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.of(200, "text"));
        Gateway gateway = gateway(origin.uri(), "");
        Socket socket = new Socket("127.0.0.1", gateway.port())) {
      socket.setSoTimeout(20_000);
      for (String connection : List.of("keep-alive", "close")) {
        socket
            .getOutputStream()
            .write(
                ("GET / HTTP/1.0\r\nConnection: " + connection + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
        StringBuilder answer = new StringBuilder();
        while (!answer.toString().endsWith("text")) {
          int read = socket.getInputStream().read();
          assertThat(read).as(answer.toString()).isNotNegative();
          answer.append((char) read);
        }
        assertThat(answer.toString().toLowerCase(Locale.ROOT))
            .contains("connection: " + connection);
      }
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  /** RFC 9112 §9.3.2. */
  @Test
  void pipelinedRequestsAreAnsweredInTheirOrder() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.of(200, request.target()));
        Gateway gateway = gateway(origin.uri(), "");
        Socket socket = new Socket("127.0.0.1", gateway.port())) {
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < 10; i++) {
        all.append("POST /").append(i).append(" HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n");
        all.append(i == 9 ? "Connection: close\r\n" : "").append("\r\nab");
      }
      socket.getOutputStream().write(all.toString().getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      String answers = new String(in.readAllBytes(), StandardCharsets.US_ASCII);

      assertThat(answers.split("HTTP/1.1 200 OK", -1)).hasSize(11);
      int last = -1;
      for (int i = 0; i < 10; i++) {
        int at = answers.indexOf("\r\n\r\n/" + i);
        assertThat(at).isGreaterThan(last);
        last = at;
      }
    }
  }
}
