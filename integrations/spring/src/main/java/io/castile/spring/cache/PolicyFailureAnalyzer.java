package io.castile.spring.cache;

import io.castile.cache.policy.PolicyException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says why an application with a cache policy that is none does not start. */
final class PolicyFailureAnalyzer extends AbstractFailureAnalyzer<PolicyException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, PolicyException cause) {
    return new FailureAnalysis(
        "The cache policy of Castile is none: " + cause.getMessage(),
        "Correct the rule at that place; in castile.cache.rules the line is the number of the rule.",
        cause);
  }
}
