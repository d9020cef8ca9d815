package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.cacheStatus;
import static io.castile.gateway.Soap.envelope;
import static io.castile.gateway.Soap.gateway;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.postTo;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.Limits;
import io.castile.gateway.config.RouteConfig;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the gateway keeps, and for whom. */
final class CachingTest {
  private static final String AN_HOUR =
      """
      rules:
        - operation: ask
          cache: true
          ttl: 1h
      """;

  private final AtomicInteger count = new AtomicInteger();

  private TestOrigin counting() throws Exception {
    return new TestOrigin(request -> Answer.soap(answer("answer " + count.incrementAndGet())));
  }

  @Test
  void theSameQuestionIsAskedOnce() throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      HttpResponse<String> first = post(gateway, question("one"));
      HttpResponse<String> second = post(gateway, question("one"));

      assertThat(second.body()).isEqualTo(first.body()).contains("answer 1");
      assertThat(cacheStatus(first)).isEqualTo("Castile; fwd=miss");
      assertThat(cacheStatus(second)).isEqualTo("Castile; hit");
      assertThat(Integer.parseInt(second.headers().firstValue("age").orElse(""))).isBetween(0, 60);
      assertThat(second.headers().firstValue("content-type")).hasValue("text/xml; charset=utf-8");
      assertThat(origin.requests()).hasSize(1);
      assertThat(gateway.statistics().rows())
          .singleElement()
          .satisfies(row -> assertThat(row.hits()).isEqualTo(1));
    }
  }

  @Test
  void otherQuestionsAreOtherEntries() throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      List<String> answers = new ArrayList<>();
      answers.add(post(gateway, question("one")).body());
      answers.add(post(gateway, question("two")).body());
      answers.add(postTo(gateway, "/service?x=1", question("one")).body());
      answers.add(post(gateway, question("one"), "SOAPAction", "\"urn:other\"").body());

      assertThat(answers).doesNotHaveDuplicates();
      assertThat(origin.requests()).hasSize(4);
    }
  }

  /** Prefixes, white space, declarations, quotes, empty elements and comments say nothing. */
  @Test
  void spellingsOfAQuestionShareAnEntry() throws Exception {
    List<String> spellings =
        List.of(
            question("one"),
            "<?xml version='1.0' encoding='UTF-8'?>\n"
                + "<SOAP-ENV:Envelope xmlns:SOAP-ENV='http://schemas.xmlsoap.org/soap/envelope/'>\n"
                + "  <SOAP-ENV:Header/>\n  <SOAP-ENV:Body>\n"
                + "    <ask xmlns='urn:q'><text xmlns=''>one</text></ask>\n"
                + "  </SOAP-ENV:Body>\n</SOAP-ENV:Envelope>",
            "<Envelope xmlns=\"http://schemas.xmlsoap.org/soap/envelope/\"><Body><n:ask"
                + " xmlns:n=\"urn:q\"><text xmlns=\"\">&#x6f;ne</text><!-- said --></n:ask>"
                + "</Body></Envelope>");
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      for (String spelling : spellings) {
        assertThat(post(gateway, spelling).body()).contains("answer 1");
      }

      assertThat(origin.requests()).hasSize(1);
    }
  }

  @Test
  void withoutARuleEveryRequestPasses() throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      String other = envelope("", "<q:other xmlns:q=\"urn:q\"/>");
      post(gateway, other);
      HttpResponse<String> second = post(gateway, other);

      assertThat(second.body()).contains("answer 2");
      assertThat(cacheStatus(second)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<faultcode>s:Client</faultcode><faultstring>no</faultstring>",
        "<faultcode>s:Server</faultcode><faultstring>no</faultstring><detail><d/></detail>",
        "<faultcode>s:Server</faultcode><faultstring>no</faultstring>"
      })
  void faultsAreNotKept(String fault) throws Exception {
    String message = envelope("", "<s:Fault>" + fault + "</s:Fault>");
    for (int status : new int[] {200, 500}) {
      try (TestOrigin origin =
              new TestOrigin(
                  request -> Answer.of(status, message, "Content-Type: text/xml; charset=utf-8"));
          Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
        for (int i = 0; i < 2; i++) {
          HttpResponse<String> response = post(gateway, question("one"));
          assertThat(response.statusCode()).isEqualTo(status);
          assertThat(response.body()).isEqualTo(message);
        }

        assertThat(origin.requests()).hasSize(2);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<not xml",
        "<other/>",
        "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body/></s:Envelope>"
      })
  void whatIsNoAnswerIsNotKept(String content) throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(content));
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      for (int i = 0; i < 2; i++) {
        assertThat(post(gateway, question("one")).body()).isEqualTo(content);
      }

      assertThat(origin.requests()).hasSize(2);
    }
  }

  @Test
  void anAnswerThatSetsACookieIsNotKept() throws Exception {
    try (TestOrigin origin =
            new TestOrigin(
                request ->
                    Answer.soap(answer("a" + count.incrementAndGet()), "Set-Cookie: id=" + count));
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      post(gateway, question("one"));
      HttpResponse<String> second = post(gateway, question("one"));

      assertThat(second.body()).contains("a2");
      assertThat(second.headers().firstValue("set-cookie")).hasValue("id=2");
    }
  }

  @Test
  void aSecuredAnswerIsNotKept() throws Exception {
    String security =
        "<w:Security xmlns:w=\"http://docs.oasis-open.org/wss/2004/01/"
            + "oasis-200401-wss-wssecurity-secext-1.0.xsd\"/>";
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(envelope(security, "<a/>")));
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      post(gateway, question("one"));
      post(gateway, question("one"));

      assertThat(origin.requests()).hasSize(2);
    }
  }

  /** Larger than maxEntryBytes: passed on whole, and not kept. */
  @Test
  void aLargeAnswerPassesThroughTheCache() throws Exception {
    String large = answer("x".repeat(3_000_000));
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(large));
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      for (int i = 0; i < 2; i++) {
        assertThat(post(gateway, question("one")).body()).isEqualTo(large);
      }

      assertThat(origin.requests()).hasSize(2);
    }
  }

  @Test
  void aLargeRequestPasses() throws Exception {
    String large = question("y".repeat(3_000_000));
    try (TestOrigin origin =
            new TestOrigin(request -> Answer.soap(answer("" + request.content().length)));
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      assertThat(post(gateway, large).body()).isEqualTo(answer("" + large.length()));
      assertThat(origin.requests().get(0).text()).isEqualTo(large);
    }
  }

  @Test
  void whoAsksTheSameMeanwhileWaits() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    ExecutorService callers = Executors.newFixedThreadPool(20);
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  go.await();
                  return Answer.soap(answer("answer " + count.incrementAndGet()));
                });
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      List<Future<HttpResponse<String>>> answers = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        answers.add(callers.submit(() -> post(gateway, question("one"))));
      }
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (gateway.requests() < 20 && System.nanoTime() - deadline < 0) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      go.countDown();

      Map<String, Integer> statuses = new HashMap<>();
      for (Future<HttpResponse<String>> each : answers) {
        assertThat(each.get().body()).contains("answer 1");
        statuses.merge(cacheStatus(each.get()), 1, Integer::sum);
      }
      assertThat(origin.requests()).hasSize(1);
      assertThat(statuses.remove("Castile; fwd=miss")).isEqualTo(1);
      assertThat(statuses).containsKey("Castile; fwd=miss; collapsed");
      statuses.remove("Castile; fwd=miss; collapsed");
      // A request may be read only after the answer has come.
      assertThat(statuses.keySet()).isSubsetOf("Castile; hit");
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void aStaleAnswerStandsInForAFailure() throws Exception {
    String policy =
        """
        rules:
          - operation: ask
            cache: true
            ttl: 1ms
            staleIfError: 1h
        """;
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  if (count.incrementAndGet() > 1) {
                    return Answer.of(503, "busy");
                  }
                  return Answer.soap(answer("first"));
                });
        Gateway gateway = gateway(origin.uri(), policy)) {
      String first = post(gateway, question("one")).body();
      TimeUnit.MILLISECONDS.sleep(20);
      HttpResponse<String> second = post(gateway, question("one"));

      assertThat(second.statusCode()).isEqualTo(200);
      assertThat(second.body()).isEqualTo(first);
      assertThat(cacheStatus(second)).isEqualTo("Castile; hit; detail=stale-if-error");
    }
  }

  @Test
  void whatIsAskedForShortlyBeforeItsEndIsFetchedAnewMeanwhile() throws Exception {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    String policy = "rules: [{operation: ask, cache: true, ttl: 10s, refreshAhead: 3s}]";
    try (TestOrigin origin = counting();
        Gateway gateway =
            Gateway.start(GatewaySettings.of(Soap.ANY_PORT, origin.uri()), now::get)) {
      gateway.policy(CachePolicy.parse("test", policy));
      assertThat(post(gateway, question("one")).body()).isEqualTo(answer("answer 1"));
      now.set(now.get().plusSeconds(8));

      HttpResponse<String> second = post(gateway, question("one"));

      assertThat(second.body()).isEqualTo(answer("answer 1"));
      assertThat(cacheStatus(second)).isEqualTo("Castile; hit");
      while (!post(gateway, question("one")).body().equals(answer("answer 2"))) {
        TimeUnit.MILLISECONDS.sleep(1); // until the timeout of tests
      }
      assertThat(origin.requests()).hasSize(2);
      now.set(now.get().plusSeconds(3)); // the first one has ended
      assertThat(post(gateway, question("one")).body()).isEqualTo(answer("answer 2"));
      assertThat(origin.requests()).hasSize(2);
    }
  }

  @Test
  void whatEndsSoonIsAHitWhereAllRequestsThatMayWaitDo() throws Exception {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    CountDownLatch isSlow = new CountDownLatch(1);
    GatewaySettings config =
        GatewaySettings.parse(
            "g.yaml",
            "listen: 127.0.0.1:0\nlimits: {waiting: 1}\nroutes: [{origin: 'http://127.0.0.1:1'}]"
                .getBytes(StandardCharsets.UTF_8),
            Path.of(""));
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  if (count.incrementAndGet() > 1) {
                    isSlow.await();
                  }
                  return Answer.soap(answer("first"));
                });
        Gateway gateway =
            Gateway.start(config.withRoutes(List.of(RouteConfig.of(origin.uri()))), now::get)) {
      gateway.policy(
          CachePolicy.parse(
              "test", "rules: [{operation: ask, cache: true, ttl: 10s, refreshAhead: 5s}]"));
      post(gateway, question("one"));
      CompletableFuture<Integer> busy =
          CompletableFuture.supplyAsync(() -> status(gateway, question("busy")));
      while (origin.requests().size() < 2) {
        TimeUnit.MILLISECONDS.sleep(1);
      }
      now.set(now.get().plusSeconds(7));

      HttpResponse<String> hit = post(gateway, question("one"));

      assertThat(hit.statusCode()).isEqualTo(200);
      assertThat(cacheStatus(hit)).isEqualTo("Castile; hit");
      isSlow.countDown();
      assertThat(busy.get(30, TimeUnit.SECONDS)).isEqualTo(200);
    } finally {
      isSlow.countDown();
    }
  }

  @Test
  void aStaleAnswerNeedsNoThreadWhileANewOneIsUnderWay() throws Exception {
    String policy =
        """
        rules:
          - operation: ask
            cache: true
            ttl: 1ms
            staleWhileRevalidate: 1h
        """;
    CountDownLatch isSlow = new CountDownLatch(1);
    Limits usual = Limits.DEFAULT;
    Limits oneThread =
        new Limits(
            usual.connections(),
            usual.requests(),
            1,
            usual.headerBytes(),
            usual.requestBytes(),
            usual.inspectedBytes(),
            usual.originConnections());
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  if (count.incrementAndGet() > 1) {
                    isSlow.await();
                  }
                  return Answer.soap(answer("first"));
                });
        Gateway gateway =
            Gateway.start(
                GatewaySettings.of(Soap.ANY_PORT, origin.uri()).withLimits(oneThread), 2)) {
      gateway.policy(CachePolicy.parse("test", policy));
      String first = post(gateway, question("one")).body();
      TimeUnit.MILLISECONDS.sleep(20);
      post(gateway, question("one")); // from here on a new one is under way
      CompletableFuture<Integer> busy =
          CompletableFuture.supplyAsync(() -> status(gateway, question("busy")));
      while (origin.requests().size() < 3) {
        TimeUnit.MILLISECONDS.sleep(1);
      }

      HttpResponse<String> stale = post(gateway, question("one"));

      assertThat(stale.statusCode()).isEqualTo(200);
      assertThat(stale.body()).isEqualTo(first);
      assertThat(cacheStatus(stale)).isEqualTo("Castile; hit; detail=stale-while-revalidate");
      assertThat(gateway.statistics().row("ask").stale()).isEqualTo(2);
      isSlow.countDown();
      assertThat(busy.get(30, TimeUnit.SECONDS)).isEqualTo(200);
    } finally {
      isSlow.countDown();
    }
  }

  private static int status(Gateway gateway, String message) {
    try {
      return post(gateway, message).statusCode();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final String PATIENT =
      """
      rules:
        - operation: ask
          cache: true
          ttl: 1ms
          staleIfError: 1h
          staleIfSlow: %s
      """;

  @Test
  void aStaleAnswerStandsInForASlowOneWhichIsKeptWhenItComes() throws Exception {
    CountDownLatch isSlow = new CountDownLatch(1);
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  int number = count.incrementAndGet();
                  if (number == 2) {
                    isSlow.await();
                  }
                  return Answer.soap(answer("number " + number));
                });
        Gateway gateway = gateway(origin.uri(), PATIENT.formatted("100ms"))) {
      String first = post(gateway, question("one")).body();
      TimeUnit.MILLISECONDS.sleep(20);
      for (int i = 0; i < 2; i++) { // both wait for one question
        HttpResponse<String> second = post(gateway, question("one"));
        assertThat(second.body()).isEqualTo(first);
        assertThat(cacheStatus(second)).isEqualTo("Castile; hit; detail=stale-if-slow");
      }
      assertThat(origin.requests()).hasSize(2);
      isSlow.countDown();
      String later = first;
      while (later.equals(first)) {
        later = post(gateway, question("one")).body();
      }
      assertThat(later).containsPattern("number [2-9]");
    }
  }

  @Test
  void manyQuestionsDoNotWaitForASlowOrigin() throws Exception {
    CountDownLatch isSlow = new CountDownLatch(1);
    int questions = 20; // more than the cache has threads
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  if (count.incrementAndGet() > questions) {
                    isSlow.await();
                  }
                  return Answer.soap(answer(request.text().contains("one 1<") ? "1" : "other"));
                });
        Gateway gateway = gateway(origin.uri(), PATIENT.formatted("20ms"))) {
      for (int i = 0; i < questions; i++) {
        post(gateway, question("one " + i));
      }
      TimeUnit.MILLISECONDS.sleep(20);
      for (int i = 0; i < questions; i++) {
        HttpResponse<String> response = post(gateway, question("one " + i));
        assertThat(cacheStatus(response)).isEqualTo("Castile; hit; detail=stale-if-slow");
        assertThat(response.body()).contains(i == 1 ? ">1<" : "other");
      }
    } finally {
      isSlow.countDown();
    }
  }

  @ParameterizedTest
  @CsvSource({"200, Castile; hit, 2", "503, Castile; hit; detail=stale-if-error, 2", "500, , 3"})
  void anOriginInTimeAnswersItself(int status, String expected, int asked) throws Exception {
    try (TestOrigin origin =
            new TestOrigin(
                request ->
                    count.incrementAndGet() == 1
                        ? Answer.soap(answer("first"))
                        : switch (status) {
                          case 200 -> Answer.soap(answer("second"));
                          case 500 ->
                              Answer.of(
                                  500,
                                  envelope(
                                      "", "<s:Fault><faultcode>s:Client</faultcode></s:Fault>"),
                                  "Content-Type: text/xml");
                          default -> Answer.of(503, "busy");
                        });
        Gateway gateway = gateway(origin.uri(), PATIENT.formatted("1m"))) {
      post(gateway, question("one"));
      TimeUnit.MILLISECONDS.sleep(20);
      HttpResponse<String> second = post(gateway, question("one"));

      assertThat(second.statusCode()).isEqualTo(status == 503 ? 200 : status);
      assertThat(second.body())
          .contains(status == 200 ? "second" : status == 500 ? "s:Client" : "first");
      assertThat(cacheStatus(second)).isEqualTo(expected == null ? "Castile; fwd=miss" : expected);
      assertThat(origin.requests()).hasSize(asked);
    }
  }

  @Test
  void aRevalidatedAnswerIsGivenAgain() throws Exception {
    String policy =
        """
        rules:
          - operation: ask
            cache: true
            http: true
        """;
    try (TestOrigin origin =
            new TestOrigin(
                request ->
                    "\"v1\"".equals(request.fields().getFirst("If-None-Match"))
                        ? Answer.of(304, "", "ETag: \"v1\"", "Cache-Control: max-age=0")
                        : Answer.soap(answer("once"), "ETag: \"v1\"", "Cache-Control: max-age=0"));
        Gateway gateway = gateway(origin.uri(), policy)) {
      String first = post(gateway, question("one")).body();
      HttpResponse<String> second = post(gateway, question("one"));

      assertThat(second.statusCode()).isEqualTo(200);
      assertThat(second.body()).isEqualTo(first);
      assertThat(origin.requests()).hasSize(2);
    }
  }

  @Test
  void anInvalidatingOperationDropsAnswers() throws Exception {
    String policy =
        """
        rules:
          - operation: ask
            cache: true
            ttl: 1h
          - operation: put
            invalidates:
              - operation: ask
        """;
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), policy)) {
      post(gateway, question("one"));
      post(gateway, envelope("", "<q:put xmlns:q=\"urn:q\"/>"));

      assertThat(post(gateway, question("one")).body()).contains("answer 3");
    }
  }

  @Test
  void anInvalidatingOperationDropsWhatMatches() throws Exception {
    String policy =
        """
        rules:
          - operation: ask
            cache: true
            ttl: 1h
          - operation: put
            invalidates:
              - operation: ask
                matching: {item: text}
        """;
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), policy)) {
      String one = post(gateway, question("one")).body();
      String two = post(gateway, question("two")).body();
      post(gateway, envelope("", "<q:put xmlns:q=\"urn:q\"><item>one</item></q:put>"));

      assertThat(post(gateway, question("two")).body()).isEqualTo(two);
      assertThat(post(gateway, question("one")).body()).isNotEqualTo(one);

      post(gateway, envelope("", "<q:put xmlns:q=\"urn:q\"><name>one</name></q:put>"));
      assertThat(post(gateway, question("two")).body()).isNotEqualTo(two);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void aHitIsCompressedForWhoTakesThat(String coding) throws Exception {
    String plain = answer("x".repeat(10_000));
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(plain));
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      post(gateway, question("one"));
      HttpRequest asking =
          HttpRequest.newBuilder(Soap.uri(gateway, "/service"))
              .header("Content-Type", "text/xml; charset=utf-8")
              .header("Accept-Encoding", "br, " + coding + ";q=0.5")
              .POST(BodyPublishers.ofString(question("one")))
              .build();
      HttpResponse<byte[]> response = Soap.send(asking);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (response.headers().firstValue("content-encoding").isEmpty()
          && System.nanoTime() - deadline < 0) {
        assertThat(response.body()).asString().isEqualTo(plain);
        response = Soap.send(asking); // the first one has it compressed
      }

      assertThat(response.headers().firstValue("content-encoding")).hasValue(coding);
      assertThat(response.body().length).isLessThan(plain.length() / 10);
      InputStream content = new ByteArrayInputStream(response.body());
      InputStream decoded =
          coding.equals("gzip") ? new GZIPInputStream(content) : new ZstdInputStream(content);
      assertThat(decoded.readAllBytes()).asString().isEqualTo(plain);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void aCompressedRequestAsksTheSameAsAPlainOne(String coding) throws Exception {
    byte[] message = question("one").getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream out =
        coding.equals("gzip")
            ? new GZIPOutputStream(compressed)
            : new ZstdOutputStream(compressed)) {
      out.write(message);
    }
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      HttpRequest asking =
          HttpRequest.newBuilder(Soap.uri(gateway, "/service"))
              .header("Content-Type", "text/xml; charset=utf-8")
              .header("Content-Encoding", coding)
              .POST(BodyPublishers.ofByteArray(compressed.toByteArray()))
              .build();

      assertThat(Soap.send(asking).body()).asString().contains("answer 1");
      assertThat(post(gateway, question("one")).body()).contains("answer 1");
      assertThat(Soap.send(asking).body()).asString().contains("answer 1");
      assertThat(origin.requests().get(0).content()).isEqualTo(message);
      assertThat(origin.requests().get(0).fields().containsKey("Content-Encoding")).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "br", "gzip, gzip"})
  void whatCannotBeDecodedPassesAsItIs(String coding) throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      for (int i = 1; i < 3; i++) {
        String body = post(gateway, question("one"), "Content-Encoding", coding).body();

        assertThat(body).contains("answer " + i);
        assertThat(origin.requests().get(i - 1).text()).isEqualTo(question("one"));
        assertThat(origin.requests().get(i - 1).fields().getFirst("Content-Encoding"))
            .isEqualTo(coding);
      }
    }
  }

  @Test
  void theTagOfACompressedAnswerIsWeak() throws Exception {
    String large = answer("text ".repeat(500));
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(large, "ETag: \"v1\""));
        Gateway gateway =
            gateway(origin.uri(), "rules: [{operation: ask, cache: true, ttl: 1h}]")) {
      HttpResponse<String> plain = post(gateway, question("q"));
      HttpResponse<String> compressed = plain;
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (compressed.headers().firstValue("content-encoding").isEmpty()) {
        assertThat(System.nanoTime()).as("60 s have passed").isLessThan(deadline);
        compressed = post(gateway, question("q"), "Accept-Encoding", "gzip");
      }

      assertThat(compressed.headers().firstValue("etag")).contains("W/\"v1\"");
      assertThat(post(gateway, question("q")).headers().firstValue("etag")).contains("\"v1\"");
      assertThat(plain.headers().firstValue("etag")).contains("\"v1\"");
    }
  }

  @Test
  void anAddressedAnswerRelatesToItsAsker() throws Exception {
    String wsa = "http://www.w3.org/2005/08/addressing";
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  String text = request.text();
                  String id = text.replaceAll("(?s).*<w:MessageID>(.*)</w:MessageID>.*", "$1");
                  return Answer.soap(
                      envelope(
                          "<w:MessageID xmlns:w=\""
                              + wsa
                              + "\">urn:uuid:origin</w:MessageID><w:RelatesTo xmlns:w=\""
                              + wsa
                              + "\">"
                              + id
                              + "</w:RelatesTo>",
                          "<a>" + count.incrementAndGet() + "</a>"));
                });
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      String first = post(gateway, addressed(wsa, "urn:uuid:first")).body();
      HttpResponse<String> second = post(gateway, addressed(wsa, "urn:uuid:a&amp;b"));

      assertThat(first).contains(">urn:uuid:first</w:RelatesTo>");
      assertThat(cacheStatus(second)).isEqualTo("Castile; hit");
      assertThat(second.body())
          .contains(">urn:uuid:a&amp;b</w:RelatesTo>", "<a>1</a>")
          .doesNotContain("urn:uuid:first", "urn:uuid:origin");
      assertThat(origin.requests()).hasSize(1);
    }
  }

  private static String addressed(String wsa, String id) {
    String message =
        """
        <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:w="%s">
          <s:Header><w:Action>urn:ask</w:Action><w:MessageID>%s</w:MessageID></s:Header>
          <s:Body><q:ask xmlns:q="urn:q"/></s:Body>
        </s:Envelope>
        """;
    return message.formatted(wsa, id);
  }
}
