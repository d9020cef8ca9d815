package io.castile.spring.port;

import io.castile.Castile;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.SpringProxy;

/** Tells ports among objects. */
final class Ports {
  private Ports() {}

  /**
   * Returns the interface of a port: a proxy of the JDK with one interface that has {@link
   * WebService}, and {@link BindingProvider}, as every port of Jakarta XML Web Services. Null for
   * any other object, also for a service behind a proxy of Spring's.
   */
  static @Nullable Class<?> sei(Object bean) {
    if (!Proxy.isProxyClass(bean.getClass())
        || !(bean instanceof BindingProvider)
        || bean instanceof SpringProxy) {
      return null;
    }
    List<Class<?>> services =
        Stream.<Class<?>>of(bean.getClass().getInterfaces())
            .filter(type -> type.isAnnotationPresent(WebService.class))
            .toList();
    return services.size() == 1 ? services.get(0) : null;
  }

  /** Whether a port has a response cache already. */
  static boolean isCached(Object port) {
    try {
      Castile.cache(port);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
