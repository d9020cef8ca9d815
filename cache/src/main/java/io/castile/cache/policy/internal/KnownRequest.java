package io.castile.cache.policy.internal;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the requests of an operation may have, as far as a description says.
 *
 * @param arguments the names of arguments
 * @param body the elements in the body; null where they are not known
 */
public record KnownRequest(Set<String> arguments, @Nullable List<KnownElement> body) {
  public KnownRequest {
    arguments = Set.copyOf(arguments);
    body = body == null ? null : List.copyOf(body);
  }
}
