package io.castile;

import static io.castile.CachedShop.minute;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.CacheEntry;
import io.castile.cache.CacheStore;
import io.castile.cache.ResponseCache;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.KeyKind;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import jakarta.xml.ws.Holder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever changes arguments while a call is made leaves no wrong answer for others. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ChangedArgumentsTest {
  /** Does something when it is asked for the second time: the key is made then, no message yet. */
  private static final class Meddling implements CacheStore {
    private final CacheStore store = CacheStore.inMemory(1 << 20);
    private Runnable action = () -> {};
    private int asked = Integer.MIN_VALUE;

    void atSecondLook(Runnable change) {
      asked = 0;
      action = change;
    }

    @Override
    public boolean keepsObjects() {
      return true;
    }

    @Override
    public CacheEntry get(CacheKey key) {
      if (++asked == 2) {
        action.run();
      }
      return store.get(key);
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
    public void forEach(ObjLongConsumer<CacheKey> each) {
      store.forEach(each);
    }

    @Override
    public void close() {
      store.close();
    }
  }

  private final Meddling store = new Meddling();
  private SoapServer server;

  @BeforeEach
  void serve() {
    server = Castile.server().host("localhost").publish("/shop", new WrappedShopService()).start();
  }

  @AfterEach
  void close() {
    server.close();
  }

  private ClientBuilder<WrappedShop> client() {
    return Castile.client(WrappedShop.class)
        .endpoint(server.url("/shop"))
        .interceptor(chain -> chain.proceed(chain.request())) // so that the cache looks once before
        .transport(server.localTransport());
  }

  private static Item item(String name) {
    return new Item(name, "9.90", 4, Item.Color.RED, "new");
  }

  private static Item spoilt() {
    Item item = item("a");
    ShopItems.spoil(item);
    return item;
  }

  private void assertNothingIsPoisoned(WrappedShop shop) {
    Item argument = item("a");
    store.atSecondLook(() -> ShopItems.spoil(argument));
    shop.sameItem(argument);

    assertThat(argument.getName()).isEqualTo("spoilt"); // it was changed indeed
    assertThat(shop.sameItem(item("a"))).isEqualTo(item("a"));
    assertThat(shop.sameItem(spoilt()).getName()).isEqualTo("spoilt");
  }

  @ParameterizedTest
  @EnumSource(value = KeyKind.class, names = "SERIALIZATION", mode = EnumSource.Mode.EXCLUDE)
  void aClientsAnswersAreForTheArgumentsThatWereSent(KeyKind kind) {
    try (ResponseCache cache =
        ResponseCache.builder().policy(minute(rule -> rule.key(kind))).store(store).build()) {
      assertNothingIsPoisoned(client().cache(cache).build());
    }
  }

  @ParameterizedTest
  @EnumSource(value = KeyKind.class, names = "SERIALIZATION", mode = EnumSource.Mode.EXCLUDE)
  void answersOfAnyPortAreForTheArgumentsThatWereSent(KeyKind kind) {
    try (ResponseCache cache =
        ResponseCache.builder().policy(minute(rule -> rule.key(kind))).store(store).build()) {
      assertNothingIsPoisoned(Castile.cached(client().build(), cache));
    }
  }

  @Test
  void holdersAreArgumentsToo() {
    try (ResponseCache cache = ResponseCache.builder().policy(minute()).store(store).build()) {
      for (WrappedShop shop :
          List.of(client().cache(cache).build(), Castile.cached(client().build(), cache))) {
        cache.invalidateAll();
        Holder<String> both = new Holder<>("b");
        store.atSecondLook(() -> both.value = "changed");
        Holder<Item> out = new Holder<>();
        assertThat(shop.exchange("in", both, out)).isEqualTo(2);
        assertThat(both.value).isEqualTo("b!");
        assertThat(out.value.getName()).isEqualTo("in");

        Holder<String> again = new Holder<>("b");
        shop.exchange("in", again, new Holder<>());
        assertThat(again.value).isEqualTo("b!");
      }
    }
  }

  /** As {@link #assertNothingIsPoisoned}, by a thread that never rests. */
  @ParameterizedTest
  @Tag("long")
  @ValueSource(strings = {"cache", "cached", "requests"})
  void noRacePoisonsWhatIsKept(String kept) throws Exception {
    try (ResponseCache cache = ResponseCache.of(minute())) {
      WrappedShop shop =
          switch (kept) {
            case "cache" -> client().cache(cache).build();
            case "cached" -> Castile.cached(client().build(), cache);
            default -> client().cacheRequests(1 << 20).build();
          };
      Item argument = item("a");
      Item a = item("a");
      Item b = item("b");
      AtomicBoolean ended = new AtomicBoolean();
      Thread changing =
          new Thread(
              () -> {
                while (!ended.get()) {
                  rename(argument, "b");
                  rename(argument, "a");
                }
              });
      changing.start();
      try {
        int wrong = 0;
        for (int i = 0; i < 3000; i++) {
          cache.invalidateAll();
          if (kept.equals("requests")) {
            Castile.keptRequests(shop).invalidateAll();
          }
          shop.sameItem(argument);
          wrong += shop.sameItem(a).equals(a) && shop.sameItem(b).equals(b) ? 0 : 1;
        }
        assertThat(wrong).isZero();
      } finally {
        ended.set(true);
        changing.join();
      }
    }
  }

  private static void rename(Item item, String name) {
    try {
      var field = Item.class.getDeclaredField("name");
      field.setAccessible(true);
      field.set(item, name);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
