package io.castile.spring.ws;

import io.castile.cache.ResponseCache;
import io.castile.spring.cache.CastileCacheAutoConfiguration;
import io.castile.spring.cache.UncachedBeans;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.client.core.support.WebServiceGatewaySupport;
import org.springframework.ws.transport.WebServiceMessageSender;

/** Templates of Spring-WS among the beans have the response cache. */
@AutoConfiguration(after = CastileCacheAutoConfiguration.class)
@ConditionalOnClass(WebServiceTemplate.class)
public class CastileTemplateAutoConfiguration {
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static TemplatePostProcessor castileTemplatePostProcessor(BeanFactory beans) {
    return new TemplatePostProcessor(beans);
  }

  /**
   * Puts the response cache before the message senders of every {@link WebServiceTemplate} that is
   * a bean, or that a gateway among the beans has.
   */
  static final class TemplatePostProcessor implements BeanPostProcessor {
    private final ObjectProvider<ResponseCache> cache;
    private final UncachedBeans uncached;

    /**
     * @param beans has the cache, which is not made before the first template
     */
    TemplatePostProcessor(BeanFactory beans) {
      this.cache = beans.getBeanProvider(ResponseCache.class);
      this.uncached = new UncachedBeans(beans);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
      WebServiceTemplate template =
          bean instanceof WebServiceGatewaySupport gateway
              ? gateway.getWebServiceTemplate()
              : bean instanceof WebServiceTemplate own ? own : null;
      ResponseCache shared = template == null ? null : cache.getIfAvailable();
      if (template != null && shared != null && !uncached.contains(beanName)) {
        template.setMessageSenders(
            Stream.of(template.getMessageSenders())
                .map(sender -> CachedSenders.cached(sender, shared))
                .toArray(WebServiceMessageSender[]::new));
      }
      return bean;
    }
  }
}
