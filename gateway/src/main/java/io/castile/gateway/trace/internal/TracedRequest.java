package io.castile.gateway.trace.internal;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * A request as it has come.
 *
 * @param method of HTTP
 * @param path without the query
 * @param isTls whether it came over TLS
 * @param host which the client named, with its port as it was given
 * @param client the address of the other end; null where it has none
 * @param route the path of the route that it takes; null for none
 * @param fields the header fields
 */
public record TracedRequest(
    String method,
    String path,
    boolean isTls,
    String host,
    @Nullable InetAddress client,
    @Nullable String route,
    TracedFields fields) {}
