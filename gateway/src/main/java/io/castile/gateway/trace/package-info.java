/** Distributed tracing of a gateway's requests, as a program hands it over. */
@NullMarked
package io.castile.gateway.trace;

import org.jspecify.annotations.NullMarked;
