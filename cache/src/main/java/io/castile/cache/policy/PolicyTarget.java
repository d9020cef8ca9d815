package io.castile.cache.policy;

import java.util.Objects;

/**
 * The target of a call, as far as it is known: the rules of a policy are chosen by it.
 *
 * @param service {@code {namespace}local} or {@code local}; empty if not known
 * @param endpoint the address; empty if not known
 * @param operation {@code {namespace}local} or {@code local}; empty if not known
 */
public record PolicyTarget(String service, String endpoint, String operation) {
  public PolicyTarget {
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(endpoint, "endpoint");
    Objects.requireNonNull(operation, "operation");
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("operation " + operation);
    if (!service.isEmpty()) {
      text.append(" of service ").append(service);
    }
    if (!endpoint.isEmpty()) {
      text.append(" at ").append(endpoint);
    }
    return text.toString();
  }
}
