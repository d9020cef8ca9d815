package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.config.GatewaySettings;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Origins that speak HTTP/2, and do what no server should. */
final class Http2OriginFaultsTest {
  private static final String AN_HOUR = "rules: [{operation: ask, cache: true, ttl: 1h}]";

  private static ResourceLeakDetector.Level level;

  private final ExecutorService clients = Executors.newCachedThreadPool();

  @BeforeAll
  static void watchBuffers() {
    level = ResourceLeakDetector.getLevel();
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
  }

  @AfterAll
  static void watchAsBefore() {
    ResourceLeakDetector.setLevel(level);
  }

  @AfterEach
  void stopClients() {
    clients.shutdownNow();
  }

  private static Gateway gateway(URI origin, String timeouts) throws IOException {
    String yaml =
        "{listen: 127.0.0.1:0, routes: [{origin: '%s', http2: true}], timeouts: {%s}}"
            .formatted(origin, timeouts);
    return Gateway.start(
        GatewaySettings.parse("test", yaml.getBytes(StandardCharsets.UTF_8), Path.of("")), 1);
  }

  private static Gateway gateway(Http2Origin origin) throws IOException {
    return gateway(origin.uri(), "");
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("60 s have passed").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  private CompletableFuture<HttpResponse<String>> posting(Gateway gateway, String text) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return Soap.post(gateway, question(text));
          } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
          }
        },
        clients);
  }

  private static String proxyStatus(HttpResponse<?> response) {
    return response.headers().firstValue("proxy-status").orElse("");
  }

  private static HttpResponse<String> get(Gateway gateway, String target) throws Exception {
    return Soap.sendText(HttpRequest.newBuilder(Soap.uri(gateway, target)).build());
  }

  // ---- requests that the origin has not taken ----

  @Test
  void aRequestBehindTheLastStreamOfGoawayIsSentAgainWhateverItIs() throws Exception {
    try (Http2Origin origin =
            new Http2Origin(
                asked -> {
                  if (asked.number == 2) {
                    asked.goAway(1, false);
                  } else {
                    asked.soap(answer(asked.content()));
                  }
                });
        Gateway gateway = gateway(origin)) {
      assertThat(Soap.post(gateway, question("one")).statusCode()).isEqualTo(200);

      HttpResponse<String> second = Soap.post(gateway, question("two"));

      assertThat(second.statusCode()).isEqualTo(200);
      assertThat(second.body()).isEqualTo(answer(question("two")));
      assertThat(origin.connections).hasValue(2);
      assertThat(gateway.origins().get(0).failures()).isZero();
      await(() -> origin.open.get() == 1);
    }
  }

  @Test
  void aRefusedStreamIsSentAgainOnAnotherConnectionOnce() throws Exception {
    try (Http2Origin origin =
            new Http2Origin(
                asked -> {
                  if (asked.number == 1 || asked.content().contains("never")) {
                    asked.reset(Http2Error.REFUSED_STREAM);
                  } else {
                    asked.soap(answer("taken"));
                  }
                });
        Gateway gateway = gateway(origin)) {
      assertThat(Soap.post(gateway, question("one")).body()).isEqualTo(answer("taken"));
      assertThat(origin.connections).hasValue(2);

      HttpResponse<String> never = Soap.post(gateway, question("never"));

      assertThat(never.statusCode()).isEqualTo(502);
      assertThat(proxyStatus(never)).isEqualTo("Castile; error=connection_terminated");
      assertThat(origin.requests).hasSize(4);
    }
  }

  /** Else an origin that refuses, or resets, much would have more connections with each request. */
  @Test
  void streamsThatAreRefusedOrResetAddNoConnections() throws Exception {
    try (Http2Origin origin =
            new Http2Origin(
                asked ->
                    asked.reset(
                        asked.path().equals("/refused")
                            ? Http2Error.REFUSED_STREAM
                            : Http2Error.INTERNAL_ERROR));
        Gateway gateway = gateway(origin)) {
      for (int i = 0; i < 30; i++) {
        assertThat(get(gateway, i % 2 == 0 ? "/refused" : "/reset").statusCode()).isEqualTo(502);
      }

      await(() -> origin.open.get() <= 1);
      assertThat(gateway.origins().get(0).connections()).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void aRequestThatMayHaveBeenTakenIsNotSentAgain() throws Exception {
    try (Http2Origin origin =
            new Http2Origin(
                asked -> {
                  if (asked.number == 2) {
                    asked.close();
                  } else {
                    asked.soap(answer("same"));
                  }
                });
        Gateway gateway = gateway(origin)) {
      Soap.post(gateway, question("one"));

      HttpResponse<String> second = Soap.post(gateway, question("two"));

      assertThat(second.statusCode()).isEqualTo(502);
      assertThat(origin.requests).hasSize(2);
      gateway.policy(CachePolicy.parse("test", AN_HOUR));
      assertThat(Soap.post(gateway, question("three")).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aRequestThatDoesNoHarmIsSentAgainIfItsConnectionEnds() throws Exception {
    try (Http2Origin origin =
            new Http2Origin(
                asked -> {
                  if (asked.number == 2) {
                    asked.close();
                  } else {
                    asked.head("200", false).data(asked.path(), true);
                  }
                });
        Gateway gateway = gateway(origin)) {
      assertThat(get(gateway, "/one").body()).isEqualTo("/one");
      assertThat(get(gateway, "/two").body()).isEqualTo("/two");
      assertThat(origin.connections).hasValue(2);
    }
  }

  // ---- answers that are none ----

  @ParameterizedTest
  @Tag("long")
  @CsvSource({
    "reset, http_response_incomplete",
    "close, http_response_incomplete",
    "long, http_protocol_error",
    "short, http_protocol_error",
    "empty, http_protocol_error",
    "101, http_protocol_error",
    "999, http_protocol_error",
    "none, http_protocol_error",
    "lines, http_protocol_error",
    "hop, http_protocol_error",
    "fields, http_protocol_error",
    "informational, http_protocol_error",
  })
  void anAnswerThatIsNoneIs502(String fault, String error) throws Exception {
    String type = "text/xml; charset=utf-8";
    try (Http2Origin origin =
            new Http2Origin(
                asked -> {
                  switch (fault) {
                    case "reset" -> {
                      asked.head("200", false, "content-type", type).data("<a", false);
                      asked.reset(Http2Error.INTERNAL_ERROR);
                    }
                    case "close" -> {
                      asked.head("200", false, "content-type", type).data("<a", false);
                      asked.close();
                    }
                    case "long" ->
                        asked.head("200", false, "content-length", "2").data("three", true);
                    case "short" ->
                        asked.head("200", false, "content-length", "9").data("three", true);
                    case "empty" -> asked.head("200", true, "content-length", "9");
                    case "101", "999" -> asked.head(fault, false).data("x", true);
                    case "none" -> asked.data("x", true);
                    case "lines" ->
                        asked.head("200", false, "x", "a\r\nSet-Cookie: b").data("x", true);
                    case "hop" -> asked.head("200", false, "connection", "x").data("x", true);
                    case "fields" ->
                        asked.head("200", false, "x", "y".repeat(70_000)).data("x", true);
                    default -> {
                      for (int i = 0; i < 200; i++) {
                        asked.head("103", false, "link", "</a>");
                      }
                    }
                  }
                });
        Gateway gateway = gateway(origin)) {
      gateway.policy(CachePolicy.parse("test", AN_HOUR)); // has answers held

      HttpResponse<String> response = Soap.post(gateway, question("one"));

      assertThat(response.statusCode()).isEqualTo(502);
      assertThat(proxyStatus(response)).isEqualTo("Castile; error=" + error);
      assertThat(response.headers().map()).doesNotContainKey("set-cookie");
      assertThat(Soap.post(gateway, question("one")).statusCode()).as("not kept").isEqualTo(502);
      assertThat(origin.requests).hasSizeGreaterThan(1);
    }
  }

  /** Codecs end the whole connection where a head is far too large. */
  @Test
  void anAnswerWithALargeHeadEndsNoOtherOfItsConnection() throws Exception {
    Set<Http2Origin.Asked> others = ConcurrentHashMap.newKeySet();
    String large =
        new Random(7)
            .ints(200_000, 'a', 'z' + 1)
            .mapToObj(Character::toString)
            .collect(Collectors.joining());
    try (Http2Origin origin =
            new Http2Origin(
                asked -> {
                  if (asked.path().equals("/large")) {
                    asked.head("200", false, "x", large).data("x", true);
                  } else {
                    others.add(asked);
                  }
                });
        Gateway gateway = gateway(origin)) {
      CompletableFuture<HttpResponse<String>> other = posting(gateway, "stays");
      await(() -> others.size() == 1);

      assertThat(get(gateway, "/large").statusCode()).isEqualTo(502);

      others.forEach(each -> each.later(() -> each.soap(answer("stayed"))));
      assertThat(other.get(60, TimeUnit.SECONDS).body()).isEqualTo(answer("stayed"));
      assertThat(origin.connections).hasValue(1);
    }
  }

  @Test
  void aHeadThatIsLargerThanTheOriginTakesIs431AndNoFailureOfTheOrigin() throws Exception {
    try (Http2Origin origin =
            new Http2Origin(
                new Http2Settings().maxHeaderListSize(2_000),
                true,
                asked -> asked.head("200", false).data(asked.path(), true));
        Gateway gateway = gateway(origin)) {
      assertThat(get(gateway, "/first").body()).isEqualTo("/first"); // its settings have come

      for (int i = 0; i < 6; i++) {
        HttpResponse<String> large =
            Soap.sendText(
                HttpRequest.newBuilder(Soap.uri(gateway, "/large"))
                    .header("X-Large", "x".repeat(3_000))
                    .build());
        assertThat(large.statusCode()).isEqualTo(431);
        assertThat(proxyStatus(large)).isEqualTo("Castile; error=http_request_error");
      }

      assertThat(gateway.origins().get(0).failures()).isZero();
      assertThat(get(gateway, "/last").body()).isEqualTo("/last");
      assertThat(origin.requests).hasSize(2);
      assertThat(origin.connections).hasValue(1);
    }
  }

  @Test
  void theClientSeesThatAnAnswerWasCutOff() throws Exception {
    CountDownLatch hasHead = new CountDownLatch(1);
    try (Http2Origin origin =
            new Http2Origin(
                asked -> {
                  asked.head("200", false).data("a part", false);
                  clients.execute(
                      () -> {
                        try {
                          hasHead.await();
                          asked.later(() -> asked.reset(Http2Error.INTERNAL_ERROR));
                        } catch (InterruptedException e) {
                          Thread.currentThread().interrupt();
                        }
                      });
                });
        Gateway gateway = gateway(origin);
        RawClient client = new RawClient(gateway.port())) {
      client.write("GET /x HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThat(client.readHead()).startsWith("HTTP/1.1 200").contains("chunked");
      hasHead.countDown();

      assertThatThrownBy(client::readHead) // the connection ends, without the last chunk
          .isInstanceOf(IOException.class)
          .hasMessageNotContaining("\r\n0\r\n");
    }
  }

  @Test
  void informationalResponsesAndTrailersAreNotPassedOn() throws Exception {
    try (Http2Origin origin =
            new Http2Origin(
                asked ->
                    asked
                        .head("100", false)
                        .head("103", false, "link", "</a>")
                        .head("200", false, "x-own", "a")
                        .data("content", false)
                        .trailers("x-trailer", "b"));
        Gateway gateway = gateway(origin)) {
      HttpResponse<String> response = get(gateway, "/x");

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("content");
      assertThat(response.headers().map()).containsKey("x-own").doesNotContainKeys("link");
      assertThat(response.headers().map()).doesNotContainKeys("x-trailer", "trailer");
    }
  }

  @Test
  void anOriginThatSpeaksHttp11OnlyIsTold() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> TestOrigin.Answer.soap(answer("x")));
        Gateway gateway = gateway(origin.uri(), "")) {
      HttpResponse<String> response = Soap.post(gateway, question("one"));

      assertThat(response.statusCode()).isEqualTo(502);
      // An origin that closes at once may reset the connection, and its answer is lost then.
      assertThat(proxyStatus(response))
          .isIn("Castile; error=http_protocol_error", "Castile; error=connection_terminated");
      assertThat(origin.requests()).isEmpty();
    }
  }

  @Test
  void anAnswerInHttp11IsNoneOfHttp2() throws Exception {
    byte[] answer =
        "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.UTF_8);
    try (RawOrigin origin = new RawOrigin((request, number) -> answer);
        Gateway gateway = gateway(origin.uri(), "")) {
      HttpResponse<String> response = Soap.post(gateway, question("one"));

      assertThat(response.statusCode()).isEqualTo(502);
      assertThat(proxyStatus(response)).isEqualTo("Castile; error=http_protocol_error");
    }
  }

  // ---- origins that do not answer ----

  @ParameterizedTest
  @Tag("long")
  @ValueSource(booleans = {true, false})
  void aStreamThatIsLateIsResetAndItsConnectionGoesOnIfTheOriginIsThere(boolean answersPings)
      throws Exception {
    try (Http2Origin origin =
            new Http2Origin(
                Http2Settings.defaultSettings(),
                answersPings,
                asked -> {
                  if (asked.path().equals("/service")) {
                    asked.head("200", false).data("x", true);
                  }
                });
        Gateway gateway = gateway(origin.uri(), "response: 3s, connect: 3s")) {
      HttpResponse<String> late = get(gateway, "/late");

      assertThat(late.statusCode()).isEqualTo(504);
      assertThat(proxyStatus(late)).isEqualTo("Castile; error=http_response_timeout");
      await(() -> origin.resets.contains(Http2Error.CANCEL) && origin.pings.get() == 1);
      if (answersPings) {
        await(() -> gateway.origins().get(0).connections() == 1);
        while (origin.requests.size() < 3) { // until the answer to PING has come
          assertThat(get(gateway, "/service").statusCode()).isEqualTo(200);
        }
        assertThat(origin.open).hasValue(origin.connections.get());
      } else {
        await(() -> origin.open.get() == 0);
        assertThat(get(gateway, "/service").statusCode()).isEqualTo(200);
        assertThat(origin.connections).hasValue(2);
      }
    }
  }

  @Test
  void anOriginThatSendsNoSettingsIsLate() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Gateway gateway =
            gateway(URI.create("http://127.0.0.1:" + silent.getLocalPort()), "connect: 600ms")) {
      List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        all.add(posting(gateway, "q" + i));
      }
      for (CompletableFuture<HttpResponse<String>> each : all) {
        assertThat(each.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(504);
      }
      await(() -> gateway.origins().get(0).connections() == 0);
      assertThat(gateway.origins().get(0).failures()).as("of one connection").isLessThan(5);
    }
  }

  @Test
  @Tag("long")
  void anOriginThatIsSilentIsAskedWhetherItIsThere() throws Exception {
    Set<Http2Origin.Asked> held = ConcurrentHashMap.newKeySet();
    try (Http2Origin origin = new Http2Origin(held::add);
        Gateway gateway = gateway(origin)) {
      CompletableFuture<HttpResponse<String>> response = posting(gateway, "one");
      await(() -> origin.pings.get() > 0); // after ten seconds

      held.forEach(each -> each.later(() -> each.soap(answer("x"))));
      assertThat(response.get(60, TimeUnit.SECONDS).body()).isEqualTo(answer("x"));
      assertThat(origin.connections).hasValue(1);
    }
  }

  // ---- limits ----

  @Test
  void theOriginsLimitOfStreamsIsKept() throws Exception {
    try (Http2Origin origin =
            new Http2Origin(
                new Http2Settings().maxConcurrentStreams(1),
                true,
                asked -> asked.later(() -> asked.soap(answer("x"))));
        Gateway gateway = gateway(origin)) {
      List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        all.add(posting(gateway, "q" + i));
      }

      for (CompletableFuture<HttpResponse<String>> each : all) {
        assertThat(each.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
      }
      assertThat(origin.mostStreams).hasValue(1);
      assertThat(origin.requests).hasSize(20);
    }
  }

  @Test
  void requestsThatBeginAtOnceShareTheConnectionThatIsMade() throws Exception {
    Set<Http2Origin.Asked> held = ConcurrentHashMap.newKeySet();
    try (Http2Origin origin =
            new Http2Origin(
                asked -> {
                  held.add(asked);
                  if (held.size() == 40) {
                    held.forEach(each -> each.soap(answer(each.content())));
                  }
                });
        Gateway gateway = gateway(origin)) {
      List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        all.add(posting(gateway, "q" + i));
      }

      for (int i = 0; i < 40; i++) {
        assertThat(all.get(i).get(60, TimeUnit.SECONDS).body())
            .isEqualTo(answer(question("q" + i)));
      }
      assertThat(origin.connections).hasValue(1);
      assertThat(gateway.origins().get(0).connections()).isEqualTo(1);
    }
  }

  @Test
  void anOriginThatTakesNoStreamsIsBusy() throws Exception {
    try (Http2Origin origin =
            new Http2Origin(
                new Http2Settings().maxConcurrentStreams(0), true, asked -> asked.soap("x"));
        Gateway gateway = gateway(origin)) {
      assertThat(Soap.post(gateway, question("one")).statusCode()).isIn(502, 503);
      assertThat(Soap.post(gateway, question("two")).statusCode()).isIn(502, 503);
    }
  }

  @Test
  @Tag("long")
  void anOriginWithTooManyFramesOfControlLosesItsConnection() throws Exception {
    try (Http2Origin origin =
            new Http2Origin(
                asked -> {
                  if (asked.number == 1) {
                    asked.settings(11_000);
                  } else {
                    asked.soap(answer("x"));
                  }
                });
        Gateway gateway = gateway(origin)) {
      HttpResponse<String> flooded = Soap.post(gateway, question("one"));

      assertThat(flooded.statusCode()).isEqualTo(502);
      assertThat(proxyStatus(flooded)).isEqualTo("Castile; error=http_protocol_error");
      assertThat(Soap.post(gateway, question("two")).body()).isEqualTo(answer("x"));
    }
  }

  @Test
  void aConnectionIsRetiredAfterManyStreamsThatTheGatewayHasReset() throws Exception {
    try (Http2Origin origin =
            new Http2Origin(asked -> asked.head("200", false).data("a part", false));
        Gateway gateway = gateway(origin)) {
      for (int i = 0; i < 60; i++) {
        try (RawClient client = new RawClient(gateway.port())) {
          client.write("GET /x HTTP/1.1\r\nHost: x\r\n\r\n");
          client.readHead();
        }
        int leaving = i + 1;
        await(() -> origin.resets.size() == leaving);
      }

      assertThat(origin.connections).hasValue(2);
      assertThat(origin.resets).containsOnly(Http2Error.CANCEL);
    }
  }

  // ---- clients ----

  /** Else a few of them would have the origin left out for all. */
  @Test
  @Tag("long")
  void clientsThatStopReadingAreNoFailuresOfTheOrigin() throws Exception {
    String large = "x".repeat(24 << 20); // more than the network takes
    try (Http2Origin origin = new Http2Origin(asked -> asked.head("200", false).data(large, true));
        Gateway gateway = gateway(origin.uri(), "response: 6s")) {
      List<RawClient> stopped = new ArrayList<>();
      try {
        for (int i = 0; i < 6; i++) {
          RawClient client = new RawClient(gateway.port());
          stopped.add(client);
          client.write("GET /x HTTP/1.1\r\nHost: x\r\n\r\n");
          client.readHead();
        }
        await(() -> origin.resets.size() == 6);
      } finally {
        for (RawClient each : stopped) {
          each.close();
        }
      }

      assertThat(gateway.origins().get(0).failures()).isZero();
      assertThat(origin.pings).hasValue(0);
      assertThat(origin.connections).hasValue(1);
    }
  }

  @Test
  void aClientThatLeavesResetsItsStreamOnly() throws Exception {
    Set<Http2Origin.Asked> others = ConcurrentHashMap.newKeySet();
    try (Http2Origin origin =
            new Http2Origin(
                asked -> {
                  if (asked.path().equals("/leaves")) {
                    asked.head("200", false).data("a part", false);
                  } else {
                    others.add(asked);
                  }
                });
        Gateway gateway = gateway(origin)) {
      CompletableFuture<HttpResponse<String>> other = posting(gateway, "stays");
      await(() -> others.size() == 1);
      try (RawClient client = new RawClient(gateway.port())) {
        client.write("GET /leaves HTTP/1.1\r\nHost: x\r\n\r\n");
        client.readHead();
      }
      await(() -> origin.resets.size() == 1);
      others.forEach(each -> each.later(() -> each.soap(answer("stayed"))));

      assertThat(other.get(60, TimeUnit.SECONDS).body()).isEqualTo(answer("stayed"));
      assertThat(origin.resets).containsExactly(Http2Error.CANCEL);
      assertThat(origin.connections).hasValue(1);
      assertThat(origin.open).hasValue(1);
    }
  }

  /** Resets would add up on the connection, which other clients share. */
  @Test
  void aClientThatResetsItsOwnStreamLetsTheOriginAnswer() throws Exception {
    Set<Http2Origin.Asked> held = ConcurrentHashMap.newKeySet();
    try (Http2Origin origin =
            new Http2Origin(
                asked -> {
                  if (asked.path().equals("/held")) {
                    held.add(asked);
                  } else {
                    asked.head("200", false).data("next", true);
                  }
                });
        Gateway gateway = gateway(origin);
        Http2Wire client = new Http2Wire(gateway.port())) {
      client.request(1, true, "GET", "/held");
      await(() -> held.size() == 1);
      client.sendNumber(Http2Wire.RST_STREAM, 1, (int) Http2Error.CANCEL.code());
      client.request(3, true, "GET", "/next");
      client.read(frame -> frame.stream() == 3 && frame.isEnd());
      held.forEach(each -> each.later(() -> each.head("200", false).data("late", true)));
      client.request(5, true, "GET", "/next");
      client.read(frame -> frame.stream() == 5 && frame.isEnd());

      assertThat(origin.resets).isEmpty();
      assertThat(origin.connections).hasValue(1);
    }
  }

  @Test
  void anIdleConnectionIsClosed() throws Exception {
    try (Http2Origin origin = new Http2Origin(asked -> asked.soap(answer("x")));
        Gateway gateway = gateway(origin.uri(), "originIdle: 300ms")) {
      Soap.post(gateway, question("one"));

      await(() -> origin.open.get() == 0);
      assertThat(Soap.post(gateway, question("two")).statusCode()).isEqualTo(200);
      assertThat(origin.connections).hasValue(2);
    }
  }

  /** The event loop of the gateway may not know yet that the connection has ended. */
  @Test
  void aConnectionThatTheOriginHasEndedIsNotUsed() throws Exception {
    try (Http2Origin origin =
            new Http2Origin(
                asked -> {
                  asked.soap(answer("x"));
                  asked.later(() -> asked.goAway(asked.stream.id() / 2 + 1, true));
                });
        Gateway gateway = gateway(origin)) {
      for (int i = 0; i < 100; i++) {
        assertThat(Soap.post(gateway, question("q" + i)).statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void fieldsOfTheConnectionAreNotSent() throws Exception {
    try (Http2Origin origin =
            new Http2Origin(asked -> asked.head("200", false).data(asked.content(), true));
        Gateway gateway = gateway(origin);
        RawClient client = new RawClient(gateway.port())) {
      client.write(
          "POST /x?y HTTP/1.1\r\nHost: name:8\r\nConnection: X-Hop\r\nX-Hop: a\r\nTE: trailers\r\n"
              + "Cookie: a=b; c=d\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n");
      assertThat(client.readHead()).startsWith("HTTP/1.1 100");
      client.write("3\r\nabc\r\n0\r\nX-Trailer: t\r\n\r\n");
      assertThat(client.readHead()).startsWith("HTTP/1.1 200");

      Http2Origin.Asked asked = origin.requests.get(0);
      assertThat(asked.content()).isEqualTo("abc");
      assertThat(asked.path()).isEqualTo("/x?y");
      assertThat(asked.head.scheme()).hasToString("http");
      assertThat("http://" + asked.head.authority()).isEqualTo(origin.uri().toString());
      assertThat(asked.head.get("cookie")).hasToString("a=b; c=d");
      List<String> names = new ArrayList<>();
      asked.head.forEach(field -> names.add(field.getKey().toString()));
      assertThat(names)
          .doesNotContain("host", "connection", "x-hop", "te", "expect", "transfer-encoding")
          .contains("via", "x-forwarded-host");
    }
  }

  @Test
  void aHealthCheckSpeaksAsRequestsDo() throws Exception {
    try (Http2Origin origin = new Http2Origin(asked -> asked.head("204", true))) {
      String yaml =
          "{listen: 127.0.0.1:0, routes: [{origin: '%s', http2: true, health: {path: /up, every: 20ms}}]}"
              .formatted(origin.uri());
      try (Gateway gateway =
          Gateway.start(
              GatewaySettings.parse("test", yaml.getBytes(StandardCharsets.UTF_8), Path.of("")),
              1)) {
        await(() -> origin.requests.size() > 5);

        assertThat(gateway.origins().get(0).check()).isEqualTo("up");
        assertThat(gateway.origins().get(0).in()).isTrue();
        assertThat(origin.requests).allMatch(asked -> asked.path().equals("/up"));
        await(() -> origin.open.get() <= 1); // each check ends its connection
      }
    }
  }

  @Test
  void aReloadTurnsItOnAndOff() throws Exception {
    try (Http2Origin http2 = new Http2Origin(asked -> asked.soap(answer("by HTTP/2")));
        Gateway gateway = gateway(http2)) {
      assertThat(Soap.post(gateway, question("q")).body()).isEqualTo(answer("by HTTP/2"));

      gateway.reconfigure(
          gateway
              .settings()
              .withRoutes(List.of(gateway.settings().routes().get(0).withHttp2(false))));
      assertThat(Soap.post(gateway, question("q")).statusCode()).isEqualTo(502);
      gateway.reconfigure(
          gateway
              .settings()
              .withRoutes(List.of(gateway.settings().routes().get(0).withHttp2(true))));

      assertThat(Soap.post(gateway, question("q")).body()).isEqualTo(answer("by HTTP/2"));
    }
  }

  @Test
  void aRequestWithoutContentEndsWithItsHead() throws Exception {
    try (Http2Origin origin =
            new Http2Origin(
                asked -> asked.head("200", false, "content-length", "2").data("ok", true));
        Gateway gateway = gateway(origin);
        RawClient client = new RawClient(gateway.port())) {
      client.write("GET /x HTTP/1.1\r\nHost: x\r\n\r\n");
      client.readHead();

      assertThat(origin.requests.get(0).endsWithHead).isTrue();
      assertThat(origin.requests.get(0).head.contains("content-length")).isFalse();
    }
  }
}
