package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.cache.policy.FleetPolicy.Published;
import io.castile.redis.RedisStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class PolicyPublishCommandTest {
  private static final String POLICY = "rules: [{operation: ask, cache: true, ttl: 1m}]\n";

  @TempDir private Path folder;

  private final Cli cli = new Cli();
  private Path good;
  private String nowhere;

  @BeforeEach
  void write() throws IOException {
    good = Files.writeString(folder.resolve("good.yaml"), POLICY);
    nowhere = "redis://127.0.0.1:" + freePort();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void theStoreHasWhatWasPublished() throws Exception {
    int port = freePort();
    Process redis = redis(port);
    String url = "redis://127.0.0.1:" + port;
    try (RedisStore store = connected(url)) {
      assertThat(cli.run("policy", "publish", good.toString(), "--store", url)).isZero();
      assertThat(cli.out().strip()).isEqualTo(good + ": published, version 1");
      assertThat(store.policies().current()).contains(new Published(1, POLICY));

      Cli other = new Cli();
      assertThat(other.run("policy", "publish", "--json", good.toString(), "--store", url))
          .isZero();
      assertThat(other.json().get("version").asInt()).isEqualTo(2);
      assertThat(other.json().get("valid").asBoolean()).isTrue();
    } finally {
      redis.destroyForcibly().waitFor();
    }
  }

  /** The gateway is a process of its own; another one has published before it starts. */
  @Test
  @Tag("long")
  void aGatewayFollowsWhatIsPublished() throws Exception {
    int port = freePort();
    Process redis = redis(port);
    String url = "redis://127.0.0.1:" + port;
    Process gateway = null;
    try (RedisStore store = connected(url)) {
      gateway = gateway(url);
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(gateway.getInputStream(), StandardCharsets.UTF_8));
      assertThat(line(out, "Listening on ")).contains("no policy in the store");
      URI console = URI.create(line(out, "Console at ").substring("Console at ".length()));
      assertThat(policy(console)).doesNotContain("ttl: 1m");

      assertThat(cli.run("policy", "publish", good.toString(), "--store", url)).isZero();

      while (!policy(console).contains("ttl: 1m")) { // the test has a time limit
        TimeUnit.MILLISECONDS.sleep(20);
      }
    } finally {
      if (gateway != null) {
        gateway.destroyForcibly().waitFor();
      }
      redis.destroyForcibly().waitFor();
    }
  }

  private static Process gateway(String store) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("gateway", "--origin", "http://127.0.0.1:9", "--store", store));
    command.addAll(List.of("--policy", "store", "--listen", "127.0.0.1:0"));
    command.addAll(List.of("--admin", "127.0.0.1:0"));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static String line(BufferedReader out, String words) throws IOException {
    String line = out.readLine();
    while (line != null && !line.startsWith(words)) {
      line = out.readLine();
    }
    assertThat(line).as(words).isNotNull();
    return line;
  }

  private static String policy(URI console) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(console.resolve("/api/policy")).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private Process redis(int port) {
    List<String> command =
        List.of("redis-server", "--port", "" + port, "--bind", "127.0.0.1", "--save", "");
    try {
      return new ProcessBuilder(command)
          .directory(folder.toFile())
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      assumeTrue(false, "install redis-server (apt-get install redis-server)");
      throw new IllegalStateException(e);
    }
  }

  private static RedisStore connected(String url) throws InterruptedException {
    RedisStore store = RedisStore.of(url);
    while (true) { // the test has a time limit
      try {
        assertThat(store.policies().current()).isEmpty();
        return store;
      } catch (RuntimeException e) { // Redis is not up yet
        TimeUnit.MILLISECONDS.sleep(50);
      }
    }
  }

  @Test
  void whatIsNoPolicyIsExitCode1AndSaysWhere() throws Exception {
    Path bad = Files.writeString(folder.resolve("bad.yaml"), "rules:\n  - cahce: true\n");

    assertThat(cli.run("policy", "publish", "--json", bad.toString(), "--store", nowhere))
        .isEqualTo(1);

    JsonNode result = cli.json();
    assertThat(result.get("valid").asBoolean()).isFalse();
    assertThat(result.has("version")).isFalse();
    assertThat(result.get("errors").get(0).get("line").asInt()).isEqualTo(2);
  }

  @Test
  void aStoreThatDoesNotAnswerIsExitCode1() {
    assertThat(cli.run("policy", "publish", good.toString(), "--store", nowhere)).isEqualTo(1);

    assertThat(cli.out()).isEmpty();
    assertThat(cli.err()).contains("Cannot tell whether the policy was published", nowhere);
  }

  @Test
  void whatCannotBeReadIsExitCode2() {
    assertThat(cli.run("policy", "publish", "absent.yaml", "--store", nowhere)).isEqualTo(2);
    assertThat(cli.err()).contains("no file absent.yaml");

    Cli other = new Cli();
    assertThat(other.run("policy", "publish", good.toString(), "--store", "nonsense")).isEqualTo(2);
    assertThat(other.err()).contains("redis://");
  }
}
