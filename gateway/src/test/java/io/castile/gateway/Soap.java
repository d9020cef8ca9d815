package io.castile.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.observe.Recording;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.TimeUnit;

/** Messages and calls for tests. */
final class Soap {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  static final ListenAddress ANY_PORT = new ListenAddress("127.0.0.1", 0);

  private Soap() {}

  static String envelope(String header, String body) {
    return "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\">"
        + (header.isEmpty() ? "" : "<s:Header>" + header + "</s:Header>")
        + "<s:Body>"
        + body
        + "</s:Body></s:Envelope>";
  }

  /** Waits until no thread reads the schemas of a description; calls are quick from then on. */
  static void awaitSchemas() throws InterruptedException {
    while (Thread.getAllStackTraces().keySet().stream()
        .anyMatch(each -> each.getName().equals("castile-schemas"))) {
      TimeUnit.MILLISECONDS.sleep(1); // until the timeout of tests
    }
  }

  static String question(String text) {
    return envelope("", "<q:ask xmlns:q=\"urn:q\"><text>" + text + "</text></q:ask>");
  }

  static String answer(String text) {
    return envelope(
        "", "<q:askResponse xmlns:q=\"urn:q\"><text>" + text + "</text></q:askResponse>");
  }

  static Gateway gateway(URI origin, String policy) throws IOException {
    Gateway gateway = Gateway.start(GatewaySettings.of(ANY_PORT, origin), 2);
    if (!policy.isEmpty()) {
      gateway.policy(CachePolicy.parse("test", policy));
    }
    return gateway;
  }

  static HttpResponse<String> post(Gateway gateway, String message, String... fields)
      throws IOException, InterruptedException {
    return postTo(gateway, "/service", message, fields);
  }

  static HttpResponse<String> postTo(
      Gateway gateway, String target, String message, String... fields)
      throws IOException, InterruptedException {
    return CLIENT.send(request(gateway, target, message, fields), BodyHandlers.ofString());
  }

  static HttpRequest request(Gateway gateway, String target, String message, String... fields) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(gateway, target))
            .header("Content-Type", "text/xml; charset=utf-8")
            .POST(BodyPublishers.ofString(message));
    for (int i = 0; i < fields.length; i += 2) {
      request.setHeader(fields[i], fields[i + 1]);
    }
    return request.build();
  }

  static HttpResponse<byte[]> send(HttpRequest request) throws IOException, InterruptedException {
    return CLIENT.send(request, BodyHandlers.ofByteArray());
  }

  static HttpResponse<String> sendText(HttpRequest request)
      throws IOException, InterruptedException {
    return CLIENT.send(request, BodyHandlers.ofString());
  }

  static URI uri(Gateway gateway, String target) {
    return URI.create("http://127.0.0.1:" + gateway.port() + target);
  }

  static String cacheStatus(HttpResponse<?> response) {
    return response.headers().firstValue("cache-status").orElse("");
  }

  /**
   * Returns what a gateway has recorded when it is of so many calls: another thread records them,
   * some milliseconds after they are answered.
   */
  static Recording recorded(Gateway gateway, long calls) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (true) {
      Recording recording = gateway.recording().orElseThrow();
      long all = recording.operations().stream().mapToLong(each -> each.totals().calls()).sum();
      if (all >= calls) {
        return recording;
      }
      assertThat(System.nanoTime())
          .as("%s of %s calls after 30 s", all, calls)
          .isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }
}
