package io.castile.cache.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.castile.cache.policy.CachePolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** What a draft would have done for a few calls, worked out by hand. */
class PolicyPreviewTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final CallRecorder recorder = CallRecorder.create();

  /** Records a call that takes 100 ms, with 10 bytes to and 90 from the origin. */
  private void call(String operation, double second, String answer) {
    recorder.record(
        ObservedCall.of(
                new QName("urn:s", operation), "", Instant.ofEpochMilli((long) (1000 * second)))
            .question(recorder.digest("q"))
            .answer(recorder.digest(answer))
            .bytes(10, 90)
            .originNanos(100_000_000)
            .build());
  }

  private PolicyPreview.Row row(String operation, String yaml, Duration last) {
    return PolicyPreview.of(recorder.snapshot(), CachePolicy.parse("draft", yaml), last)
        .operations()
        .stream()
        .filter(row -> row.operation().getLocalPart().equals(operation))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void eachOperationIsReplayedByItsOwnRule() {
    for (int i = 0; i < 5; i++) {
      call("get", i, i < 3 ? "a" : "b");
      call("set", i, "done");
    }
    String yaml = "rules:\n- {operation: get, cache: true, ttl: 1m}\n";

    PolicyPreview.Row get = row("get", yaml, HOUR);
    assertTrue(get.cached());
    assertEquals(Optional.of(Duration.ofMinutes(1)), get.ttl());
    assertEquals(5, get.calls());
    assertEquals(4, get.hits());
    assertEquals(2, get.stale());
    assertEquals(400_000_000, get.savedNanos());
    assertEquals(400, get.savedBytes());
    PolicyPreview.Row set = row("set", yaml, HOUR);
    assertFalse(set.cached());
    assertEquals(5, set.calls());
    assertEquals(0, set.hits());
  }

  @Test
  void callsBeforeTheWindowAreLeftOut() {
    call("get", 0, "a");
    call("get", 1, "a");
    call("get", 5_000, "a");
    call("get", 5_001, "a");
    String yaml = "rules:\n- {operation: get, cache: true, ttl: 1m}\n";

    assertEquals(2, row("get", yaml, HOUR).calls());
    assertEquals(4, row("get", yaml, Duration.ofHours(2)).calls());
  }
}
