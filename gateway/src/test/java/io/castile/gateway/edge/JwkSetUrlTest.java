package io.castile.gateway.edge;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When an address of keys is asked, in a time that the test makes pass. */
final class JwkSetUrlTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Deque<CompletableFuture<byte[]>> asked = new ArrayDeque<>();
  private long now = Long.MAX_VALUE - 5; // clocks of nanoseconds may begin anywhere
  private final JwkSetUrl keys =
      new JwkSetUrl(
          URI.create("http://issuer/keys"),
          () -> {
            asked.add(new CompletableFuture<>());
            return asked.getLast();
          },
          () -> now);

  private static byte[] set() {
    try {
      String key = new ECKeyGenerator(Curve.P_256).generate().toPublicJWK().toString();
      return ("{\"keys\":[" + key + "]}").getBytes(StandardCharsets.UTF_8);
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  private void pass(Duration time) {
    now += time.toNanos();
    keys.look();
  }

  /** Answers what was asked. */
  private void come(byte[] set) {
    asked.remove().complete(set);
  }

  private void fail() {
    asked.remove().completeExceptionally(new IOException("down"));
  }

  @Test
  void itIsAskedAtOnceAndEveryFiveMinutes() {
    assertThat(asked).hasSize(1);
    assertThat(keys.keys()).isNull();
    come(set());
    assertThat(keys.keys()).isNotNull();

    pass(JwkSetUrl.REFRESH.minus(SECOND));
    assertThat(asked).isEmpty();
    pass(SECOND);
    assertThat(asked).hasSize(1);
    pass(JwkSetUrl.REFRESH);
    assertThat(asked).as("one after the other").hasSize(1);
  }

  @Test
  void theLastKeysStayAndItIsAskedAgainSoon() {
    come(set());
    JwkSetKeys first = keys.keys();
    pass(JwkSetUrl.REFRESH);

    for (int i = 0; i < 3; i++) {
      fail();
      assertThat(keys.keys()).isSameAs(first);
      pass(JwkSetUrl.RETRY.minus(SECOND));
      assertThat(asked).isEmpty();
      pass(SECOND);
      assertThat(asked).hasSize(1);
    }
    come(set());
    assertThat(keys.keys()).isNotNull().isNotSameAs(first);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{}", "{\"keys\":3}", "{\"keys\":[3]}", "{\"keys\":[]}"})
  void whatIsNoSetIsAFailure(String text) {
    come(set());
    JwkSetKeys first = keys.keys();
    pass(JwkSetUrl.REFRESH);
    come(text.getBytes(StandardCharsets.UTF_8));

    assertThat(keys.keys()).isSameAs(first);
    pass(JwkSetUrl.RETRY);
    assertThat(asked).hasSize(1);
  }

  /** As where what TLS trusts cannot be read. */
  @Test
  void anErrorIsAFailureToo() {
    AtomicInteger count = new AtomicInteger();
    JwkSetUrl failing =
        new JwkSetUrl(
            URI.create("http://issuer/keys"),
            () -> {
              count.incrementAndGet();
              throw new ExceptionInInitializerError("a test");
            },
            () -> now);

    assertThat(failing.newer()).isCompleted();
    now += JwkSetUrl.RETRY.toNanos();
    failing.look();
    assertThat(count).hasValue(2);
  }

  @Test
  void aSetHasAHundredKeysAtMost() throws Exception {
    String key = new ECKeyGenerator(Curve.P_256).generate().toPublicJWK().toString();
    come(("{\"keys\":[" + key + ("," + key).repeat(100) + "]}").getBytes(StandardCharsets.UTF_8));
    assertThat(keys.keys()).isNull();

    pass(JwkSetUrl.RETRY);
    come(("{\"keys\":[" + key + ("," + key).repeat(99) + "]}").getBytes(StandardCharsets.UTF_8));
    assertThat(keys.keys()).isNotNull();
  }

  /** What was found right by them stays right. */
  @Test
  void theSameKeysStayTheSame() {
    byte[] set = set();
    come(set);
    JwkSetKeys first = keys.keys();
    pass(JwkSetUrl.REFRESH);
    come(set);

    assertThat(keys.keys()).isSameAs(first);
  }

  @Test
  void aTokenHasItAskedOnceInHalfAMinute() {
    come(set());

    CompletableFuture<Void> first = keys.newer();
    assertThat(asked).hasSize(1);
    assertThat(keys.newer()).as("another token waits for the same answer").isSameAs(first);
    assertThat(asked).hasSize(1);
    assertThat(first).isNotDone();
    come(set());
    assertThat(first).isCompleted();

    for (int i = 0; i < 100; i++) {
      assertThat(keys.newer()).isCompleted();
    }
    pass(JwkSetUrl.PAUSE.minus(SECOND));
    assertThat(keys.newer()).isCompleted();
    assertThat(asked).isEmpty();
    pass(SECOND);
    assertThat(keys.newer()).isNotDone();
    assertThat(asked).hasSize(1);
  }

  @Test
  void aTokenWaitsForTheFirstKeysAndHasNoneAskedFor() {
    CompletableFuture<Void> waiting = keys.newer();
    assertThat(asked).hasSize(1);
    assertThat(waiting).isNotDone();
    fail();

    assertThat(waiting).isCompleted();
    for (int i = 0; i < 100; i++) {
      assertThat(keys.newer()).isCompleted();
    }
    assertThat(asked).isEmpty();
  }
}
