package io.castile.spring.observe;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * How calls are named and described: by OpenTelemetry's conventions for RPC, and what the cache
 * did. A bean that overrides these methods says otherwise.
 *
 * <p>All keys have few values: {@code rpc.system.name} ({@code soap}), {@code rpc.method} (service,
 * slash, operation), and {@code castile.cache}: {@code hit}, {@code stale}, {@code collapsed},
 * {@code miss}, or {@code passed} where the policy does not cache the call.
 */
public class CallConvention implements ObservationConvention<CallContext> {
  /** The name of the observation, and of the timer that is made of it. */
  public static final String NAME = "castile.port.calls";

  @Override
  public String getName() {
    return NAME;
  }

  @Override
  public String getContextualName(CallContext context) {
    return context.service() + "/" + context.operation();
  }

  @Override
  public KeyValues getLowCardinalityKeyValues(CallContext context) {
    return KeyValues.of(
        KeyValue.of("rpc.system.name", "soap"),
        KeyValue.of("rpc.method", getContextualName(context)),
        KeyValue.of("castile.cache", context.outcome().label()));
  }

  @Override
  public boolean supportsContext(Observation.Context context) {
    return context instanceof CallContext;
  }
}
