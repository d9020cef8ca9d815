package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import jakarta.jws.WebService;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code castile top} beside a process that calls. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TopCommandTest {
  @WebService(targetNamespace = "urn:clock")
  interface Clock {
    int next(int number);

    int fail(int number);
  }

  @WebService(endpointInterface = "io.castile.cli.TopCommandTest$Clock")
  static class ClockService implements Clock {
    @Override
    public int next(int number) {
      return number + 1;
    }

    @Override
    public int fail(int number) {
      throw new IllegalStateException("always");
    }
  }

  /** A program that calls until it is ended: each question twice, of which one is kept. */
  static final class Caller {
    private Caller() {}

    public static void main(String[] arguments) throws Exception {
      CachePolicy policy =
          CachePolicy.builder()
              .rule(CacheRule.forOperations("next").cache(true).ttl(Duration.ofHours(1)).build())
              .build();
      try (SoapServer server = Castile.server().publish("/clock", new ClockService()).start()) {
        Clock clock =
            Castile.client(Clock.class).endpoint(server.url("/clock")).cache(policy).build();
        System.out.println("ready");
        for (int number = 0; ; number++) {
          clock.next(number);
          clock.next(number);
          try {
            clock.fail(number);
          } catch (RuntimeException expected) {
            Thread.sleep(5);
          }
        }
      }
    }
  }

  @Test
  @Tag("long")
  void showsTheCallsOfAnotherProcess() throws Exception {
    Process process = caller();
    try {
      assertThat(process.inputReader().readLine()).isEqualTo("ready");
      Cli list = new Cli();
      assertThat(list.run("top")).isZero();
      assertThat(list.out()).contains(Long.toString(process.pid()), Caller.class.getName());

      Cli cli = new Cli();
      String pid = Long.toString(process.pid());
      assertThat(cli.run("top", pid, "--seconds", "6", "--json")).as(cli.err()).isZero();
      JsonNode operations = cli.json().get("operations");
      assertThat(operations).isNotEmpty();
      for (JsonNode row : operations) {
        assertThat(row.get("service").asText()).isEqualTo("Clock");
        boolean fails = row.get("operation").asText().equals("fail");
        assertThat(row.get("faults").asLong()).isEqualTo(fails ? row.get("calls").asLong() : 0);
        if (row.get("side").asText().equals("client") && !fails) {
          long hits = row.get("cache").get("hit").asLong();
          assertThat(row.get("cache").get("miss").asLong()).isBetween(hits - 1, hits + 1);
        }
      }
      assertThat(cli.out()).contains("\"side\" : \"server\"");

      Cli text = new Cli();
      assertThat(text.run("top", pid, "--seconds", "10")).as(text.err()).isZero();
      assertThat(text.out()).contains("operation", "calls/s", "Clock", "next");
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  @Tag("long")
  void tellsWhatItSawOfAProcessThatEnds() throws Exception {
    Process process = caller();
    try {
      assertThat(process.inputReader().readLine()).isEqualTo("ready");
      CompletableFuture.delayedExecutor(20, TimeUnit.SECONDS).execute(process::destroyForcibly);

      Cli cli = new Cli();
      String pid = Long.toString(process.pid());
      assertThat(cli.run("top", pid, "--seconds", "60", "--json")).as(cli.err()).isZero();
      assertThat(cli.json().has("operations")).isTrue();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private static Process caller() throws IOException {
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "-cp",
            System.getProperty("java.class.path"),
            Caller.class.getName())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  @Test
  void saysWhyAProcessCannotBeWatched() {
    Cli absent = new Cli();
    assertThat(absent.run("top", "999999999")).isEqualTo(1);
    assertThat(absent.err()).contains("expected a JVM of this user with process number 999999999");

    Cli negative = new Cli();
    assertThat(negative.run("top", "1", "--seconds", "0")).isEqualTo(2);
    assertThat(negative.err()).contains("expected --seconds of 1 or more, found 0");
  }
}
