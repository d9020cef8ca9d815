package io.castile.cxf;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.shop.FreePorts;
import io.castile.soap.SoapVersion;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** Services of CXF that count their calls, and clients of CXF. */
final class Shops {
  private Shops() {}

  /**
   * A published service.
   *
   * @param served the methods that were called, in their order
   */
  record Published(String url, Server server, List<String> served) implements AutoCloseable {
    /** How often a method was called. */
    long calls(String method) {
      return served.stream().filter(method::equals).count();
    }

    @Override
    public void close() {
      server.destroy();
    }
  }

  static <T> Published publish(
      Class<T> sei, T service, SoapVersion version, Consumer<JaxWsServerFactoryBean> options) {
    List<String> served = new CopyOnWriteArrayList<>();
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setServiceClass(sei);
    factory.setServiceBean(counting(sei, service, served));
    factory.setBindingId(version.bindingId());
    String url = "http://localhost:" + FreePorts.next() + "/shop";
    factory.setAddress(url);
    options.accept(factory);
    return new Published(url, factory.create(), served);
  }

  static <T> Published publish(Class<T> sei, T service, Feature... features) {
    return publish(
        sei,
        service,
        SoapVersion.SOAP_1_1,
        factory -> factory.getFeatures().addAll(Arrays.asList(features)));
  }

  static <T> T counting(Class<T> sei, T service, List<String> served) {
    return sei.cast(
        Proxy.newProxyInstance(
            sei.getClassLoader(),
            new Class<?>[] {sei},
            (proxy, method, arguments) -> {
              if (method.getDeclaringClass() != Object.class) {
                served.add(method.getName());
              }
              try {
                return method.invoke(service, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  static JaxWsProxyFactoryBean clientOf(Class<?> sei, String url) {
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setServiceClass(sei);
    factory.setAddress(url);
    return factory;
  }

  static <T> T client(Class<T> sei, String url, Feature... features) {
    JaxWsProxyFactoryBean factory = clientOf(sei, url);
    factory.getFeatures().addAll(Arrays.asList(features));
    return factory.create(sei);
  }

  /** A policy that caches all operations for an hour, with more said by {@code options}. */
  static CachePolicy hour(UnaryOperator<CacheRule.Builder> options) {
    return CachePolicy.builder()
        .rule(
            options
                .apply(CacheRule.forOperations("*").cache(true).ttl(Duration.ofHours(1)))
                .build())
        .build();
  }

  static CachePolicy hour() {
    return hour(options -> options);
  }
}
