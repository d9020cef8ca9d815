package io.castile.gateway.trace.internal;

import java.net.URI;

/**
 * An attempt to get a response from an origin.
 *
 * @param method of HTTP
 * @param origin the address of the origin
 * @param path which the origin is asked for, without the query
 * @param before how many attempts there were before this one
 */
public record TracedAttempt(String method, URI origin, String path, int before) {}
