package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.cacheStatus;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.postTo;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.CacheStore;
import io.castile.cache.internal.CacheContents.Query;
import io.castile.cache.internal.CallCache;
import io.castile.cache.policy.CacheRule.NamePattern;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Answers that a gateway keeps over a restart. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class CacheFileTest {
  /** Each gateway listens on another port, which is in {@code Host}. */
  private static final String TEN_MINUTES =
      "rules:\n  - {operation: ask, cache: true, ttl: 10m, ignore: [{httpHeader: Host},"
          + " {httpHeader: X-Forwarded-Host}%s]%s}\n";

  @TempDir private Path folder;
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
  private final AtomicInteger count = new AtomicInteger();
  private TestOrigin origin;
  private Path file;

  @BeforeEach
  void start() throws Exception {
    file = folder.resolve("answers");
    origin =
        new TestOrigin(
            request ->
                Answer.soap(answer("much ".repeat(200) + count.incrementAndGet()), "ETag: \"a\""));
    policy("", "");
  }

  @AfterEach
  void stop() {
    origin.close();
  }

  private void policy(String ignored, String more) throws IOException {
    Files.writeString(folder.resolve("cache.yaml"), TEN_MINUTES.formatted(ignored, more));
  }

  private Gateway gateway(String ofRoute) throws IOException {
    String yaml =
        """
        listen: 127.0.0.1:0
        policy: cache.yaml
        cacheFile: answers
        routes: [{origin: '%s'%s}]
        """
            .formatted(origin.uri(), ofRoute);
    return Gateway.start(
        GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), folder), now::get);
  }

  @Test
  void whatWasKeptIsAHitAfterARestart() throws Exception {
    String body;
    try (Gateway gateway = gateway("")) {
      body = post(gateway, question("one")).body();
      assertThat(file).doesNotExist();
    }
    assertThat(file).exists();
    now.set(now.get().plusSeconds(60));
    try (Gateway gateway = gateway("")) {
      assertThat(file).doesNotExist();

      HttpResponse<String> second = post(gateway, question("one"));

      assertThat(second.body()).isEqualTo(body);
      assertThat(cacheStatus(second)).isEqualTo("Castile; hit");
      assertThat(second.headers().firstValue("Age")).hasValue("60");
      assertThat(origin.requests()).hasSize(1);
    }
    now.set(now.get().plusSeconds(540));
    try (Gateway gateway = gateway("")) {
      assertThat(cacheStatus(post(gateway, question("one")))).isEqualTo("Castile; fwd=miss");
    }
  }

  @Test
  void whatWasPurgedDoesNotComeBack() throws Exception {
    try (Gateway gateway = gateway("")) {
      post(gateway, question("one"));
    }
    try (Gateway gateway = gateway("")) {
      gateway.cache().invalidateAll();
    }
    try (Gateway gateway = gateway("")) {
      assertThat(cacheStatus(post(gateway, question("one")))).isEqualTo("Castile; fwd=miss");
    }
  }

  @Test
  void keysOfAnotherPolicyOrRouteAreNotUsed() throws Exception {
    try (Gateway gateway = gateway("")) {
      post(gateway, question("one"));
    }
    policy(", {httpHeader: X-Other}", "");
    try (Gateway gateway = gateway("")) {
      assertThat(cacheStatus(post(gateway, question("one")))).isEqualTo("Castile; fwd=miss");
    }
    try (Gateway gateway = gateway(", fields: {request: {set: {X-Region: b}}}")) {
      assertThat(cacheStatus(post(gateway, question("one")))).isEqualTo("Castile; fwd=miss");
    }
    try (Gateway gateway = gateway(", fields: {request: {set: {X-Region: b}}}")) {
      assertThat(cacheStatus(post(gateway, question("one")))).isEqualTo("Castile; hit");
    }
  }

  @Test
  void aLifetimeThatThePolicyGivesLaterHolds() throws Exception {
    try (Gateway gateway = gateway("")) {
      post(gateway, question("one"));
    }
    Files.writeString(
        folder.resolve("cache.yaml"), TEN_MINUTES.formatted("", "").replace("10m", "5s"));
    now.set(now.get().plusSeconds(60));
    try (Gateway gateway = gateway("")) {
      assertThat(cacheStatus(post(gateway, question("one")))).startsWith("Castile; fwd=");
    }
  }

  @Test
  void theFileHasNoCredentials() throws Exception {
    policy("", ", vary: [{httpHeader: X-Api-Key}]");
    try (Gateway gateway = gateway("")) {
      postTo(gateway, "/a?key=secretOfPath", question("one"), "X-Api-Key", "secretOfField");
      postTo(gateway, "/a", question("one"), "X-Unknown", "secretOfOther");
    }

    String content = Files.readString(file, StandardCharsets.ISO_8859_1);

    assertThat(content.replace("\0", ""))
        .contains("one") // the question is there
        .contains("much much")
        .doesNotContain("secret");
    try (Gateway gateway = gateway("")) {
      assertThat(
              cacheStatus(
                  postTo(
                      gateway,
                      "/a?key=secretOfPath",
                      question("one"),
                      "X-Api-Key",
                      "secretOfField")))
          .isEqualTo("Castile; hit");
      assertThat(
              cacheStatus(
                  postTo(gateway, "/a?key=secretOfPath", question("one"), "X-Api-Key", "another")))
          .isEqualTo("Castile; fwd=miss");
    }
  }

  @Test
  void pathsAreKnownToPurges() throws Exception {
    try (Gateway gateway = gateway("")) {
      postTo(gateway, "/a?x=1", question("one"));
      postTo(gateway, "/b", question("one"));
    }
    try (Gateway gateway = gateway("")) {
      assertThat(
              CallCache.of(gateway.cache())
                  .contents()
                  .purge(new Query(null, null, null, new NamePattern("/a"), null), false))
          .isEqualTo(1);
      assertThat(cacheStatus(postTo(gateway, "/b", question("one")))).isEqualTo("Castile; hit");
      assertThat(cacheStatus(postTo(gateway, "/a?x=1", question("one"))))
          .isEqualTo("Castile; fwd=miss");
    }
  }

  @Test
  void aFileOfSomethingElseStaysAndIsRefused() throws Exception {
    Files.writeString(file, "no answers");

    assertThatThrownBy(() -> gateway(""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected a file of entries, found another one: " + file);
    assertThat(file).hasContent("no answers");
  }

  @Test
  void aFolderThatIsNotThereIsRefused() throws Exception {
    Path other = folder.resolve("none").resolve("answers");

    assertThatThrownBy(
            () ->
                Gateway.start(
                    GatewaySettings.parse(
                        "g.yaml",
                        ("listen: 127.0.0.1:0\ncacheFile: none/answers\nroutes: [{origin: '"
                                + origin.uri()
                                + "'}]")
                            .getBytes(StandardCharsets.UTF_8),
                        folder)))
        .isInstanceOf(FileSystemException.class)
        .hasMessageStartingWith(other + ": expected a file in a folder");
  }

  @Test
  void aFileThatIsCutOffIsPassedOver() throws Exception {
    try (Gateway gateway = gateway("")) {
      post(gateway, question("one"));
    }
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 100));
    try (Gateway gateway = gateway("")) {
      assertThat(cacheStatus(post(gateway, question("one")))).isEqualTo("Castile; fwd=miss");
    }
    try (Gateway gateway = gateway("")) {
      assertThat(cacheStatus(post(gateway, question("one")))).isEqualTo("Castile; hit");
    }
  }

  @Test
  void aWriteDropsTheAnswersThatHaveItsValuesOnly() throws Exception {
    Files.writeString(
        folder.resolve("cache.yaml"),
        TEN_MINUTES.formatted("", "")
            + "  - {operation: change, invalidates: [{operation: ask, matching: {text: text}}]}\n");
    String change = question("one").replace("q:ask", "q:change");
    try (Gateway gateway = gateway("")) {
      post(gateway, question("one"));
      post(gateway, question("two"));
    }
    try (Gateway gateway = gateway("")) {
      post(gateway, change);

      assertThat(cacheStatus(post(gateway, question("two")))).isEqualTo("Castile; hit");
      assertThat(cacheStatus(post(gateway, question("one")))).isEqualTo("Castile; fwd=miss");
    }
  }

  @Test
  void aStoreThatCannotBeSavedIsRefused() {
    GatewaySettings config =
        GatewaySettings.parse(
            "g.yaml",
            ("listen: 127.0.0.1:0\ncacheFile: answers\nroutes: [{origin: '" + origin.uri() + "'}]")
                .getBytes(StandardCharsets.UTF_8),
            folder);

    assertThatThrownBy(() -> Gateway.start(config, 1, CacheStore.offHeap(1 << 20)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Cannot use cacheFile, because the store cannot be saved");
  }
}
