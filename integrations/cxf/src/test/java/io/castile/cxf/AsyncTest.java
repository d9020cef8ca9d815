package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.castile.cache.Bypass;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.Invalidation;
import io.castile.cxf.Shops.Published;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import jakarta.xml.ws.AsyncHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.frontend.ClientProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Asynchronous methods of a client with the cache. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class AsyncTest {
  private static final Item ITEM = new Item("a", "1.50", 2, Item.Color.RED, "x");

  private final Published published = Shops.publish(WrappedShop.class, new WrappedShopService());
  private final CastileFeature feature = new CastileFeature(Shops.hour());
  private final AsyncShop port = Shops.client(AsyncShop.class, published.url(), feature);

  @AfterEach
  void close() {
    published.close();
    feature.close();
  }

  @Test
  void pollingMissesAreKeptAndHitsComeWithoutACall() throws Exception {
    assertThat(port.sameItemAsync(ITEM).get().result).isEqualTo(ITEM);
    Item hit = port.sameItemAsync(ITEM).get().result;
    assertThat(hit).isEqualTo(ITEM);
    assertThat(port.sameItemAsync(ITEM).get().result).isEqualTo(ITEM).isNotSameAs(hit);
    assertThat(port.sameItem(ITEM)).isEqualTo(ITEM);

    assertThat(published.calls("sameItem")).isEqualTo(1);
    assertThat(feature.getCache().statistics().row("sameItem").misses()).isEqualTo(1);
    assertThat(feature.getCache().statistics().row("sameItem").hits()).isEqualTo(3);
  }

  @Test
  void whatSynchronousCallsBroughtIsThereForAsynchronousOnes() throws Exception {
    assertThat(port.add(1, 2)).isEqualTo(3);
    assertThat(port.addAsync(1, 2).get().result).isEqualTo(3);

    assertThat(published.calls("add")).isEqualTo(1);
  }

  @Test
  void handlersAreCalledOnceOnMissesAndHitsNeverByTheCaller() throws Exception {
    for (int i = 0; i < 3; i++) {
      CompletableFuture<Integer> sum = new CompletableFuture<>();
      CompletableFuture<Thread> thread = new CompletableFuture<>();
      AsyncHandler<AsyncShop.AddResponse> handler =
          response -> {
            try {
              assertThat(thread.complete(Thread.currentThread())).isTrue();
              sum.complete(response.get().result);
            } catch (InterruptedException | ExecutionException e) {
              sum.completeExceptionally(e);
            }
          };

      Future<?> future = port.addAsync(3, 4, handler);

      assertThat(future.get()).isInstanceOf(AsyncShop.AddResponse.class);
      assertThat(sum.get()).isEqualTo(7);
      assertThat(thread.get()).isNotSameAs(Thread.currentThread());
    }
    assertThat(published.calls("add")).isEqualTo(1);
  }

  @Test
  void faultsComeAsWithoutTheCacheAndAreNotKept() {
    AsyncShop plain = Shops.client(AsyncShop.class, published.url());
    for (int i = 0; i < 2; i++) {
      Throwable expected =
          catchThrowableOfType(ExecutionException.class, () -> plain.failAsync("fault").get());
      Throwable found = catchThrowable(() -> port.failAsync("fault").get());
      assertThat(found).hasSameClassAs(expected);
      assertThat(found.getCause())
          .hasSameClassAs(expected.getCause())
          .hasMessage(expected.getCause().getMessage());
    }
    assertThat(published.calls("fail")).isEqualTo(4);
  }

  @Test
  void whatWasAskedBeforeAnInvalidationIsNotKept() throws Exception {
    feature
        .getCache()
        .policy(
            CachePolicy.builder()
                .rule(
                    CacheRule.forOperations("sameItem")
                        .cache(true)
                        .ttl(Duration.ofHours(1))
                        .build())
                .rule(
                    CacheRule.forOperations("add").invalidates(Invalidation.of("sameItem")).build())
                .build());
    port.sameItemAsync(ITEM).get();
    port.sameItemAsync(ITEM).get();
    assertThat(published.calls("sameItem")).isEqualTo(1);

    port.addAsync(1, 1).get();
    port.sameItemAsync(ITEM).get();

    assertThat(published.calls("sameItem")).isEqualTo(2);
  }

  @Test
  void callsByTheClientItself() throws Exception {
    Client client = ClientProxy.getClient(port);
    for (int i = 0; i < 3; i++) {
      ClientCallback callback = new ClientCallback();
      client.invoke(callback, "add", 5, 6);
      assertThat(callback.get()).containsExactly(11);
      assertThat(client.invoke("add", 5, 6)).containsExactly(11);
    }
    assertThat(published.calls("add")).isEqualTo(1);
  }

  @Test
  void asynchronousCallsWithCredentialsAreNotKept() throws Exception {
    Item first = port.sameItemAsync(ITEM).get().result;
    assertThat(first).isEqualTo(ITEM);
    Requests.put(port, "Authorization", "Basic YTpi");

    port.sameItemAsync(ITEM).get();
    port.sameItemAsync(ITEM).get();

    assertThat(published.calls("sameItem")).isEqualTo(3);
    assertThat(feature.getCache().statistics().row("sameItem").bypassed())
        .containsEntry(Bypass.AUTHORIZATION, 2L);
  }

  @Test
  void aHandlerThatThrowsChangesNothingForOthers() throws Exception {
    CompletableFuture<Void> called = new CompletableFuture<>();
    AsyncHandler<AsyncShop.AddResponse> throwing =
        response -> {
          called.complete(null);
          throw new IllegalStateException("the application's own");
        };
    port.addAsync(8, 8, throwing);
    called.get();

    assertThat(port.add(8, 8)).isEqualTo(16);
    assertThat(published.calls("add")).isEqualTo(1);
    assertThat(feature.getCache().statistics().row("add").misses()).isEqualTo(1);
  }
}
