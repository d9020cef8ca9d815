package io.castile.spring;

import io.castile.spring.app.Origin;
import io.castile.spring.app.ShopApplication;
import io.castile.spring.app.Spans;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The application of the tests, on a web server of its own, and the services that it calls. */
final class Application {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** One for all tests, which ends with the JVM. */
  static final Application SHARED = new Application();

  final Origin origin = new Origin();
  final ConfigurableApplicationContext context;
  final String url;

  private Application() {
    context = new SpringApplicationBuilder(ShopApplication.class).run("--origin=" + origin.url());
    url = "http://localhost:" + context.getEnvironment().getProperty("local.server.port");
  }

  <T> T bean(String name, Class<T> type) {
    return context.getBean(name, type);
  }

  String get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(url + path)).GET());
  }

  void delete(String path) throws IOException, InterruptedException {
    send(HttpRequest.newBuilder(URI.create(url + path)).DELETE());
  }

  /** Forgets what was before a test. */
  void clear() throws IOException, InterruptedException {
    delete("/actuator/castile");
    origin.calls().clear();
    origin.traces().clear();
    context.getBean(Spans.class).exporter().reset();
  }

  /** The spans of calls; requests to the application have spans of their own. */
  List<SpanData> clientSpans() {
    return context.getBean(Spans.class).exporter().getFinishedSpanItems().stream()
        .filter(span -> span.getKind() == SpanKind.CLIENT)
        .toList();
  }

  private static String send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response =
        HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() >= 300) {
      throw new IOException(response.uri() + ": " + response.statusCode() + " " + response.body());
    }
    return response.body();
  }
}
