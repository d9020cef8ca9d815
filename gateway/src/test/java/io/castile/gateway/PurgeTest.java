package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.cacheStatus;
import static io.castile.gateway.Soap.envelope;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.postTo;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.cache.internal.CacheContents;
import io.castile.cache.internal.CallCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the API purges, by what, and how. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class PurgeTest {
  private static final String POLICY =
      """
      rules:
        - {operation: [ask, askMore], cache: true, ttl: 1h}
      """;
  private static final String OF_MORE = envelope("", "<q:askMore xmlns:q=\"urn:q\"/>");

  private final AtomicInteger count = new AtomicInteger();
  private final CountDownLatch go = new CountDownLatch(1);
  private volatile int status = 200;
  private TestOrigin origin;
  private Gateway gateway;
  private AdminClient admin;

  @BeforeEach
  void start() throws Exception {
    origin =
        new TestOrigin(
            request -> {
              if (request.text().contains("wait")) {
                go.await();
              }
              String tags = request.text().contains("askMore") ? "more both" : "one both";
              return status == 200
                  ? Answer.soap(
                      answer("answer " + count.incrementAndGet()),
                      "Surrogate-Key: " + tags,
                      "Cache-Tag: a b, " + request.target().replace("?", " "))
                  : Answer.of(status, "");
            });
    start("");
  }

  private void start(String route) throws IOException {
    if (gateway != null) {
      gateway.close();
    }
    String yaml =
        "listen: 127.0.0.1:0\nadmin: {listen: 127.0.0.1:0}\nroutes: [{origin: "
            + origin.uri()
            + route
            + "}]\n";
    gateway =
        Gateway.start(
            GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), Path.of("")), 1);
    gateway.policy(CachePolicy.parse("p", POLICY));
    admin = new AdminClient(gateway);
  }

  @AfterEach
  void stop() {
    go.countDown();
    gateway.close();
    origin.close();
  }

  private AdminClient.Answer purge(String body) throws IOException {
    return admin.send("POST", "/api/purge", body, "Content-Type: application/json", "X-Castile: 1");
  }

  private Set<String> kept() throws IOException {
    Set<String> found = new TreeSet<>();
    for (JsonNode each : admin.get("/api/entries").json().get("entries")) {
      String operation = each.get("operation").textValue();
      found.add(operation.substring(operation.indexOf('}') + 1) + " " + each.get("path").asText());
    }
    return found;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'operation':'ask*'} | 3 | ''",
        "{'operation':'*More'} | 1 | ask /a?x=1,ask /b",
        "{'operation':'{urn:q}as?'} | 2 | askMore /b",
        "{'operation':'{urn:p}*'} | 0 | ask /a?x=1,ask /b,askMore /b",
        "{'path':'/a*'} | 1 | ask /b,askMore /b",
        "{'path':'/b'} | 2 | ask /a?x=1",
        "{'path':'/b', 'operation':'ask'} | 1 | ask /a?x=1,askMore /b",
        "{'path':'*x=*'} | 1 | ask /b,askMore /b",
        "{'path':'/'} | 0 | ask /a?x=1,ask /b,askMore /b",
        "{'tag':'both'} | 3 | ''",
        "{'tag':'one'} | 2 | askMore /b",
        "{'tag':'more'} | 1 | ask /a?x=1,ask /b",
        "{'tag':'a b'} | 3 | ''",
        "{'tag':'/a x=1'} | 1 | ask /b,askMore /b",
        "{'tag':'a'} | 0 | ask /a?x=1,ask /b,askMore /b",
        "{'tag':'ONE'} | 0 | ask /a?x=1,ask /b,askMore /b",
        "{'tag':'both', 'path':'/b', 'operation':'ask'} | 1 | ask /a?x=1,askMore /b",
      })
  void entriesGoThatHaveAllThatIsSaid(String body, int dropped, String left) throws Exception {
    postTo(gateway, "/a?x=1", question("q"));
    postTo(gateway, "/b", question("q"));
    postTo(gateway, "/b", OF_MORE);

    AdminClient.Answer answer = purge(body.replace('\'', '"'));

    assertThat(answer.json().get("dropped").asInt()).isEqualTo(dropped);
    assertThat(String.join(",", kept())).isEqualTo(left);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'soft':true} | expected 'all': true, or one or more of",
        "{'all':true, 'tag':'a'} | expected 'all': true, or one or more of",
        "{'operation':''} | 'operation': ",
        "{'tag':3} | expected a text 'tag'",
      })
  void whatIsNoPurgeIsRefused(String body, String problem) throws Exception {
    AdminClient.Answer answer = purge(body.replace('\'', '"'));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().get("error").textValue()).startsWith(problem);
  }

  // ---- what clients get ----

  @Test
  void tagsAreNotPassedOn() throws Exception {
    List<HttpResponse<String>> responses = new ArrayList<>();
    for (String message : List.of(question("q"), question("q"), "passed", "passed")) {
      responses.add(post(gateway, message));
    }

    assertThat(responses).extracting(Soap::cacheStatus).contains("Castile; hit", "");
    for (HttpResponse<String> each : responses) {
      assertThat(each.headers().map()).doesNotContainKeys("surrogate-key", "cache-tag");
    }
  }

  @Test
  void tagsArePassedOnWhereTheRouteSaysSo() throws Exception {
    start(", passTags: true");

    for (String message : List.of(question("q"), question("q"), "passed")) {
      assertThat(post(gateway, message).headers().firstValue("surrogate-key")).isPresent();
    }
  }

  // ---- soft ----

  @Test
  void aSoftPurgeHasEntriesGivenOnceMoreWhileANewOneIsFetched() throws Exception {
    gateway.policy(
        CachePolicy.parse(
            "p", "rules: [{operation: ask, cache: true, ttl: 1h, staleWhileRevalidate: 1h}]"));
    post(gateway, question("q"));
    post(gateway, question("other"));

    AdminClient.Answer answer = purge("{\"tag\":\"one\", \"soft\":true}");

    assertThat(answer.json().get("stale").asInt()).isEqualTo(2);
    JsonNode entry = admin.get("/api/entries?search=other").json().at("/entries/0");
    assertThat(entry.get("freshSeconds").asDouble()).isLessThanOrEqualTo(0);
    HttpResponse<String> stale = post(gateway, question("q"));
    assertThat(stale.body()).contains("answer 1<");
    assertThat(cacheStatus(stale)).isEqualTo("Castile; hit; detail=stale-while-revalidate");
    while (!post(gateway, question("q")).body().contains("answer 3<")) { // until the timeout
      TimeUnit.MILLISECONDS.sleep(5);
    }
    assertThat(cacheStatus(post(gateway, question("q")))).isEqualTo("Castile; hit");
  }

  @Test
  void aSoftPurgeLeavesAnswersForTheTimeInWhichTheOriginFails() throws Exception {
    gateway.policy(
        CachePolicy.parse(
            "p", "rules: [{operation: ask, cache: true, ttl: 1h, staleIfError: 1h}]"));
    post(gateway, question("q"));
    assertThat(purge("{\"operation\":\"ask\", \"soft\":true}").json().get("stale").asInt())
        .isEqualTo(1);

    status = 503;
    HttpResponse<String> stale = post(gateway, question("q"));
    assertThat(stale.statusCode()).isEqualTo(200);
    assertThat(cacheStatus(stale)).isEqualTo("Castile; hit; detail=stale-if-error");

    status = 200;
    assertThat(post(gateway, question("q")).body()).contains("answer 2<");
  }

  @Test
  void whatMayNotBeGivenStaleIsGone() throws Exception {
    post(gateway, question("q"));

    assertThat(purge("{\"all\":true, \"soft\":true}").json().get("stale").asInt()).isEqualTo(1);

    assertThat(kept()).isEmpty();
    assertThat(post(gateway, question("q")).body()).contains("answer 2<");
  }

  /** What HTTP says of the lifetime, and a Date before the answer came, do not keep it fresh. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Cache-Control: max-age=900",
        "Cache-Control: max-age=900, stale-if-error=900",
      })
  void aLifetimeOfTheOriginEndsToo(String field) throws Exception {
    try (TestOrigin dated =
            new TestOrigin(
                request -> Answer.soap(answer("answer " + count.incrementAndGet()), field));
        Gateway other = Soap.gateway(dated.uri(), "")) {
      other.policy(
          CachePolicy.parse("p", "rules: [{operation: ask, cache: true, ttl: 1h, http: true}]"));
      post(other, question("q"));
      assertThat(cacheStatus(post(other, question("q")))).isEqualTo("Castile; hit");

      assertThat(CallCache.of(other.cache()).contents().purge(CacheContents.Query.ALL, true))
          .isEqualTo(1);

      assertThat(post(other, question("q")).body()).contains("answer 2<");
    }
  }

  // ---- what is under way ----

  /** Which tags it will have is not known yet. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'tag':'one'}",
        "{'tag':'none', 'soft':true}",
        "{'operation':'ask'}",
        "{'all':true, 'soft':true}"
      })
  void anAnswerThatWasAskedForBeforeIsNotKept(String body) throws Exception {
    CompletableFuture<Void> late =
        CompletableFuture.runAsync(
            () -> {
              try {
                post(gateway, question("wait"));
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    while (origin.requests().isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(5);
    }

    assertThat(purge(body.replace('\'', '"')).status()).isEqualTo(200);
    go.countDown();
    late.get();

    assertThat(kept()).isEmpty();
  }
}
