package io.castile.interop.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Callers that ask a fleet all the time, and check each answer. Thread-safe. */
final class FleetLoad implements AutoCloseable {
  private static final int CALLERS = 6;
  private static final int QUESTIONS = 40;
  private static final int USERS = 3;

  private final ProcessFleet fleet;
  private final long oldestMillis;
  private final List<Thread> callers = new ArrayList<>();
  private final AtomicLong answers = new AtomicLong();
  private final AtomicLong lastMade = new AtomicLong();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private volatile boolean ends;

  /**
   * @param oldestMillis how old an answer may be when its question is sent
   */
  FleetLoad(ProcessFleet fleet, long oldestMillis) {
    this.fleet = fleet;
    this.oldestMillis = oldestMillis;
    for (int i = 0; i < CALLERS; i++) {
      Thread caller = new Thread(this::call, "caller " + i);
      caller.start();
      callers.add(caller);
    }
  }

  private void call() {
    while (!ends) {
      try {
        ask();
      } catch (Exception e) {
        wrong.add(e.toString());
      }
    }
  }

  private void ask() throws Exception {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    String text = "q" + random.nextInt(1 + random.nextInt(QUESTIONS));
    String user = random.nextInt(USERS) == 0 ? "user " + random.nextInt(USERS) : "";
    long sent = System.currentTimeMillis();
    ProcessFleet.Answer answer = fleet.ask(StampingOrigin.question(text), user);
    answers.incrementAndGet();
    lastMade.accumulateAndGet(answer.made(), Math::max);
    if (!answer.text().equals(text) || !answer.user().equals(user.isEmpty() ? "null" : user)) {
      wrong.add("asked " + text + " as '" + user + "', got " + answer);
    }
    if (sent - answer.made() > oldestMillis) {
      wrong.add(text + ": an answer of " + (sent - answer.made()) + " ms");
    }
  }

  /** Goes on until there are more answers, some of them made so much later than now. */
  void goOn(int more, long millis) throws Exception {
    long enough = answers.get() + more;
    long late = System.currentTimeMillis() + millis;
    ProcessFleet.until(
        "there are " + more + " answers more, of " + millis + " ms later; wrong: " + wrong,
        () -> answers.get() >= enough && lastMade.get() >= late);
  }

  /** Checks that all went well so far. */
  void check() {
    assertThat(wrong).isEmpty();
  }

  @Override
  public void close() throws InterruptedException {
    ends = true;
    for (Thread caller : callers) {
      caller.join();
    }
  }
}
