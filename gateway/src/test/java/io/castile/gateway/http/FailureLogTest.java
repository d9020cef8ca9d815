package io.castile.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class FailureLogTest {
  @Test
  void eachWayOfFailingIsToldOnceAMinute() {
    AtomicLong seconds = new AtomicLong();
    FailureLog failures = new FailureLog(() -> TimeUnit.SECONDS.toNanos(seconds.get()));
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      for (int i = 0; i < 150; i++) { // 0 to 149 s
        seconds.set(i);
        failures.failed("http://a", "refused", "no connection");
        if (i == 10) {
          failures.failed("http://a", "late", "no answer");
          failures.failed("http://b", "refused", "no connection");
        }
      }
    } finally {
      System.setErr(before);
    }

    List<String> lines = log.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0)).endsWith("http://a failed (refused): no connection");
    assertThat(lines.get(1)).endsWith("http://a failed (late): no answer");
    assertThat(lines.get(2)).endsWith("http://b failed (refused): no connection");
    assertThat(lines.get(3))
        .endsWith("http://a failed (refused): no connection; and 59 times since the last line");
    assertThat(lines.get(4)).contains("and 59 times");
  }
}
