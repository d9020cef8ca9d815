package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.gateway;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static io.castile.gateway.Soap.sendText;
import static io.castile.gateway.Soap.uri;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Envelopes by the method QUERY (RFC 10008). */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class QueryTest {
  private static final String CACHED = "rules: [{operation: ask, cache: true, ttl: 1h}]\n";

  private final AtomicInteger count = new AtomicInteger();

  private TestOrigin origin() throws Exception {
    return new TestOrigin(
        request ->
            request.method().equals("POST")
                ? Answer.soap(answer("answer " + count.incrementAndGet()))
                : Answer.of(405, "", "Allow: POST"));
  }

  private static HttpResponse<String> query(Gateway gateway, String message, String... fields)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(gateway, "/service"))
            .header("Content-Type", "text/xml; charset=utf-8")
            .method("QUERY", BodyPublishers.ofString(message));
    for (int i = 0; i < fields.length; i += 2) {
      request.setHeader(fields[i], fields[i + 1]);
    }
    return sendText(request.build());
  }

  private static String field(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  @Test
  void theResponseIsThatOfAPost() throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin.uri(), CACHED)) {
      HttpResponse<String> posted = post(gateway, question("x"));
      HttpResponse<String> queried = query(gateway, question("x"));

      assertThat(queried.statusCode()).isEqualTo(200);
      assertThat(queried.body()).isEqualTo(posted.body());
      assertThat(field(queried, "Cache-Status")).isEqualTo("Castile; hit");
      assertThat(field(queried, "Cache-Control")).matches("private, max-age=3[56]\\d\\d");
      assertThat(origin.requests()).hasSize(1);
    }
  }

  @Test
  void theFirstQueryAsksTheServiceByPost() throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin.uri(), CACHED)) {
      HttpResponse<String> first = query(gateway, question("x"));

      assertThat(first.body()).isEqualTo(answer("answer 1"));
      assertThat(origin.requests()).singleElement().matches(each -> each.method().equals("POST"));
      assertThat(post(gateway, question("x")).body()).isEqualTo(answer("answer 1"));
    }
  }

  @Test
  void aClientThatHasTheResponseIsToldSo() throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin.uri(), CACHED)) {
      String tag = field(query(gateway, question("x")), "ETag");
      HttpResponse<String> again = query(gateway, question("x"), "If-None-Match", tag);
      HttpResponse<String> other = query(gateway, question("y"), "If-None-Match", tag);

      assertThat(again.statusCode()).isEqualTo(304);
      assertThat(again.body()).isEmpty();
      assertThat(other.statusCode()).isEqualTo(200);
    }
  }

  @Test
  void anOperationThatThePolicyDoesNotCachePassesAsItIs() throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin.uri(), CACHED.replace("ask", "tell"))) {
      HttpResponse<String> response = query(gateway, question("x"));

      assertThat(response.statusCode()).isEqualTo(405);
      assertThat(origin.requests()).singleElement().matches(each -> each.method().equals("QUERY"));
      assertThat(origin.requests().get(0).text()).isEqualTo(question("x"));
    }
  }

  @Test
  void callersWithCredentialsGetNoResponsesOfOthers() throws Exception {
    String varying = CACHED.replace("1h", "1h, vary: [{httpHeader: Authorization}]");
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin.uri(), varying)) {
      String one = query(gateway, question("x"), "Authorization", "Basic YTph").body();
      String two = query(gateway, question("x"), "Authorization", "Basic Yjpi").body();
      String again = post(gateway, question("x"), "Authorization", "Basic YTph").body();

      assertThat(two).isNotEqualTo(one);
      assertThat(again).isEqualTo(one);
    }
  }
}
