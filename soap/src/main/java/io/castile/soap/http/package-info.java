/**
 * HTTP/1.1 as a client speaks it: connections, proxies, TLS, time limits, and the transport that
 * the chain ends with.
 */
@NullMarked
package io.castile.soap.http;

import org.jspecify.annotations.NullMarked;
