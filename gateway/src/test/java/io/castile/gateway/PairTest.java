package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.cacheStatus;
import static io.castile.gateway.Soap.envelope;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.delta.Ratings;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.AdminConfig;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.Limits;
import io.castile.gateway.config.RouteConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two gateways with the differential link between them, beside the service asked directly. */
final class PairTest {
  private static final String ASK = "text/xml; charset=utf-8";

  private static final Function<String, byte[]> GZIP =
      text -> {
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(coded)) {
          out.write(text.getBytes(UTF_8));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        return coded.toByteArray();
      };

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final Ratings ratings = new Ratings();
  private final ConcurrentLinkedQueue<byte[]> given = new ConcurrentLinkedQueue<>();

  private <T extends AutoCloseable> T opened(T resource) {
    opened.add(0, resource);
    return resource;
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  // ---- the parts ----

  private TestOrigin origin(TestOrigin.Service service) throws Exception {
    return opened(new TestOrigin(service));
  }

  /** Gives ratings of which every tenth is another one each time. */
  private TestOrigin polled() throws Exception {
    return origin(
        request -> {
          byte[] message = ratings.changed(10);
          given.add(message);
          return new Answer(200, List.of("Content-Type: " + ASK), message, false);
        });
  }

  private Gateway far(URI origin) throws Exception {
    return opened(Gateway.start(GatewaySettings.of(Soap.ANY_PORT, origin).withLink(true), 1));
  }

  private Gateway near(URI far) throws Exception {
    return near(far, Limits.DEFAULT);
  }

  private Gateway near(URI far, Limits limits) throws Exception {
    GatewaySettings config = GatewaySettings.of(Soap.ANY_PORT, far).withLimits(limits);
    return opened(Gateway.start(config.withRoutes(List.of(RouteConfig.of(far).withLink(true))), 1));
  }

  private Line line(Gateway... ends) throws Exception {
    URI[] addresses = new URI[ends.length];
    for (int i = 0; i < ends.length; i++) {
      addresses[i] = Soap.uri(ends[i], "");
    }
    return opened(new Line(addresses));
  }

  private static HttpResponse<byte[]> ask(Gateway near, String message, String... fields)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(Soap.uri(near, "/service"))
            .header("Content-Type", ASK)
            .POST(BodyPublishers.ofString(message));
    for (int i = 0; i < fields.length; i += 2) {
      request.setHeader(fields[i], fields[i + 1]);
    }
    return Soap.send(request.build());
  }

  private static String longQuestion(int number) {
    return envelope(
        "",
        "<q:ask xmlns:q=\"urn:q\"><text>"
            + "a question of some length ".repeat(40)
            + number
            + "</text></q:ask>");
  }

  // ---- the link ----

  @Test
  void whatIsPolledComesAsDifferences() throws Exception {
    TestOrigin origin = polled();
    Line line = line(far(origin.uri()));
    Gateway near = near(line.uri());

    for (int i = 0; i < 5; i++) {
      HttpResponse<byte[]> response = ask(near, question("ratings"));
      assertThat(response.body()).isEqualTo(given.poll());
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().map())
          .doesNotContainKeys("castile", "content-encoding", "vary");
      assertThat(response.headers().firstValue("content-type")).hasValue(ASK);
    }

