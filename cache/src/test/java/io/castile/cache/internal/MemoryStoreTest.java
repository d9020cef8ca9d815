package io.castile.cache.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.CacheEntry;
import io.castile.cache.http.StoredResponse;
import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ArgumentType;
import io.castile.cache.key.internal.Keys;
import io.castile.cache.memory.PagedMemory;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.representation.Content;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

class MemoryStoreTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final CacheKey.Scope SCOPE =
      CacheKey.Scope.of("http://localhost/", new QName("urn:x", "op"), SoapVersion.SOAP_1_1);
  private static final Keys KEYS =
      Keys.of(KeyKind.AUTOMATIC, List.of(ArgumentType.of(String.class)));

  private static CacheKey key(String text) {
    return KEYS.key(SCOPE, text).toStored();
  }

  private static CacheEntry entry(Duration ttl, Instant now, int bytes) {
    return entry(CacheRule.forOperations("*").cache(true).ttl(ttl), Headers.NONE, now, bytes);
  }

  private static CacheEntry entry(CacheRule.Builder rule, Headers fields, Instant now, int bytes) {
    OperationPolicy policy =
        CachePolicy.builder()
            .rule(rule.build())
            .build()
            .forTarget(new CachePolicy.Target("", "", "op"));
    return new StoredEntry(
        new Content.Message(new byte[bytes]), new StoredResponse(200, fields, now, now), policy, 1);
  }

  private static long weight(MemoryStore store) {
    AtomicLong sum = new AtomicLong();
    store.forEach((key, bytes) -> sum.addAndGet(bytes));
    return sum.get();
  }

  private static int size(MemoryStore store) {
    List<CacheKey> keys = new ArrayList<>();
    store.forEach((key, bytes) -> keys.add(key));
    return keys.size();
  }

  @Test
  void uselessEntriesGoBeforeUsefulOnes() {
    MemoryStore store = new MemoryStore(200_000);
    for (int i = 0; i < 50; i++) {
      store.put(key("long " + i), entry(Duration.ofHours(1), START, 1000));
    }
    for (int i = 0; i < 50; i++) {
      store.put(key("short " + i), entry(Duration.ofMinutes(1), START, 1000));
      store.get(key("short " + i)); // so that they are the more likely ones to be asked for
      store.get(key("short " + i));
    }
    assertThat(size(store)).isEqualTo(100);

    Instant later = START.plus(Duration.ofMinutes(1));
    for (int i = 0; i < 50; i++) {
      store.put(key("later " + i), entry(Duration.ofHours(1), later, 1000));
    }

    for (int i = 0; i < 50; i++) {
      assertThat(store.get(key("long " + i))).isNotNull();
      assertThat(store.get(key("short " + i))).isNull();
      assertThat(store.get(key("later " + i))).isNotNull();
    }
  }

  @Test
  void anEntryIsKeptUpToTheLastMomentOfItsUse() {
    MemoryStore store = new MemoryStore(200_000);
    CacheRule.Builder rule =
        CacheRule.forOperations("*")
            .cache(true)
            .ttl(Duration.ofSeconds(10))
            .staleIfError(Duration.ofSeconds(5))
            .staleWhileRevalidate(Duration.ofSeconds(3));
    store.put(key("a"), entry(rule, Headers.NONE, START, 10));
    store.put(key("b"), entry(Duration.ofHours(1), START.plusMillis(14_999), 10));
    assertThat(store.get(key("a"))).isNotNull();

    store.put(key("c"), entry(Duration.ofHours(1), START.plusMillis(15_000), 10));

    assertThat(store.get(key("a"))).isNull();
    assertThat(size(store)).isEqualTo(2);
  }

  @Test
  void whatCanBeValidatedIsOfUseForEver() {
    MemoryStore store = new MemoryStore(200_000);
    CacheRule.Builder rule = CacheRule.forOperations("*").cache(true).http(true);
    store.put(key("a"), entry(rule, Headers.of("etag", "\"1\""), START, 10));

    store.put(key("b"), entry(Duration.ofHours(1), Instant.MAX, 10));

    assertThat(store.get(key("a"))).isNotNull();
    assertThat(store.expiring()).isZero();
  }

  @Test
  void aNewEntryIsNotTakenForTheOldOneOfItsKey() {
    MemoryStore store = new MemoryStore(200_000);
    store.put(key("a"), entry(Duration.ofMinutes(1), START, 10));
    CacheEntry newer = entry(Duration.ofHours(1), START, 10);
    store.put(key("a"), newer);
    assertThat(store.expiring()).isEqualTo(1);

    store.put(key("b"), entry(Duration.ofHours(1), START.plus(Duration.ofMinutes(2)), 10));

    assertThat(store.get(key("a"))).isSameAs(newer);
  }

  @Test
  void anEntryLargerThanTheStoreIsNotKept() {
    MemoryStore store = new MemoryStore(10_000);
    store.put(key("a"), entry(Duration.ofHours(1), START, 20_000));

    assertThat(store.get(key("a"))).isNull();
    assertThat(store.expiring()).isZero();
  }

  @Test
  void nothingIsLookedAfterThatIsNotThere() throws Exception {
    MemoryStore store = new MemoryStore(100_000);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    CountDownLatch done = new CountDownLatch(4);
    for (int t = 0; t < 4; t++) {
      Random random = new Random(t);
      threads.execute(
          () -> {
            for (int i = 0; i < 20_000; i++) {
              CacheKey key = key("key " + random.nextInt(300));
              switch (random.nextInt(4)) {
                case 0 -> {
                  CacheEntry entry = store.get(key);
                  if (entry != null) {
                    store.remove(key, entry);
                  }
                }
                case 1 -> store.removeIf(key::equals);
                default ->
                    store.put(
                        key,
                        entry(
                            Duration.ofSeconds(1 + random.nextInt(20)),
                            START.plusMillis(i),
                            random.nextInt(2000)));
              }
            }
            done.countDown();
          });
    }
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    threads.shutdown();

    assertThat(store.expiring()).isEqualTo(size(store)).isPositive();
    assertThat(weight(store)).isLessThanOrEqualTo(100_000);
    store.close();
    assertThat(store.expiring()).isZero();
  }

  // ---- messages outside of the heap ----

  private static final int MEGABYTE = 1 << 20;

  private static byte[] bytes(CacheEntry entry) {
    return StoredEntry.of(entry).content() instanceof Content.OffHeap kept
        ? kept.message().copy()
        : ((Content.Message) StoredEntry.of(entry).content()).bytes();
  }

  @Test
  void anEntryThatIsValidatedKeepsItsMessage() {
    PagedMemory memory = new PagedMemory(8 * MEGABYTE);
    MemoryStore store = new MemoryStore(MEGABYTE, memory, false);
    store.put(key("a"), entry(Duration.ofHours(1), START, 5_000));
    CacheEntry first = store.get(key("a"));
    assertThat(StoredEntry.of(first).content()).isInstanceOf(Content.OffHeap.class);
    Instant later = START.plusSeconds(1);
    store.put(
        key("a"),
        StoredEntry.of(first).refreshed(new StoredResponse(200, Headers.NONE, later, later)));

    CacheEntry second = store.get(key("a"));
    assertThat(second).isNotSameAs(first);
    assertThat(second.identity()).isSameAs(first.identity());
    assertThat(bytes(second)).isEqualTo(new byte[5_000]);
    store.close();
    assertThat(memory.usedPages()).isZero();
    assertThat(bytes(second)).isNull();
    store.put(key("a"), second); // too late: there is nothing to keep
    assertThat(store.get(key("a"))).isNull();
  }

  @Test
  void messagesForWhichThereIsNoRoomAreInTheHeap() {
    PagedMemory memory = new PagedMemory(1);
    MemoryStore store = new MemoryStore(100L * MEGABYTE, memory, false);
    store.put(key("fits"), entry(Duration.ofHours(1), START, 4 * MEGABYTE));
    store.put(key("does not"), entry(Duration.ofHours(1), START, 4 * MEGABYTE));
    store.put(key("small"), entry(Duration.ofHours(1), START, 1));

    assertThat(StoredEntry.of(store.get(key("fits"))).content())
        .isInstanceOf(Content.OffHeap.class);
    assertThat(StoredEntry.of(store.get(key("does not"))).content())
        .isInstanceOf(Content.Message.class);
    assertThat(StoredEntry.of(store.get(key("small"))).content())
        .isInstanceOf(Content.Message.class);
  }

  /** Whatever threads do with a small store, messages are whole, and all memory comes back. */
  @Test
  void messagesOutsideOfTheHeapAreReleasedForCertain() throws Exception {
    PagedMemory memory = new PagedMemory(8 * MEGABYTE);
    MemoryStore store = new MemoryStore(MEGABYTE, memory, false);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    AtomicLong found = new AtomicLong();
    List<Future<?>> working = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      Random random = new Random(thread);
      working.add(threads.submit(() -> work(store, random, found)));
    }
    for (Future<?> each : working) {
      each.get(60, TimeUnit.SECONDS);
    }
    threads.shutdown();

    assertThat(found).hasPositiveValue();
    assertThat(weight(store)).isLessThanOrEqualTo(MEGABYTE);
    store.close();
    assertThat(memory.usedPages()).isZero();
  }

  /** Puts, replaces, validates, removes and reads; a message's size tells its key. */
  private static void work(MemoryStore store, Random random, AtomicLong found) {
    for (int i = 0; i < 20_000; i++) {
      int number = random.nextInt(300);
      CacheKey key = key("key " + number);
      int size = 300 + number * 37;
      Instant now = START.plusSeconds(i / 100);
      CacheEntry kept = store.get(key);
      switch (random.nextInt(6)) {
        case 0, 1 -> store.put(key, entry(Duration.ofSeconds(20), now, size));
        case 2 -> {
          if (kept != null) {
            store.put(
                key,
                StoredEntry.of(kept).refreshed(new StoredResponse(200, Headers.NONE, now, now)));
          }
        }
        case 3 -> {
          if (kept != null) {
            store.remove(key, kept);
          }
        }
        case 4 -> {
          if (random.nextInt(100) == 0) {
            store.removeIf(each -> random.nextInt(10) == 0);
          }
        }
        default -> {
          byte[] message = kept == null ? null : bytes(kept);
          if (message != null) {
            assertThat(message).hasSize(size);
            found.incrementAndGet();
          }
        }
      }
    }
  }
}
