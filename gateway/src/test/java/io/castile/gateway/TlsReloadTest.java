package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Certificates that are replaced while the gateway runs. */
@Tag("long")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class TlsReloadTest {
  @TempDir private Path folder;
  private Pem first;
  private Pem second;
  private TestOrigin origin;
  private Gateway gateway;

  @BeforeEach
  void start() throws Exception {
    first = Pem.make(folder, "first");
    second = Pem.make(folder, "second");
    replace(first.certificate(), "used.pem");
    replace(first.key(), "used.key");
    replace(first.certificate(), "trust.pem");
    origin = new TestOrigin(request -> Answer.soap(answer("same")));
  }

  @AfterEach
  void stop() {
    if (gateway != null) {
      gateway.close();
    }
    origin.close();
  }

  private void start(String more) throws IOException {
    String yaml =
        """
        listen: 127.0.0.1:0
        tls: {certificate: used.pem, key: used.key%s}
        admin: {listen: 127.0.0.1:0, tls: {certificate: used.pem, key: used.key}}
        routes: [{origin: %s}]
        """
            .formatted(more, origin.uri());
    gateway =
        Gateway.start(
            GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), folder), 1);
  }

  private void replace(Path file, String used) throws IOException {
    Path copy = Files.copy(file, folder.resolve("copy"), StandardCopyOption.REPLACE_EXISTING);
    Files.move(
        copy,
        folder.resolve(used),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }

  private static HttpClient client(Pem trusted, @Nullable Pem shown) throws Exception {
    return HttpClient.newBuilder().sslContext(trusted.trustedBy(shown)).build();
  }

  /**
   * Asks for the state. The JDK's client misses the end of a connection now and then that comes
   * right after a handshake in which it has agreed on HTTP/2, and would wait for ever.
   */
  private int get(HttpClient client, int port) throws Exception {
    URI target = URI.create("https://localhost:" + port + "/health");
    HttpRequest request = HttpRequest.newBuilder(target).timeout(Duration.ofSeconds(15)).build();
    return client.send(request, BodyHandlers.ofString()).statusCode();
  }

  private boolean answers(Pem trusted, @Nullable Pem shown) throws Exception {
    return answers(trusted, shown, gateway.port());
  }

  private boolean answers(Pem trusted, @Nullable Pem shown, int port) throws Exception {
    try {
      return get(client(trusted, shown), port) == 200;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void aNewCertificateIsShownToNewConnections() throws Exception {
    start("");
    HttpClient early = client(first, null);
    assertThat(get(early, gateway.port())).isEqualTo(200);
    assertThat(answers(second, null)).isFalse();

    replace(second.certificate(), "used.pem");
    replace(second.key(), "used.key");
    while (!answers(second, null)) { // until the timeout of the test
      TimeUnit.MILLISECONDS.sleep(100);
    }

    assertThat(get(early, gateway.port())).isEqualTo(200); // on the connection that it has
    assertThat(answers(first, null)).isFalse();
    while (!answers(second, null, gateway.adminPort().orElseThrow())) { // the files are read twice
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  @Test
  void filesThatDoNotBelongTogetherAreRefusedUntilTheyDo() throws Exception {
    start("");

    replace(second.certificate(), "used.pem");
    TimeUnit.SECONDS.sleep(3);
    assertThat(answers(first, null)).isTrue();

    Files.writeString(folder.resolve("used.key"), "nonsense");
    TimeUnit.SECONDS.sleep(3);
    assertThat(answers(first, null)).isTrue();

    replace(second.key(), "used.key");
    while (!answers(second, null)) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  @Test
  void thoseWhoseCertificatesAreTrustedMayBeOthers() throws Exception {
    start(", clients: required, trust: trust.pem");
    assertThat(answers(first, first)).isTrue();
    assertThat(answers(first, second)).isFalse();

    replace(second.certificate(), "trust.pem");
    while (!answers(first, second)) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    assertThat(answers(first, first)).isFalse();
  }

  @Test
  void aKeyOfAnotherCertificateIsRefusedAtTheStart() throws Exception {
    replace(second.key(), "used.key");

    assertThatThrownBy(() -> start(""))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("expected the key of")
        .hasMessageContaining("used.key");
  }
}
