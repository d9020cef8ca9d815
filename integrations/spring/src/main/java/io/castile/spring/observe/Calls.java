package io.castile.spring.observe;

import io.castile.soap.exchange.CacheStatus;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.ObservationView;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Begins observations of calls, and finds the one that a thread is in. Thread-safe. */
final class Calls {
  private final ObservationRegistry registry;
  private final CallConvention convention;

  Calls(ObservationRegistry registry, CallConvention convention) {
    this.registry = registry;
    this.convention = convention;
  }

  /** Begins an observation. */
  Observation start(String service, String operation) {
    CallContext context = new CallContext(service, operation);
    return Observation.start(convention, () -> context, registry);
  }

  /** The innermost call that this thread makes; null if it makes none. */
  private @Nullable CallContext current() {
    ObservationView at = registry.getCurrentObservation();
    while (at != null) {
      if (at.getContextView() instanceof CallContext call) {
        return call;
      }
      at = at.getContextView().getParentObservation();
    }
    return null;
  }

  /** Notes what the cache did with the call that this thread makes. */
  void note(QName service, QName operation, CacheStatus outcome) {
    CallContext call = current();
    if (call != null && call.operation().equals(operation.getLocalPart())) {
      call.outcome(outcome);
    }
  }

  /** The header fields by which the trace of the call goes on; none outside of calls. */
  Map<String, String> fields() {
    CallContext call = current();
    Map<String, String> fields = call == null ? null : call.getCarrier();
    return fields == null ? Map.of() : fields;
  }
}
