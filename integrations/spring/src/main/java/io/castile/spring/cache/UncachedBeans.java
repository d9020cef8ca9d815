package io.castile.spring.cache;

import io.castile.spring.Uncached;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/** Tells the beans that go without the cache, by {@link Uncached} or their names. Thread-safe. */
public final class UncachedBeans {
  private final BeanFactory beans;
  private final ObjectProvider<CacheProperties> properties;

  public UncachedBeans(BeanFactory beans) {
    this.beans = beans;
    this.properties = beans.getBeanProvider(CacheProperties.class);
  }

  /** Whether a bean goes without the cache. */
  public boolean contains(String beanName) {
    CacheProperties known = properties.getIfAvailable();
    return (known != null && known.getExclude().contains(beanName))
        || (beans.containsBean(beanName)
            && beans instanceof ListableBeanFactory listable
            && listable.findAnnotationOnBean(beanName, Uncached.class, false) != null);
  }
}
