package io.castile.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.internal.CacheContents;
import io.castile.cache.internal.CallCache;
import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ContentKey;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule.NamePattern;
import io.castile.cache.representation.Bytes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What one process drops, no process gives any more. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DropTest extends SharedRedis {
  /** Long before entries at hand become stale by themselves. */
  private static final Duration SOON = Duration.ofSeconds(5);

  private Origin origin;
  private FleetNode one;
  private FleetNode other;

  @BeforeEach
  void startNodes() {
    origin = new Origin();
    one = new FleetNode(origin, redis.url());
    other = new FleetNode(origin, redis.url());
  }

  @AfterEach
  void stopNodes() throws Exception {
    one.close();
    other.close();
    origin.close();
  }

  private static void untilPriceIs(String price, FleetNode node) {
    Until.isTrue("the price is " + price, SOON, () -> node.prices.price("a").equals(price));
  }

  @Test
  void whatIsDroppedIsGivenNowhere() {
    one.prices.price("a");
    assertThat(other.prices.price("a")).isEqualTo("0");
    origin.price("a", "1");
    assertThat(other.prices.price("a")).isEqualTo("0");

    one.cache.invalidateAll();

    assertThat(one.prices.price("a")).isEqualTo("1");
    untilPriceIs("1", other);
  }

  @Test
  void callsThatInvalidateDoSoEverywhere() {
    one.prices.price("a");
    one.prices.stock("a");
    other.prices.price("a");
    other.prices.stock("a");

    one.prices.setPrice("a", "2");

    assertThat(one.prices.price("a")).isEqualTo("2");
    untilPriceIs("2", other);
    other.prices.stock("a");
    assertThat(origin.served("stock a")).isEqualTo(1);
  }

  @Test
  void entriesOfCertainKeysAreDroppedEverywhere() {
    for (FleetNode node : new FleetNode[] {one, other}) {
      node.prices.stock("first");
      node.prices.stock("second");
    }

    one.cache.invalidateIf(key -> message(key).contains("first"));

    Until.isTrue(
        "the origin is asked for the first again",
        SOON,
        () -> {
          other.prices.stock("first");
          return origin.served("stock first") == 2;
        });
    one.prices.stock("second");
    other.prices.stock("second");
    assertThat(origin.served("stock second")).isEqualTo(1);
  }

  /** What becomes stale in one, and is of no use then, is given by no other. */
  @Test
  void whatBecomesStaleDoesSoEverywhere() {
    one.prices.price("a");
    other.prices.price("a");
    other.prices.stock("a");
    origin.price("a", "1");
    NamePattern price = new NamePattern("pric*");

    int stale =
        CallCache.of(one.cache)
            .contents()
            .purge(new CacheContents.Query(null, null, price, null, null), true);

    assertThat(stale).isEqualTo(1);
    assertThat(one.prices.price("a")).isEqualTo("1");
    untilPriceIs("1", other);
    other.prices.stock("a");
    assertThat(origin.served("stock a")).isEqualTo(1);
  }

  private static String message(CacheKey key) {
    byte[] bytes = ((Bytes) ((ContentKey) key).content()).toArray();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** As while a key is replaced: one process has the new one already. */
  @Test
  void entriesThatAProcessCannotReadItDropsToo() throws Exception {
    FleetKeys young = FleetKeys.of(1, new byte[32]);
    try (FleetNode ahead =
            new FleetNode(
                origin, redis.url(), each -> each.encryption(young).namespace("n").localBytes(0));
        FleetNode behind = new FleetNode(origin, redis.url(), each -> each.namespace("n"))) {
      ahead.prices.price("a");
      origin.price("a", "1");
      assertThat(ahead.prices.price("a")).isEqualTo("0");

      behind.cache.invalidateIf(key -> false);

      assertThat(ahead.prices.price("a")).isEqualTo("1");
    }
  }

  /** The arguments of an answer are not known any more. */
  @Test
  void callsThatInvalidateSomeDropTheirWholeOperation() {
    other.prices.stock("a");
    other.prices.stock("b");

    one.prices.setStock("a", "none");

    one.prices.stock("b");
    assertThat(origin.served("stock b")).isEqualTo(2);
  }

  /** The answer comes late, and is that of before. */
  @Test
  void anAnswerAskedForBeforeIsNotKept() throws Exception {
    for (Runnable drop :
        new Runnable[] {
          () -> one.cache.invalidateAll(),
          () -> one.cache.invalidateIf(key -> true),
          () -> one.cache.invalidate("PricesService", "price")
        }) {
      origin.price("a", "old");
      CountDownLatch asked = new CountDownLatch(1);
      CountDownLatch dropped = new CountDownLatch(1);
      origin.before =
          item -> {
            asked.countDown();
            await(dropped);
          };
      ExecutorService thread = Executors.newSingleThreadExecutor();
      try {
        Future<String> late = thread.submit(() -> other.prices.price("a"));
        await(asked);
        origin.price("a", "new");
        drop.run();
        dropped.countDown();
        assertThat(late.get()).isEqualTo("old");
      } finally {
        thread.shutdown();
      }
      origin.before = item -> {};

      assertThat(one.prices.price("a")).isEqualTo("new");
      assertThat(other.prices.price("a")).isEqualTo("new");
      stopNodes();
      startNodes();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatIsDroppedLeavesTheMemoryOfRedis() {
    for (int i = 0; i < 40; i++) {
      one.prices.price("" + i);
    }
    assertThat(redis.names("}:e:")).hasSize(40);

    other.cache.invalidateAll();

    Until.isTrue("no entries are left", () -> redis.names("}:e:").isEmpty());
    assertThat(redis.names("}:i")).isEmpty();
  }

  /** As when Redis forgets something to make room. */
  @Test
  void entriesOfALostGenerationAreNotGiven() throws Exception {
    one.prices.price("a");
    origin.price("a", "1");
    redis.names("}:g").forEach(name -> redis.ask(commands -> commands.del(name)));

    try (FleetNode fresh = new FleetNode(origin, redis.url())) {
      assertThat(fresh.prices.price("a")).isEqualTo("1");
    }
  }

  @Test
  void anotherPolicyDropsWhatItChanges() {
    one.prices.price("a");
    other.prices.price("a");
    origin.price("a", "1");

    one.cache.policy(
        CachePolicy.parse("new", "rules:\n  - {operation: price, cache: true, ttl: 1m}\n"));

    untilPriceIs("1", other);
  }

  /** The connection of the process looks alive, but nothing comes. */
  @Test
  @Tag("long")
  void whoIsNotToldAnyMoreDistrustsWhatIsAtHand() throws Exception {
    other.close();
    other = new FleetNode(origin, redis.url(), each -> each.timeout(Duration.ofSeconds(1)));
    other.prices.price("a");
    origin.price("a", "1");
    assertThat(other.prices.price("a")).isEqualTo("0");
    redis.freeze();
    try {
      untilPriceIs("1", other);
    } finally {
      redis.thaw();
    }
  }
}
