package io.castile.spring.cache;

import io.castile.cache.CacheStore;
import io.castile.cache.ResponseCache;
import io.castile.cache.observe.CallRecorder;
import io.castile.cache.policy.CachePolicy;
import io.castile.spring.ResponseCacheCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * The response cache that the ports of the application share, where its properties have a policy
 * and the application has no {@link ResponseCache} of its own.
 */
@AutoConfiguration
@EnableConfigurationProperties(CacheProperties.class)
public class CastileCacheAutoConfiguration {
  /** What calls are recorded in, where {@code castile.cache.record} asks for that. */
  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnProperty("castile.cache.record")
  CallRecorder castileCallRecorder() {
    return CallRecorder.create();
  }

  /** Closed with the application, and its store with it. */
  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  @Conditional(CachePolicyCondition.class)
  ResponseCache castileResponseCache(
      CacheProperties properties,
      ResourceLoader resources,
      ObjectProvider<CacheStore> store,
      ObjectProvider<CallRecorder> recorder,
      ObjectProvider<ResponseCacheCustomizer> customizers) {
    ResponseCache.Builder cache = ResponseCache.builder();
    String location = properties.getPolicy();
    if (location != null && !properties.getRules().isEmpty()) {
      throw new IllegalStateException(
          "Cannot use castile.cache.policy and castile.cache.rules together. Remove one of them.");
    }
    if (location != null) {
      new PolicySource(resources).apply(cache, "castile.cache.policy", location);
    } else {
      cache.policy(
          properties.getRules().isEmpty()
              ? CachePolicy.NOTHING
              : InlineRules.policy(properties.getRules()));
    }
    cache.store(store.getIfAvailable(() -> CacheStore.inMemory(properties.getMaxSize().toBytes())));
    recorder.ifAvailable(cache::recorder);
    customizers.orderedStream().forEach(each -> each.customize(cache));
    return cache.build();
  }

  /** Holds where the properties have a policy, or ask for a recording of calls to make one of. */
  static final class CachePolicyCondition extends SpringBootCondition {
    private static final String PREFIX = "castile.cache";

    @Override
    public ConditionOutcome getMatchOutcome(
        ConditionContext context, AnnotatedTypeMetadata metadata) {
      ConditionMessage.Builder message = ConditionMessage.forCondition("cache policy of Castile");
      CacheProperties properties =
          Binder.get(context.getEnvironment())
              .bind(PREFIX, CacheProperties.class)
              .orElseGet(CacheProperties::new);
      if (!properties.isEnabled()) {
        return ConditionOutcome.noMatch(message.because(PREFIX + ".enabled is false"));
      }
      boolean isThere =
          properties.getPolicy() != null
              || properties.isRecord()
              || !properties.getRules().isEmpty();
      return isThere
          ? ConditionOutcome.match(message.foundExactly("its properties"))
          : ConditionOutcome.noMatch(
              message.because("there is neither " + PREFIX + ".policy nor " + PREFIX + ".rules"));
    }
  }
}
