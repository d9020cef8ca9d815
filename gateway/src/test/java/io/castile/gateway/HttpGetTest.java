package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.cacheStatus;
import static io.castile.gateway.Soap.envelope;
import static io.castile.gateway.Soap.gateway;
import static io.castile.gateway.Soap.post;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests by the HTTP GET binding: what of their answers is kept, and for whom. */
final class HttpGetTest {
  private static final String WITHOUT_WORD =
      """
      rules:
        - operation: getPrice
          cache: true
          ttl: 1h
      """;

  private static final String AN_HOUR = WITHOUT_WORD + "    httpGet: true\n";

  private final AtomicInteger count = new AtomicInteger();

  private Answer price() {
    return Answer.of(
        200,
        "<?xml version=\"1.0\"?>\n<double xmlns='urn:p'>" + count.incrementAndGet() + "</double>",
        "Content-Type: text/xml; charset=utf-8");
  }

  private TestOrigin counting() throws Exception {
    return new TestOrigin(request -> price());
  }

  private static HttpResponse<String> get(Gateway gateway, String target, String... fields)
      throws Exception {
    return send(gateway, "GET", target, fields);
  }

  private static HttpResponse<String> send(
      Gateway gateway, String method, String target, String... fields) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(Soap.uri(gateway, target)).GET();
    if (!method.equals("GET")) {
      request.method(method, BodyPublishers.noBody());
    }
    for (int i = 0; i < fields.length; i += 2) {
      request.header(fields[i], fields[i + 1]);
    }
    return Soap.sendText(request.build());
  }

  @Test
  void theSameQuestionIsAskedOnce() throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      HttpResponse<String> first = get(gateway, "/Quote.asmx/getPrice?symbol=X&day=1");
      HttpResponse<String> second = get(gateway, "/Quote.asmx/getPrice?day=%31&symbol=X");

      assertThat(first.body())
          .isEqualTo("<?xml version=\"1.0\"?>\n<double xmlns='urn:p'>1</double>");
      assertThat(second.body()).isEqualTo(first.body());
      assertThat(cacheStatus(first)).isEqualTo("Castile; fwd=miss");
      assertThat(cacheStatus(second)).isEqualTo("Castile; hit");
      assertThat(second.headers().firstValue("age")).isPresent();
      assertThat(second.headers().firstValue("content-type")).hasValue("text/xml; charset=utf-8");
      assertThat(origin.requests())
          .singleElement()
          .satisfies(
              request -> {
                assertThat(request.method()).isEqualTo("GET");
                assertThat(request.target()).isEqualTo("/Quote.asmx/getPrice?symbol=X&day=1");
                assertThat(request.content()).isEmpty();
              });
      assertThat(gateway.statistics().rows())
          .singleElement()
          .satisfies(row -> assertThat(row.hits()).isEqualTo(1));
    }
  }

  @Test
  void otherQuestionsAreOtherEntries() throws Exception {
    List<String> targets =
        List.of(
            "/q/getPrice?symbol=X",
            "/q/getPrice?symbol=Y",
            "/q/getPrice?symbol=X&symbol=Y",
            "/q/getPrice?symbol=Y&symbol=X",
            "/q/getPrice",
            "/r/getPrice?symbol=X");
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      List<String> answers = new ArrayList<>();
      for (String target : targets) {
        answers.add(get(gateway, target).body());
      }

      assertThat(answers).doesNotHaveDuplicates();
      for (int i = 0; i < targets.size(); i++) {
        assertThat(get(gateway, targets.get(i)).body()).isEqualTo(answers.get(i));
      }
    }
  }

  /** A policy of before that word caches as it did. */
  @Test
  void withoutTheWordGetsPass() throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), WITHOUT_WORD)) {
      get(gateway, "/q/getPrice?symbol=X");
      HttpResponse<String> second = get(gateway, "/q/getPrice?symbol=X");

      assertThat(second.body()).contains(">2<");
      assertThat(cacheStatus(second)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /q/getOther?symbol=X",
        "GET /q/getPrice/X",
        "GET /q/getPrice?symbol=X&flag",
        "HEAD /q/getPrice?symbol=X",
        "DELETE /q/getPrice?symbol=X",
        "OPTIONS /q/getPrice?symbol=X"
      })
  void everythingElsePasses(String request) throws Exception {
    String[] words = request.split(" ");
    AtomicInteger asked = new AtomicInteger();
    try (TestOrigin origin =
            new TestOrigin(
                each -> {
                  asked.incrementAndGet();
                  return price();
                });
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      HttpResponse<String> last = null;
      for (int i = 0; i < 2; i++) {
        last = send(gateway, words[0], words[1]);
      }

      assertThat(last).isNotNull();
      assertThat(cacheStatus(last)).isEmpty();
      assertThat(asked.get()).isEqualTo(2);
    }
  }

  /** A range is a part of an answer, and content of GET may say anything. */
  @Test
  void whatAsksForLessOrMorePasses() throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      get(gateway, "/q/getPrice");
      HttpRequest withContent =
          HttpRequest.newBuilder(Soap.uri(gateway, "/q/getPrice"))
              .method("GET", BodyPublishers.ofString("more"))
              .build();

      assertThat(get(gateway, "/q/getPrice", "Range", "bytes=0-3").body()).contains(">2<");
      assertThat(Soap.sendText(withContent).body()).contains(">3<");
      assertThat(origin.requests().get(2).text()).isEqualTo("more");
      assertThat(get(gateway, "/q/getPrice").body()).contains(">1<");
    }
  }

  @Test
  void anAnswerToGetIsNoneToPost() throws Exception {
    String policy = AN_HOUR.replace("getPrice", "'*'");
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), policy)) {
      get(gateway, "/service", "Content-Type", "text/xml; charset=utf-8");
      String empty = post(gateway, "").body();
      String posted = post(gateway, envelope("", "<service xmlns=''/>")).body();

      assertThat(empty).contains(">2<");
      assertThat(posted).contains(">3<");
    }
  }

  /** By Accept services choose between a plain document and an envelope, by other fields, JSON. */
  @ParameterizedTest
  @ValueSource(strings = {"Accept", "Content-Type", "SOAPAction"})
  void formsOfAnAnswerAreKeptApart(String field) throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      String plain = get(gateway, "/q/getPrice").body();
      String one = get(gateway, "/q/getPrice", field, "text/xml").body();
      String other = get(gateway, "/q/getPrice", field, "application/soap+xml").body();

      assertThat(List.of(plain, one, other)).doesNotHaveDuplicates();
      assertThat(get(gateway, "/q/getPrice").body()).isEqualTo(plain);
      assertThat(get(gateway, "/q/getPrice", field, "text/xml").body()).isEqualTo(one);
      assertThat(get(gateway, "/q/getPrice", field, "application/soap+xml").body())
          .isEqualTo(other);
    }
  }

  /** SOAP 1.2 part 2 §6.3. */
  @Test
  void anEnvelopeIsKept() throws Exception {
    String soap12 =
        answer("1")
            .replace("schemas.xmlsoap.org/soap/envelope/", "www.w3.org/2003/05/soap-envelope");
    try (TestOrigin origin =
            new TestOrigin(
                request ->
                    Answer.of(200, soap12, "Content-Type: application/soap+xml; charset=utf-8"));
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      for (int i = 0; i < 2; i++) {
        assertThat(get(gateway, "/q/getPrice", "Accept", "application/soap+xml").body())
            .isEqualTo(soap12);
      }

      assertThat(origin.requests()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | text/html       | <html><body/></html>",
        "200 | text/xml        | <html xmlns='http://www.w3.org/1999/xhtml'><body/></html>",
        "200 | text/plain      | <price>1</price>",
        "200 | application/json| {\"price\": 1}",
        "200 | text/xml        | <price>1",
        "200 | text/xml        | no document",
        "200 | text/xml        | ''",
        "200 | text/xml        | <Fault>no</Fault>",
        "404 | text/xml        | <price>1</price>",
        "500 | text/xml        | <price>1</price>",
        "206 | text/xml        | <price>1</price>",
        "302 | text/xml        | <price>1</price>"
      })
  void whatIsNoAnswerIsNotKept(int status, String type, String content) throws Exception {
    try (TestOrigin origin =
            new TestOrigin(request -> Answer.of(status, content, "Content-Type: " + type));
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      for (int i = 0; i < 2; i++) {
        HttpResponse<String> response = get(gateway, "/q/getPrice");
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).isEqualTo(content);
      }

      assertThat(origin.requests()).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault>",
        ""
      })
  void envelopesWithoutAnAnswerAreNotKept(String body) throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(envelope("", body)));
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      get(gateway, "/q/getPrice");
      assertThat(get(gateway, "/q/getPrice").body()).isEqualTo(envelope("", body));
      assertThat(origin.requests()).hasSize(2);
    }
  }

  @Test
  void anAnswerThatSetsACookieIsNotKept() throws Exception {
    try (TestOrigin origin =
            new TestOrigin(
                request -> Answer.of(200, "<p/>", "Content-Type: text/xml", "Set-Cookie: a=1"));
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      get(gateway, "/q/getPrice");
      assertThat(get(gateway, "/q/getPrice").headers().firstValue("set-cookie")).hasValue("a=1");
      assertThat(origin.requests()).hasSize(2);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Authorization, Basic YTph, Basic Yjpi",
    "Cookie, session=1, session=2",
    "X-Api-Key, one, two"
  })
  void nobodyGetsTheAnswerOfAnother(String field, String one, String two) throws Exception {
    String varying = AN_HOUR + "    vary: [{httpHeader: " + field + "}]\n";
    for (String policy : new String[] {AN_HOUR, varying}) {
      try (TestOrigin origin = counting();
          Gateway gateway = gateway(origin.uri(), policy)) {
        String nobodys = get(gateway, "/q/getPrice").body();
        String first = get(gateway, "/q/getPrice", field, one).body();
        String second = get(gateway, "/q/getPrice", field, two).body();
        String firstAgain = get(gateway, "/q/getPrice", field, one).body();

        assertThat(List.of(nobodys, first, second)).doesNotHaveDuplicates();
        assertThat(firstAgain).isNotEqualTo(second).isNotEqualTo(nobodys);
        assertThat(first.equals(firstAgain)).isEqualTo(policy.equals(varying));
      }
    }
  }

  /** With {@code http: true}, as for requests by POST. */
  @ParameterizedTest
  @CsvSource({
    "Cache-Control: max-age=60, 1",
    "'Cache-Control: no-store, max-age=60', 2",
    "'Cache-Control: private, max-age=60', 2",
    "Cache-Control: max-age=0, 2",
    "Vary: *, 2",
    "Vary: Accept-Language, 2",
    "Vary: X-Form, 1"
  })
  void termsOfHttpAreFollowed(String field, int asked) throws Exception {
    String policy = AN_HOUR + "    http: true\n    vary: [{httpHeader: X-Form}]\n";
    try (TestOrigin origin =
            new TestOrigin(request -> Answer.of(200, "<p/>", "Content-Type: text/xml", field));
        Gateway gateway = gateway(origin.uri(), policy)) {
      get(gateway, "/q/getPrice");
      get(gateway, "/q/getPrice");

      assertThat(origin.requests()).hasSize(asked);
    }
  }

  @Test
  void aStaleAnswerIsValidated() throws Exception {
    String policy = AN_HOUR + "    http: true\n";
    try (TestOrigin origin =
            new TestOrigin(
                request ->
                    request.fields().containsKey("If-None-Match")
                        ? Answer.of(304, "", "ETag: \"1\"")
                        : Answer.of(
                            200,
                            "<p>kept</p>",
                            "Content-Type: text/xml",
                            "ETag: \"1\"",
                            "Cache-Control: max-age=0"));
        Gateway gateway = gateway(origin.uri(), policy)) {
      assertThat(get(gateway, "/q/getPrice").body()).isEqualTo("<p>kept</p>");
      HttpResponse<String> second = get(gateway, "/q/getPrice", "If-None-Match", "\"2\"");

      assertThat(second.statusCode()).isEqualTo(200);
      assertThat(second.body()).isEqualTo("<p>kept</p>");
      assertThat(origin.requests().get(1).fields().getFirst("If-None-Match")).isEqualTo("\"1\"");
    }
  }

  @Test
  void aStaleAnswerStandsInForAFailure() throws Exception {
    String policy = AN_HOUR.replace("ttl: 1h", "ttl: 1ms\n    staleIfError: 1h");
    AtomicBoolean isDown = new AtomicBoolean();
    try (TestOrigin origin =
            new TestOrigin(request -> isDown.get() ? Answer.of(503, "down") : price());
        Gateway gateway = gateway(origin.uri(), policy)) {
      String first = get(gateway, "/q/getPrice").body();
      isDown.set(true);
      HttpResponse<String> stale = get(gateway, "/q/getPrice");

      assertThat(stale.body()).isEqualTo(first);
    }
  }

  @Test
  void callsInvalidateAnswersToGetsAndGetsThoseToCalls() throws Exception {
    String policy =
        """
        rules:
          - {operation: "*", httpGet: true}
          - {operation: [getPrice, "{urn:q}getPrice"], cache: true, ttl: 1h}
          - {operation: setPrice, invalidates: ["{urn:q}getPrice"]}
        """;
    String set = envelope("", "<q:setPrice xmlns:q=\"urn:q\"/>");
    String ask = envelope("", "<q:getPrice xmlns:q=\"urn:q\"/>");
    try (TestOrigin origin =
            new TestOrigin(
                request ->
                    request.method().equals("POST")
                        ? Answer.soap(answer("" + count.incrementAndGet()))
                        : price());
        Gateway gateway = gateway(origin.uri(), policy)) {
      String got = get(gateway, "/q/getPrice").body();
      String asked = post(gateway, ask).body();
      assertThat(get(gateway, "/q/getPrice").body()).isEqualTo(got);
      assertThat(post(gateway, ask).body()).isEqualTo(asked);

      post(gateway, set);
      String gotAfter = get(gateway, "/q/getPrice").body();
      assertThat(gotAfter).isNotEqualTo(got);

      get(gateway, "/q/setPrice?price=1");
      assertThat(get(gateway, "/q/getPrice").body()).isNotEqualTo(gotAfter);
      assertThat(post(gateway, ask).body()).isNotEqualTo(asked);
    }
  }

  @Test
  void aParameterThatIsIgnoredDoesNotPreventHits() throws Exception {
    String policy = AN_HOUR + "    ignore: [{argument: _}]\n";
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), policy)) {
      for (int i = 0; i < 3; i++) {
        assertThat(get(gateway, "/q/getPrice?symbol=X&_=" + i).body()).contains(">1<");
      }
      assertThat(get(gateway, "/q/getPrice?symbol=Y&_=0").body()).contains(">2<");
    }
  }

  @Test
  void oneAsksForAllThatWait() throws Exception {
    CountDownLatch isAsked = new CountDownLatch(1);
    CountDownLatch mayAnswer = new CountDownLatch(1);
    ExecutorService threads = Executors.newCachedThreadPool();
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  isAsked.countDown();
                  mayAnswer.await();
                  return price();
                });
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      List<Future<HttpResponse<String>>> answers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        answers.add(threads.submit(() -> get(gateway, "/q/getPrice")));
        assertThat(isAsked.await(1, TimeUnit.MINUTES)).isTrue();
      }
      mayAnswer.countDown();

      for (Future<HttpResponse<String>> answer : answers) {
        assertThat(answer.get(1, TimeUnit.MINUTES).body()).contains(">1<");
      }
      assertThat(origin.requests()).hasSize(1);
    } finally {
      threads.shutdownNow();
    }
  }
}
