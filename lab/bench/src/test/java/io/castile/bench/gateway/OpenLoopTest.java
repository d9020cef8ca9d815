package io.castile.bench.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.castile.bench.gateway.LoadConnection.Asked;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The schedule of an open loop, by a clock that the test moves, and a server that it plays. */
final class OpenLoopTest {
  private static final long MILLI = 1_000_000;
  private static final Offset<Double> DIGITS = within(20.0); // of microseconds, as of a histogram

  private final Deque<Runnable> underWay = new ArrayDeque<>(); // answers, oldest request first
  private final List<String> asked = new ArrayList<>();
  private long now = 77 * MILLI;

  /** A thousand requests a second, so that one is due each millisecond. */
  private OpenLoop loop(int count, int slice, int mostConnections) {
    return new OpenLoop(
        number -> new Asked("/", Long.toString(number).getBytes(StandardCharsets.UTF_8)),
        1_000,
        count,
        slice,
        this::open,
        mostConnections,
        now,
        () -> now);
  }

  private Consumer<Asked> open(Runnable answered) {
    return question -> {
      asked.add(new String(question.message(), StandardCharsets.UTF_8));
      underWay.add(answered);
    };
  }

  /** Lets the time pass, and does what timers do meanwhile. */
  private void pass(OpenLoop loop, long nanos) {
    long end = now + nanos;
    long next = loop.sendDue();
    while (next != OpenLoop.NONE && now + next <= end) {
      now += next;
      next = loop.sendDue();
    }
    now = end;
  }

  private void answerAll() {
    while (!underWay.isEmpty()) {
      underWay.remove().run();
    }
  }

  @Test
  void aRequestIsSentWhenItIsDueAndNotBefore() {
    OpenLoop loop = loop(3, 3, 10);

    assertThat(loop.sendDue()).isEqualTo(MILLI);
    assertThat(asked).containsExactly("0");
    now += MILLI - 1;
    assertThat(loop.sendDue()).isEqualTo(1);
    assertThat(asked).containsExactly("0");
    now += 1;
    assertThat(loop.sendDue()).isEqualTo(MILLI);
    assertThat(asked).containsExactly("0", "1");
    now += MILLI;
    assertThat(loop.sendDue()).isEqualTo(OpenLoop.NONE);
    assertThat(asked).containsExactly("0", "1", "2");
  }

  /** A closed loop would not ask meanwhile, and would have one long latency. */
  @Test
  void requestsAreSentWhileAServerStallsAndTheirLatenciesCountFromWhenTheyWereDue() {
    OpenLoop loop = loop(11, 1, 100);

    pass(loop, 10 * MILLI);
    assertThat(asked).hasSize(11);
    assertThat(loop.isOver()).isFalse();
    answerAll();

    assertThat(loop.isOver()).isTrue();
    for (int i = 0; i <= 10; i++) {
      assertThat(loop.latencies().get(i).max()).isCloseTo(1_000.0 * (10 - i), DIGITS);
    }
    assertThat(loop.late().max()).isZero();
  }

  /** What waits for a connection in the client waits from the time at which it was due. */
  @Test
  void aRequestThatFindsNoConnectionHasItsWaitInItsLatency() {
    OpenLoop loop = loop(3, 1, 1);

    pass(loop, 10 * MILLI);
    assertThat(asked).containsExactly("0");
    underWay.remove().run();
    assertThat(asked).containsExactly("0", "1");
    now += 5 * MILLI;
    underWay.remove().run();
    now += 5 * MILLI;
    underWay.remove().run();

    assertThat(loop.isOver()).isTrue();
    assertThat(loop.connections()).isEqualTo(1);
    assertThat(loop.latencies().get(0).max()).isCloseTo(10_000, DIGITS);
    assertThat(loop.latencies().get(1).max())
        .isCloseTo(14_000, DIGITS); // due after 1 ms, done by 15
    assertThat(loop.latencies().get(2).max()).isCloseTo(18_000, DIGITS);
    assertThat(loop.late().max()).isCloseTo(13_000, DIGITS);
  }

  /** The thread of the load was away: what was due meanwhile is sent at once, and is late. */
  @Test
  void aLoadThatStallsItselfLeavesNothingOut() {
    OpenLoop loop = loop(5, 5, 100);

    now += 4 * MILLI;
    assertThat(loop.sendDue()).isEqualTo(OpenLoop.NONE);
    answerAll();

    assertThat(asked).hasSize(5);
    assertThat(loop.latencies().get(0).max()).isCloseTo(4_000, DIGITS);
    assertThat(loop.late().max()).isCloseTo(4_000, DIGITS);
    assertThat(loop.late().p50()).isCloseTo(2_000, DIGITS);
  }

  @Test
  void aConnectionThatIsFreeIsUsedAgain() {
    OpenLoop loop = loop(50, 50, 10);

    for (int i = 0; i < 50; i++) {
      loop.sendDue();
      answerAll();
      now += MILLI;
    }

    assertThat(loop.isOver()).isTrue();
    assertThat(loop.connections()).isEqualTo(1);
  }

  @Test
  void slicesHaveTheRequestsOfTheirTime() {
    OpenLoop loop = loop(25, 10, 100);

    pass(loop, 9 * MILLI);
    answerAll(); // the first ten
    pass(loop, 20 * MILLI);
    answerAll();

    assertThat(loop.latencies()).extracting(Latencies::count).containsExactly(10L, 10L, 5L);
    assertThat(loop.latencies().get(0).max()).isCloseTo(9_000, DIGITS);
    assertThat(loop.latencies().get(1).max()).isCloseTo(19_000, DIGITS);
    assertThat(loop.latencies().get(2).max()).isCloseTo(9_000, DIGITS);
  }

  /** Fractions of nanoseconds do not add up: the last request is due when the rate says. */
  @Test
  void theRateDoesNotDrift() {
    OpenLoop loop =
        new OpenLoop(
            number -> new Asked("/", new byte[0]),
            3,
            3_001,
            5_000,
            this::openSilently,
            5_000,
            now,
            () -> now);
    long start = now;

    long next = loop.sendDue();
    while (next != OpenLoop.NONE) {
      now += next;
      next = loop.sendDue();
    }

    assertThat(now - start).isEqualTo(1_000_000_000_000L); // 3000 requests further, at 3 a second
    assertThat(loop.late().count()).isEqualTo(3_001);
  }

  private Consumer<Asked> openSilently(Runnable answered) {
    return question -> {};
  }
}
