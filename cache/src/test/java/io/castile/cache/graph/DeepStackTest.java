package io.castile.cache.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.CacheEntry;
import io.castile.cache.http.StoredResponse;
import io.castile.cache.internal.MemoryStore;
import io.castile.cache.internal.StoredEntry;
import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ArgumentType;
import io.castile.cache.key.internal.Keys;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.representation.Content;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Wherever a stack ends while something is kept, the store goes on. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("long")
class DeepStackTest {
  private static final int ROUNDS = 40;

  /** Room for all entries, so that a store that works has what was put last. */
  private static final int MAX_BYTES = 100_000;

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final CacheKey.Scope SCOPE =
      CacheKey.Scope.of("http://localhost/", new QName("urn:x", "op"), SoapVersion.SOAP_1_1);
  private static final Keys KEYS =
      Keys.of(KeyKind.AUTOMATIC, List.of(ArgumentType.of(String.class)));
  private static final OperationPolicy POLICY =
      CachePolicy.builder()
          .rule(CacheRule.forOperations("*").cache(true).ttl(Duration.ofHours(1)).build())
          .build()
          .forTarget(new CachePolicy.Target("", "", "op"));

  private final AtomicInteger count = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();

  private static CacheEntry entry() {
    return new StoredEntry(
        new Content.Message(new byte[10]),
        new StoredResponse(200, Headers.NONE, NOW, NOW),
        POLICY,
        1);
  }

  private void put(MemoryStore store) {
    CacheKey key = KEYS.key(SCOPE, "key " + count.getAndIncrement() % 64).toStored();
    CacheEntry entry = entry();
    store.put(key, entry);
    if (count.get() % 3 == 0) {
      store.remove(key, entry);
    }
  }

  /** Uses the store at each depth on the way back from the end of the stack. */
  private void dive(MemoryStore store, int levels) {
    try {
      if (levels > 0) {
        dive(store, levels - 1);
      }
    } catch (StackOverflowError e) {
      // The end.
    }
    try {
      put(store);
    } catch (StackOverflowError e) {
      ended.incrementAndGet();
    }
  }

  @Test
  void whateverWasLeftHalfDoneIsNoEndOfTheStore() throws Exception {
    MemoryStore first = new MemoryStore(MAX_BYTES);
    for (int i = 0; i < 5000; i++) {
      put(first); // so that all classes are there
    }
    for (int round = 0; round < ROUNDS; round++) {
      MemoryStore store = new MemoryStore(MAX_BYTES);
      Thread deep =
          new Thread(null, () -> dive(store, Integer.MAX_VALUE), "deep", (256 << 10) + round * 48);
      deep.start();
      deep.join();
      for (int i = 0; i < 100; i++) {
        put(store);
      }
      CacheKey key = KEYS.key(SCOPE, "last").toStored();
      CacheEntry entry = entry();
      store.put(key, entry);
      assertThat(store.get(key)).isSameAs(entry);
      store.close();
      assertThat(store.get(key)).isNull();
    }
    assertThat(ended).hasPositiveValue();
  }
}
