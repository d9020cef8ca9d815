package io.castile.bench.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.castile.bench.fleet.Arrivals.Arrival;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulation beside what theory says, and cases that can be counted by hand. */
final class FleetSimulationTest {
  private static final int QUESTIONS = 500;
  private static final double EXPONENT = 0.9;
  private static final String MINUTE = "rules: [{operation: ask, cache: true, ttl: 1m}]";
  private static final FleetDelays NO_TIME = new FleetDelays("no time", 0, 0, 0, 0);

  private static FleetSetting setting(
      FleetVariant variant, int nodes, FleetDelays delays, boolean failures, double seconds) {
    return new FleetSetting(
        nodes, 1, variant, delays, MINUTE, QUESTIONS, 600, 1 << 10, 64 << 20, failures, seconds, 0,
        1);
  }

  /**
   * Independent questions at a rate r, of which an answer is good for a time t: of 1 + r t
   * questions, one asks the origin. What has changed when it is given: a change comes at a rate c,
   * and an answer is given at any age up to t.
   */
  @ParameterizedTest
  @CsvSource({"MEMORY, 1", "LEASE, 1", "LEASE, 5", "MEMORY, 5"})
  void hitsAndStaleAnswersAreThoseOfTheory(FleetVariant variant, int nodes) {
    double perSecond = 100;
    double changeSeconds = 60;
    FleetOutcome outcome =
        FleetSimulation.run(
            new FleetSetting(
                nodes,
                1,
                variant,
                NO_TIME,
                MINUTE,
                QUESTIONS,
                changeSeconds,
                1,
                64 << 20,
                false,
                4_200,
                200,
                1),
            Arrivals.zipf(perSecond, QUESTIONS, EXPONENT, nodes, 1));

    double whole = 0;
    for (int i = 1; i <= QUESTIONS; i++) {
      whole += Math.pow(i, -EXPONENT);
    }
    double hits = 0;
    double stale = 0;
    int caches = variant == FleetVariant.MEMORY ? nodes : 1;
    for (int i = 1; i <= QUESTIONS; i++) {
      double share = Math.pow(i, -EXPONENT) / whole;
      double expected = perSecond * share * 60 / caches;
      double ratio = expected / (1 + expected);
      hits += share * ratio;
      stale += share * ratio * (1 - (1 - Math.exp(-60 / changeSeconds)) / (60 / changeSeconds));
    }
    assertThat(outcome.hitRatio()).isCloseTo(hits, within(0.01));
    assertThat(outcome.staleShare()).isCloseTo(stale, within(0.015));
    assertThat(outcome.questions() - outcome.hits()).isEqualTo(outcome.originCalls());
  }

  /** By turns to nodes; ten nodes are asked the same at the same time, and again a second later. */
  @ParameterizedTest
  @CsvSource({"MEMORY, 10", "STORE, 10", "LEASE, 1"})
  void aBurstAsksTheOriginAsOftenAsWhatIsSharedLetsIt(FleetVariant variant, int calls) {
    List<Arrival> burst = new ArrayList<>();
    for (int time = 0; time < 2; time++) {
      for (int node = 0; node < 10; node++) {
        burst.add(new Arrival(1_000_000 * time, 7, node));
      }
    }
    FleetOutcome outcome =
        FleetSimulation.run(setting(variant, 10, FleetDelays.SITE, false, 10), Arrivals.of(burst));

    assertThat(outcome.originCalls()).isEqualTo(calls);
    assertThat(outcome.questions()).isEqualTo(20);
    assertThat(outcome.hits()).isEqualTo(20 - calls);
  }

  /** The first node dies at 60 s, while it waits for the origin. */
  @Test
  void theLeaseOfADeadNodeRunsOut() {
    FleetDelays slow = new FleetDelays("slow", 0, 0.5, 0.5, 2_000);
    List<Arrival> calls = List.of(new Arrival(59_900_000, 7, 0), new Arrival(59_950_000, 7, 1));

    FleetOutcome outcome =
        FleetSimulation.run(setting(FleetVariant.LEASE, 2, slow, true, 120), Arrivals.of(calls));

    assertThat(outcome.questions()).isEqualTo(2);
    assertThat(outcome.failed()).isZero();
    assertThat(outcome.originCalls()).isEqualTo(2);
    assertThat(outcome.millis(100)).isGreaterThan(5_000);
  }

  @ParameterizedTest
  @EnumSource(FleetVariant.class)
  void failuresOfSomeNodesAndTheStoreFailNoQuestion(FleetVariant variant) {
    FleetOutcome outcome =
        FleetSimulation.run(
            setting(variant, 3, FleetDelays.SITE, true, 400),
            Arrivals.zipf(50, QUESTIONS, EXPONENT, 3, 1));

    assertThat(outcome.questions()).isGreaterThan(15_000);
    assertThat(outcome.failed()).isZero();
    assertThat(outcome.latencies()).hasSize((int) outcome.questions());
  }

  @Test
  void aNodeAloneFailsWhileItIsAway() {
    FleetOutcome outcome =
        FleetSimulation.run(
            setting(FleetVariant.MEMORY, 1, FleetDelays.SITE, true, 120),
            Arrivals.zipf(50, QUESTIONS, EXPONENT, 1, 1));

    assertThat(outcome.failedShare()).isCloseTo(10.0 / 120, within(0.02));
  }

  @Test
  void aSettingHasOneOutcome() {
    FleetSetting setting = setting(FleetVariant.EDGE, 4, FleetDelays.EDGE, true, 300);
    Arrivals arrivals = Arrivals.zipf(80, QUESTIONS, EXPONENT, 4, 3);

    assertThat(FleetSimulation.run(setting, arrivals))
        .usingRecursiveComparison()
        .isEqualTo(FleetSimulation.run(setting, arrivals));
  }

  @Test
  void questionsFollowZipfsLaw() {
    Iterator<Arrival> arrivals = Arrivals.zipf(1_000, 100, 1, 4, 1).begin();
    int[] counts = new int[100];
    long last = 0;
    for (int i = 0; i < 100_000; i++) {
      Arrival next = arrivals.next();
      counts[next.question()]++;
      assertThat(next.micros()).isGreaterThanOrEqualTo(last);
      last = next.micros();
    }

    assertThat(last / 1e6).isCloseTo(100, within(2.0));
    assertThat((double) counts[0] / counts[9]).isCloseTo(10, within(1.0));
  }
}
