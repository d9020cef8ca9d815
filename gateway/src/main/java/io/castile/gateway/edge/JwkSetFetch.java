package io.castile.gateway.edge;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks addresses for JWK sets, with a client of its own, which follows no redirection. Answers are
 * bounded in size and time. Thread-safe.
 */
final class JwkSetFetch {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration WHOLE = Duration.ofSeconds(10);

  private static @Nullable HttpClient made; // null before an address is asked; guarded by the class

  private JwkSetFetch() {}

  /**
   * Makes the client, the first time; throws where that fails, as by certificates that cannot be
   * read, and tries again the next time.
   */
  private static synchronized HttpClient client() {
    HttpClient client = made;
    if (client == null) {
      client =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .connectTimeout(CONNECT)
              .followRedirects(HttpClient.Redirect.NEVER)
              .build();
      made = client;
    }
    return client;
  }

  /** Asks an address; the result fails where there is no answer with status 200 in time. */
  static CompletableFuture<byte[]> fetch(URI url) {
    return fetch(url, WHOLE);
  }

  /**
   * @param atMost how long all of it may take
   */
  static CompletableFuture<byte[]> fetch(URI url, Duration atMost) {
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .timeout(atMost)
            .setHeader("Accept", "application/jwk-set+json, application/json")
            .build();
    CompletableFuture<HttpResponse<byte[]>> coming =
        client().sendAsync(request, JwkSetFetch::content);
    CompletableFuture<byte[]> whole = coming.thenApply(HttpResponse::body);
    return whole
        .orTimeout(atMost.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((json, thrown) -> coming.cancel(true)); // nothing, once it has come
  }

  private static HttpResponse.BodySubscriber<byte[]> content(HttpResponse.ResponseInfo head) {
    if (head.statusCode() == 200) {
      return new BoundedContent(JwkSetKeys.MOST_BYTES);
    }
    return BodySubscribers.mapping(
        BodySubscribers.discarding(),
        nothing -> {
          throw new IllegalStateException("expected status 200 but found " + head.statusCode());
        });
  }
}
