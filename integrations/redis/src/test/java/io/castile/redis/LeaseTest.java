package io.castile.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.CacheEntry;
import io.castile.cache.CacheStore.Ticket;
import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ContentKey;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.representation.Bytes;
import io.castile.soap.SoapVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One process of a fleet asks the origin for a question. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LeaseTest extends SharedRedis {
  private static final CacheKey KEY =
      new ContentKey(
          KeyKind.XML_MESSAGE,
          CacheKey.Scope.of("http://localhost/", new QName("urn:x", "ask"), SoapVersion.SOAP_1_1),
          new Bytes(new byte[] {1}));

  private Origin origin;

  @BeforeEach
  void startOrigin() {
    origin = new Origin();
  }

  @AfterEach
  void stopOrigin() throws Exception {
    origin.close();
  }

  @Test
  void aFleetAsksOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(10);
    try (FleetNode a = new FleetNode(origin, redis.url());
        FleetNode b = new FleetNode(origin, redis.url());
        FleetNode c = new FleetNode(origin, redis.url())) {
      FleetNode[] nodes = {a, b, c};
      for (int round = 0; round < 10; round++) {
        String item = "item" + round;
        CountDownLatch begin = new CountDownLatch(1);
        List<Future<String>> answers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
          FleetNode node = nodes[i % nodes.length];
          answers.add(
              threads.submit(
                  () -> {
                    begin.await();
                    return node.prices.price(item);
                  }));
        }
        begin.countDown();
        for (Future<String> answer : answers) {
          assertThat(answer.get()).isEqualTo("0");
        }

        assertThat(origin.served("price " + item)).isEqualTo(1);
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void aLeaseIsOfOneUntilItIsGivenBack() {
    try (RedisStore one = store();
        RedisStore other = store()) {
      Ticket first = one.lease(KEY, Duration.ZERO);
      assertThat(first.isAlone()).isTrue();
      try (Ticket second = other.lease(KEY, Duration.ofMillis(30))) {
        assertThat(second.isAlone()).isFalse();
      }
      assertThat(other.ticket(KEY).isAlone()).isTrue();

      first.close();

      try (Ticket second = other.lease(KEY, Duration.ofSeconds(20))) {
        assertThat(second.isAlone()).isTrue();
      }
    }
  }

  /** All that wait have the answer then, and would take the lease one after the other. */
  @Test
  void whoFindsAFreshEntryAfterTheWaitTakesNoLease() throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (FleetNode one = new FleetNode(origin, redis.url());
        FleetNode other = new FleetNode(origin, redis.url())) {
      one.prices.price("a");
      AtomicReference<CacheKey> found = new AtomicReference<>();
      one.store.forEachShared((each, bytes) -> found.set(each));
      CacheKey key = found.get();
      CacheEntry entry = one.store.get(key);
      one.cache.invalidateAll();
      try (Ticket first = one.store.lease(key, Duration.ZERO)) {
        assertThat(first.isAlone()).isTrue();
        Future<Ticket> second =
            threads.submit(() -> other.store.lease(key, Duration.ofSeconds(50)));
        Until.isTrue("the other waits", () -> !redis.names(":w:").isEmpty());

        assertThat(first.put(entry)).isTrue();
        first.close();

        assertThat(second.get().isAlone()).isFalse();
        assertThat(redis.names(":l:")).isEmpty();
        assertThat(other.store.get(key)).isNotNull();
      }
    } finally {
      threads.shutdown();
    }
  }

  /** It is neither given back nor told. */
  @Test
  void theLeaseOfAProcessThatDiesRunsOut() {
    try (RedisStore other = store()) {
      try (RedisStore one =
          FleetNode.store(redis.url(), each -> each.leaseTime(Duration.ofMillis(300)))) {
        assertThat(one.lease(KEY, Duration.ZERO).isAlone()).isTrue();
      }

      try (Ticket second = other.lease(KEY, Duration.ofSeconds(20))) {
        assertThat(second.isAlone()).isTrue();
      }
    }
  }

  @Test
  void aLeaseThatRanOutIsNotTakenFromAnother() {
    try (RedisStore one =
            FleetNode.store(
                redis.url(),
                each -> each.leaseTime(Duration.ofMillis(100)).leaseAtMost(Duration.ofMillis(1)));
        RedisStore other = store()) {
      Ticket late = one.lease(KEY, Duration.ZERO);
      try (Ticket second = other.lease(KEY, Duration.ofSeconds(20))) {
        assertThat(second.isAlone()).isTrue();
        late.close();
        // Commands of one connection are done in their order.
        assertThat(one.lease(KEY, Duration.ZERO).isAlone()).isFalse();
      }
    }
  }

  /** The lease is seen to be renewed for longer than it lasts. */
  @Test
  @Tag("long")
  void aSlowOriginIsAskedOnce() throws Exception {
    CountDownLatch answered = new CountDownLatch(1);
    origin.before = item -> await(answered);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (FleetNode one = quick(Duration.ofMinutes(1));
        FleetNode other = quick(Duration.ofMinutes(1))) {
      Future<String> first = threads.submit(() -> one.prices.price("slow"));
      Until.isTrue("the origin is asked", () -> origin.served.size() == 1);
      Future<String> second = threads.submit(() -> other.prices.price("slow"));
      Until.isTrue("the other waits", () -> !redis.names(":w:").isEmpty());

      untilRenewed(HeldLeases.TIMES + 1);

      assertThat(origin.served("price slow")).isEqualTo(1);
      answered.countDown();
      assertThat(first.get()).isEqualTo("0");
      assertThat(second.get()).isEqualTo("0");
      assertThat(origin.served("price slow")).isEqualTo(1);
      Until.isTrue("the lease is given back", () -> redis.names(":l:").isEmpty());
    } finally {
      answered.countDown();
      threads.shutdown();
    }
  }

  /** Two seconds: enough for a busy machine to renew a lease in time. */
  private FleetNode quick(Duration atMost) {
    return new FleetNode(
        origin, redis.url(), each -> each.leaseTime(Duration.ofSeconds(2)).leaseAtMost(atMost));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void untilRenewed(int times) {
    redis.ask(
        commands -> {
          String lease = commands.keys("*:l:*").get(0);
          long[] seen = {commands.pttl(lease), 0};
          Until.isTrue(
              "the lease is renewed " + times + " times",
              () -> {
                long left = commands.pttl(lease);
                seen[1] += left > seen[0] ? 1 : 0;
                seen[0] = left;
                return seen[1] >= times;
              });
          return times;
        });
  }

  @Test
  @Tag("long")
  void aLeaseIsNotRenewedForEver() throws Exception {
    CountDownLatch answered = new CountDownLatch(1);
    origin.before = item -> await(answered);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (FleetNode one = quick(Duration.ofMillis(1));
        FleetNode other = quick(Duration.ofMillis(1))) {
      Future<String> first = threads.submit(() -> one.prices.price("slow"));
      Until.isTrue("the origin is asked", () -> origin.served.size() == 1);
      Future<String> second = threads.submit(() -> other.prices.price("slow"));

      Until.isTrue("the other asks, too", () -> origin.served("price slow") == 2);

      answered.countDown();
      assertThat(first.get()).isEqualTo(second.get());
    } finally {
      answered.countDown();
      threads.shutdown();
    }
  }
}
