package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.cacheStatus;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.AdminConfig;
import io.castile.gateway.config.GatewaySettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are edited while the gateway runs. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ReloadTest {
  private static final String CACHED = "rules: [{operation: ask, cache: true, ttl: 1h}]\n";

  @TempDir private Path folder;

  private Path policy;
  private TestOrigin origin;
  private GatewaySettings config;
  private Gateway gateway;
  private AdminClient client;

  @BeforeEach
  void start() throws Exception {
    policy = Files.writeString(folder.resolve("cache.yaml"), "rules: []\n");
    origin = new TestOrigin(request -> Answer.soap(answer("same")));
    config =
        GatewaySettings.of(Soap.ANY_PORT, origin.uri())
            .withPolicy(policy)
            .withAdmin(new AdminConfig(Soap.ANY_PORT, null, null, List.of()));
    gateway = Gateway.start(config, 1);
    client = new AdminClient(gateway);
  }

  @AfterEach
  void stop() {
    gateway.close();
    origin.close();
  }

  private JsonNode reload() throws Exception {
    return client.get("/api/reload").json();
  }

  /** The first policy has to do with no operation at all: observe, advise, write the file. */
  @Test
  void aPolicyThatIsWrittenWhileNothingIsCalledHolds() throws Exception {
    Files.writeString(policy, CACHED);

    while (gateway.policy().rules().isEmpty()) { // until the timeout of the test
      TimeUnit.MILLISECONDS.sleep(20);
    }

    post(gateway, question("one"));
    assertThat(cacheStatus(post(gateway, question("one")))).isEqualTo("Castile; hit");
    assertThat(client.get("/api/policy").json().at("/history/0/change").textValue())
        .isEqualTo("file");
  }

  @Test
  void theApiSaysWhyAPolicyIsNotTakenUntilItIsMended() throws Exception {
    assertThat(reload().at("/policy/problem").isNull()).isTrue();

    Files.writeString(policy, CACHED.replace("ttl: 1h", "ttl: soon"));
    while (reload().at("/policy/problem").isNull()) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertThat(reload().at("/policy/problem").textValue()).contains("cache.yaml:1:", "soon");

    Files.writeString(policy, CACHED);
    while (!reload().at("/policy/problem").isNull()) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertThat(gateway.policy().rules()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "listen: 127.0.0.1:1 | listen",
        "listeners: [{listen: 127.0.0.1:1}] | listen",
        "listeners: [{listen: 127.0.0.1:1}, {listen: 127.0.0.1:0}] | listeners",
        "accessLog: access.log | accessLog",
        "observe: false | observe",
        "http2: false | http2",
        "{trustedProxies: [10.0.0.0/8], proxyProtocol: true} | proxyProtocol",
        "warmUp: true | warmUp",
        "cacheBytes: 1MiB | cacheBytes",
        "cacheFile: entries | cacheFile",
        "limits: {inspectedBytes: 1KiB} | limits.inspectedBytes",
        "policy: other.yaml | policy",
        "{store: 'redis://127.0.0.1:1', policy: store} | policy, store",
        "{store: 'redis://127.0.0.1:1', storeKeyFile: keys} | store, storeKeyFile",
        "tls: {certificate: a.pem, key: a.key} | tls",
        "admin: {listen: 127.0.0.1:1} | admin",
        "limits: {waiting: 3} | ''",
        "timeouts: {response: 3s} | ''",
        "trustedProxies: [10.0.0.0/8] | ''",
        "link: true | ''",
      })
  void aReloadNamesWhatTakesEffectAfterARestartOnly(String changed, String names) throws Exception {
    gateway.close();
    String base = "listen: 127.0.0.1:0\nroutes: [{origin: '" + origin.uri() + "'}]\n";
    GatewaySettings before = parse(base);
    gateway = Gateway.start(before, 1);
    String lines = changed.startsWith("{") ? changed.substring(1, changed.length() - 1) : changed;
    String more =
        lines
            .replace(", policy:", "\npolicy:")
            .replace(", storeKeyFile:", "\nstoreKeyFile:")
            .replace(", proxyProtocol:", "\nproxyProtocol:");
    String edited =
        more.startsWith("listen") ? base.replace("listen: 127.0.0.1:0", more) : base + more;

    List<String> afterRestart = gateway.reconfigure(parse(edited));

    assertThat(String.join(", ", afterRestart)).isEqualTo(names);
    assertThat(gateway.reconfigure(before)).isEmpty();
  }

  private GatewaySettings parse(String yaml) {
    return GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), folder);
  }

  @Test
  void theApiSaysWhatOfAConfigurationWaits() throws Exception {
    gateway.reconfigure(config.withObserve(false).withHttp2(false));

    JsonNode configuration = reload().get("configuration");
    assertThat(configuration.get("read").isNull()).isFalse();
    assertThat(configuration.get("afterRestart").toString()).isEqualTo("[\"http2\",\"observe\"]");

    gateway.refusedConfiguration("g.yaml:3:1: unknown word");
    configuration = reload().get("configuration");
    assertThat(configuration.get("problem").textValue()).isEqualTo("g.yaml:3:1: unknown word");
    assertThat(configuration.get("afterRestart")).hasSize(2);

    gateway.reconfigure(config);
    configuration = reload().get("configuration");
    assertThat(configuration.get("problem").isNull()).isTrue();
    assertThat(configuration.get("afterRestart")).isEmpty();
  }

  /** The policy goes on to be that of the file with which the gateway was started. */
  @Test
  void theFileOfThePolicyIsTheOneThatIsFollowed() throws Exception {
    Path other = Files.writeString(folder.resolve("other.yaml"), CACHED);

    assertThat(gateway.reconfigure(config.withPolicy(other))).containsExactly("policy");

    assertThat(client.get("/api/policy").json().get("file").textValue())
        .isEqualTo(policy.toString());
  }
}
