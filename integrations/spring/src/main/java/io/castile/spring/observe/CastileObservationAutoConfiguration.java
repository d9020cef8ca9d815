package io.castile.spring.observe;

import io.castile.spring.cache.CastileCacheAutoConfiguration;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Calls of ports are observations, of which Micrometer makes timers and spans. */
@AutoConfiguration(
    before = CastileCacheAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration",
      "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
    })
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean(ObservationRegistry.class)
@ConditionalOnProperty(name = "castile.observations.enabled", matchIfMissing = true)
public class CastileObservationAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  CallConvention castileCallConvention() {
    return new CallConvention();
  }

  @Bean
  CallObservations castileCallObservations(
      ObservationRegistry registry, ObjectProvider<CallConvention> convention) {
    return new CallObservations(
        new Calls(registry, convention.getIfAvailable(CallConvention::new)));
  }
}
