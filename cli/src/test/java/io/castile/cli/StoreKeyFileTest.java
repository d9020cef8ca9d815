package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.internal.Configs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What gateways with a key file have in Redis is read by those with the key only. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class StoreKeyFileTest {
  private static final String MESSAGE =
      "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
          + "<a>confidential</a></s:Body></s:Envelope>";
  private static final String POLICY = "rules: [{operation: a, cache: true, ttl: 10m}]";

  @TempDir private Path folder;

  private final StringWriter err = new StringWriter();
  private HttpServer origin;
  private Process redis;
  private String store;

  /** The same for all gateways of a test, as their port is a part of the question. */
  private int front;

  @BeforeEach
  void start() throws Exception {
    origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    origin.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "text/xml");
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(MESSAGE.getBytes(StandardCharsets.UTF_8));
          exchange.close();
        });
    origin.start();
    front = freePort();
    int port = freePort();
    try {
      redis =
          new ProcessBuilder(
                  List.of("redis-server", "--port", "" + port, "--bind", "127.0.0.1", "--save", ""))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .directory(folder.toFile())
              .start();
    } catch (IOException e) {
      assumeTrue(false, "needs redis-server 7 or later (Debian: redis-server)");
    }
    store = "redis://127.0.0.1:" + port;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @AfterEach
  void stop() throws Exception {
    origin.stop(0);
    if (redis != null) {
      redis.destroyForcibly().waitFor();
    }
  }

  private Path keys(String name, String text, String permissions) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private static String line(int name, int first) {
    byte[] key = new byte[32];
    key[0] = (byte) first;
    return name + " " + Base64.getEncoder().encodeToString(key) + "\n";
  }

  private Gateway gateway(@Nullable Path keys) throws IOException {
    URI address = URI.create("http://127.0.0.1:" + origin.getAddress().getPort());
    GatewaySettings config =
        GatewaySettings.of(new ListenAddress("127.0.0.1", front), address).withStore(store);
    if (keys != null) {
      config = config.withStoreKeyFile(keys);
    }
    Gateway gateway =
        Gateway.start(
            Configs.of(config), 1, GatewayCommand.store(config, new PrintWriter(err, true)));
    gateway.policy(CachePolicy.parse("test", POLICY));
    return gateway;
  }

  /** Asks until Redis is there, so that the answer is kept; the last Cache-Status. */
  private String asked(Gateway gateway) throws Exception {
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/"))
                    .header("Content-Type", "text/xml")
                    .POST(HttpRequest.BodyPublishers.ofString(MESSAGE))
                    .build(),
                BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo(MESSAGE);
    return response.headers().firstValue("cache-status").orElse("");
  }

  private void untilKept(Gateway gateway) throws Exception {
    while (!asked(gateway).equals("Castile; hit") || values().isEmpty()) { // bounded by @Timeout
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  /** All values in Redis whose entries have an answer. */
  private List<String> values() {
    RedisClient client = RedisClient.create(store);
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      RedisCommands<String, String> redis = connection.sync();
      return redis.keys("*:e:*").stream().map(redis::get).toList();
    } finally {
      client.shutdown();
    }
  }

  @Test
  void valuesAreReadableWithoutAKeyAndNotWithOne() throws Exception {
    try (Gateway plain = gateway(null)) {
      untilKept(plain);
      assertThat(values()).anyMatch(value -> value.contains("confidential"));
    }
    Path key = keys("key", line(1, 1), "rw-------");

    try (Gateway sealed = gateway(key)) {
      assertThat(asked(sealed)).isEqualTo("Castile; fwd=miss"); // what is not encrypted is not used
      untilKept(sealed);

      assertThat(values()).hasSize(1).noneMatch(value -> value.contains("confidential"));
      assertThat(err.toString()).isEmpty();
    }
  }

  @Test
  void aGatewayWithAnotherKeyMissesAndDoesNotFail() throws Exception {
    try (Gateway first = gateway(keys("key", line(1, 1), "rw-------"))) {
      untilKept(first);
    }

    try (Gateway other = gateway(keys("another", line(1, 3), "rw-------"))) {
      assertThat(asked(other)).isEqualTo("Castile; fwd=miss");
      untilKept(other);
    }
  }

  @Test
  void aFileThatOthersMayReadIsWarnedOf() throws Exception {
    Path open = keys("open", line(1, 1), "rw-r--r--");

    gateway(open).close();

    assertThat(err.toString()).contains("warning", open.toString(), "chmod 600");
  }

  @Test
  void whatIsNoKeyFileIsSaid() throws Exception {
    Path wrong = keys("wrong", "1 c2VjcmV0\n", "rw-------");

    assertThatThrownBy(() -> gateway(wrong)).hasMessageContaining("wrong:1");
    for (String file : List.of(wrong.toString(), folder.resolve("absent").toString())) {
      Cli cli = new Cli();
      assertThat(
              cli.run(
                  "gateway", "--origin", "http://a", "--store", store, "--store-key-file", file))
          .isEqualTo(2);
      assertThat(cli.err()).contains(file).doesNotContain("c2VjcmV0");
    }
    Cli cli = new Cli();
    assertThat(cli.run("gateway", "--origin", "http://a", "--store-key-file", wrong.toString()))
        .isEqualTo(2);
    assertThat(cli.err()).contains("Cannot use 'storeKeyFile' without a store.");
  }
}
