package io.castile.spring.actuate;

import io.castile.cache.CacheMetrics;
import io.castile.cache.ResponseCache;
import io.castile.spring.cache.CastileCacheAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Meters of the response cache, which Spring Boot binds to the registries that there are. */
@AutoConfiguration(after = CastileCacheAutoConfiguration.class)
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(ResponseCache.class)
public class CastileMetricsAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  CacheMetrics castileCacheMetrics(ResponseCache cache) {
    return new CacheMetrics(cache, "castile");
  }
}
