package io.castile.spring.port;

import io.castile.Castile;
import io.castile.cache.ResponseCache;
import io.castile.spring.cache.CacheProperties;
import io.castile.spring.cache.UncachedBeans;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;

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
}
