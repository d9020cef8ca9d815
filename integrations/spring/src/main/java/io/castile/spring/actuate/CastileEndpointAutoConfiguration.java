package io.castile.spring.actuate;

import io.castile.cache.ResponseCache;
import io.castile.cache.observe.CallRecorder;
import io.castile.spring.cache.CastileCacheAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The endpoint {@code castile}, where Actuator is there and the endpoint is exposed. */
@AutoConfiguration(after = CastileCacheAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(ResponseCache.class)
@ConditionalOnAvailableEndpoint(endpoint = CastileEndpoint.class)
public class CastileEndpointAutoConfiguration {
  @Bean
  CastileEndpoint castileEndpoint(ResponseCache cache, ObjectProvider<CallRecorder> recorder) {
    return new CastileEndpoint(cache, recorder.getIfAvailable());
  }
}
