package io.castile.shop;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import jakarta.xml.ws.Response;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ports whose asynchronous methods bring what no stack should: callers are told, and not hung. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class AsyncPortTest {
  private static final Item ITEM = new Item("a", "9.90", 4, Item.Color.RED, "new");

  /** Fails without saying why. */
  private static final class Failing extends CompletableFuture<Item> implements Response<Item> {
    @Override
    public Item get() throws ExecutionException {
      throw new ExecutionException(null);
    }

    @Override
    public Map<String, Object> getContext() {
      return Map.of();
    }
  }

  private static AsyncBareShop cached(Response<Item> answer) {
    AsyncBareShop port =
        (AsyncBareShop)
            Proxy.newProxyInstance(
                AsyncBareShop.class.getClassLoader(),
                new Class<?>[] {AsyncBareShop.class},
                (proxy, method, arguments) -> answer);
    return Castile.cached(
        port,
        CachePolicy.builder()
            .rule(CacheRule.forOperations("*").cache(true).ttl(Duration.ofHours(1)).build())
            .build());
  }

  @Test
  void failureWithoutACause() {
    Response<Item> answer = cached(new Failing()).findAsync(ITEM);
    assertThatThrownBy(answer::get).isInstanceOf(ExecutionException.class);
  }

  @Test
  void nothingReturned() {
    AsyncBareShop port = cached(null);
    assertThatThrownBy(() -> port.findAsync(ITEM))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("findAsync");
  }
}
