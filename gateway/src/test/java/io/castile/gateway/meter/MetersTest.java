package io.castile.gateway.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counting, beside plain counting. */
final class MetersTest {
  private static void add(Meters meters, String operation) {
    meters.add("/", new QName(operation), Outcome.PASSED, 200, 10, 20, 1_000, 0);
  }

  @Test
  void operationsBeyondTheBoundAreOne() {
    Meters meters = new Meters();

    for (int i = 0; i < 1_000; i++) {
      add(meters, "op" + i);
    }
    add(meters, "op0");

    List<OperationMeter.Snapshot> all = meters.snapshots();
    assertThat(all).hasSize(Meters.MAX_OPERATIONS + 1);
    assertThat(all.stream().filter(each -> each.operation().equals(Meters.OTHER)))
        .singleElement()
        .satisfies(each -> assertThat(each.requests()).isEqualTo(1_000 - Meters.MAX_OPERATIONS));
    assertThat(
            all.stream()
                .filter(each -> each.operation().equals("op0"))
                .findFirst()
                .orElseThrow()
                .requests())
        .isEqualTo(2);
  }

  @Test
  void aLongNameIsNoNameOfItsOwn() {
    Meters meters = new Meters();

    add(meters, "x".repeat(10_000));

    assertThat(meters.snapshots().get(0).operation()).isEqualTo(Meters.OTHER);
  }

  @Test
  void threadsCountTogether() throws Exception {
    Meters meters = new Meters();
    int threads = 4;
    int each = 20_000;
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    for (int t = 0; t < threads; t++) {
      executor.execute(
          () -> {
            try {
              start.await();
            } catch (InterruptedException e) {
              return;
            }
            for (int i = 0; i < each; i++) {
              Outcome outcome = Outcome.values()[i % 4];
              meters.add(
                  "/r", new QName("op" + i % 7), outcome, i % 10 == 0 ? 500 : 200, 1, 2, i, 3);
            }
          });
    }
    start.countDown();
    executor.shutdown();
    assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();

    List<OperationMeter.Snapshot> all = meters.snapshots();
    long calls = (long) threads * each;
    assertThat(all).hasSize(7);
    assertThat(all.stream().mapToLong(OperationMeter.Snapshot::requests).sum()).isEqualTo(calls);
    assertThat(all.stream().mapToLong(OperationMeter.Snapshot::hits).sum()).isEqualTo(calls / 4);
    assertThat(all.stream().mapToLong(OperationMeter.Snapshot::failed).sum()).isEqualTo(calls / 10);
    assertThat(all.stream().mapToLong(OperationMeter.Snapshot::savedBytes).sum())
        .isEqualTo(3 * calls / 2);
    assertThat(all.stream().mapToLong(OperationMeter.Snapshot::savedNanos).sum())
        .isEqualTo(3 * calls / 2);
  }

  /** The percentile of the sorted times is within a bucket, which is 1/16 of it wide. */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.9, 0.99, 1})
  void percentilesAreThoseOfTheSortedTimes(double share) {
    Random random = new Random(7);
    OperationMeter.Latencies latencies = new OperationMeter.Latencies();
    long[] micros = new long[5_000];
    for (int i = 0; i < micros.length; i++) {
      micros[i] = (long) Math.exp(random.nextDouble() * 18);
      latencies.add(micros[i] * 1_000);
    }
    Arrays.sort(micros);
    long exact = micros[(int) Math.ceil(share * micros.length) - 1];

    long found = OperationMeter.Latencies.percentile(latencies.sums(), share);

    assertThat(found).isBetween(exact + 1, exact + 1 + exact / 16);
  }

  @Test
  void timesBeyondAllBucketsAreKeptInTheFirstAndTheLast() {
    OperationMeter.Latencies latencies = new OperationMeter.Latencies();
    latencies.add(-5);
    latencies.add(Long.MAX_VALUE);

    assertThat(OperationMeter.Latencies.percentile(latencies.sums(), 0.1)).isEqualTo(1);
    assertThat(OperationMeter.Latencies.percentile(latencies.sums(), 1)).isEqualTo(1L << 32);
    assertThat(OperationMeter.Latencies.percentile(new OperationMeter.Latencies().sums(), 0.5))
        .isZero();
  }

  @Test
  void anHourIsKeptInStepsOfTenSeconds() {
    RecentCounts counts = new RecentCounts();
    for (long slot = 1; slot <= 400; slot++) {
      for (int i = 0; i < slot % 5; i++) {
        counts.add(slot, i == 0);
      }
    }

    long[] requests = counts.read(400, 0);
    long[] cached = counts.read(400, 1);

    assertThat(requests).hasSize(360);
    for (int i = 0; i < 360; i++) {
      assertThat(requests[i]).isEqualTo((41 + i) % 5);
      assertThat(cached[i]).isEqualTo((41 + i) % 5 == 0 ? 0 : 1);
    }
    assertThat(counts.read(2_000, 0)).containsOnly(0);
    assertThat(counts.read(410, 0)[359]).isZero();
  }
}
