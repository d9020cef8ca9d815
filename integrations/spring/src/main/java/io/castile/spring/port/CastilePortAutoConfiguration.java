package io.castile.spring.port;

import io.castile.spring.cache.CastileCacheAutoConfiguration;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;

/** Every port among the beans has the response cache, and its calls are observed. */
@AutoConfiguration(after = CastileCacheAutoConfiguration.class)
public class CastilePortAutoConfiguration {
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static PortPostProcessor castilePortPostProcessor(BeanFactory beans) {
    return new PortPostProcessor(beans);
  }
}
