package io.castile.spring.service;

import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;

/**
 * Holds where the properties ask for services, or no bus of Apache CXF is a bean: an application
 * with a bus serves its services by CXF, as a rule at the same path.
 */
final class NoOtherStackCondition extends AnyNestedCondition {
  NoOtherStackCondition() {
    super(ConfigurationPhase.REGISTER_BEAN);
  }

  @ConditionalOnProperty("castile.services.enabled")
  static final class Asked {}

  @ConditionalOnMissingBean(type = "org.apache.cxf.Bus")
  static final class NoBus {}
}
