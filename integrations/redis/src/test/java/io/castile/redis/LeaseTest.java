package io.castile.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.CacheStore.Ticket;
import io.castile.cache.key.CacheKey;
import io.castile.cache.key.ContentKey;
import io.castile.cache.key.KeyScope;
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
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One process of a fleet asks the origin for a question. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LeaseTest {
  private static final CacheKey KEY =
      new ContentKey(
          KeyKind.XML_MESSAGE,
          KeyScope.of("http://localhost/", new QName("urn:x", "ask"), SoapVersion.SOAP_1_1),
          new Bytes(new byte[] {1}));

  private static RedisProcess redis;

  private Origin origin;

  @BeforeAll
  static void startRedis() {
    redis = new RedisProcess();
  }

  @AfterAll
  static void stopRedis() {
    if (redis != null) {
      redis.close();
    }
  }

  @BeforeEach
  void startOrigin() {
    redis.ask(commands -> commands.flushall());
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
    try (RedisStore one = RedisStore.of(redis.url());
        RedisStore other = RedisStore.of(redis.url())) {
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

  /** It is neither given back nor told. */
  @Test
  void theLeaseOfAProcessThatDiesRunsOut() {
    try (RedisStore one =
            RedisStore.builder(redis.url()).leaseTime(Duration.ofMillis(300)).build();
        RedisStore other = RedisStore.of(redis.url())) {
      assertThat(one.lease(KEY, Duration.ZERO).isAlone()).isTrue();

      try (Ticket second = other.lease(KEY, Duration.ofSeconds(20))) {
        assertThat(second.isAlone()).isTrue();
      }
    }
  }

  @Test
  void aLeaseThatRanOutIsNotTakenFromAnother() {
    try (RedisStore one =
            RedisStore.builder(redis.url()).leaseTime(Duration.ofMillis(100)).build();
        RedisStore other = RedisStore.of(redis.url())) {
      Ticket late = one.lease(KEY, Duration.ZERO);
      try (Ticket second = other.lease(KEY, Duration.ofSeconds(20))) {
        assertThat(second.isAlone()).isTrue();
        late.close();
        // Commands of one connection are done in their order.
        assertThat(one.lease(KEY, Duration.ZERO).isAlone()).isFalse();
      }
    }
  }
}
