package io.castile.gateway.admin;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.FleetPolicy;
import io.castile.cache.policy.FleetPolicy.Published;
import io.castile.cache.policy.PolicyException;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A policy that the store has for all gateways of a fleet, which take it over from there. */
record PolicyInStore(FleetPolicy fleet) implements PolicyPlace {
  private static final Logger log = LoggerFactory.getLogger(PolicyInStore.class);

  @Override
  public String change() {
    return "fleet";
  }

  @Override
  public Optional<String> text() {
    try {
      return fleet.current().map(Published::yaml);
    } catch (RuntimeException e) {
      log.debug("the policy of the fleet is not read: {}", e.toString());
      return Optional.empty();
    }
  }

  @Override
  public void replace(String before, String text, CachePolicy policy) {
    Optional<Published> published;
    try {
      published = fleet.current();
    } catch (RuntimeException e) {
      throw new ApiException(503, "the policy stays as it was: the store does not answer: " + e);
    }
    if (published.isPresent() && isAnother(published.get().yaml(), before)) {
      throw changedMeanwhile();
    }
    OptionalLong version;
    try {
      version = fleet.publish(text, published.map(Published::version).orElse(0L));
    } catch (RuntimeException e) {
      throw new ApiException(
          503, "the store did not confirm the policy, which may hold soon or not: " + e);
    }
    if (version.isEmpty()) {
      throw changedMeanwhile();
    }
  }

  /** What is no policy here was not taken over, and may be replaced. */
  private static boolean isAnother(String published, String before) {
    try {
      return !published.equals(before) && CachePolicy.parse("policy", published) != null;
    } catch (PolicyException e) {
      return false;
    }
  }

  private static ApiException changedMeanwhile() {
    return new ApiException(412, "the policy was changed meanwhile by another one of the fleet");
  }
}
