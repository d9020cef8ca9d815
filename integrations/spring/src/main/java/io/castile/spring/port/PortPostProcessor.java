package io.castile.spring.port;

import io.castile.Castile;
import io.castile.cache.ResponseCache;
import io.castile.cxf.CastileFeature;
import io.castile.spring.cache.CacheProperties;
import io.castile.spring.cache.UncachedBeans;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Stream;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.frontend.ClientProxy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.SpringProxy;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.util.ClassUtils;

/**
 * Puts the response cache, and what observes calls, before every port among the beans, those that
 * factory beans make too. It comes before proxies of Spring's, which then stand before the cache.
 */
final class PortPostProcessor implements BeanPostProcessor, PriorityOrdered {
  private static final Logger log = LoggerFactory.getLogger(PortPostProcessor.class);

  private final ObjectProvider<ResponseCache> cache;
  private final ObjectProvider<CacheProperties> properties;
  private final ObjectProvider<PortObserver> observer;
  private final UncachedBeans uncached;

  /**
   * @param beans has the others, which are not made before the first port
   */
  PortPostProcessor(BeanFactory beans) {
    this.cache = beans.getBeanProvider(ResponseCache.class);
    this.properties = beans.getBeanProvider(CacheProperties.class);
    this.observer = beans.getBeanProvider(PortObserver.class);
    this.uncached = new UncachedBeans(beans);
  }

  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    Class<?> sei = Ports.sei(bean);
    if (sei == null) {
      return bean;
    }
    Object port = cached(bean, beanName, sei);
    PortObserver observing = observer.getIfAvailable();
    return observing == null ? port : observing.observed(port, sei);
  }

  private Object cached(Object port, String beanName, Class<?> sei) {
    ResponseCache shared = cache.getIfAvailable();
    if (shared == null || uncached.contains(beanName)) {
      return port;
    }
    log.debug("the port {} of {} has a response cache", beanName, sei.getName());
    if (CxfPorts.isPort(port)) {
      CxfPorts.cache(port, shared, harmless());
      return port;
    }
    return Ports.isCached(port) ? port : Castile.cached(port, shared);
  }

  private List<String> harmless() {
    CacheProperties known = properties.getIfAvailable();
    return known == null ? List.of() : known.getHarmlessInterceptors();
  }

  /**
   * Puts a response cache into ports of Apache CXF. It stands in CXF's own chain, where it sees
   * what interceptors and conduits say of the caller: an answer to a request with the user's token,
   * which an interceptor adds, is not given to another user.
   */
  static final class CxfPorts {
    private static final boolean PRESENT =
        ClassUtils.isPresent(
            "org.apache.cxf.frontend.ClientProxy", CxfPorts.class.getClassLoader());

    private CxfPorts() {}

    /** Whether a proxy of the JDK is a port of CXF. */
    static boolean isPort(Object proxy) {
      return PRESENT && Known.isPort(proxy);
    }

    /**
     * Puts a cache into a port of CXF that has none yet.
     *
     * @param harmless interceptors of the application, by class, that add nothing by which a
     *     service tells callers apart
     */
    static void cache(Object port, ResponseCache cache, List<String> harmless) {
      Known.cache(port, cache, harmless);
    }

    /** What is loaded only where CXF is. */
    private static final class Known {
      static boolean isPort(Object proxy) {
        return Proxy.getInvocationHandler(proxy) instanceof ClientProxy;
      }

      static void cache(Object port, ResponseCache cache, List<String> harmless) {
        Client client = ClientProxy.getClient(port);
        boolean isCached =
            client.getOutInterceptors().stream()
                .anyMatch(
                    each ->
                        each.getClass()
                            .getPackageName()
                            .equals(CastileFeature.class.getPackageName()));
        if (!isCached) {
          CastileFeature feature = new CastileFeature(cache);
          feature.setHarmlessInterceptors(harmless);
          feature.initialize(client, client.getBus());
        }
      }
    }
  }

  /** Tells ports among objects. */
  static final class Ports {
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
}
