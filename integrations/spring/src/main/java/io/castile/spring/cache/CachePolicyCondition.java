package io.castile.spring.cache;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Holds where the properties have a policy, or ask for a recording of calls to make one of. */
final class CachePolicyCondition extends SpringBootCondition {
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
        properties.getPolicy() != null || properties.isRecord() || !properties.getRules().isEmpty();
    return isThere
        ? ConditionOutcome.match(message.foundExactly("its properties"))
        : ConditionOutcome.noMatch(
            message.because("there is neither " + PREFIX + ".policy nor " + PREFIX + ".rules"));
  }
}
