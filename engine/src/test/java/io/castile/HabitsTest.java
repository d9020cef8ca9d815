package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.castile.cache.policy.CachePolicy;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What users do by mistake, or by habit from elsewhere. */
class HabitsTest {
  /** Fails with an exception that it does not declare. */
  @WebService(endpointInterface = "io.castile.shop.WrappedShop", portName = "ShopPort")
  public static final class Failing extends WrappedShopService {
    @Override
    public int add(int a, int b) {
      throw new IllegalStateException("jdbc:db.internal user=app");
    }

    @Override
    public String echo(String text) {
      throw new ArrayStoreException();
    }
  }

  private static String fault(ServerBuilder builder, boolean masked) {
    try (SoapServer server = builder.publish("/shop", new Failing()).start()) {
      WrappedShop port =
          Castile.client(WrappedShop.class)
              .endpoint("http://localhost:" + server.port() + "/shop")
              .addressing(true)
              .build();
      assertThatThrownBy(() -> port.echo("a"))
          .hasMessageMatching(masked ? "(?s)((?!ArrayStore).)*" : "(?s).*ArrayStoreException.*");
      return catchThrowable(() -> port.add(1, 2)).getMessage();
    }
  }

  @Test
  void strangersAreToldNothingOfUnexpectedExceptions() {
    String masked = "the service failed; its log says why under [0-9a-f]{16}";

    assertThat(fault(Castile.server(), true)).matches(masked);
    assertThat(fault(Castile.server().addressing(true), true)).matches(masked);
    assertThat(fault(Castile.server().host("localhost").maskFaults(true), true)).matches(masked);
    assertThat(fault(Castile.server().host("localhost"), false)).contains("jdbc:db.internal");
    assertThat(fault(Castile.server().maskFaults(false), false)).contains("jdbc:db.internal");
  }

  @Test
  void whoeverCallsAMountIsAStranger() {
    try (SoapMount mount = Castile.server().publish("/shop", new Failing()).mount()) {
      WrappedShop port =
          Castile.client(WrappedShop.class)
              .endpoint("http://mount/shop")
              .transport(mount.localTransport())
              .build();

      assertThatThrownBy(() -> port.add(1, 2))
          .hasMessageStartingWith("the service failed; its log says why under ");
    }
  }

  private static ClientBuilder<WrappedShop> client() {
    return Castile.client(WrappedShop.class).endpoint("http://localhost:1/");
  }

  @Test
  void aNullHolderIsRefusedBeforeAnythingIsSent() {
    Holder<String> both = new Holder<>("both");
    for (WrappedShop port :
        List.of(
            client().build(),
            client().cache(CachePolicy.NOTHING).build(),
            Castile.cached(client().build(), CachePolicy.NOTHING))) {
      assertThatThrownBy(() -> port.exchange("in", both, null))
          .isInstanceOf(WebServiceException.class)
          .hasMessageContaining("Cannot return a value in argument 3")
          .hasMessageContaining("Pass a Holder.");
    }
  }

  /** As an aspect of a framework: a handler that holds the port some fields away. */
  private static final class Aspect implements InvocationHandler {
    private final Object[] targets;

    Aspect(Object target) {
      this.targets = new Object[] {target};
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      return method.invoke(targets[0], arguments);
    }
  }

  /** Delegates by hand. */
  private record Delegating(Object port) {}

  private static Object proxy(InvocationHandler handler) {
    return Proxy.newProxyInstance(
        WrappedShop.class.getClassLoader(), new Class<?>[] {WrappedShop.class}, handler);
  }

  @Test
  void theCacheOfAPortIsFoundThroughProxiesAroundIt() {
    WrappedShop cached = client().cache(CachePolicy.NOTHING).build();
    WrappedShop before = Castile.cached(client().build(), CachePolicy.NOTHING);

    for (WrappedShop port : List.of(cached, before)) {
      Object once = proxy((proxy, method, arguments) -> method.invoke(port, arguments));
      assertThat(Castile.cache(once)).isSameAs(Castile.cache(port));
      assertThat(Castile.cache(proxy(new Aspect(once)))).isSameAs(Castile.cache(port));
      assertThat(Castile.cache(new Delegating(port))).isSameAs(Castile.cache(port));
    }
    assertThatThrownBy(() -> Castile.cache(proxy(new Aspect(client().build()))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Pass a client or port with a cache");
  }
}
