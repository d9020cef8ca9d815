package io.castile.spring.client;

import io.castile.cache.ResponseCache;
import io.castile.spring.ResponseCacheCustomizer;
import io.castile.spring.cache.CacheProperties;
import io.castile.spring.cache.CastileCacheAutoConfiguration;
import io.castile.spring.cache.PolicySource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.AnnotationMetadata;

/** Clients as beans: those that the properties name, and interfaces with {@link CastileClient}. */
@AutoConfiguration(after = CastileCacheAutoConfiguration.class)
@EnableConfigurationProperties(ClientProperties.class)
@Import(CastileClientAutoConfiguration.ConfiguredClients.class)
public class CastileClientAutoConfiguration {
  @Bean
  ClientFactory castileClientFactory(
      ClientProperties properties,
      ObjectProvider<CacheProperties> cacheProperties,
      ResourceLoader resources,
      ObjectProvider<ResponseCache> cache,
      ObjectProvider<ResponseCacheCustomizer> cacheCustomizers,
      ObjectProvider<SslBundles> bundles,
      ObjectProvider<CastileClientCustomizer> customizers) {
    return new ClientFactory(
        properties,
        cacheProperties,
        new PolicySource(resources),
        cache,
        cacheCustomizers,
        bundles,
        customizers);
  }

  /**
   * Defines the clients whose interface the properties name, and those of interfaces with {@link
   * CastileClient} in the packages of the application.
   */
  static final class ConfiguredClients implements ImportBeanDefinitionRegistrar {
    private final Environment environment;
    private final BeanFactory beans;

    ConfiguredClients(Environment environment, BeanFactory beans) {
      this.environment = environment;
      this.beans = beans;
    }

    @Override
    public void registerBeanDefinitions(
        AnnotationMetadata configuration, BeanDefinitionRegistry registry) {
      ClientDefinitions clients = new ClientDefinitions(registry, environment);
      Binder.get(environment)
          .bind("castile", Bindable.of(ClientProperties.class))
          .ifBound(
              properties ->
                  properties
                      .getClients()
                      .forEach(
                          (name, options) -> {
                            if (options.getType() != null) {
                              clients.add(name, options.getType());
                            }
                          }));
      if (AutoConfigurationPackages.has(beans)) {
        clients.addFrom(AutoConfigurationPackages.get(beans));
      }
    }
  }
}
