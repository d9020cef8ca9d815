package io.castile.gateway.trace.internal;

import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a request.
 *
 * @param status of the response; 499 where the client left before
 * @param service the name of the service, as it was configured; empty where it was not
 * @param operation the operation that was called; null where the request was not looked at
 * @param cache {@code hit}, {@code stale}, {@code miss} or {@code passed}; null where the request
 *     fits no route
 */
public record TracedResult(
    int status, String service, @Nullable QName operation, @Nullable String cache) {}
