package io.castile.interop.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.internal.Configs;
import io.castile.interop.Corpus;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every message of the corpus passes a gateway in both directions, byte for byte. */
@Tag("long")
final class GatewayCorpusTest {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final List<String> TYPES =
      List.of(
          "text/xml; charset=utf-8",
          "application/soap+xml; charset=utf-8; action=\"urn:a\"",
          "multipart/related; type=\"text/xml\"; boundary=\"b\"");

  @Test
  void messagesPassUnchanged() throws Exception {
    Optional<Corpus> corpus = Corpus.find();
    assumeTrue(corpus.isPresent(), "the corpus is absent (../shared/corpus)");
    AtomicReference<byte[]> came = new AtomicReference<>();
    HttpServer origin =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ExecutorService threads = Executors.newCachedThreadPool();
    origin.setExecutor(threads);
    origin.createContext(
        "/",
        exchange -> {
          byte[] content = exchange.getRequestBody().readAllBytes();
          came.set(content);
          String type = exchange.getRequestHeaders().getFirst("Content-Type");
          exchange.getResponseHeaders().set("Content-Type", type);
          exchange.sendResponseHeaders(200, content.length == 0 ? -1 : content.length);
          exchange.getResponseBody().write(content);
          exchange.close();
        });
    origin.start();
    URI address = URI.create("http://127.0.0.1:" + origin.getAddress().getPort());
    int messages = 0;
    try (Gateway plain = gateway(address);
        Gateway caching = gateway(address);
        Gateway far = Gateway.start(Configs.of(config(address).withLink(true)), 1);
        Gateway near = near(far)) {
      caching.policy(
          CachePolicy.parse(
              "all", "rules: [{operation: '*', cache: true, ttl: 1h, shared: true}]"));
      for (Path file : files(corpus.get())) {
        byte[] message = Files.readAllBytes(file);
        messages++;
        for (String type : TYPES) {
          for (Gateway gateway : List.of(plain, caching, near)) {
            came.set(null);
            HttpResponse<byte[]> first = post(gateway, messages, type, message);
            assertThat(came.get()).as("request %s, %s", file, type).isEqualTo(message);
            assertThat(first.body()).as("response %s, %s", file, type).isEqualTo(message);
            HttpResponse<byte[]> second = post(gateway, messages, type, message);
            if (isSameForAll(message)) {
              assertThat(second.body()).as("again %s, %s", file, type).isEqualTo(message);
            }
          }
        }
      }
      assertThat(near.linkToOrigins().deltas()).isGreaterThan(300);
      assertThat(near.linkToOrigins().requestDeltas()).isGreaterThan(200);
    } finally {
      origin.stop(0);
      threads.shutdownNow();
    }
    assertThat(messages).isGreaterThan(300);
  }

  /** An answer with a header block MessageID has another one each time that it is given. */
  private static boolean isSameForAll(byte[] message) {
    return !new String(message, java.nio.charset.StandardCharsets.ISO_8859_1).contains("MessageID");
  }

  private static Gateway gateway(URI origin) throws Exception {
    return Gateway.start(Configs.of(config(origin)), 1);
  }

  private static GatewaySettings config(URI origin) {
    return GatewaySettings.of(new ListenAddress("127.0.0.1", 0), origin);
  }

  private static Gateway near(Gateway far) throws Exception {
    URI origin = URI.create("http://127.0.0.1:" + far.port());
    return Gateway.start(
        Configs.of(config(origin).withRoutes(List.of(RouteConfig.of(origin).withLink(true)))), 1);
  }

  /** At a place of its own, as some messages of the corpus ask the same. */
  private static HttpResponse<byte[]> post(Gateway gateway, int place, String type, byte[] message)
      throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/" + place))
            .header("Content-Type", type)
            .header("SOAPAction", "\"\"")
            .POST(BodyPublishers.ofByteArray(message))
            .build(),
        BodyHandlers.ofByteArray());
  }

  private static List<Path> files(Corpus corpus) throws Exception {
    try (Stream<Path> all = Files.walk(corpus.folder().resolve("messages"))) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
