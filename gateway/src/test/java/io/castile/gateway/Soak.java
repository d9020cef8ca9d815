package io.castile.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/**
 * What the clients of a soak share: when it is over, what they ask, what is right, and what they
 * have found. Thread-safe.
 */
final class Soak {
  static final int STUCK_MILLIS = 60_000;

  /** What {@link FaultyOrigin} is asked to do. */
  static final List<String> KINDS =
      List.of(
          "ok", "ok", "ok", "slow", "close", "busy", "fault", "cut", "trickle", "big", "rows",
          "rows", "own");

  private static final int CALLERS = 3;

  private final Queue<Throwable> wrong = new ConcurrentLinkedQueue<>();
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
  private volatile boolean isOver;

  /**
   * A question, and by what its answer is known.
   *
   * @param mark what the answer has to have
   * @param caller who shows credentials; empty for nobody
   */
  record Asked(String kind, String mark, String operation, String caller) {
    static Asked any(Random random) {
      String kind = KINDS.get(random.nextInt(KINDS.size()));
      boolean isRows = kind.equals("rows");
      return new Asked(
          kind,
          isRows ? FaultyOrigin.longMark(random.nextInt(200)) : "mark " + random.nextInt(5),
          random.nextBoolean() ? "ask" : "tell",
          kind.equals("own") ? "bearer caller" + random.nextInt(CALLERS) : "");
    }

    static Asked of(String operation, String kind, String mark) {
      return new Asked(kind, mark, operation, "");
    }

    String message() {
      String body = "<q:%1$s xmlns:q=\"urn:q\"><text>%2$s %3$s</text></q:%1$s>";
      return Soap.envelope("", body.formatted(operation, kind, mark));
    }

    /** Fails if that is not what the origin answers. */
    void check(int status, String content) {
      int expected =
          switch (kind) {
            case "close", "cut" -> 502;
            case "busy" -> 503;
            case "fault" -> 500;
            default -> 200;
          };
      assertThat(status).as("status of %s, answered by %s", this, content).isEqualTo(expected);
      switch (kind) {
        case "close", "cut", "busy" -> {}
        case "fault" -> assertThat(content).contains("<faultcode>" + mark + "<");
        case "big" ->
            assertThat(content).hasSizeGreaterThan(FaultyOrigin.BIG).contains("y" + mark + "<");
        case "rows" -> assertThat(content).isEqualTo(FaultyOrigin.rows(mark));
        case "own" -> assertThat(content).contains("<text>" + mark + " of " + caller + "<");
        default -> assertThat(content).contains("<text>" + mark + "<");
      }
    }
  }

  boolean isOver() {
    return isOver;
  }

  void end() {
    isOver = true;
  }

  void isWrong(Throwable what) {
    wrong.add(what);
  }

  Queue<Throwable> wrong() {
    return wrong;
  }

  void count(String what) {
    counts.computeIfAbsent(what, key -> new LongAdder()).increment();
  }

  /** Returns how often each thing was done. */
  Map<String, LongAdder> counts() {
    return new TreeMap<>(counts);
  }

  /** Waits until that is so; fails if it does not become so. */
  static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STUCK_MILLIS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("%s are left", what).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }
}
