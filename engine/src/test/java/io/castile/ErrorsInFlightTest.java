package io.castile;

import static io.castile.CachedShop.minute;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.Bypass;
import io.castile.cache.CacheStatistics;
import io.castile.cache.ResponseCache;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An error of the JVM in a call for which others wait: it is the one call's, and they ask too. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ErrorsInFlightTest {
  private static final int FOLLOWERS = 8;

  static Stream<Supplier<Error>> errors() {
    return Stream.of(
        () -> new OutOfMemoryError("of this test"),
        StackOverflowError::new,
        () -> new NoClassDefFoundError("of this test"),
        () -> new AssertionError("of this test"));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void theOthersAskForThemselvesAndNothingIsKept(Supplier<Error> error) throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch fails = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    ExecutorService threads = Executors.newCachedThreadPool();
    ResponseCache cache =
        ResponseCache.builder().policy(minute()).maxWait(Duration.ofDays(1)).build();
    try (cache;
        SoapServer server =
            Castile.server().host("localhost").publish("/shop", new WrappedShopService()).start()) {
      WrappedShop plain =
          Castile.client(WrappedShop.class)
              .endpoint(server.url("/shop"))
              .interceptor(
                  chain -> {
                    if (calls.incrementAndGet() == 1) {
                      asked.countDown();
                      await(fails);
                      throw error.get();
                    }
                    return chain.proceed(chain.request());
                  })
              .build();
      WrappedShop port = Castile.cached(plain, cache);
      List<Thread> following = new ArrayList<>();
      Future<Integer> first = threads.submit(() -> port.add(1, 2));
      asked.await();
      List<Future<Integer>> others = new ArrayList<>();
      for (int i = 0; i < FOLLOWERS; i++) {
        others.add(
            threads.submit(
                () -> {
                  synchronized (following) {
                    following.add(Thread.currentThread());
                  }
                  return port.add(1, 2);
                }));
      }
      awaitWaiting(following);
      assertThat(calls).hasValue(1);
      fails.countDown();

      assertThat(cause(first)).hasSameClassAs(error.get());
      for (Future<Integer> other : others) {
        assertThat(other.get()).isEqualTo(3);
      }
      CacheStatistics.Row row = cache.statistics().row("add");
      assertThat(calls).hasValue(1 + FOLLOWERS);
      assertThat(row.hits()).isZero();
      int before = calls.get();
      assertThat(port.add(1, 2)).isEqualTo(3);
      assertThat(calls).hasValue(before + 1);
      assertThat(port.add(1, 2)).isEqualTo(3);
      assertThat(calls).hasValue(before + 1);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Wherever in a call the stack ends, nobody waits for that call ever after. */
  @Test
  void aStackThatEndsAnywhereInACallLeavesNobodyWaiting() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Object plain =
        Proxy.newProxyInstance(
            WrappedShop.class.getClassLoader(),
            new Class<?>[] {WrappedShop.class},
            (proxy, method, arguments) -> {
              calls.incrementAndGet();
              return 3;
            });
    try (ResponseCache cache =
        ResponseCache.builder()
            .policy(minute(rule -> rule.ttl(Duration.ofNanos(1))))
            .maxWait(Duration.ofMillis(1))
            .build()) {
      WrappedShop port = Castile.cached((WrappedShop) plain, cache);
      for (int i = 0; i < 2000; i++) {
        port.add(1, 2); // so that all classes are there
      }
      AtomicInteger ended = new AtomicInteger();
      Thread deep =
          new Thread(
              null,
              () -> dive(port, Integer.MAX_VALUE, ended),
              "deep",
              512 << 10); // bytes of stack
      deep.start();
      deep.join();
      assertThat(ended).hasPositiveValue();
      assertThat(port.add(1, 2)).isEqualTo(3);

      assertThat(cache.statistics().row("add").bypassed()).doesNotContainKey(Bypass.WAITED_LONG);
    }
  }

  /** Calls at each depth on the way back from the end of the stack. */
  private static void dive(WrappedShop port, int levels, AtomicInteger ended) {
    try {
      if (levels > 0) {
        dive(port, levels - 1, ended);
      }
    } catch (StackOverflowError e) {
      // The end.
    }
    try {
      port.add(1, 2);
    } catch (StackOverflowError e) {
      ended.incrementAndGet();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Until all stand where only the end of the first call lets them go on. */
  private static void awaitWaiting(List<Thread> threads) {
    while (true) {
      synchronized (threads) {
        boolean allWait =
            threads.size() == FOLLOWERS
                && threads.stream()
                    .allMatch(
                        each ->
                            each.getState() == Thread.State.TIMED_WAITING
                                && Stream.of(each.getStackTrace())
                                    .anyMatch(frame -> frame.getClassName().endsWith(".InFlight")));
        if (allWait) {
          return;
        }
      }
      Thread.onSpinWait();
    }
  }

  private static Throwable cause(Future<?> failed) throws InterruptedException {
    try {
      failed.get();
    } catch (ExecutionException e) {
      return e.getCause();
    }
    throw new AssertionError("the call has not failed");
  }
}