    assertThat(line.calls()).hasSize(5);
    assertThat(line.calls().get(0).told("content-encoding")).isEqualTo("gzip");
    assertThat(line.calls().get(0).response().body()).hasSizeLessThan(10_000);
    assertThat(line.calls().subList(1, 5))
        .allSatisfy(
            call -> {
              assertThat(call.isDelta()).isTrue();
              assertThat(call.response().body()).hasSizeLessThan(1_000);
            });
    assertThat(origin.requests())
        .allSatisfy(
            request ->
                assertThat(request.fields()).doesNotContainKeys("Castile", "Accept-encoding"));
  }

  @Test
  void longRequestsGoAsDifferences() throws Exception {
    TestOrigin origin = polled();
    Line line = line(far(origin.uri()));
    Gateway near = near(line.uri());

    for (int i = 0; i < 4; i++) {
      assertThat(ask(near, longQuestion(i)).body()).isEqualTo(given.poll());
    }

    assertThat(line.calls())
        .extracting(call -> call.asked("Content-Encoding"))
        .containsExactly("null", "csd", "csd", "csd");
    assertThat(line.last().request().content()).hasSizeLessThan(100);
    for (int i = 0; i < 4; i++) {
      assertThat(origin.requests().get(i).text()).isEqualTo(longQuestion(i));
      assertThat(origin.requests().get(i).fields()).doesNotContainKey("Content-encoding");
    }
  }

  /** A fault that blames the caller may be the service's: then nothing is sent again. */
  @Test
  void whatAServiceRefusesThatCameAsADifferenceIsAskedOnce() throws Exception {
    String fault =
        envelope(
            "",
            "<s:Fault><faultcode>s:Client</faultcode><faultstring>refused</faultstring></s:Fault>");
    TestOrigin origin =
        origin(
            request ->
                request.text().contains("question of some length 7")
                    ? Answer.of(500, fault, "Content-Type: " + ASK)
                    : new Answer(200, List.of("Content-Type: " + ASK), ratings.changed(10), false));
    Line line = line(far(origin.uri()));
    Gateway near = near(line.uri());

    ask(near, longQuestion(0));
    HttpResponse<byte[]> refused = ask(near, longQuestion(7));

    assertThat(refused.statusCode()).isEqualTo(500);
    assertThat(new String(refused.body(), StandardCharsets.UTF_8)).isEqualTo(fault);
    assertThat(refused.headers().map()).doesNotContainKeys("castile");
    assertThat(line.calls())
        .extracting(call -> call.asked("Content-Encoding"))
        .containsExactly("null", "csd");
    assertThat(line.last().told("castile")).startsWith("1;r");
    assertThat(origin.requests()).hasSize(2);
  }

  @Test
  void fieldsAreThoseOfAGatewayWithoutTheLink() throws Exception {
    AtomicInteger count = new AtomicInteger();
    TestOrigin origin =
        origin(
            request ->
                Answer.soap(
                    answer("answer " + "x".repeat(600) + count.incrementAndGet()),
                    "Set-Cookie: a=1",
                    "Set-Cookie: b=2",
                    "ETag: \"tag\"",
                    "Vary: Accept, Cookie",
                    "X-Own: own",
                    "Cache-Control: max-age=5"));
    Gateway plain = opened(Soap.gateway(origin.uri(), ""));
    Gateway near = near(line(far(origin.uri())).uri());
    Map<String, List<String>> expected = fields(ask(plain, question("x"), "X-Asked", "1"));
    List<String> asked = List.copyOf(origin.requests().get(0).fields().keySet());

    for (int i = 0; i < 3; i++) {
      Map<String, List<String>> told = fields(ask(near, question("x"), "X-Asked", "1"));

      assertThat(told).isEqualTo(expected);
    }

    assertThat(origin.requests().get(3).fields().keySet()).containsAll(asked);
  }

  private static Map<String, List<String>> fields(HttpResponse<byte[]> response) {
    Map<String, List<String>> fields = new TreeMap<>(response.headers().map());
    fields.keySet().removeAll(List.of("date", "transfer-encoding", "content-length"));
    return fields;
  }

  @Test
  void callersWithOtherCredentialsHaveOtherBases() throws Exception {
    TestOrigin origin = polled();
    Line line = line(far(origin.uri()));
    Gateway near = near(line.uri());
    String security = "<o:Security xmlns:o=\"urn:o\"><o:Who>%s</o:Who></o:Security>";
    String body = "<q:ask xmlns:q=\"urn:q\"/>";

    for (String who : List.of("one", "two", "one")) {
      ask(near, question("x"), "Authorization", "Bearer " + who);
      ask(near, question("x"), "X-Api-Key", who);
      ask(near, envelope(security.formatted(who), body));
    }

    assertThat(line.calls().subList(0, 6)).noneMatch(Line.Call::isDelta);
    assertThat(line.calls().subList(0, 6)).noneMatch(call -> call.asked("Castile").contains("b="));
    assertThat(line.calls().subList(6, 9)).allMatch(Line.Call::isDelta);
    assertThat(List.copyOf(given)).hasSize(9);
  }

  @Test
  void aVersionThatAnotherCallerHasSeenIsOfNoUse() throws Exception {
    Line line = line(far(polled().uri()));
    Gateway near = near(line.uri());
    ask(near, question("x"), "Authorization", "Bearer one");
    ask(near, question("x"), "Authorization", "Bearer one");
    String named = line.last().asked("Castile");
    assertThat(named).contains("b=");

    HttpResponse<byte[]> stolen =
        Soap.send(
            HttpRequest.newBuilder(URI.create(line.uri() + "/service"))
                .header("Content-Type", ASK)
                .header("Authorization", "Bearer two")
                .header("Castile", named)
                .POST(BodyPublishers.ofString(question("x")))
                .build());

    assertThat(stolen.headers().firstValue("content-encoding")).isNotEqualTo(Optional.of("csd"));
    assertThat(stolen.headers().firstValue("castile").orElse("")).startsWith("1;v=");
  }

  @Test
  void metricsTellWhatTheLinkSaves() throws Exception {
    Line line = line(far(polled().uri()));
    GatewaySettings config =
        GatewaySettings.of(Soap.ANY_PORT, line.uri())
            .withRoutes(List.of(RouteConfig.of(line.uri()).withLink(true)))
            .withAdmin(new AdminConfig(Soap.ANY_PORT, null, null, List.of()));
    Gateway near = opened(Gateway.start(config, 1));
    long requestBytes = 0;
    long responseBytes = 0;
    for (int i = 0; i < 3; i++) {
      int answer = ask(near, longQuestion(i)).body().length;
      Line.Call call = line.last();
      requestBytes += longQuestion(i).length() - call.request().content().length;
      responseBytes += call.isDelta() ? answer - call.response().body().length : 0;
    }

    assertThat(new AdminClient(near).get("/metrics").text().lines())
        .contains(
            "castile_gateway_link_whole_total{end=\"near\"} 1.0",
            "castile_gateway_link_deltas_total{end=\"near\"} 2.0",
            "castile_gateway_link_request_deltas_total{end=\"near\"} 2.0",
            "castile_gateway_link_saved_request_bytes_total{end=\"near\"} " + (double) requestBytes,
            "castile_gateway_link_saved_response_bytes_total{end=\"near\"} "
                + (double) responseBytes,
            "castile_gateway_link_fetches_total{end=\"near\"} 0.0",
            "castile_gateway_link_whole_total{end=\"far\"} 0.0");
    assertThat(near.linkToOrigins().deltas()).isEqualTo(2);
  }

  @Test
  void moreThanMayWaitForTheLineAreToldToComeBack() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    TestOrigin origin =
        origin(
            request -> {
              if (request.text().equals(question("slow"))) {
                asked.countDown();
                answered.await(100, TimeUnit.SECONDS);
              }
              return Answer.soap(answer("an answer"));
            });
    Limits one = new Limits(100, 100, 1, 32 << 10, 1 << 20, 1 << 20, 100);
    Gateway near = near(line(far(origin.uri())).uri(), one);
    ask(near, question("first")); // from here on the far end is known to answer the link
    ExecutorService threads = Executors.newFixedThreadPool(1);
    try {
      Future<HttpResponse<byte[]>> first = threads.submit(() -> ask(near, question("slow")));
      assertThat(asked.await(100, TimeUnit.SECONDS)).isTrue();

      HttpResponse<byte[]> second = ask(near, envelope("", "<q:other xmlns:q=\"urn:q\"/>"));
      assertThat(second.statusCode()).isEqualTo(503);
      assertThat(second.headers().firstValue("retry-after")).hasValue("1");
      answered.countDown();
      assertThat(first.get(100, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    } finally {
      threads.shutdownNow();
    }
  }

  // ---- what the link does not carry ----

  @Test
  void faultsAndOtherAnswersPass() throws Exception {
    String fault =
        envelope(
            "",
            "<s:Fault><faultcode>s:Client</faultcode><faultstring>"
                + "no ".repeat(300)
                + "</faultstring></s:Fault>");
    List<Answer> answers =
        List.of(
            Answer.of(500, fault, "Content-Type: text/xml"),
            Answer.of(200, fault, "Content-Type: text/xml"),
            Answer.of(202, ""),
            Answer.of(200, ""),
            Answer.of(404, "gone", "Content-Type: text/plain"),
            Answer.of(200, "<html>", "Content-Type: text/html"),
            Answer.soap("no envelope"),
            Answer.soap(envelope("", "")));
    AtomicInteger next = new AtomicInteger();
    Gateway near =
        near(line(far(origin(r -> answers.get(next.getAndIncrement() / 2)).uri())).uri());

    for (Answer answer : answers) {
      for (int i = 0; i < 2; i++) {
        HttpResponse<byte[]> response = ask(near, longQuestion(i));

        assertThat(response.statusCode()).isEqualTo(answer.status());
        assertThat(response.body()).isEqualTo(answer.content());
        assertThat(response.headers().map()).doesNotContainKeys("castile", "content-encoding");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void messagesThatAreTooLargePass(boolean chunked) throws Exception {
    byte[] large = answer("large ".repeat(2_000)).getBytes(UTF_8);
    Limits few = new Limits(100, 100, 10, 32 << 10, 1 << 20, 4_096, 100);
    TestOrigin origin =
        origin(r -> new Answer(200, List.of("Content-Type: " + ASK), large, chunked));
    GatewaySettings far = GatewaySettings.of(Soap.ANY_PORT, origin.uri()).withLimits(few);
    Gateway farEnd = opened(Gateway.start(far.withLink(true), 1));
    Gateway near = near(line(farEnd).uri(), few);

    for (int i = 0; i < 3; i++) {
      assertThat(ask(near, question("x")).body()).isEqualTo(large);
      String question = question("large ".repeat(2_000) + i);
      assertThat(ask(near, question).body()).isEqualTo(large);
      assertThat(origin.requests().get(origin.requests().size() - 1).text()).isEqualTo(question);
    }
  }

  @Test
  void aDeltaOfAMessageThatIsTooLargeForTheNearEndIsFetched() throws Exception {
    List<String> answers =
        List.of(answer("ab ".repeat(1_000)), answer("ab ".repeat(1_200)), answer("x"));
    AtomicInteger next = new AtomicInteger();
    TestOrigin origin = origin(r -> Answer.soap(answers.get(next.getAndIncrement())));
    Limits few = new Limits(100, 100, 10, 32 << 10, 1 << 20, 3_300, 100);
    Gateway near = near(line(far(origin.uri())).uri(), few);

    for (String answer : answers) {
      HttpResponse<byte[]> response = ask(near, question("x"));

      assertThat(new String(response.body(), UTF_8)).isEqualTo(answer);
      assertThat(response.headers().map()).doesNotContainKeys("castile", "vary");
    }
    assertThat(origin.requests()).hasSize(3);
  }

  @Test
  void otherRequestsPass() throws Exception {
    TestOrigin origin =
        origin(r -> Answer.of(200, r.method() + r.target() + r.text(), "Content-Type: text/plain"));
    Gateway near = near(line(far(origin.uri())).uri());
    URI address = Soap.uri(near, "/x?y");

    assertThat(Soap.send(HttpRequest.newBuilder(address).GET().build()).body())
        .isEqualTo("GET/x?y".getBytes(UTF_8));
    for (String type : List.of("multipart/related; type=\"text/xml\"; boundary=b", "text/plain")) {
      HttpRequest.Builder request = HttpRequest.newBuilder(address).header("Content-Type", type);
      assertThat(Soap.send(request.POST(BodyPublishers.ofString("--b")).build()).body())
          .isEqualTo("POST/x?y--b".getBytes(UTF_8));
    }
  }

  @Test
  void codedAnswersPass() throws Exception {
    String message = answer("coded ".repeat(200));
    byte[] coded = GZIP.apply(message);
    TestOrigin origin =
        origin(
            r ->
                new Answer(
                    200, List.of("Content-Type: " + ASK, "Content-Encoding: gzip"), coded, false));
    Gateway near = near(line(far(origin.uri())).uri());

    for (int i = 0; i < 2; i++) {
      HttpResponse<byte[]> response = ask(near, question("x"), "Accept-Encoding", "gzip");

      assertThat(response.body()).isEqualTo(coded);
      assertThat(response.headers().firstValue("content-encoding")).hasValue("gzip");
    }
  }

  @Test
  void messagesInOtherEncodingsPass() throws Exception {
    byte[] latin =
        ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + answer("\u00E9 ".repeat(300)))
            .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    TestOrigin origin =
        origin(r -> new Answer(200, List.of("Content-Type: text/xml"), r.content(), false));
    Gateway near = near(line(far(origin.uri())).uri());

    for (int i = 0; i < 3; i++) {
      HttpResponse<byte[]> response =
          Soap.send(
              HttpRequest.newBuilder(Soap.uri(near, "/service"))
                  .header("Content-Type", "text/xml")
                  .POST(BodyPublishers.ofByteArray(latin))
                  .build());

      assertThat(response.body()).isEqualTo(latin);
    }
  }

  // ---- other ends ----

  @Test
  void aFarEndWithoutTheLinkAnswersInFull() throws Exception {
    TestOrigin origin = polled();
    Line line = line(opened(Soap.gateway(origin.uri(), "")));
    Gateway near = near(line.uri());

    for (int i = 0; i < 3; i++) {
      assertThat(ask(near, longQuestion(i)).body()).isEqualTo(given.poll());
    }

    assertThat(line.calls()).noneMatch(Line.Call::isDelta);
    assertThat(line.calls().get(0).asked("Castile")).startsWith("1");
    assertThat(line.calls().get(1).asked("Castile")).isEqualTo("null"); // for a minute
  }

  /** Neither an error of the line, nor one of the service, nor what is too large for the link. */
  @Test
  void whatDoesNotShowWhetherTheFarEndKnowsTheLinkDoesNotKeepItFromBeingOffered() throws Exception {
    Answer fault = Answer.of(500, envelope("", "<s:Fault/>"), "Content-Type: " + ASK);
    Answer large = Answer.soap(answer("large ".repeat(2_000)));
    AtomicReference<Answer> next = new AtomicReference<>(fault);
    TestOrigin origin = origin(request -> next.get());
    Limits few = new Limits(100, 100, 10, 32 << 10, 1 << 20, 4_096, 100);
    GatewaySettings far = GatewaySettings.of(Soap.ANY_PORT, origin.uri()).withLimits(few);
    Line line = line(opened(Gateway.start(far.withLink(true), 1)));
    Gateway near = near(line.uri(), few);

    line.cut(true);
    assertThat(ask(near, question("x")).statusCode()).isEqualTo(502);
    line.cut(false);
    assertThat(ask(near, question("x")).statusCode()).isEqualTo(500);
    next.set(large);
    assertThat(ask(near, question("x")).body()).isEqualTo(large.content());
    next.set(Answer.soap(answer("good ".repeat(200))));
    for (int i = 0; i < 2; i++) {
      assertThat(ask(near, question("x")).body()).isEqualTo(next.get().content());
    }

    assertThat(line.calls())
        .extracting(Line.Call::isDelta)
        .containsExactly(false, false, false, true);
  }

  @Test
  void twoFarEndsByTurnsAnswerEach() throws Exception {
    TestOrigin origin = polled();
    Line line = line(far(origin.uri()), far(origin.uri()));
    Gateway near = near(line.uri());

    for (int i = 0; i < 8; i++) {
      assertThat(ask(near, longQuestion(i)).body()).isEqualTo(given.poll());
    }

    assertThat(origin.requests()).hasSize(8);
  }

  @Test
  void aFarEndThatHasStartedAnewAnswersInFullOnce() throws Exception {
    TestOrigin origin = polled();
    Line line = line(far(origin.uri()));
    Gateway near = near(line.uri());
    for (int i = 0; i < 3; i++) {
      assertThat(ask(near, longQuestion(i)).body()).isEqualTo(given.poll());
    }

    line.to(Soap.uri(far(origin.uri()), ""));
    int before = line.calls().size();
    for (int i = 0; i < 3; i++) {
      assertThat(ask(near, longQuestion(10 + i)).body()).isEqualTo(given.poll());
    }

    // The delta of a request that was not understood, the request, and then deltas both ways.
    assertThat(line.calls().subList(before, line.calls().size()))
        .extracting(Line.Call::isDelta)
        .containsExactly(false, false, true, true);
    assertThat(line.calls().get(before).told("castile")).contains(";u");
    assertThat(origin.requests()).hasSize(6);
  }

  /** Callers at once, of which each asks for what is its own, while the far end starts anew. */
  @Test
  void manyCallersAtOnceEachGetTheirOwn() throws Exception {
    TestOrigin origin =
        origin(
            request -> {
              String who = request.fields().getFirst("Authorization");
              int asked = request.text().hashCode();
              return Answer.soap(answer("row of %s %d ".formatted(who, asked).repeat(80)));
            });
    Line line = line(far(origin.uri()), far(origin.uri()));
    Gateway near = near(line.uri());
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try {
      List<Future<Integer>> callers = new ArrayList<>();
      for (int caller = 0; caller < 6; caller++) {
        String who = "Bearer caller" + caller;
        callers.add(threads.submit(() -> calls(near, who, 25)));
      }
      line.to(Soap.uri(far(origin.uri()), ""));

      for (Future<Integer> caller : callers) {
        assertThat(caller.get(100, TimeUnit.SECONDS)).isEqualTo(25);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(line.calls()).anyMatch(Line.Call::isDelta);
    assertThat(origin.requests()).hasSize(150);
  }

  private static int calls(Gateway near, String who, int count) throws Exception {
    int right = 0;
    for (int i = 0; i < count; i++) {
      String question = longQuestion(i % 7);
      String expected = answer("row of %s %d ".formatted(who, question.hashCode()).repeat(80));
      byte[] answer = ask(near, question, "Authorization", who).body();
      assertThat(new String(answer, UTF_8)).isEqualTo(expected);
      right++;
    }
    return right;
  }

  // ---- damage ----

  @Test
  void aDamagedDeltaOfAnAnswerIsFetchedWithoutAskingTheService() throws Exception {
    TestOrigin origin = polled();
    Line line = line(far(origin.uri()));
    Gateway near = near(line.uri());
    assertThat(ask(near, question("x"), "Authorization", "Bearer x").body())
        .isEqualTo(given.poll());
    Random random = new Random(7);

    for (int i = 0; i < 15; i++) {
      line.damageAnswers(delta -> damaged(delta, random));
      HttpResponse<byte[]> response = ask(near, question("x"), "Authorization", "Bearer x");
      byte[] expected = given.poll();
      assertThat(response.statusCode()).isIn(200, 502);
      if (response.statusCode() == 200) {
        assertThat(response.body()).isEqualTo(expected);
        assertThat(response.headers().firstValue("content-type")).hasValue(ASK);
      }
    }

    assertThat(line.calls()).anyMatch(call -> call.asked("Castile").contains("f="));
    assertThat(origin.requests()).hasSize(16);
  }

  private static byte[] damaged(byte[] delta, Random random) {
    // Behind the version of the target, without which a message cannot be fetched.
    int at = 7 + random.nextInt(delta.length - 7);
    delta[at] ^= (byte) (1 << random.nextInt(8));
    return delta;
  }

  @Test
  void aDamagedDeltaOfARequestIsAskedForInFull() throws Exception {
    TestOrigin origin = polled();
    Line line = line(far(origin.uri()));
    Gateway near = near(line.uri());
    ask(near, longQuestion(0));
    given.clear();
    Random random = new Random(8);
    line.damageRequests(
        content -> {
          content[6 + random.nextInt(content.length - 6)] ^= (byte) (1 << random.nextInt(8));
          return content;
        });

    for (int i = 1; i < 15; i++) {
      assertThat(ask(near, longQuestion(i)).body()).isEqualTo(given.poll());
      assertThat(origin.requests().get(i).text()).isEqualTo(longQuestion(i));
    }

    assertThat(line.calls()).anyMatch(call -> call.told("castile").contains(";u"));
    assertThat(origin.requests()).hasSize(15);
  }

  /** What comes from a far end that is broken, or lies, is an error, and no answer. */
  @Test
  void answersOfABadFarEndAreErrors() throws Exception {
    byte[] large = GZIP.apply(answer("large ".repeat(1_000)));
    List<Answer> answers =
        List.of(
            bad("Content-Encoding: csd", new byte[0]),
            bad("Content-Encoding: csd", answer("no delta").getBytes(UTF_8)),
            bad("Content-Encoding: csd, gzip", "no gzip".getBytes(UTF_8)),
            bad("Content-Encoding: csd, br", new byte[40]),
            bad("Content-Encoding: gzip", "no gzip".getBytes(UTF_8)),
            bad("Content-Encoding: gzip", large),
            bad("Content-Encoding: gzip", Arrays.copyOf(large, large.length / 2)));
    AtomicReference<Answer> next = new AtomicReference<>();
    TestOrigin far = origin(request -> next.get());
    Gateway near = near(far.uri(), new Limits(100, 100, 10, 32 << 10, 1 << 20, 4_096, 100));

    for (Answer answer : answers) {
      next.set(answer);
      HttpResponse<byte[]> response = ask(near, question("x"));

      assertThat(response.statusCode()).as(answer.fields().toString()).isEqualTo(502);
    }
    next.set(Answer.soap(answer("good")));
    assertThat(ask(near, question("x")).body()).isEqualTo(next.get().content());
  }

  private static Answer bad(String coding, byte[] content) {
    return new Answer(
        200,
        List.of("Content-Type: " + ASK, "Castile: 1;v=\"AAAAAAAA\";r", coding),
        content,
        false);
  }

  // ---- the cache ----

  @Test
  void whatTheNearEndDoesNotHoldIsAskedOverTheLink() throws Exception {
    TestOrigin origin = polled();
    Line line = line(far(origin.uri()));
    Gateway near = near(line.uri());
    near.policy(CachePolicy.parse("test", "rules: [{operation: ask, cache: true, ttl: 1h}]"));

    for (String text : List.of("one", "two", "one", "two")) {
      HttpResponse<byte[]> response = ask(near, question(text));
      byte[] expected = List.copyOf(given).get(text.equals("one") ? 0 : 1);
      assertThat(response.body()).isEqualTo(expected);
    }

    assertThat(line.calls()).extracting(Line.Call::isDelta).containsExactly(false, true);
    assertThat(cacheStatus(ask(near, question("one")))).isEqualTo("Castile; hit");
  }

  @Test
  void aFarEndGivesWhatItHoldsOverTheLink() throws Exception {
    TestOrigin origin = polled();
    Gateway far = far(origin.uri());
    far.policy(CachePolicy.parse("test", "rules: [{operation: ask, cache: true, ttl: 1h}]"));
    Line line = line(far);
    Gateway near = near(line.uri());

    HttpResponse<byte[]> first = ask(near, question("one"));
    HttpResponse<byte[]> second = ask(near, question("one"));

    assertThat(second.body()).isEqualTo(first.body()).isEqualTo(given.poll());
    assertThat(cacheStatus(first)).isEqualTo("Castile; fwd=miss");
    assertThat(cacheStatus(second)).isEqualTo("Castile; hit");
    assertThat(line.last().isDelta()).isTrue();
    assertThat(line.last().response().body()).hasSizeLessThan(30);
    assertThat(origin.requests()).hasSize(1);
    assertThat(far.recording()).isPresent();
  }

  // ---- a line that is down ----

  @Test
  @Tag("long")
  void whileTheLineIsDownKeptAnswersAreGivenAndRefreshedAfterwards() throws Exception {
    TestOrigin origin = polled();
    Line line = line(far(origin.uri()));
    Gateway near = near(line.uri());
    near.policy(
        CachePolicy.parse(
            "test", "rules: [{operation: ask, cache: true, ttl: 1s, staleIfError: 1h}]"));
    List<String> questions = List.of("one", "two", "three");
    List<byte[]> first = new ArrayList<>();
    for (String text : questions) {
      first.add(ask(near, question(text)).body());
    }

    line.cut(true);
    for (int i = 0; i < questions.size(); i++) {
      HttpResponse<byte[]> stale = stale(near, questions.get(i));
      assertThat(stale.statusCode()).isEqualTo(200);
      assertThat(stale.body()).isEqualTo(first.get(i));
    }
    assertThat(ask(near, question("another")).statusCode()).isEqualTo(502);
    assertThat(origin.requests()).hasSize(3);

    line.cut(false);
    await(() -> origin.requests().size() >= 6);
    assertThat(origin.requests().subList(3, 6))
        .extracting(TestOrigin.Request::text)
        .containsExactlyInAnyOrder(question("one"), question("two"), question("three"));
    assertThat(line.last().isDelta()).isTrue();
  }

  /** The answer once it is too old to be fresh. */
  private static HttpResponse<byte[]> stale(Gateway near, String text) throws Exception {
    HttpResponse<byte[]> response = ask(near, question(text));
    while (cacheStatus(response).equals("Castile; hit")) {
      TimeUnit.MILLISECONDS.sleep(20);
      response = ask(near, question(text));
    }
    assertThat(cacheStatus(response)).isEqualTo("Castile; hit; detail=stale-if-error");
    return response;
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(100);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("100 s have passed").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  @Test
  void callsOverTheLinkAreObservedAtBothEnds() throws Exception {
    TestOrigin origin = polled();
    Gateway far = far(origin.uri());
    Gateway near = near(line(far).uri());

    for (int i = 0; i < 3; i++) {
      post(near, question("one"));
    }

    for (Gateway each : List.of(near, far)) {
      assertThat(Soap.recorded(each, 3).operations())
          .singleElement()
          .satisfies(operation -> assertThat(operation.totals().calls()).isEqualTo(3));
    }
  }
}
