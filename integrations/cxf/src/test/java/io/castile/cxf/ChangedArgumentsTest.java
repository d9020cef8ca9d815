package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.CacheStore;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.KeyKind;
import io.castile.cxf.Shops.Published;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import jakarta.xml.ws.Holder;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whoever changes arguments while CXF makes a call leaves no wrong answer for others. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ChangedArgumentsTest {
  private final AtomicInteger looks = new AtomicInteger(Integer.MIN_VALUE);
  private Runnable change = () -> {};

  /** A store that is asked a second time when the key has been made, and no message yet. */
  private CacheStore meddling() {
    CacheStore store = CacheStore.inMemory(1 << 20);
    return (CacheStore)
        Proxy.newProxyInstance(
            CacheStore.class.getClassLoader(),
            new Class<?>[] {CacheStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("get") && looks.incrementAndGet() == 2) {
                change.run();
              }
              return method.invoke(store, arguments);
            });
  }

  private void atSecondLook(Runnable action) {
    change = action;
    looks.set(0);
  }

  private static Item item(String name) {
    return new Item(name, "9.90", 4, Item.Color.RED, "new");
  }

  private static void rename(Item item, String name) {
    try {
      Field field = Item.class.getDeclaredField("name");
      field.setAccessible(true);
      field.set(item, name);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @EnumSource(value = KeyKind.class, names = "SERIALIZATION", mode = EnumSource.Mode.EXCLUDE)
  void answersAreForTheArgumentsThatWereSent(KeyKind kind) {
    try (ResponseCache cache =
            ResponseCache.builder()
                .policy(Shops.hour(rule -> rule.key(kind)))
                .store(meddling())
                .build();
        Published published = Shops.publish(WrappedShop.class, new WrappedShopService())) {
      WrappedShop shop =
          Shops.client(WrappedShop.class, published.url(), new CastileFeature(cache));
      Item argument = item("a");
      atSecondLook(() -> rename(argument, "b"));
      shop.sameItem(argument);

      assertThat(argument.getName()).isEqualTo("b"); // it was changed indeed
      assertThat(shop.sameItem(item("a"))).isEqualTo(item("a"));
      assertThat(shop.sameItem(item("b"))).isEqualTo(item("b"));
    }
  }

  @Test
  void holdersAreArgumentsToo() {
    try (ResponseCache cache =
            ResponseCache.builder().policy(Shops.hour()).store(meddling()).build();
        Published published = Shops.publish(WrappedShop.class, new WrappedShopService())) {
      WrappedShop shop =
          Shops.client(WrappedShop.class, published.url(), new CastileFeature(cache));
      Holder<String> both = new Holder<>("b");
      Holder<Item> out = new Holder<>();
      atSecondLook(() -> both.value = "changed");
      assertThat(shop.exchange("in", both, out)).isEqualTo(2);
      assertThat(both.value).isEqualTo("b!");
      assertThat(out.value.getName()).isEqualTo("in");

      Holder<String> again = new Holder<>("b");
      shop.exchange("in", again, new Holder<>());
      assertThat(again.value).isEqualTo("b!");
    }
  }
}
