package io.castile.demo.gateway;

import io.castile.cache.observe.Advice;
import io.castile.cache.observe.Recording;
import java.util.List;

/**
 * What the gateway was worth.
 *
 * @param work what the service does for each call
 * @param observed the calls while the gateway passed all
 * @param recording what it learnt
 * @param advice what it makes of that
 * @param applied the same calls under the advised policy
 * @param savedBytes of requests and answers that went not to the service: computed by the sizes
 *     that were recorded
 * @param disagreements answers that were not as the service itself gives them; empty if all agreed
 */
public record GatewayResult(
    String work,
    Phase observed,
    Recording recording,
    Advice advice,
    Phase applied,
    long savedBytes,
    List<String> disagreements) {
  public GatewayResult {
    disagreements = List.copyOf(disagreements);
  }

  /** Whether all answers agreed, and the gateway gave some. */
  public boolean isGood() {
    return disagreements.isEmpty() && applied.all().hits() > 0;
  }
}
