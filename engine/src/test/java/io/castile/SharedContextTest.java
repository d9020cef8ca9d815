package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import jakarta.xml.ws.Binding;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.handler.MessageContext;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A port whose response context is that of the last call of any thread, as with Metro. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class SharedContextTest {
  private static final CachePolicy BY_HTTP = policy(rule -> rule.http(true));

  private static CachePolicy policy(UnaryOperator<CacheRule.Builder> options) {
    return CachedShop.minute(options);
  }

  /** The answer to {@code slow} may not be kept, all others may; the slow call waits. */
  private static final class Port implements InvocationHandler {
    private final WrappedShop service = new WrappedShopService();
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch gate = new CountDownLatch(1);
    private volatile Map<String, Object> responseContext = Map.of();
    private volatile Runnable whenRead = () -> {};

    WrappedShop cached(ResponseCache cache) {
      Class<?>[] types = {WrappedShop.class, BindingProvider.class};
      Object port = Proxy.newProxyInstance(WrappedShop.class.getClassLoader(), types, this);
      return Castile.cached((WrappedShop) port, cache);
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      switch (method.getName()) {
        case "getRequestContext":
          return new HashMap<String, Object>();
        case "getResponseContext":
          whenRead.run();
          return responseContext;
        case "getBinding":
          return binding();
        default:
          return call(method, arguments);
      }
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
      boolean isSlow = arguments[0].equals("slow");
      if (isSlow) {
        arrived.countDown();
        gate.await();
      }
      String control = isSlow ? "no-store" : "max-age=60";
      responseContext =
          Map.of(
              MessageContext.HTTP_RESPONSE_CODE,
              200,
              MessageContext.HTTP_RESPONSE_HEADERS,
              Map.of("Cache-Control", List.of(control)));
      try {
        return method.invoke(service, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }

    private static Binding binding() {
      return (Binding)
          Proxy.newProxyInstance(
              Binding.class.getClassLoader(),
              new Class<?>[] {Binding.class},
              (proxy, method, arguments) -> List.of());
    }
  }

  private final Port port = new Port();

  @Test
  void aCallAloneIsKeptAsItsResponseSays() {
    try (ResponseCache cache = ResponseCache.of(BY_HTTP)) {
      WrappedShop shop = port.cached(cache);
      port.gate.countDown();

      for (int i = 0; i < 2; i++) {
        shop.echo("quick");
        shop.echo("slow");
      }

      assertThat(cache.statistics().row("echo").hits()).isEqualTo(1);
      assertThat(cache.statistics().row("echo").entries()).isEqualTo(1);
    }
  }

  @Test
  void ofCallsThatOverlapNoneIsKeptByWhatAnotherOneSays() throws Exception {
    try (ResponseCache cache = ResponseCache.of(BY_HTTP)) {
      overlap(port.cached(cache));

      assertThat(cache.statistics().row("echo").entries()).isZero();
    }
  }

  @Test
  void whereHttpDoesNotCountCallsThatOverlapAreKept() throws Exception {
    try (ResponseCache cache = ResponseCache.of(policy(rule -> rule))) {
      overlap(port.cached(cache));

      assertThat(cache.statistics().row("echo").entries()).isEqualTo(2);
    }
  }

  @Test
  void aCallThatBeginsWhileTheContextIsReadMakesItUnknown() {
    try (ResponseCache cache = ResponseCache.of(BY_HTTP)) {
      WrappedShop shop = port.cached(cache);
      port.whenRead =
          () -> {
            port.whenRead = () -> {};
            shop.echo("other");
          };

      shop.echo("quick");
      shop.echo("quick");

      assertThat(cache.statistics().row("echo").hits()).isZero();
    }
  }

  @Test
  void aContextThatChangesWhileItIsReadDoesNotReachTheCaller() {
    try (ResponseCache cache = ResponseCache.of(BY_HTTP)) {
      WrappedShop shop = port.cached(cache);
      port.whenRead =
          () -> {
            throw new java.util.ConcurrentModificationException();
          };

      assertThat(shop.echo("quick")).isEqualTo("quick");
      assertThat(cache.statistics().row("echo").entries()).isZero();
    }
  }

  /** A slow call, and another one while it is under way. */
  private void overlap(WrappedShop shop) throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<String> slow = thread.submit(() -> shop.echo("slow"));
      port.arrived.await();
      assertThat(shop.echo("quick")).isEqualTo("quick");
      port.gate.countDown();
      assertThat(slow.get()).isEqualTo("slow");
    } finally {
      thread.shutdown();
    }
  }
}
