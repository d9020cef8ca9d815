package io.castile.spring.actuate;

import io.castile.cache.ResponseCache;
import io.castile.spring.cache.CastileCacheAutoConfiguration;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/**
 * The health contributor {@code castile}, with the classes of Spring Boot 3. It is always up: a
 * store that fails costs hits, and no calls.
 */
@AutoConfiguration(after = CastileCacheAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean(ResponseCache.class)
@ConditionalOnProperty(name = "management.health.castile.enabled", matchIfMissing = true)
public class CastileHealthBoot3AutoConfiguration {
  @Bean
  HealthIndicator castileHealthIndicator(ResponseCache cache) {
    return () -> Health.up().withDetails(CacheCondition.details(cache)).build();
  }
}
