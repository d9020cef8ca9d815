package io.castile.cache.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.castile.cache.observe.ObservedCall.SeenIdentity;
import io.castile.cache.observe.Replay.Outcome;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.OperationPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Replays of a few calls whose outcome can be worked out by hand. */
class ReplayTest {
  private static final QName GET = new QName("urn:s", "get");

  private final CallRecorder recorder = CallRecorder.create();

  /**
   * Records a call that takes 100 ms, with 10 bytes to and 90 from the origin.
   *
   * @param answer null for a fault
   */
  private void call(double second, String question, String answer, SeenIdentity... identities) {
    recorder.record(
        ObservedCall.of(GET, "", Instant.ofEpochMilli((long) (1000 * second)))
            .question(recorder.digest(question))
            .answer(answer == null ? null : recorder.digest(answer))
            .fault(answer == null)
            .bytes(10, 90)
            .originNanos(100_000_000)
            .identities(List.of(identities))
            .build());
  }

  private Outcome replay(int ttlSeconds, String words) {
    OperationPolicy policy =
        CachePolicy.parse("test", "rules:\n- {cache: true, ttl: 1s" + words + "}\n")
            .forTarget(new CachePolicy.Target("", "", GET.toString()));
    return new Replay(recorder.snapshot().operations().get(0), policy, Set.of())
        .run(Duration.ofSeconds(ttlSeconds));
  }

  @Test
  void aHitIsWithinTheLifetimeOfTheAnswer() {
    call(0, "q", "a");
    call(5, "q", "a");
    call(10, "q", "a"); // the answer came at 0.1
    call(10.2, "q", "a"); // asked again
    call(11, "other", "a");

    Outcome outcome = replay(10, "");

    assertEquals(2, outcome.hits);
    assertEquals(0, outcome.stale);
    assertEquals(200_000_000, outcome.savedNanos);
    assertEquals(200, outcome.savedBytes);
  }

  @Test
  void anAnswerIsStaleWhereTheServiceGaveAnotherOne() {
    call(0, "q", "a");
    call(2, "q", "b");
    call(4, "q", "a");
    call(6, "q", "b");

    assertEquals(3, replay(10, "").hits);
    assertEquals(2, replay(10, "").stale);
    assertEquals(2, replay(3, "").hits); // asked at 0 and 4
    assertEquals(2, replay(3, "").stale);
  }

  @Test
  void whoeverAsksWhatIsBeingAskedWaitsForIt() {
    call(0, "q", "a");
    call(0.04, "q", "a");

    Outcome outcome = replay(10, "");

    assertEquals(1, outcome.hits);
    assertEquals(40_000_000, outcome.savedNanos); // 60 of 100 ms are waited for
  }

  @Test
  void faultsAreNotKeptAndAreNoStaleAnswers() {
    call(0, "q", null);
    call(1, "q", "a");
    call(2, "q", null);

    Outcome outcome = replay(10, "");

    assertEquals(1, outcome.hits);
    assertEquals(0, outcome.stale);
  }

  @Test
  void callersArePastTheCacheUnlessThePolicyNamesWhatTellsThem() {
    for (int i = 0; i < 4; i++) {
      String user = "user " + i % 2;
      call(i, "q", "a", SeenIdentity.httpHeader("Cookie", recorder.digest(user)));
    }

    assertEquals(4, replay(10, "").bypasses);
    assertEquals(2, replay(10, ", vary: [{httpHeader: cookie}]").hits);
    assertEquals(4, replay(10, ", vary: [{httpHeader: accept}]").bypasses);
    assertEquals(3, replay(10, ", shared: true").hits);
  }

  @Test
  void headerBlocksAreNamedToBeVariedOrIgnored() {
    for (int i = 0; i < 4; i++) {
      call(
          i,
          "q",
          "a",
          SeenIdentity.soapHeader(new QName("urn:h", "Id"), recorder.digest("id " + i % 2)));
    }

    assertEquals(4, replay(10, "").bypasses);
    assertEquals(2, replay(10, ", vary: [{soapHeader: Id}]").hits);
    assertEquals(3, replay(10, ", ignore: [{soapHeader: \"{urn:h}Id\"}]").hits);
  }
}
