package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.cacheStatus;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.CacheEntry;
import io.castile.cache.CacheStore;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.RouteConfig;
import java.net.URI;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What a question costs whose answer is not kept: one key, by which the store is asked for what is
 * at hand, then by a thread that may wait, and at last by the call that is about to ask the origin.
 */
final class MissTest {
  private static final String AN_HOUR = "rules: [{operation: ask, cache: true, ttl: 1h}]";

  /** The flight asks again under its lease, as another process may have kept an answer. */
  @Test
  void withAStoreElsewhereTheKeyIsMadeOnce() throws Exception {
    CountingStore store = new CountingStore(false);
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer("a")));
        Gateway gateway =
            Gateway.start(GatewaySettings.of(Soap.ANY_PORT, origin.uri()), 1, store)) {
      gateway.policy(CachePolicy.parse("test", AN_HOUR));

      assertThat(cacheStatus(post(gateway, question("q")))).isEqualTo("Castile; fwd=miss");

      assertThat(store.keys).hasSize(1);
      assertThat(store.reads).containsExactly("near", "get", "get");
    }
  }

  /** Requests over the differential link wait on a thread, whatever the store. */
  @Test
  void beforeTheLinkTheKeyIsMadeOnce() throws Exception {
    CountingStore store = new CountingStore(true);
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer("a")));
        Gateway gateway = Gateway.start(linked(origin.uri()), 1, store)) {
      gateway.policy(CachePolicy.parse("test", AN_HOUR));

      assertThat(cacheStatus(post(gateway, question("q")))).isEqualTo("Castile; fwd=miss");

      assertThat(store.keys).hasSize(1);
      assertThat(store.reads).containsExactly("near", "get", "get");
    }
  }

  @Test
  void withoutAThreadThatWaitsALocalStoreIsAskedOnceAndUnderTheFlight() throws Exception {
    CountingStore store = new CountingStore(true);
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer("a")));
        Gateway gateway =
            Gateway.start(GatewaySettings.of(Soap.ANY_PORT, origin.uri()), 1, store)) {
      gateway.policy(CachePolicy.parse("test", AN_HOUR));

      assertThat(cacheStatus(post(gateway, question("q")))).isEqualTo("Castile; fwd=miss");

      assertThat(store.keys).hasSize(1);
      assertThat(store.reads).containsExactly("get", "get");
    }
  }

  /** What a store elsewhere has is a hit, though it is not at hand. */
  @Test
  void anAnswerThatIsKeptElsewhereIsFound() throws Exception {
    CountingStore store = new CountingStore(false);
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer("a")));
        Gateway gateway =
            Gateway.start(GatewaySettings.of(Soap.ANY_PORT, origin.uri()), 1, store)) {
      gateway.policy(CachePolicy.parse("test", AN_HOUR));
      post(gateway, question("q"));
      store.reads.clear();

      assertThat(cacheStatus(post(gateway, question("q")))).isEqualTo("Castile; hit");

      assertThat(store.keys).hasSize(1);
      assertThat(store.reads).containsExactly("near", "get");
      assertThat(origin.requests()).hasSize(1);
    }
  }

  private static GatewaySettings linked(URI origin) {
    return GatewaySettings.of(Soap.ANY_PORT, origin)
        .withRoutes(List.of(RouteConfig.of(origin).withLink(true)));
  }

  /** A store that notes how it is asked, and for which objects; nothing in it is at hand. */
  private static final class CountingStore implements CacheStore {
    private final CacheStore store = CacheStore.offHeap(600_000);
    private final boolean isLocal;
    private final List<String> reads = new CopyOnWriteArrayList<>();
    private final Set<CacheKey> keys =
        Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    CountingStore(boolean isLocal) {
      this.isLocal = isLocal;
    }

    @Override
    public boolean keepsObjects() {
      return store.keepsObjects();
    }

    @Override
    public boolean isLocal() {
      return isLocal;
    }

    @Override
    public @Nullable CacheEntry get(CacheKey key) {
      reads.add("get");
      keys.add(key);
      return store.get(key);
    }

    @Override
    public @Nullable CacheEntry near(CacheKey key) {
      reads.add("near");
      keys.add(key);
      return null;
    }

    @Override
    public void put(CacheKey key, CacheEntry entry) {
      store.put(key, entry);
    }

    @Override
    public void remove(CacheKey key, CacheEntry entry) {
      store.remove(key, entry);
    }

    @Override
    public void removeIf(Predicate<CacheKey> keys) {
      store.removeIf(keys);
    }

    @Override
    public void forEach(ObjLongConsumer<CacheKey> action) {
      store.forEach(action);
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
