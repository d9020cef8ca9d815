package io.castile.spring.observe;

import io.castile.soap.exchange.CacheStatus;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A call of an operation, as observations see it. Its carrier has the header fields by which traces
 * go on at the service; they are sent where the cache does not answer. Owned by the thread of the
 * call.
 */
public final class CallContext extends SenderContext<Map<String, String>> {
  private final String service;
  private final String operation;
  private CacheStatus outcome = CacheStatus.PASSED;

  /**
   * @param service its local name, the same as in the cache's statistics
   * @param operation its local name
   */
  CallContext(String service, String operation) {
    super(
        (fields, name, value) -> Objects.requireNonNull(fields, "carrier").put(name, value),
        Kind.CLIENT);
    this.service = service;
    this.operation = operation;
    setCarrier(new LinkedHashMap<>());
    setRemoteServiceName(service);
  }

  /** Returns the local name of the service. */
  public String service() {
    return service;
  }

  /** Returns the local name of the operation. */
  public String operation() {
    return operation;
  }

  /** Returns what the cache did; {@code PASSED} until it has done something. */
  public CacheStatus outcome() {
    return outcome;
  }

  void outcome(CacheStatus outcome) {
    this.outcome = outcome;
  }
}
