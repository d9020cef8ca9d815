package io.castile.cache;

import io.castile.soap.exchange.CacheStatus;
import javax.xml.namespace.QName;

/**
 * Receives the outcome of each call of an operation that the policy caches, as tracing needs it.
 * Called by many threads at once.
 *
 * <pre>{@code
 * ResponseCache.builder().policy(policy).listener(
 *     (service, operation, status) -> span.tag("cache", status.label()))
 * }</pre>
 */
@FunctionalInterface
public interface CacheListener {
  /**
   * Receives the outcome of a call, once for each call, before it returns and on its thread; for
   * asynchronous calls on the thread that delivers the response. A call that goes past the cache is
   * told before it is made. What this throws costs the call nothing, and is in the log.
   *
   * @param service that was called; an empty name if it is not known
   * @param operation that was called
   * @param status as {@link CacheStatistics} counts it; never {@code NONE}
   */
  void called(QName service, QName operation, CacheStatus status);
}
