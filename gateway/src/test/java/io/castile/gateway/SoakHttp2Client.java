package io.castile.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.Soak.Asked;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;

/**
 * A client of HTTP/2, the JDK's, with many streams at once on a connection, of which it leaves some
 * before and some within their answers, until a soak is over.
 */
final class SoakHttp2Client implements Runnable {
  private static final int STREAMS = 16;

  /** So few that a connection has less streams than the gateway bears resets. */
  private static final int ROUNDS = 10;

  private final Soak soak;
  private final URI address;
  private final SSLContext tls;
  private final Executor threads;
  private final Random random;

  SoakHttp2Client(Soak soak, Gateway gateway, SSLContext tls, Executor threads, Random random) {
    this.soak = soak;
    this.address = URI.create("https://localhost:" + gateway.port() + "/service");
    this.tls = tls;
    this.threads = threads;
    this.random = random;
  }

  @Override
  public void run() {
    try {
      while (!soak.isOver()) {
        HttpClient client =
            HttpClient.newBuilder()
                .sslContext(tls)
                .version(HttpClient.Version.HTTP_2)
                .executor(threads)
                .build();
        check(Asked.of("ask", "ok", "mark"), send(client, Asked.of("ask", "ok", "mark")));
        for (int i = 0; i < ROUNDS && !soak.isOver(); i++) {
          round(client);
        }
      }
    } catch (TimeoutException e) {
      soak.isWrong(new AssertionError("a stream is stuck", e));
    } catch (Exception | AssertionError e) {
      soak.isWrong(e);
    }
  }

  private void round(HttpClient client) throws Exception {
    List<Asked> asked = new ArrayList<>();
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < STREAMS; i++) {
      asked.add(Asked.any(random));
      answers.add(send(client, asked.get(i)));
    }
    CompletableFuture<HttpResponse<String>> left = send(client, Asked.of("tell", "slow", "mark"));
    leaveWithinTheAnswer(client);
    if (left.cancel(true)) { // it has not been answered meanwhile
      soak.count("http/2 cancelled");
    }
    for (int i = 0; i < STREAMS; i++) {
      check(asked.get(i), answers.get(i));
    }
  }

  private CompletableFuture<HttpResponse<String>> send(HttpClient client, Asked asked) {
    return client.sendAsync(request(asked), BodyHandlers.ofString());
  }

  private HttpRequest request(Asked asked) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", "text/xml; charset=utf-8")
            .POST(BodyPublishers.ofString(asked.message()));
    return (asked.caller().isEmpty() ? request : request.header("Authorization", asked.caller()))
        .build();
  }

  private void leaveWithinTheAnswer(HttpClient client) throws Exception {
    HttpRequest request = request(Asked.of("tell", "big", "mark"));
    HttpResponse<InputStream> answer =
        client
            .sendAsync(request, BodyHandlers.ofInputStream())
            .get(Soak.STUCK_MILLIS, TimeUnit.MILLISECONDS);
    try (InputStream content = answer.body()) {
      assertThat(content.readNBytes(10)).hasSize(10);
    }
    soak.count("http/2 left");
  }

  private void check(Asked asked, CompletableFuture<HttpResponse<String>> answer) throws Exception {
    soak.count("http/2 " + asked.kind());
    try {
      HttpResponse<String> response = answer.get(Soak.STUCK_MILLIS, TimeUnit.MILLISECONDS);
      assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
      asked.check(response.statusCode(), response.body());
    } catch (ExecutionException e) {
      boolean isReset = e.getCause() instanceof IOException;
      if (!isReset || !asked.kind().equals("cut")) {
        throw new AssertionError(asked + " failed", e);
      }
    }
  }
}
