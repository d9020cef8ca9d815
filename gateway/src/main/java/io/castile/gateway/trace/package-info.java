/**
 * The interfaces that see requests pass, for distributed tracing; nothing here knows how traces are
 * made.
 */
@NullMarked
package io.castile.gateway.trace;

import org.jspecify.annotations.NullMarked;
