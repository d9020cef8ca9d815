package io.castile.interop.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Three gateways in processes of their own, whose Redis is away for a while under load: how often
 * the origin is asked a question. The system property {@code castile.awaySeconds} says for how
 * long.
 */
@Tag("long")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class StoreAwayTest {
  private static final Logger log = LoggerFactory.getLogger(StoreAwayTest.class);
  private static final int NODES = 3;
  private static final int CALLERS = 6;
  private static final int QUESTIONS = 20;
  private static final int STORE_MILLIS = 50;
  private static final int AWAY_SECONDS = Integer.getInteger("castile.awaySeconds", 6);

  /** For how long an entry is at hand without Redis. */
  private static final int LOCAL_SECONDS = 30;

  @TempDir private Path folder;

  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final AtomicLong answers = new AtomicLong();
  private final AtomicBoolean ends = new AtomicBoolean();

  private void call(ProcessFleet fleet) {
    while (!ends.get()) {
      String text = "q" + ThreadLocalRandom.current().nextInt(QUESTIONS);
      try {
        ProcessFleet.Answer answer = fleet.ask(StampingOrigin.question(text), "");
        answers.incrementAndGet();
        if (!answer.text().equals(text)) {
          wrong.add("asked " + text + ", got " + answer);
        }
      } catch (Exception e) {
        wrong.add(e.toString());
      }
    }
  }

  private static int[] asked(StampingOrigin origin) {
    return IntStream.range(0, QUESTIONS).map(i -> origin.calls("q" + i)).toArray();
  }

  private void goOn(int more) throws Exception {
    long enough = answers.get() + more;
    ProcessFleet.until("there are " + more + " answers more", () -> answers.get() >= enough);
  }

  /** Away as where a host is down, and as where packets are lost. */
  @ParameterizedTest
  @ValueSource(strings = {"KILL", "STOP"})
  void eachGatewayAsksOnceForAQuestion(String signal) throws Exception {
    String policy = "rules: [{operation: ask, cache: true, ttl: 1h}]\n";
    try (StampingOrigin origin = new StampingOrigin(20);
        RedisServer redis = new RedisServer();
        ProcessFleet fleet =
            new ProcessFleet(NODES, folder, origin, redis.url(), policy, STORE_MILLIS)) {
      List<Thread> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        Thread caller = new Thread(() -> call(fleet), "caller " + i);
        caller.start();
        callers.add(caller);
      }
      goOn(2_000);
      int[] before = asked(origin);
      long answersBefore = answers.get();
      redis.signal(signal);
      TimeUnit.SECONDS.sleep(AWAY_SECONDS); // the time of the outage is what is measured
      int[] away = asked(origin);
      long answersAway = answers.get() - answersBefore;
      if (signal.equals("STOP")) {
        redis.signal("CONT");
      } else {
        redis.start();
      }
      goOn(2_000);
      ends.set(true);
      for (Thread caller : callers) {
        caller.join();
      }

      int[] more = IntStream.range(0, QUESTIONS).map(i -> away[i] - before[i]).toArray();
      log.warn(
          "Redis away by {} for {} s: {} answers, calls of the origin for each of {} questions: {}",
          signal,
          AWAY_SECONDS,
          answersAway,
          QUESTIONS,
          IntStream.of(more).summaryStatistics());
      assertThat(wrong).isEmpty();
      assertThat(answersAway).isGreaterThan(AWAY_SECONDS * 50L);
      int most = NODES * (1 + AWAY_SECONDS / LOCAL_SECONDS);
      assertThat(IntStream.of(more).boxed().max(Integer::compare))
          .as("calls of one question")
          .hasValueSatisfying(each -> assertThat(each).isLessThanOrEqualTo(most));
    }
  }
}
