package io.castile.spring.client;

import io.castile.cache.ResponseCache;
import io.castile.spring.ResponseCacheCustomizer;
import io.castile.spring.cache.CacheProperties;
import io.castile.spring.cache.CastileCacheAutoConfiguration;
import io.castile.spring.cache.PolicySource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.ResourceLoader;

/** Clients as beans: those that the properties name, and interfaces with {@link CastileClient}. */
@AutoConfiguration(after = CastileCacheAutoConfiguration.class)
@EnableConfigurationProperties(ClientProperties.class)
@Import(ConfiguredClients.class)
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
}
