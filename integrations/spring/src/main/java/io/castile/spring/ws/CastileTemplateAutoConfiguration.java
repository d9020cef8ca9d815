package io.castile.spring.ws;

import io.castile.spring.cache.CastileCacheAutoConfiguration;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.ws.client.core.WebServiceTemplate;

/** Templates of Spring-WS among the beans have the response cache. */
@AutoConfiguration(after = CastileCacheAutoConfiguration.class)
@ConditionalOnClass(WebServiceTemplate.class)
public class CastileTemplateAutoConfiguration {
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static TemplatePostProcessor castileTemplatePostProcessor(BeanFactory beans) {
    return new TemplatePostProcessor(beans);
  }
}
